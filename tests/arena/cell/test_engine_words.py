"""The words of UCI as a cell writes and reads them; python-chess is the second opinion."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.cell.uci.moves import action_of, pawns_in, uci_move
from arena.cell.uci.options import read_options, settings
from arena.cell.uci.words import Position, go_words, read_info, thoughts_in
from minds.errors import ParameterError
from world.api import Budget, State
from world.games.chess.referee import action_of as action_of_move

START = chess.STARTING_FEN
PROMOTING = "7k/P7/8/8/8/8/p7/K7 w - - 0 1"


def played(data: st.DataObject, start: str, plies: int) -> tuple[chess.Board, list[str]]:
    """A game of random moves, with its actions; the queen of a promotion is left out now and then."""
    board, actions = chess.Board(start), []
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        move = data.draw(st.sampled_from(moves))
        action = action_of_move(move)
        actions.append(action.removesuffix(",q") if data.draw(st.booleans()) else action)
        board.push(move)
    return board, actions


@given(data=st.data(), start=st.sampled_from([START, PROMOTING]), plies=st.integers(0, 40))
def test_actions_become_moves_of_uci(data: st.DataObject, start: str, plies: int) -> None:
    """Actions of a random game become its moves in UCI's notation, and each move its full action again."""
    board, actions = played(data, start, plies)
    pawns = pawns_in(start)
    assert [uci_move(action, pawns) for action in actions] == [move.uci() for move in board.move_stack]
    assert [action_of(move.uci()) for move in board.move_stack] == [action_of_move(move) for move in board.move_stack]


@given(data=st.data(), start=st.sampled_from([START, PROMOTING]), plies=st.integers(0, 40), first=st.integers(0, 9))
def test_the_engine_is_sent_the_whole_game(data: st.DataObject, start: str, plies: int, first: int) -> None:
    """At every second ply the command holds the game's start and all its moves."""
    board, actions = played(data, start, plies)
    position, moves = Position(), [move.uci() for move in board.move_stack]
    for ply in range(first, len(actions) + 1, 2):
        state = State("", "chess", 0, Budget(), tuple(actions[:ply]), start)
        expected = f"position fen {start} moves {' '.join(moves[:ply])}" if ply else f"position fen {start}"
        assert position.words(state) == expected


def test_a_state_outside_the_game_is_sent_too() -> None:
    """A state that does not go on from the game's history is sent with its own start and moves."""
    position, other = Position(), "7k/8/8/8/8/8/8/K7 w - - 0 1"
    position.words(State(START, "chess", 0, Budget(), ("12,28",), START))
    assert position.words(State("", "chess", 1, Budget(), ("0,1",), other)) == f"position fen {other} moves a1b1"
    assert position.words(State("", "chess", 1, Budget(), ("0,8",), other)) == f"position fen {other} moves a1a2"
    assert position.words(State(START)) == f"position fen {START}"


@pytest.mark.parametrize(
    ("budget", "words"),
    [
        (Budget(depth=3, nodes=10), "depth 3 nodes 10"),
        (Budget(movetime=0.25), "movetime 250"),
        (Budget(bank=60.0, increment=0.6), "wtime 60000 winc 600 btime 60000 binc 600"),
        (Budget(bank=0.0), "wtime 1 winc 0 btime 1 binc 0"),
        (Budget(), "movetime 1000"),
    ],
)
def test_budgets_in_the_words_of_uci(budget: Budget, words: str) -> None:
    """Seconds become milliseconds; without a budget the engine has one second."""
    assert go_words(budget) == words


def test_info_is_read_with_care() -> None:
    """Info lines give numbers and the best line only; anything else is ignored."""
    line = "info depth 8 seldepth 12 multipv 1 score cp -31 nodes 5000 nps 100000 hashfull 3 time 50 pv e2e4 e7e5"
    assert read_info(line) == {
        "depth": 8, "seldepth": 12, "score": -31, "nodes": 5000, "hashfull": 3, "pv": ["12,28", "52,36"],
    }  # fmt: skip
    assert read_info("info depth 3 score mate -2 pv e2e4") == {"depth": 3, "mate": -2, "pv": ["12,28"]}
    assert read_info("info multipv 2 depth 9") == {}
    assert read_info("info string depth 9") == {}
    assert read_info("info depth x nodes -5 score cp 1e5 pv nonsense") == {}
    assert read_info(f"info nodes {'9' * 30}") == {}


WORDS = ["info", "depth", "score", "cp", "mate", "pv", "multipv", "1", "2", "e2e4", "-", "x\u00b2", "\u0661"]


@given(st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_no_info_line_is_too_much(line: str) -> None:
    """Any report of a search is read without an error."""
    assert isinstance(read_info(f"info {line}"), dict)


def test_the_last_line_of_moves_counts() -> None:
    """The info lines from the last one with moves on are kept; a later one may add numbers."""
    lines = ["info depth 1 score cp 5 pv e2e4", "info depth 2 score cp 7 pv d2d4", "info nodes 99 hashfull 1"]
    assert thoughts_in(lines) == {"depth": 2, "score": 7, "pv": ["11,27"], "nodes": 99, "hashfull": 1}
    assert thoughts_in(["Stockfish says hello", "info string nothing"]) is None


def test_options_are_set_as_the_engine_names_them() -> None:
    """Values go out under the engine's own spelling, and a value it does not take is an error that says so."""
    lines = ["id name X", "option name Hash type spin default 16 min 1 max 64", "option name Clear Hash type button"]
    offered = read_options([*lines, "option name Style type combo default Calm var Calm var Very Wild"])
    chosen = {"hash": "2", "style": "Very Wild", "clear hash": ""}
    assert list(settings("x", offered, chosen)) == [
        "setoption name Hash value 2", "setoption name Style value Very Wild", "setoption name Clear Hash",
    ]  # fmt: skip
    for name, value, expected in (
        ("Hash", "65", "1 to 64"),
        ("Style", "Wild", "Calm, Very Wild"),
        ("Hsh", "1", "mean"),
    ):
        with pytest.raises(ParameterError, match=expected):
            list(settings("x", offered, {name: value}))
    with pytest.raises(Exception, match="its option is"):
        read_options(["option name Hash type number"])
