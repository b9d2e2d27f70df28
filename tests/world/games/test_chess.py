"""The chess world: its actions, its endings, and its agreement with the minds' rules."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minds import FenError, Position
from world.api import IllegalAction
from world.errors import StartError
from world.games.chess.world import Chess

START = chess.STARTING_FEN


def at(fen: str) -> Chess:
    world = Chess()
    world.newrun(fen)
    return world


def after(fen: str, *actions: str) -> Chess:
    world = at(fen)
    for action in actions:
        assert world.ending() is None
        world.takeaction(action)
    return world


SHUFFLE = ("6,21", "62,45", "21,6", "45,62")
STARTS = [
    START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
    "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
]
ENDINGS = [
    ("checkmate", (0.0, 1.0), START, ("13,21", "52,36", "14,30", "59,31")),
    ("checkmate", (1.0, 0.0), "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", ("0,56",)),
    ("stalemate", (0.5, 0.5), "7k/8/4Q1K1/8/8/8/8/8 w - - 0 1", ("44,53",)),
    ("insufficient material", (0.5, 0.5), "7k/8/8/8/8/8/1p6/K7 w - - 0 1", ("0,9",)),
    ("insufficient material", (0.5, 0.5), "8/7k/8/8/8/2B5/1p6/K5b1 w - - 0 1", ("18,9",)),
    ("threefold repetition", (0.5, 0.5), START, SHUFFLE * 2),
    ("fifty moves", (0.5, 0.5), "7k/8/8/8/8/8/R7/K7 w - - 99 90", ("8,16",)),
    ("checkmate", (1.0, 0.0), "7k/R7/6K1/8/8/8/8/1R6 w - - 99 90", ("1,57",)),  # mate comes before fifty moves
]


@pytest.mark.parametrize(("kind", "result", "fen", "actions"), ENDINGS)
def test_every_ending(kind: str, result: tuple[float, float], fen: str, actions: tuple[str, ...]) -> None:
    """The game ends as soon as the rules say so, and then allows no action."""
    world = after(fen, *actions)
    ending = world.ending()
    assert ending is not None
    assert (ending.kind, ending.result) == (kind, result)
    assert world.getscore() == result
    assert world.actions() == []
    with pytest.raises(IllegalAction, match="the game is over"):
        world.takeaction("0,1")


@pytest.mark.parametrize(
    ("fen", "drawn"),
    [
        ("7k/8/8/8/8/8/8/K7 w - - 0 1", True),
        ("7k/8/8/8/8/8/8/KN6 w - - 0 1", True),
        ("7k/8/8/8/8/8/8/KB6 w - - 0 1", True),
        ("6bk/8/8/8/8/8/8/KB6 w - - 0 1", True),  # bishops of one colour
        ("5b1k/8/8/8/8/8/8/KB6 w - - 0 1", False),
        ("7k/8/8/8/8/8/8/KNN5 w - - 0 1", False),  # the other side may help
        ("6nk/8/8/8/8/8/8/KN6 w - - 0 1", False),
        ("7k/7p/8/8/8/8/8/K7 w - - 0 1", False),
    ],
)
def test_material_that_cannot_mate(fen: str, drawn: bool) -> None:
    """The referee and the minds' rules agree on insufficient material."""
    assert (at(fen).ending() is not None) == drawn
    assert Position(fen).is_insufficient_material == drawn


def test_repetition_needs_the_same_rights() -> None:
    """A position with an en-passant capture or castling rights differs from the one without."""
    shuffle = ("57,42", "1,18", "42,57", "18,1")
    world = after("4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1", "7,6", "63,62", "6,7", "62,63", "7,6", "63,62", "6,7", "62,63")
    assert world.ending() is None, "at the first occurrence both could castle"
    world = after("rnbqkbnr/ppp1pppp/8/8/3p4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 1", "12,28", *shuffle, *shuffle)
    assert world.ending() is None, "at the first occurrence the pawn could be taken in passing"


