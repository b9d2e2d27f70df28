"""Our rules of chess agree with python-chess on positions from random games."""

import random
from collections.abc import Iterator

import chess
import pytest

from minds import Move, Position

pytestmark = pytest.mark.long
KINDS = {chess.KING: 1, chess.QUEEN: 2, chess.ROOK: 3, chess.BISHOP: 4, chess.KNIGHT: 5, chess.PAWN: 6}


def random_games(positions: int, seed: int) -> Iterator[tuple[Position, chess.Board]]:
    """Yield positions of random games in both libraries; ours alternates `play` and `push`."""
    rng = random.Random(seed)
    while positions > 0:
        ours, theirs = Position(), chess.Board()
        while positions > 0:
            yield ours, theirs
            positions -= 1
            moves = ours.legal_moves()
            if not moves or theirs.ply() > 250 or theirs.is_insufficient_material():
                break
            move = rng.choice(moves)
            theirs.push_uci(move.uci)
            if rng.random() < 0.5:
                ours = ours.play(move)
            else:
                ours.push(move)


def number_taken(board: chess.Board, move: chess.Move) -> int:
    if not board.is_capture(move):
        return 0
    kind = board.piece_type_at(move.to_square) or chess.PAWN
    return KINDS[kind] + (6 if board.turn else 0)


def test_twenty_thousand_random_positions() -> None:
    """In 20,000 positions of random games our rules and python-chess agree in every respect."""
    keys: dict[object, int] = {}
    for ours, theirs in random_games(20_000, seed=1):
        moves = list(theirs.legal_moves)
        fen = theirs.fen()
        assert ours.fen == fen
        assert {move.uci: move.captured for move in ours.legal_moves()} == {
            move.uci(): number_taken(theirs, move) for move in moves
        }, fen
        assert {move.uci for move in ours.legal_captures()} == {m.uci() for m in moves if theirs.is_capture(m)}, fen
        assert len(ours.legal_moves()) == len(moves)
        assert ours.in_check == theirs.is_check()
        assert ours.is_checkmate == theirs.is_checkmate()
        assert ours.is_stalemate == theirs.is_stalemate()
        # Keys are equal exactly for positions that count as repetitions.
        assert keys.setdefault(theirs._transposition_key(), ours.key) == ours.key, fen
        # Incremental updates give the same state as computing it from the FEN.
        assert (ours.state == Position(fen).state).all(), fen
    assert len(set(keys.values())) == len(keys)


PAIRS = [
    ("4k3/8/8/3pPp2/8/8/8/4K3 w - d6 0 2", "4k3/8/8/3pPp2/8/8/8/4K3 w - f6 0 2"),
    ("4k3/8/8/3pPp2/8/8/8/4K3 w - d6 0 2", "4k3/8/8/3pPp2/8/8/8/4K3 w - - 0 2"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
    ("4k3/8/8/8/8/8/8/4K2N w - - 0 1", "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1"),
    ("4k3/8/8/8/8/8/8/4K2N w - - 0 1", "4k3/8/8/8/8/8/8/4K2n w - - 0 1"),
    *((f"r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
      for rights in ("-", "K", "Q", "k", "q", "Qkq", "Kkq", "KQq", "KQk")),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_every_fact_is_in_the_key(one: str, other: str) -> None:
    """Positions that differ in one feature have different keys; the clocks are not part of the key."""
    assert Position(one).key != Position(other).key
    assert Position(one).key == Position(one.replace("0 1", "9 7")).key


def test_pieces_and_properties() -> None:
    """Every square, castling right and clock is the same as in python-chess."""
    for ours, theirs in random_games(500, seed=2):
        for square in chess.SQUARES:
            piece = theirs.piece_at(square)
            expected = 0 if piece is None else KINDS[piece.piece_type] + (0 if piece.color else 6)
            assert ours.piece_at(square) == ours.squares[square] == expected
        assert ours.castling == theirs.castling_xfen()
        assert ours.turn == (0 if theirs.turn else 1)
        assert ours.en_passant == (theirs.ep_square if theirs.has_legal_en_passant() else None)
        assert (ours.halfmoves, ours.fullmoves) == (theirs.halfmove_clock, theirs.fullmove_number)


def test_repetitions_are_counted_as_python_chess_does() -> None:
    """Positions repeat exactly as often as python-chess says."""
    rng = random.Random(3)
    start = "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1"
    ours, theirs = Position(start), chess.Board(start)
    most = 0
    for _ in range(300):
        for count in range(2, 8):
            assert theirs.is_repetition(count) == (ours.repetitions >= count)
        most = max(most, ours.repetitions)
        back_and_forth = [move for move in ours.legal_moves() if move.target in (0, 1, 4, 12, 52, 60, 62, 63)]
        move = rng.choice(back_and_forth or ours.legal_moves())
        ours.push(move)
        theirs.push_uci(move.uci)
    assert most >= 5


def test_score_is_the_tables_sum() -> None:
    """The incremental score is the sum of the tables, for the side to move."""
    from minds.board.tables import ENDGAME, MIDGAME, PHASES, VALUES

    for ours, theirs in random_games(300, seed=4):
        middle = end = phase = 0
        for square, piece in theirs.piece_map().items():
            letter, sign = piece.symbol().upper(), 1 if piece.color else -1
            seen = square ^ 56 if piece.color else square
            middle += sign * (VALUES[letter] + MIDGAME[letter][seen])
            end += sign * (VALUES[letter] + ENDGAME[letter][seen])
            phase += PHASES[letter]
        phase = min(phase, 24)
        score = int((middle * phase + end * (24 - phase)) / 24)
        assert ours.score == (score if theirs.turn else -score)


def test_colours_are_mirror_images() -> None:
    """A position and its mirror image have the same score and number of moves."""
    for ours, theirs in random_games(300, seed=5):
        mirrored = Position(theirs.mirror().fen())
        assert mirrored.score == ours.score
        assert len(mirrored.legal_moves()) == len(ours.legal_moves())


@pytest.mark.parametrize("action", ["12,28", "e2e4"])
def test_both_notations_play(action: str) -> None:
    """A move may be played as text in either notation."""
    assert Position().play(action).fen == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    assert Position().parse(action) == Move("e2e4")
