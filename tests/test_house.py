"""The project keeps its own rules: layout, types, imports and sizes, and its pages are true."""

import doctest
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path
from zipfile import ZipFile

import pytest

from arena.cli.reference import reference
from tests.conftest import ROOT

pytestmark = pytest.mark.long
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
BIN = Path(sys.executable).parent
NETWORK = "minds/evaluation/learned/prodigy.net"  # weights, the one large file that the project ships
OURS = [path for room in ("minds", "arena", "world", "tests") for path in sorted((ROOT / room).rglob("*.py"))]


def read(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def run(*command: str, folder: Path = ROOT) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.parametrize(
    "command", ["ruff check .", "ruff format --check .", "mypy", "lint-imports --no-cache"], ids=lambda text: text
)
def test_checks(command: str) -> None:
    """The linter, the formatter, mypy and the import contracts find no fault."""
    program, *rest = command.split()
    done = run(str(BIN / program), *rest)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_file_holds_two_ideas() -> None:
    """No source file is longer than 400 lines."""
    assert [path for path in OURS if len(path.read_text(encoding="utf-8").splitlines()) > 400] == []


def test_every_file_of_tests_has_a_name_of_its_own() -> None:
    """No two files of tests have the same name: pytest takes the second one for the first."""
    names = Counter(path.name for path in OURS if path.name.startswith("test_"))
    assert [name for name, count in names.items() if count > 1] == []


def test_cli_reference_is_true() -> None:
    """arena/README.md is the help of the commands."""
    assert (ROOT / "arena" / "README.md").read_text(encoding="utf-8") == reference()


@pytest.mark.parametrize("page", ["README.md", "minds/README.md", "world/README.md"])
def test_python_on_the_pages_runs(page: str) -> None:
    """Every Python example of a page prints what the page shows."""
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False)
    assert failed == 0
    assert tried > 5


def test_the_wheel_has_no_pictures() -> None:
    """The wheel has all files of the three packages except pictures, of which it has the server's icon."""
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    files = [path for room in wheel["packages"] for path in (ROOT / room).rglob("*.*") if path.suffix != ".pyc"]
    packed = [path for path in files if not any(path.match(pattern) for pattern in wheel["exclude"])]
    pictures = [path for path in packed if path.suffix in (".png", ".jpg", ".gif", ".webp", ".svg")]
    assert pictures == [ROOT / "arena" / "web" / "static" / "icon.svg"]


def test_there_is_one_network_and_it_is_small() -> None:
    """The packages hold the weights of one network, in a file of at most 500,000 bytes."""
    networks = [path for room in ("minds", "arena", "world") for path in (ROOT / room).rglob("*.net")]
    assert networks == [ROOT / NETWORK]
    assert networks[0].stat().st_size <= 500_000


@pytest.mark.drill
def test_the_wheel_is_small_and_whole(tmp_path: Path) -> None:
    """A wheel has less than 700 KB beside the network, all sources and the server's pages, not the repository's."""
    done = run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(tmp_path), str(ROOT))
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with ZipFile(wheel) as archive:
        packed, weights = set(archive.namelist()), archive.getinfo(NETWORK).compress_size
    wanted = [path for room in ("minds", "arena", "world") for path in (ROOT / room).rglob("*.*")]
    kinds = (".py", ".html", ".css", ".js", ".svg", ".txt")
    assert {str(path.relative_to(ROOT)) for path in wanted if path.suffix in kinds} <= packed
    assert not [name for name in packed if name.endswith((".png", "README.md"))]
    assert wheel.stat().st_size - weights < 700_000


def test_the_citation_is_of_this_version() -> None:
    """CITATION.cff has the keys that its format requires, and the version and licence of pyproject.toml."""
    citation = dict(
        re.findall(r"^([a-z-]+):[ \n]+(.+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert {"message", "title", "authors"} <= set(citation)
    assert citation["cff-version"] == "1.2.0"
    assert citation["version"] == PROJECT["project"]["version"]
    assert citation["license"] == PROJECT["project"]["license"]


def test_the_workflow_runs_the_checks() -> None:
    """The workflow runs .ci/run on the oldest Python that the project supports."""
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    assert "- run: .ci/run\n" in workflow
    oldest = re.findall(r'"(3[.]\d+)"', workflow)[0]
    assert PROJECT["project"]["requires-python"] == f">={oldest}"
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_the_contributors_map_is_true() -> None:
    """Every path in CONTRIBUTING.md exists; NAME stands for any file."""
    text = read("CONTRIBUTING.md")
    paths = set(re.findall(r"(?<![\w./-])(?:[\w.-]+/)+[\w.-]*\w|(?<![\w./-])[A-Z]+\.(?:md|cff)\b", text))
    ours = {path.removesuffix(".") for path in paths if not path.startswith((".venv/", "dist"))}
    assert len(ours) > 50
    missing = [path for path in sorted(ours) if not any(ROOT.glob(path.replace("NAME", "*").rstrip("/")))]
    assert missing == []


def test_everything_to_add_has_a_line() -> None:
    """CONTRIBUTING.md says for nine kinds of things which file to write, which to copy, and which tests check it."""
    text = read("CONTRIBUTING.md")
    kinds = ["mind", "world", "rules", "format", "plot", "page", "endpoint", "attack", "command"]
    row = r"^\| (?:an? )?(\w+) \| `(\S+/)NAME\.py` \| `(\w+\.py)` \| (`tests/\S+\.py`(?: `tests/\S+\.py`)*) \|$"
    rows = re.findall(row, text, re.M)
    assert [kind for kind, _, _, _ in rows] == kinds
    assert [folder + copied for _, folder, copied, _ in rows if not (ROOT / folder / copied).is_file()] == []
    contents = text.partition("| what | it holds | also needed |\n")[2].partition("\n\n")[0]
    assert re.findall(r"^\| (\w+) \|", contents, re.M) == kinds
