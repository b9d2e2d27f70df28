"""The commands on the pages: every one is understood and runs, as it is printed."""

import re
import shlex
from io import StringIO
from pathlib import Path

import pytest

from tests.arena.command import arena
from tests.pages.clone import Clone, Outcome
from tests.pages.commands import Command, all_commands
from tests.pages.meant import BEFORE, ELSEWHERE, FEWER, LONG, NEVER, filled_in, reason
from tests.pages.understood import Misunderstood, is_call, understand

pytestmark = pytest.mark.long
SECONDS = 15  # for each command in the drill; then it is stopped by Ctrl-C
FOUND = list(all_commands())
TEXTS = {command.text for command in FOUND if not command.saved}


def leaves_open(text: str) -> bool:
    return filled_in(text) != text


def is_for_every_day(command: Command) -> bool:
    """True for a file to save, and for a call that is neither long nor leaves anything open."""
    names = leaves_open(command.text) or (not command.is_in_block and len(command.text.split()) < 3)
    return bool(command.saved) or not (names or reason(command.text, LONG) or not is_for_the_drill(command))


def is_for_the_drill(command: Command) -> bool:
    """True for a file to save, and for a call of which nothing but what may be left out is left open by a `…`."""
    if command.saved or reason(command.text, NEVER | ELSEWHERE) or re.match("arena .*…", command.text):
        return bool(command.saved)
    return is_call(filled_in(command.text))


def by_page(wanted: list[Command]) -> dict[str, list[Command]]:
    """Return commands by page, those that any page repeats after another only on pages of prose."""
    pages: dict[str, list[Command]] = {}
    seen = set()
    for command in wanted:
        if command.page.endswith((".md", ".txt")) or command.text not in seen:
            pages.setdefault(command.page, []).append(command)
        seen.add(command.text)
    return {page: found for page, found in pages.items() if not all(command.saved for command in found)}


EVERY_DAY = by_page([command for command in FOUND if is_for_every_day(command)])
DRILL = by_page([command for command in FOUND if is_for_the_drill(command)])


@pytest.mark.parametrize("text", sorted(TEXTS), ids=lambda text: text.partition("\n")[0])
def test_every_command_is_understood(text: str) -> None:
    """A command of a page names a program, a command, options, a module and tests that there are."""
    with_options = re.sub(r"[\[\]]", "", re.sub(r" \[[^-].*\]", "", text)) if " [--" in text else text
    for form in {filled_in(text), filled_in(with_options)}:
        if not reason(text, NEVER):
            understand(form)


@pytest.mark.parametrize("page", EVERY_DAY)
def test_short_commands_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every short command of a page succeeds and prints something, one after the other, in a copy of the repository."""
    clone = Clone(tmp_path / "clone")
    monkeypatch.chdir(clone.folder)
    monkeypatch.setattr("sys.stdin", StringIO())
    if page in BEFORE:
        run_here(clone, BEFORE[page])
    for command in EVERY_DAY[page]:
        if command.saved:
            clone.save(command)
        else:
            done = run_here(clone, command.text)
            assert (command.text, done.problem) == (command.text, "")
            assert done.written or ">" in command.text


def run_here(clone: Clone, text: str) -> Outcome:
    """Run a command in this process if it is one of the arena's, which saves its start; else in a shell."""
    if text.startswith("arena ") and ">" not in text:
        done = arena(*shlex.split(text + FEWER.get(text, ""))[1:])
        return Outcome(done.returncode, done.stderr if done.returncode else done.stdout)
    return clone.run(text, 60)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository with all that the pages suppose that their reader has."""
    clone = Clone(tmp_path_factory.mktemp("prepared"))
    clone.prepare()
    return clone.folder


@pytest.mark.drill
@pytest.mark.parametrize("page", DRILL)
def test_all_commands_run(page: str, prepared: Path, tmp_path: Path) -> None:
    """Every command of a page succeeds in a shell, or is stopped by Ctrl-C and says so."""
    wrong = {}
    with Clone(tmp_path / "clone", prepared) as clone:
        if page in BEFORE:
            assert clone.run(BEFORE[page], 60).problem == ""
        for command in DRILL[page]:
            if command.saved:
                clone.save(command)
            elif problem := clone.run(command.text, SECONDS).problem:
                wrong[command.text] = problem
    assert wrong == {}


@pytest.mark.parametrize("pattern", [*LONG, *NEVER, *ELSEWHERE])
def test_exceptions_are_of_commands(pattern: str) -> None:
    """Each kind of command that is not run, or not every day, is on a page."""
    assert [text for text in TEXTS if reason(text, {pattern: "why"})]


def test_words_in_capitals_have_a_meaning() -> None:
    """Whatever a page leaves open has something that stands for it in the tests."""
    words = {
        text: re.findall(r"(?<![\w.])[A-Z][A-Z_]*(?![\w.=/])", filled_in(text).partition('"')[0]) for text in TEXTS
    }
    assert {text: found for text, found in words.items() if found and not reason(text, NEVER)} == {}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("arena plays minimax", "no command plays"),
        ("arena book builds openings -o my.bin", "no command builds"),
        ("arena run minimax --gamez 4", "has no option --gamez"),
        ("arena run minimax --games four", "not a valid integer"),
        ("arena sprt minimax", "takes 2 values"),
        ("python -m tests.drills.kills --strikes many", "invalid int value"),
        ("python -m tests.drills.kill", "no module"),
        ("python -m tests.bench.ablation --mind minimaxx", "not one of"),
        (".venv/bin/pytest -n 0 tests/test_houses.py", "no file"),
        (".venv/bin/pytest -n 0 tests/test_house.py::test_nothing", "no test"),
        ("fastchesz -version", "no program"),
        ("dask scheduler --hots 127.0.0.1", "has no option --hots"),
    ],
)
def test_mistakes_are_noticed(text: str, problem: str) -> None:
    """A misspelt command, option, module or test is none."""
    with pytest.raises(Misunderstood, match=problem):
        understand(text)