@pytest.mark.parametrize(
    ("fen", "action", "fen_after"),
    [
        (START, "12,28", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4,6", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
        ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "60,58", "2kr4/8/8/8/8/8/8/4K3 w - - 1 2"),
        ("8/4P3/8/8/8/k7/8/4K3 w - - 0 1", "52,60", "4Q3/8/8/8/8/k7/8/4K3 b - - 0 1"),
        ("8/4P3/8/8/8/k7/8/4K3 w - - 0 1", "52,60,n", "4N3/8/8/8/8/k7/8/4K3 b - - 0 1"),
        ("4k3/8/K7/8/8/8/4p3/8 b - - 0 1", "12,4,r", "4k3/8/K7/8/8/8/8/4r3 w - - 0 2"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "36,43", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2"),
        ("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 2", "11,27", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 2"),
    ],
)
def test_actions(fen: str, action: str, fen_after: str) -> None:
    """Castling is the king's two-square move; a promotion without a letter is to a queen."""
    assert after(fen, action).getstate() == fen_after


@pytest.mark.parametrize(
    ("fen", "action"),
    [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4,7"),  # python-chess would take it for castling
        (START, "12,28,q"),
        (START, "12,36"),
        (START, "52,36"),
        (START, "12,28 "),
        (START, "12,28\n"),
        (START, "12,28,"),
        (START, "e2e4"),
        (START, "0,0"),
        (START, "012,28"),
        (START, "06,21"),
        (START, "12,64"),
        (START, "١٢,٢٨"),
        ("8/4P3/8/8/8/k7/8/4K3 w - - 0 1", "52,60,k"),
        ("8/4P3/8/8/8/k7/8/4K3 w - - 0 1", "52,60,p"),
        ("8/4P3/8/8/8/k7/8/4K3 w - - 0 1", "52,60,Q"),
        ("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "12,22"),  # pinned
    ],
)
def test_illegal_actions(fen: str, action: str) -> None:
    """A malformed or illegal action raises IllegalAction with what was expected, and changes nothing."""
    world = at(fen)
    with pytest.raises(IllegalAction, match=r"expected|is illegal: .*(can go to|legal moves:)") as refused:
        world.takeaction(action)
    assert (refused.value.sent, "one of" in refused.value.expected) == (action, True)
    assert world.getstate() == at(fen).getstate()


@pytest.mark.parametrize(
    "fen",
    [
        "nonsense",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        f"{START} " * 50,
        "4k3/8/8/8/8/8/8/4K2r b - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
        "4k2r/8/8/3pP3/8/8/8/4K3 w - d6 5 1",
        "4k2r/8/8/8/8/8/8/R3K3 w Q - 0 2147483648",
        "4k2r/8/8/8/8/8/8/R3K3 w Q - ٣ 1",
        "4k2r/8/8/8/8/8/8/R3K3 w Q - 1_0 1",
        "QQQQQQQQ/QQQQQQQ1/8/8/8/8/8/k1K5 b - - 0 1",
        "1rq1nbnr/2pB1pp1/pp2p2p/3p4/3P2PP/1PP1P2R/P2N1PB1/1RkQK1N1 b - - 1 19",
        "4k3/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/4K3 w - - 00 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 01",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 0",
        "4k3/8/8/8/8/8/8/4K3 w -\n- 0 1",
        "4k3/8/8/8/8/8/8/4K3\u3000w - - 0 1",
        "4k3/8/8/8/8/8/8/Q~3K3 b - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w QKkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
        "4k3/8/8/1K6/8/8/8/8 w Q - 0 1",
        "8/8/8/8/P2K4/1k6/8/8 b - a3 0 1",
        "4k3/8/8/8/R2P3k/8/8/4K3 b - d3 0 1",
    ],
)
def test_impossible_starts(fen: str) -> None:
    """A malformed FEN, or an impossible position, raises a StartError; the minds' rules reject it too."""
    with pytest.raises(StartError, match="start"):
        at(fen)
    with pytest.raises(FenError):
        Position(fen)


def test_a_bad_field_is_named() -> None:
    """The error about a FEN names the field, its content and what was expected."""
    with pytest.raises(StartError, match=r"move number '01'; expected a whole number from 1 to 999999999"):
        at("4k3/8/8/8/8/8/8/4K3 w - - 0 01")


def test_blanks_and_missing_fields_of_a_start() -> None:
    """Blanks around and between the fields are accepted, and the last four fields may be missing."""
    assert at("  4k3/8/8/8/8/8/8/R3K3\t w \r\n").getstate() == "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"


@given(
    st.sampled_from(STARTS),
    st.lists(st.tuples(st.integers(0, 80), st.sampled_from("KQkqpPnN12345678/-wb 09a3d6")), max_size=4),
)
def test_minds_read_every_start(fen: str, changes: list[tuple[int, str]]) -> None:
    """The minds' rules read every FEN that the referee accepts."""
    letters = list(fen)
    for place, letter in changes:
        letters[place % len(letters)] = letter
    try:
        state = at("".join(letters)).getstate()
    except StartError:
        return
    assert Position(state).fen == state


@pytest.mark.parametrize("text", ["e4", "e2e4", "12,28", " e2e4 ", "E2E4"])
def test_notations_of_a_move(text: str) -> None:
    """All usual notations of a move mean the same action."""
    assert at(START).understand(text) == "12,28"


@pytest.mark.parametrize("text", ["", "--", "Z0", "0000", "e5", "Nf9", "e2e2", "O-O", "x" * 200, "e4\0"])
def test_unknown_notation(text: str) -> None:
    """An unknown move raises IllegalAction with the legal moves in algebraic notation."""
    with pytest.raises(IllegalAction, match=r"one of .*Nf3"):
        at(START).understand(text)


def test_moves_are_named() -> None:
    """describe() names an action in algebraic notation."""
    assert at(START).describe("6,21") == "Nf3"
    assert at("4k3/8/8/8/8/8/8/4K2R w K - 0 1").describe("4,6") == "O-O"
