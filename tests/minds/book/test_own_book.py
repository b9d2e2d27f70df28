"""The built-in minds with a book: its moves, its end, its thoughts, and nothing else changed."""

from pathlib import Path

import pytest

from minds import Mind, ParameterError, Position, State
from minds.book import BookBuilder, book_named
from minds.host import MindPlayer
from minds.registry import load
from world.api import Budget, Reply, Run

MINDS = ("pst-engine", "champion", "prodigy", "negamax")
BUDGET = Budget(nodes=200)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A book with one line, a2a3 a7a6 b2b3, that no search would find."""
    builder = BookBuilder(moves=9, min_count=1)
    builder.add_line("", ["8,16", "48,40", "9,17"])
    path = tmp_path / "odd.bin"
    path.write_bytes(builder.to_bytes())
    return path


def reply_of(spec: str, seed: int = 1, history: tuple[str, ...] = (), actions: tuple[str, ...] = ()) -> Reply:
    """The move that a mind plays after some others."""
    position, mind = Position(), load(spec)
    start = position.fen
    for action in history:
        position.push(action)
    assert isinstance(mind, Mind)
    player = MindPlayer(mind)
    player.newrun(Run("chess", position.turn, seed, BUDGET, "", start))
    return player.getaction(State(position.fen, "chess", position.turn, BUDGET, history, start, actions))


@pytest.mark.parametrize("mind", MINDS)
def test_a_mind_plays_from_its_book(mind: str, book: Path) -> None:
    """As long as the book has a move the mind plays it, and says so; then it searches."""
    found = reply_of(f"{mind}:book={book}")
    assert (found.action, found.thoughts) == ("8,16", {"book": 100.0})
    after = reply_of(f"{mind}:book={book}", history=("8,16", "48,40", "9,17"))
    assert "nodes" in (after.thoughts or {})


@pytest.mark.parametrize("mind", MINDS)
def test_a_book_is_closed_after_a_move(mind: str, book: Path) -> None:
    """With book_moves=1, move 1 comes from the book and move 2 from the search."""
    assert reply_of(f"{mind}:book={book},book_moves=1").action == "8,16"
    assert "nodes" in (reply_of(f"{mind}:book={book},book_moves=1", history=("8,16", "48,40")).thoughts or {})


@pytest.mark.parametrize("mind", MINDS)
def test_no_book_changes_nothing(mind: str) -> None:
    """A mind without a book finds what it would find outside the book of another one."""
    plain, after = (
        reply_of(mind, history=("15,31", "55,39")),
        reply_of(f"{mind}:book=house", history=("15,31", "55,39")),
    )
    assert (plain.action, plain.thoughts) == (after.action, after.thoughts)


def test_a_book_move_must_be_among_those_asked_for(book: Path) -> None:
    """Where only some moves are to be considered, the book's is none of them."""
    assert reply_of(f"pst-engine:book={book}", actions=("12,28", "11,27")).action in ("12,28", "11,27")


def test_the_houses_book_varies_with_the_seed() -> None:
    """Seeds choose different moves of the house's book, and the same seed the same one."""
    drawn = [reply_of("pst-engine:book=house", seed).action for seed in range(12)]
    assert len(set(drawn)) > 1
    assert drawn == [reply_of("pst-engine:book=house", seed).action for seed in range(12)]
    assert set(drawn) <= {move.action for move in book_named("house").moves(Position())}


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (
            "book=none.bin",
            "book=none.bin: 'none.bin': No such file or directory; expected a Polyglot book, or book=house",
        ),
        ("book=/dev/zero", "is not a file"),
        ("book_moves=-1", "book_moves=-1; expected 0"),
        ("book_moves=2000", "to 1000"),
    ],
)
def test_a_wrong_book_is_refused(words: str, problem: str) -> None:
    """An error in one line names the parameter and says what was expected."""
    for mind in MINDS:
        with pytest.raises(ParameterError, match=problem):
            load(f"{mind}:{words}")
