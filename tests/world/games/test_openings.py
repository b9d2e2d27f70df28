"""The openings of chess: the house's are legal, named, different and balanced; files are read."""

import pytest

from minds import Position
from minds.engine.engine import Engine
from tests.drills.bounded import bounded
from world.api import Budget
from world.errors import StartError
from world.games.chess.openings import house_openings
from world.games.chess.world import Chess
from world.registry import find

pytestmark = pytest.mark.long
HOUSE = house_openings()


def test_the_house_has_many() -> None:
    """The house set has at least 300 openings of four to eight plies, each with its own name."""
    assert len(HOUSE) >= 300
    assert len({opening.name for opening in HOUSE}) == len(HOUSE)
    assert {len(opening.actions) for opening in HOUSE} <= set(range(4, 9))


def test_the_referee_takes_them_all() -> None:
    """Every move is legal, no game is over, and all final positions differ."""
    ends = set()
    for opening in HOUSE:
        world = Chess()
        for action in opening.actions:
            world.takeaction(action)
        assert world.ending() is None
        ends.add(world.getstate().rsplit(" ", 2)[0])
    assert len(ends) == len(HOUSE)


def check_balance(openings: list[object]) -> None:
    engine = Engine()
    for opening in openings:
        position = Position()
        for action in opening.actions:  # type: ignore[attr-defined]
            position.push(action)
        engine.forget()
        line, _ = engine.find(position, Budget(nodes=400_000))
        assert abs(line.score) <= 60, opening


def test_they_are_balanced() -> None:
    """Our engine scores each of a sample within 60 centipawns."""
    check_balance([*HOUSE[::12]])


@pytest.mark.drill
def test_they_are_all_balanced() -> None:
    """Our engine scores every opening within 60 centipawns."""
    check_balance([*HOUSE])


PGN = """[Event "x"]
[Opening "Mine"]

1. e4 e5 2. Nf3 *

[Event "y"]
[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]

1. O-O *
"""


def test_files_are_read() -> None:
    """PGN, EPD and FEN are read; a repeated position counts once."""
    one, other = Chess.openings(PGN)
    assert (one.name, one.actions) == ("Mine", ("12,28", "52,36", "6,21"))
    assert (other.name, other.start, other.actions) == ("y", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", ("4,6",))
    epd, fen = '4k3/8/8/8/8/8/8/4K2R w K - id "rook"; bm O-O;', "4k3/8/8/8/8/8/8/4K2R w - - 5 9"
    found = Chess.openings(f"{epd}\n\n{fen}\n{fen}\n")
    assert [opening.name for opening in found] == ["rook", fen]
    assert find("tictactoe").openings("x......../o\nx......../o\n")[0].start == "x......../o"
    assert len(find("tictactoe").openings()) == 1


def test_the_clocks_of_an_epd_are_read() -> None:
    """The operations hmvc and fmvn are the FEN's last fields; a comment's words are not operations."""
    board = "4k3/8/8/8/8/8/8/4K2R w K -"
    lines = ["hmvc 12; fmvn 40;", 'id "x"; fmvn 7;', 'c0 "hmvc 3"; id "hmvc 5";', "hmvc 99999;"]
    found = [Chess.openings(f"{board} {operations}")[0] for operations in lines]
    assert [opening.start.split()[4:] for opening in found] == [["12", "40"], ["0", "7"], ["0", "1"], ["0", "1"]]


def test_the_name_of_an_epd_is_its_id() -> None:
    """The operation id gives the name; the same word inside another operation's text does not."""
    board = "4k3/8/8/8/8/8/8/4K2R w K -"
    lines = ['c0 "white id "; id "real  name";', 'id "" ; acd 3;', 'acd 3 id "lenient"', "id bare;"]
    names = [Chess.openings(f"{board} {operations}")[0].name for operations in lines]
    assert names == ["real  name", f"{board} 0 1", "lenient", f"{board} 0 1"]


def test_names_can_be_shown() -> None:
    """Names of openings keep nothing that could control a terminal, and at most 100 letters."""
    names = [
        one.name
        for text in ('[Opening "a\0b\x1b"]\n\n1. e4 *\n', '[Event " \u2067 "]\n\n1. d4 *\n')
        for one in Chess.openings(text)
    ]
    names += [one.name for one in Chess.openings(f'4k3/8/8/8/8/8/8/4K2R w K - id "a\0{200 * "b"}";')]
    assert names == ["a?b?", "?", f"a?{98 * 'b'}"]


def test_a_file_of_empty_lines_is_read_at_once() -> None:
    """The time to tell PGN from EPD grows with the length of a file, not with its square."""
    with bounded(5):
        assert Chess.openings("\n" * 50_000) == []


def test_clocks_of_other_programs_are_tidied() -> None:
    """Zeros in front, and a count of moves that begins at 0, are written as a FEN has them."""
    found = Chess.openings("4k3/8/8/8/8/8/8/4K2R w K - 007 0\n")
    assert [opening.start for opening in found] == ["4k3/8/8/8/8/8/8/4K2R w K - 7 1"]


def test_comments_in_a_file_of_lines_are_skipped() -> None:
    """A line that begins with # is no opening, but counts as a line."""
    fen = "4k3/8/8/8/8/8/8/4K2R w - - 5 9"
    assert [one.start for one in Chess.openings(f"# mine\n{fen}\n  # the end\n")] == [fen]
    with pytest.raises(StartError, match="line 4: start 'nonsense"):
        Chess.openings(f"# mine\n\n{fen}\nnonsense\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[Event "x"]\n\n1. e5 *\n', "cannot be read"),
        ("nonsense\n", "is not a FEN"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n", "the game is over after it"),
    ],
)
def test_impossible_openings(text: str, said: str) -> None:
    """A file with an impossible opening raises a StartError."""
    with pytest.raises(StartError, match=said):
        Chess.openings(text)
