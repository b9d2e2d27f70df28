"""The house keeps its own rules: layout, types, imports, sizes, and words that are true."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli import arena
from arena.cli.reference import reference
from tests.conftest import ROOT

BIN = Path(sys.executable).parent
OURS = [path for room in ("minds", "arena", "world", "tests") for path in sorted((ROOT / room).rglob("*.py"))]


def run(*command: str, folder: Path = ROOT) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.parametrize(
    "command", ["ruff check .", "ruff format --check .", "mypy", "lint-imports --no-cache"], ids=lambda text: text
)
def test_checks(command: str) -> None:
    """Linter, layout, types and import contracts have nothing to say."""
    program, *rest = command.split()
    done = run(str(BIN / program), *rest)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_file_holds_two_ideas() -> None:
    """No source file is longer than 400 lines."""
    assert [path for path in OURS if len(path.read_text(encoding="utf-8").splitlines()) > 400] == []


def test_cli_reference_is_true() -> None:
    """arena/README.md is what the commands say of themselves."""
    assert (ROOT / "arena" / "README.md").read_text(encoding="utf-8") == reference()


@pytest.mark.parametrize("page", ["README.md", "minds/README.md", "world/README.md"])
def test_python_on_the_pages_runs(page: str) -> None:
    """Every Python example of a page gives what it shows."""
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False)
    assert failed == 0
    assert tried > 5


def commands_of(page: str) -> list[str]:
    """The lines after a prompt in a page's console blocks."""
    blocks = re.findall(r"^```console\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"), re.M | re.S)
    lines = [line for block in blocks for line in block.splitlines()]
    return [line.removeprefix("$ .venv/bin/") for line in lines if line.startswith("$ ")]


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the page's commands follow each other, and leave what they leave."""
    return tmp_path_factory.mktemp("elsewhere")


@pytest.mark.parametrize("command", commands_of("README.md"))
def test_commands_on_the_first_page_run(command: str, elsewhere: Path) -> None:
    """Every command of the README's console blocks ends well and says something."""
    program, *rest = shlex.split(command)
    done = run(str(BIN / program), *rest, folder=elsewhere)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_commands_that_wait_for_others_are_understood(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the first page shows of serving and joining has the words that the commands know."""
    monkeypatch.chdir(elsewhere)
    (block,) = re.findall(r"^```text\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.M | re.S)
    for line in block.splitlines():
        program, name, *rest = shlex.split(line, comments=True)
        command = arena.get_command(arena.make_context(program, [name]), name)
        assert command is not None
        command.make_context(name, rest)  # which finds fault with what it does not know


def test_links_lead_somewhere() -> None:
    """Every relative link of every page names a file that is there."""
    broken = []
    for page in ROOT.glob("**/*.md"):
        if any(part.startswith(".") for part in page.relative_to(ROOT).parts):
            continue
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            if not (page.parent / target).exists():
                broken.append(f"{page.relative_to(ROOT)}: {target}")
    assert broken == []
