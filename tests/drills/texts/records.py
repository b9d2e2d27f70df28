"""Records: any line is a record or explained, and a record can be written, shown and played again."""

import io

import chess
import chess.pgn
import msgspec
from hypothesis import strategies as st

from arena.rate.pgn import read_results
from tests.drills.texts.mutations import mutated, reworded
from world.api import Asked, Ending, Fault
from world.budget import Budget
from world.errors import RecordError
from world.games.chess.world import Chess
from world.record import Ply, Record, read_record
from world.registry import find

NAMES = st.sampled_from(
    ["ann", "bob", "", 'a"]\n[White "b', "a\\", "{}", "\0\x1b[2J", "é" * 300, "?", "1-0"]
) | st.text(max_size=9)
DATES = st.sampled_from(["", "2026.01.31", "0000.99.99"])
THOUGHTS = st.sampled_from(
    [None, None, {}, {"depth": 3, "score": -12}, {"mate": -2}, {"score": 1e300}, {"score": True, "depth": "x"},
     {"pv": ["12,28"]}, {"mate": 2**60}, {"depth": -1, "score": 0.5}, {"a" * 200: [[[[None]]]]}]
)  # fmt: skip
SECONDS = st.sampled_from([0.0, 0.000001, 1.5, 59.9999, 3600.0, 9e8, -1.0])
GAMES = {
    "": ["12,28", "52,36", "6,21", "57,42", "5,33", "62,45", "4,6", "45,28"],
    "4k3/P7/8/8/8/8/p7/4K3 b - - 5 9": ["8,0,n", "48,56,q", "60,52", "56,0"],
    "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1": ["28,19", "4,5"],
}
FAULTS = st.builds(
    Fault, st.sampled_from(["illegal", "crash", "time", "memory", "protocol"]), NAMES, st.integers(0, 1), log=NAMES
)
ENDINGS = st.builds(
    Ending,
    st.sampled_from(["checkmate", "forfeit", "max plies", "adjudication", "resignation", "x}{"]),
    st.sampled_from([(1.0, 0.0), (0.0, 1.0), (0.5, 0.5), (0.3, 0.7)]),
    st.none() | FAULTS,
)
BUDGETS = st.builds(
    Budget, st.none() | st.integers(1, 9), movetime=st.none() | st.just(0.5), bank=st.none() | st.just(9.5)
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Return the record of a game of chess, with anything in its texts."""
    start = draw(st.sampled_from(list(GAMES)))
    actions = GAMES[start][: draw(st.integers(0, 8))]
    asked = st.just(()) | st.tuples(st.builds(Asked, NAMES, NAMES, SECONDS))
    plies = [
        Ply(number % 2, action, draw(SECONDS), 0.0, draw(st.none() | SECONDS), draw(THOUGHTS), draw(asked))
        for number, action in enumerate(actions)
    ]
    return Record(
        "chess", 1, start or chess.STARTING_FEN, (draw(NAMES), draw(NAMES)), tuple(plies), draw(ENDINGS),
        draw(st.integers(-(2**62), 2**62)), draw(st.just(()) | st.tuples(BUDGETS, BUDGETS)), 0, draw(DATES),
        event=draw(NAMES), round=draw(NAMES), name=draw(NAMES), opening_name=draw(NAMES), clock=draw(NAMES),
    )  # fmt: skip


LINES = records().map(Record.to_json)
TEXTS = records() | mutated(LINES, '{}[]",:0123456789.eE-\\u') | reworded(LINES, ['"maze"', '"0,0"']) | st.text()


def check(given: Record | str) -> bool:
    """Read a line as a record, and show it."""
    if isinstance(given, Record):
        _check_pgn(given)
        return _comes_back(given)
    try:
        record = read_record(given.encode(errors="replace"))
    except RecordError as error:
        assert "\n" not in str(error)
        return False
    assert read_record(record.to_json()) == record
    try:
        Chess.getrecord(record)
    except ValueError as error:  # a start or an action that chess does not know
        assert type(error).__module__.startswith("world."), error
    assert find("tictactoe").getrecord(record)
    msgspec.json.encode(record)
    return True


def _comes_back(given: Record) -> bool:
    """Return True for a record that is read as it was; one with a name that cannot be shown is no record."""
    names = (*given.minds, given.event, given.round, given.name, given.opening_name)
    try:
        assert read_record(given.to_json()) == given
    except RecordError as error:
        assert not all(map(str.isprintable, names)) or given.date == "0000.99.99", error
        return False
    return True


def _check_pgn(record: Record) -> None:
    """Check that python-chess reads the game as one game with the same moves, and its result is counted."""
    text = Chess.getrecord(record)
    file = io.StringIO(text)
    game = chess.pgn.read_game(file)
    assert game is not None
    assert not game.errors, text
    assert chess.pgn.read_game(file) is None, text
    board, moves = game.board(), list(game.mainline_moves())
    assert len(moves) == len(record.plies), text
    for move, action in zip(moves, record.actions, strict=True):
        source, target, *promotion = action.split(",")
        assert (move.from_square, move.to_square) == (int(source), int(target))
        assert not promotion or chess.piece_symbol(move.promotion or 0) == promotion[0]
        board.push(move)
    results = list(read_results(io.StringIO(text)))
    assert len(results) <= 1, text
    is_usual = record.ending.result in ((1.0, 0.0), (0.0, 1.0), (0.5, 0.5))
    assert not results or (is_usual and results[0][2] == record.ending.result[0]), text
