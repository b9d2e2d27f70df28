"""Rosters: many minds entered at once, named apart, and played from files that nobody can change."""

import shutil
import subprocess
from pathlib import Path

import pytest

from arena.cell.cell import Cell
from arena.entrants.entrant import Entry
from arena.entrants.roster import enter_all, playable
from arena.errors import EntrantError
from minds.errors import SpecError
from tests.arena.command import arena as command
from world.api import Run, State

GREEDY = '''"""Greedy."""

from minds import Mind


class Greedy(Mind):
    name = "greedy"

    def __init__(self, hunger: int = 3) -> None:
        self.hunger = hunger

    def getaction(self, state):
        return state.position.legal_moves()[0]
'''
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("cache", "work"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr("arena.entrants.cache.cache_folder", lambda: tmp_path / "cache")
    monkeypatch.chdir(tmp_path / "work")


def write(path: str, text: str = GREEDY) -> str:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text)
    return path


def names(*entries: "str | Entry") -> list[str]:
    return [entered.entrant.name for entered in enter_all(entries, "chess")]


def test_two_files_of_one_class_name_are_told_apart() -> None:
    """The second greedy is greedy-2, and one that is named keeps its name."""
    write("ann.py")
    write("bob.py")
    assert names("ann.py", "bob.py", "cat=bob.py:hunger=5") == ["greedy", "greedy-2", "cat"]


def test_one_mind_may_play_under_two_names() -> None:
    """The same spec twice is two entrants, if the names differ."""
    assert names("one=minimax:depth=2", "two=minimax:depth=2") == ["one", "two"]


def test_a_stranger_is_not_taken_for_the_house_s() -> None:
    """A file that calls itself minimax is shown with its file."""
    write("ann.py", GREEDY.replace('"greedy"', '"minimax"'))
    assert names("ann.py", "minimax") == ["minimax (ann.py)", "minimax"]


def test_what_is_wrong_is_said_at_entry() -> None:
    """A parameter that a mind does not have is found without running it, and so is a mind that does not exist."""
    write("ann.py")
    with pytest.raises(SpecError, match="hungr"):
        names("ann.py:hungr=5")
    with pytest.raises(SpecError, match="did you mean minimax"):
        names("minimax", "minmax")


def test_an_author_can_be_shown() -> None:
    """An author with a NUL, which a plan may name, is an EntrantError."""
    with pytest.raises(EntrantError, match="author"):
        enter_all([Entry("minimax", "ann", "Ann\0")], "chess")


def test_a_mind_named_twice_is_two_entrants() -> None:
    """The second minimax gets a number."""
    assert names("minimax", "minimax") == ["minimax", "minimax-2"]


def test_an_entrant_plays_when_its_files_are_gone() -> None:
    """The cell runs the bundle, whatever has become of the original."""
    write("bob/mind.py", "from tables import NAME\n" + GREEDY)
    write("bob/tables.py", "NAME = 1")
    (entered,) = enter_all(["bob/mind.py"], "chess")
    shutil.rmtree("bob")
    assert entered.bundle is not None
    cell = Cell(playable(entered.entrant, lambda _: entered.bundle))  # type: ignore[arg-type,return-value]
    try:
        cell.newrun(Run("chess", 0, start=START))
        assert "," in cell.getaction(State(START, world="chess", start=START)).action
    finally:
        cell.close()


def test_one_game_is_played_with_a_revision_too() -> None:
    """`arena play mine.py@HEAD minimax` plays the committed file, not the one that lies there now."""
    write("mine.py")
    identity = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"]
    for words in (["init", "-q"], ["add", "-A"], [*identity, "commit", "-q", "-m", "one"]):
        subprocess.run(["git", *words], check=True, capture_output=True)
    write("mine.py", "raise SystemExit")
    done = command("play", "mine.py@HEAD", "minimax:depth=1", "--max-plies", "4")
    assert done.returncode == 0, done.stderr
    assert "max plies" in done.stderr
    done = command("uci", "mine.py@HEAD")
    assert (done.returncode, "git revision" in done.stderr) == (2, True)
