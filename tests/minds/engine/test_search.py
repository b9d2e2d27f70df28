"""The search is correct without its techniques, and each technique does what its name says."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.bench.signature import positions
from minds import Move, Position
from minds.board.core import list_moves
from minds.engine.engine import Engine
from minds.engine.exchange import KINDS, exchange_gains
from minds.engine.techniques import ALL_TECHNIQUES, ASPIRATION, NAMES, without
from tests.minds.conftest import middlegames
from tests.minds.engine.reference_search import score_of
from world.api import Budget

ALL_SQUARES = 0xFFFF_FFFF_FFFF_FFFF
WORTH = dict(zip((chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN), KINDS, strict=True))


def without_past(count: int, seed: int) -> list[Position]:
    """Middlegames without their history, which the reference search does not know."""
    return [Position(position.fen) for position in middlegames(count, seed)]


def test_without_techniques_it_is_alpha_beta() -> None:
    """Without techniques, depth 4 gives the reference search's score on 300 positions."""
    engine = Engine(without("all"))
    for position in without_past(300, seed=11):
        engine.forget()
        line, _ = engine.find(position, Budget(depth=4))
        assert line.score == score_of(position.workspace, 4), position.fen


@pytest.mark.parametrize(
    "name", ["table", "killers", "countermoves", "history", "follow-ups", "aspiration", "mate-distance"]
)
def test_what_only_saves_work_changes_no_score(name: str) -> None:
    """Ordering, table or window alone does not change the score of a fixed depth."""
    engine = Engine(ALL_TECHNIQUES ^ without(name))
    for position in without_past(60, seed=5):
        engine.forget()
        line, _ = engine.find(position, Budget(depth=4))
        assert line.score == score_of(position.workspace, 4), (name, position.fen)


def nodes_without(name: str, depth: int) -> int:
    engine, nodes = Engine(without(name)), 0
    for fen in positions()[::3]:
        engine.forget()
        nodes += engine.find(Position(fen), Budget(depth=depth))[1]["nodes"]
    return nodes


@pytest.mark.parametrize("name", ["table", "exchanges", "null-move", "reductions", "late-moves", "reverse-futility"])
def test_techniques_save_work(name: str) -> None:
    """Without one of these techniques the same depth takes more nodes."""
    assert nodes_without(name, 9) > 1.1 * nodes_without("", 9)


def test_names_of_techniques() -> None:
    """Techniques can be left out by name, all or some; an unknown name is rejected with the list."""
    assert without("") == ALL_TECHNIQUES
    assert without("all") == 0
    assert without("aspiration") == ALL_TECHNIQUES ^ ASPIRATION
    assert without("+".join(NAMES)) == 0
    with pytest.raises(ValueError, match="no technique 'magic'; expected all, or some of table, "):
        without("magic")


def gain(board: chess.Board, square: chess.Square) -> int:
    """The material the side to move can win on a square, with moves made by python-chess."""
    takers = [move for move in board.pseudo_legal_moves if move.to_square == square and board.is_capture(move)]
    if not takers:
        return 0
    cheapest = min(takers, key=lambda move: (WORTH[board.piece_type_at(move.from_square)], move.from_square))
    taken = board.piece_type_at(square)
    if taken == chess.KING:
        return int(WORTH[chess.KING])
    move = chess.Move(cheapest.from_square, square)
    board.push(move)
    found = int(WORTH[taken]) - gain(board, square)
    board.pop()
    return max(0, found)


@given(st.integers(0, 400))
def test_exchanges_are_weighed_as_they_would_go(number: int) -> None:
    """Static exchange evaluation agrees with playing out the captures in python-chess."""
    position = middlegames(401, seed=21)[number]
    board = chess.Board(position.fen)
    workspace = position.workspace
    count = list_moves(workspace[0].states[0], workspace[0].moves[0], ALL_SQUARES)
    codes = {code & 0x7FFF: code for code in workspace[0].moves[0][:count].tolist()}
    for move in position.legal_captures():
        if move.promotion or board.is_en_passant(chess.Move.from_uci(move.uci)):
            continue
        there = chess.Move.from_uci(move.uci)
        taken = int(WORTH[board.piece_type_at(there.to_square)])
        board.push(there)
        worth = taken - gain(board, there.to_square)
        board.pop()
        code = next(code for code in codes.values() if code & 0xFFF == move.source | move.target << 6)
        assert exchange_gains(workspace[0].states[0], code, worth), (position.fen, move.uci, worth)
        assert not exchange_gains(workspace[0].states[0], code, worth + 1), (position.fen, move.uci, worth)


@pytest.mark.parametrize(
    ("fen", "move", "worth"),
    [
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", 100),
        ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", 0),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 800),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", 720),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0),
    ],
)
def test_exchanges_of_a_special_kind(fen: str, move: str, worth: int) -> None:
    """Exchanges with en passant, promotions and castling are evaluated correctly."""
    workspace = Position(fen).workspace
    count = list_moves(workspace[0].states[0], workspace[0].moves[0], ALL_SQUARES)
    (code,) = (code for code in workspace[0].moves[0][:count].tolist() if Move.from_code(code).uci == move)
    assert exchange_gains(workspace[0].states[0], code, worth)
    assert not exchange_gains(workspace[0].states[0], code, worth + 1)


def test_zugzwang_is_not_passed_over() -> None:
    """Null move pruning is verified, so the move is found in a position of mutual zugzwang."""
    engine = Engine()
    line, _ = engine.find(Position("8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1"), Budget(nodes=1_000_000))
    assert line.moves[0].uci == "e1f1"
