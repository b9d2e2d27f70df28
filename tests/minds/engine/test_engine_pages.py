"""The pages of the engine and its evaluations list every file, technique and idea, with the words of the code."""

import re
from pathlib import Path

import pytest

from minds.engine import techniques
from minds.evaluation.plain import ideas as plain_ideas
from minds.evaluation.tuned import ideas as tuned_ideas
from tests.conftest import ROOT

MINDS = ROOT / "minds"


def rows_of(page: Path) -> dict[str, str]:
    """The second cell of each table row of a page, by the name in its first cell."""
    return dict(re.findall(r"^\| `([\w-]+)` \| ([^|]*) \|", page.read_text(encoding="utf-8"), re.MULTILINE))


def modules_in(folder: Path) -> set[str]:
    """The modules of a folder, without the package itself."""
    return {path.name for path in folder.glob("*.py")} - {"__init__.py"}


def test_every_file_of_the_engine_is_on_its_page() -> None:
    """The map in minds/engine/README.md names each module once and no others."""
    page = (MINDS / "engine" / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"`(\w+\.py)`", page)
    assert sorted(named) == sorted(modules_in(MINDS / "engine"))


@pytest.mark.parametrize(
    "folder", ["board", "evaluation/practical", "evaluation/plain", "evaluation/tuned", "training"]
)
def test_package_docstrings_name_existing_files(folder: str) -> None:
    """Every module named in a package's docstring exists in that package."""
    docstring = (MINDS / folder / "__init__.py").read_text(encoding="utf-8")
    named = set(re.findall(r"`(\w+\.py)`", docstring))
    assert named
    assert named <= modules_in(MINDS / folder)


def test_techniques_are_described_as_in_the_code() -> None:
    """The table of techniques has the code's names and descriptions."""
    rows = rows_of(MINDS / "engine" / "README.md")
    assert {name: rows.get(name) for name in techniques.REASONS} == techniques.REASONS


def test_plain_ideas_are_described_as_in_the_code() -> None:
    """The table of plain ideas has the code's names and descriptions; material is what they are compared with."""
    rows = rows_of(MINDS / "evaluation" / "plain" / "README.md")
    expected = {name: reason for name, reason in plain_ideas.REASONS.items() if name != "material"}
    assert rows == expected


def test_tuned_ideas_are_on_the_page() -> None:
    """The table of tuned ideas has a row for each."""
    assert set(tuned_ideas.REASONS) <= set(rows_of(MINDS / "evaluation" / "README.md"))
