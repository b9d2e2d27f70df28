"""Changes between sittings: minds added, withdrawn and replaced, from any folder and without the original files."""

import re
import shutil
from pathlib import Path

import pytest

from arena.store.checksums import add_table_checksums
from arena.store.store import open_store
from arena.tournament.plan import make_plan
from tests.arena.command import Completed
from tests.arena.command import without_plots as command

GREEDY = '''"""Greedy."""

from minds import Mind


class Greedy(Mind):
    name = "greedy"

    def getaction(self, state):
        return max(state.position.legal_moves(), key=lambda move: (move.captured_value, move.action))
'''
OPTIONS = ["--games", "2", "--nodes", "200", "--max-plies", "30", "--date", "2026.01.01", "--name", "Class of 2026"]


def succeed(*arguments: str) -> Completed:
    done = command(*arguments)
    assert done.returncode == 0, done.stderr
    return done


def games_of(folder: Path) -> dict[str, str]:
    """The PGN of each game by its GameId."""
    text = (folder / "games.pgn").read_text(encoding="utf-8")
    games = [f"[Event{part}" for part in text.split("[Event")[1:]]
    return {re.findall(r'\[GameId "(.*)"\]', game)[0]: game for game in games}


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tournament of two files of one class name and minimax, played from a folder that is gone by now."""
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    for name in ("ann", "bob"):
        (work / f"{name}.py").write_text(GREEDY, encoding="utf-8")
    succeed("run", "ann=ann.py", "bob.py", "minimax:depth=1", *OPTIONS, "--out", "out")
    moved = tmp_path / "elsewhere" / "moved"
    moved.parent.mkdir()
    shutil.move(work / "out", moved)
    monkeypatch.chdir(moved.parent)
    shutil.rmtree(work)
    return moved


def test_minds_come_and_go(played: Path, tmp_path: Path) -> None:
    """A mind is added, one withdrawn, one replaced; no game that was played changes by a byte."""
    before = games_of(played)
    assert len(before) == 6
    (tmp_path / "new.py").write_text(GREEDY.replace("max(", "min("), encoding="utf-8")
    new = str(tmp_path / "new.py")
    succeed("resume", str(played), f"cat={new}", "--withdraw", "ann", "--replace", f"greedy={new}")
    after = games_of(played)
    assert {name: after[name] for name in before} == before
    with open_store(played) as store:
        standings = {entrant.name: entrant.standing for entrant in store.entrants()}
    assert standings == {
        "ann": "withdrawn",
        "greedy": "withdrawn",
        "minimax:depth=1": "playing",
        "cat": "playing",
        "greedy@2": "playing",
    }
    new_games = [game for name, game in after.items() if name not in before]
    assert len(new_games) == 6  # of three minds that play on, less the pairing that is finished: none
    assert not any(re.search(r'"(ann|greedy)"', game) for game in new_games)


def test_more_games_are_those_of_a_longer_tournament(played: Path, tmp_path: Path) -> None:
    """Extended from elsewhere, a tournament has the games that it would have had from the beginning."""
    succeed("resume", str(played), "--games", "4")
    work = tmp_path / "again"
    work.mkdir()
    for name in ("ann", "bob"):
        (work / f"{name}.py").write_text(GREEDY, encoding="utf-8")
    longer = [option if option != "2" else "4" for option in OPTIONS]
    minds = [f"ann={work / 'ann.py'}", str(work / "bob.py"), "minimax:depth=1"]
    succeed("run", *minds, *longer, "--out", str(work / "out"))
    assert (work / "out" / "games.pgn").read_bytes() == (played / "games.pgn").read_bytes()


def test_the_list_and_the_files_of_entrants(played: Path, tmp_path: Path) -> None:
    """`arena entrants` lists names and versions, and gives the files back as they were entered."""
    listed = succeed("entrants", str(played)).stdout
    assert all(word in listed for word in ("ann", "greedy", "minimax:depth=1", "playing", "bob.py"))
    succeed("entrants", str(played), "--export", "greedy", str(tmp_path / "back"))
    assert (tmp_path / "back" / "bob.py").read_text(encoding="utf-8") == GREEDY
    done = command("entrants", str(played), "--export", "eve", str(tmp_path / "eve"))
    assert (done.returncode, "no entrant 'eve'; expected one of ann" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--withdraw", "eve"], "no entrant 'eve'"),
        (["--replace", "eve=minimax"], "names no entrant"),
        (["--replace", "ann=nowhere.py"], "no file 'nowhere.py'"),
        (["ann=alphabeta"], "'ann' is taken"),
    ],
)
def test_wrong_changes_are_explained(played: Path, arguments: list[str], reason: str) -> None:
    """A change that makes no sense is refused in one line, and changes nothing."""
    done = command("resume", str(played), *arguments)
    assert (done.returncode, reason in done.stderr) == (2, True), done.stderr
    with open_store(played) as store:
        assert [entrant.standing for entrant in store.entrants()] == ["playing"] * 3


def test_an_engine_or_house_of_another_version_is_refused(played: Path) -> None:
    """A house mind that has changed is not taken for the one that was entered; --replace enters it."""
    with open_store(played) as store:
        store.db.execute("UPDATE minds SET version = 'another' WHERE name = 'minimax:depth=1'")
        add_table_checksums(store.db)
    done = command("resume", str(played), "--games", "4")
    assert (done.returncode, "has changed since it was entered" in done.stderr) == (2, True)
    succeed("resume", str(played), "--replace", "minimax:depth=1=minimax:depth=1")


def test_openings_need_not_be_there_any_more(tmp_path: Path) -> None:
    """The file of openings is in the store, as the minds are."""
    path = tmp_path / "openings.epd"
    path.write_text("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n", encoding="utf-8")
    out = str(tmp_path / "out")
    minds = ["any-random-legal-move", "capture-priority-random-legal-move"]
    succeed("run", *minds, "--games", "2", "--max-plies", "10", "--openings", str(path), "--out", out)
    path.unlink()
    succeed("resume", out, "--games", "4")


def test_a_swiss_does_not_change(tmp_path: Path) -> None:
    """A format whose pairings depend on results refuses every change."""
    with open_store(tmp_path, must_exist=False) as store:
        store.set_plan(make_plan(format="swiss", minds=["minimax", "alphabeta"], games=2))
    for arguments in (["--withdraw", "minimax"], ["--replace", "minimax=alphabeta"], ["pst-engine"]):
        assert "a swiss cannot be changed" in command("resume", str(tmp_path), *arguments).stderr
