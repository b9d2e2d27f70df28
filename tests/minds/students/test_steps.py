"""The three steps on the page: each is a whole mind, and each beats the one before."""

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from arena.student.new import make
from minds.conformance import check_mind
from minds.registry import load
from tests.bench.strength import meet
from tests.bench.students import HOUSE, STEPS, steps, table
from tests.conftest import ROOT, block_of
from world.api import Budget

pytestmark = pytest.mark.long
PAGE = "minds/README.md"


@cache
def folder() -> "TemporaryDirectory[str]":
    """Return the folder of the page's minds, which lasts until the tests are over."""
    return TemporaryDirectory()


def step(number: int) -> str:
    return steps(Path(folder().name))[number - 1]


def test_the_first_step_is_what_arena_new_makes(tmp_path: Path) -> None:
    """The first step on the page is the file that `arena new` makes."""
    path = make("my_mind", tmp_path)[0]
    assert path.read_text(encoding="utf-8") == block_of(PAGE, "python", 0)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_every_step_is_a_whole_mind(number: int) -> None:
    """Each step passes check_mind as it stands on the page."""
    check_mind(load(step(number)))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_every_step_beats_chance(number: int) -> None:
    """Each step wins at least nine of ten games against random play, and forfeits none."""
    endings: dict[str, int] = {}
    assert meet(step(number), "any-random-legal-move", Budget(nodes=500), 10, endings)[0] >= 0.9
    assert not [kind for kind in endings if kind.startswith("forfeit")]


@pytest.mark.parametrize("number", [2, 3])
def test_every_step_beats_the_one_before(number: int) -> None:
    """Each step scores at least three quarters of the points against the one before."""
    assert meet(step(number), step(number - 1), Budget(nodes=2000), 16, {})[0] >= 0.75


def test_the_table_is_the_benchmarks() -> None:
    """The table has the head, rows and columns that the benchmark prints."""
    page = (ROOT / PAGE).read_text(encoding="utf-8")
    head = next(table([], 100))
    assert head in page
    rows = [line for line in page.splitlines() if line.startswith(tuple(f"| {name} |" for name in STEPS))]
    assert [row.count("|") for row in rows] == [len(HOUSE) + 4] * len(STEPS)


def test_the_notebook_tells_the_same() -> None:
    """The first notebook contains the page's three minds."""
    cells = json.loads((ROOT / "notebooks" / "01_first_mind.ipynb").read_text(encoding="utf-8"))["cells"]
    sources = ["".join(cell["source"]) for cell in cells]
    assert [sources.count(block_of(PAGE, "python", number).rstrip()) for number in range(3)] == [1, 1, 1]
