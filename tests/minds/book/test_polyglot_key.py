"""Keys and moves of Polyglot's books, compared with python-chess over random games."""

import chess
import chess.polyglot
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minds import Position
from minds.book.entries import code_of, legal_codes
from minds.book.key import numbers, polyglot_key

# The examples that come with the description of the format.
PUBLISHED = [
    ("", 0x463B96181691FC9C),
    ("e2e4", 0x823C9B50FD114196),
    ("e2e4 d7d5", 0x0756B94461C50FB0),
    ("e2e4 d7d5 e4e5", 0x662FAFB965DB29D4),
    ("e2e4 d7d5 e4e5 f7f5", 0x22A48B5A8E47FF78),
    ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652A607CA3F242C1),
    ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00FDD303C946BDD9),
    ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3C8123EA7B067637),
    ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5C3F9B829B279560),
]


def test_the_numbers_are_the_published_ones() -> None:
    """The file holds python-chess's 781 numbers, in less than 20 KB."""
    assert list(numbers()) == chess.polyglot.POLYGLOT_RANDOM_ARRAY


@pytest.mark.parametrize(("moves", "key"), PUBLISHED)
def test_published_keys(moves: str, key: int) -> None:
    """The nine keys in the format's description are ours too."""
    position = Position()
    for move in moves.split():
        position.push(move)
    assert polyglot_key(position) == key


def test_a_pinned_pawn_beside_a_double_step_counts() -> None:
    """The passed file is in the key although the capture would expose the king, but only if the step is known."""
    position, board = Position("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1"), chess.Board("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1")
    position.push("e2e4")
    board.push_uci("e2e4")
    assert position.en_passant is None
    assert polyglot_key(position) == chess.polyglot.zobrist_hash(board)
    assert polyglot_key(Position(position.fen)) == chess.polyglot.zobrist_hash(chess.Board(position.fen))
    assert polyglot_key(Position(position.fen)) != polyglot_key(position)


@settings(max_examples=40)
@given(st.lists(st.integers(0, 2**16), max_size=120), st.sampled_from([chess.STARTING_FEN, "mating", "castling"]))
def test_keys_and_codes_over_random_games(draws: list[int], start: str) -> None:
    """In every position of a random game the key is python-chess's, and each legal move has one code of its own."""
    fens = {
        "mating": "4k3/P1P4p/8/1p1pP3/1p1pP1p1/8/P1P2P1P/4K3 w - - 0 1",  # promotions and passing pawns
        "castling": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    }
    board = chess.Board(fens.get(start, start))
    position = Position(board.fen())
    for draw in draws:
        assert polyglot_key(position) == chess.polyglot.zobrist_hash(board), board.fen()
        moves = list(board.legal_moves)
        if not moves:
            break
        for move in moves:
            ours = position.parse(move.uci())
            entry = chess.polyglot.Entry(0, code_of(position, ours), 1, 0, decoded(code_of(position, ours)))
            assert board._from_chess960(board.chess960, *squares(entry.move)) == move
            assert legal_codes(position)[code_of(position, ours)] == ours
        chosen = moves[draw % len(moves)]
        board.push(chosen)
        position.push(chosen.uci())


def decoded(code: int) -> chess.Move:
    """The squares and the promotion of a code, by the format's description."""
    promotion = code >> 12 & 7
    return chess.Move(code >> 6 & 63, code & 63, promotion + 1 if promotion else None)


def squares(move: chess.Move) -> tuple[int, int, int | None]:
    """What python-chess needs to read castling as the king taking its rook."""
    return move.from_square, move.to_square, move.promotion
