"""Formats: each is one file, and plays the games that it announces."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

import arena
from arena.errors import PlanError
from arena.report.report import write_report
from arena.store.store import open_store
from arena.tournament import formats
from arena.tournament.driver import enter, play_tournament
from arena.tournament.plan import Plan, make_plan
from tests.arena.command import Here
from world.api import Opening

MINDS = ["any-random-legal-move", "minimax:depth=1", "alphabeta:depth=1"]

FORMAT = '''
"""Only the first two minds play."""

from arena.tournament.schedule import Format, pairing

FORMAT = Format(
    "the first two minds meet",
    lambda plan, openings, results: pairing(plan, openings, (0, 1), 1, 0, plan.games),
    lambda plan: plan.games,
)
'''
# The options are made when the commands are loaded, so the file has to be there before.
REFERENCE = """
import sys
from arena.tournament import formats
formats.__path__.append(sys.argv[1])
from arena.cli.reference import reference
print(reference())
"""
BROKEN = """
import sys
from arena.tournament import formats
formats.__path__.append(sys.argv[1])
from arena.cli import main
main(sys.argv[2:])
"""


def test_a_format_is_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file added to the formats' folder is in the help of every command, and a tournament in it can be played."""
    added, folder = tmp_path / "added", tmp_path / "out"
    added.mkdir()
    (added / "duel.py").write_text(FORMAT, encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", REFERENCE, added], capture_output=True, text=True, check=True)
    assert f"--format[{'|'.join(sorted(['duel', *formats.names()]))}]" in "".join(done.stdout.split())
    assert "duel: the first two minds meet" in " ".join(done.stdout.split())
    monkeypatch.setattr(formats, "__path__", [*formats.__path__, str(added)])
    folder.mkdir()
    try:
        plan = make_plan(world="tictactoe", minds=MINDS, format="duel", games=2)
        with open_store(folder, must_exist=False) as store:
            play_tournament(store, lambda _results, _news: None, crew_of=Here, openings=enter(store, plan))
        write_report(folder)
        assert set(arena.load(folder).standings["games"]) == {2}
        assert "<h1>Tictactoe · Duel · 3 minds · 2 games · " in (folder / "report.html").read_text(encoding="utf-8")
    finally:
        sys.modules.pop("arena.tournament.formats.duel", None)


@pytest.mark.parametrize("name", formats.names())
@pytest.mark.parametrize("minds", [2, 5, 8])
def test_a_format_comes_to_its_end(name: str, minds: int) -> None:
    """Every format plays the number of games that it announces, each once, in the seats that it is for."""
    form = formats.find(name)
    assert form.summary
    plan = Plan(minds=tuple(f"m{number}" for number in range(minds)), format=name, games=2)
    luck, results = random.Random(minds), dict[str, tuple[float, ...]]()
    while tasks := formats.due(plan, [Opening()], results):
        assert len({task.name for task in tasks}) == len(tasks)
        for task in tasks:
            assert len(set(task.seats)) == form.seats
            score = luck.choice([0.0, 0.5, 1.0])
            results[task.name] = (score, 1 - score)[: form.seats]
    assert form.total(plan) in (None, len(results))


def test_a_file_without_a_format_is_named(tmp_path: Path) -> None:
    """`arena run` names the file and what it lacks in one line; the help of all commands works and says so too."""
    (tmp_path / "bad.py").write_text('"""No format yet."""\n', encoding="utf-8")
    message = "arena/tournament/formats/bad.py defines no FORMAT; see gauntlet.py"
    for arguments, code in ((["--help"], 0), (["run"], 2), (["run", "--help"], 2), (["worlds"], 0)):
        done = subprocess.run([sys.executable, "-c", BROKEN, tmp_path, *arguments], capture_output=True, text=True)
        assert done.returncode == code, done.stderr
        assert (done.stderr == f"arena: {message}\n") == (code == 2)
        if arguments == ["--help"]:
            assert "Cannot be loaded: arena/tournament/formats/bad.py" in " ".join(done.stdout.split())
            assert "List the minds." in done.stdout
            assert "\n  plan " not in done.stdout


def test_an_unknown_format_is_named() -> None:
    """The error says what was given, what was expected, and what may have been meant."""
    with pytest.raises(PlanError, match=r"no format 'swis'; expected one of .*; did you mean swiss\?"):
        formats.find("swis")
