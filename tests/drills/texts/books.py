"""Books of openings: any bytes are refused, or give legal moves; in order they give what python-chess reads."""

import tempfile
from collections import Counter
from pathlib import Path

import chess
import chess.polyglot
from hypothesis import strategies as st

from minds import Book, BookError, Position
from minds.book.entries import ENTRY

FENS = (
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "1n2k3/P7/8/2pP4/8/8/7p/4K1N1 w - c6 0 2",
)
BOARDS = [chess.Board(fen) for fen in FENS]
KEYS = [chess.polyglot.zobrist_hash(board) for board in BOARDS]
FOLDER = tempfile.TemporaryDirectory(prefix="books-")


def _entry(board: chess.Board, draw: int, weight: int) -> bytes:
    """An entry with one of the legal moves, in python-chess's squares: castling is the king's two steps."""
    moves = list(board.legal_moves)
    move = moves[draw % len(moves)]
    code = move.to_square | move.from_square << 6 | ((move.promotion or 1) - 1) << 12
    return ENTRY.pack(chess.polyglot.zobrist_hash(board), code, weight, 0)


NUMBER = st.integers(0, 0xFFFF)
GOOD = st.builds(_entry, st.sampled_from(BOARDS), NUMBER, NUMBER)
ODD = st.builds(
    ENTRY.pack, st.sampled_from(KEYS) | st.integers(0, 2**64 - 1), NUMBER, NUMBER, st.integers(0, 2**32 - 1)
)
ENTRIES = st.lists(GOOD | ODD, max_size=300)
TEXTS = ENTRIES.map(sorted).map(b"".join) | ENTRIES.map(b"".join) | st.binary(max_size=400)


def check(content: bytes) -> bool:
    """Look every position up in a book; compare with python-chess if its entries are in order."""
    path = Path(FOLDER.name) / "any.bin"
    path.write_bytes(content)
    try:
        book = Book(path)
    except BookError as problem:
        assert len(str(problem)) < 1000, problem
        return False
    entries = [content[place : place + ENTRY.size] for place in range(0, len(content), ENTRY.size)]
    keys = [entry[:8] for entry in entries]
    for board, fen in zip(BOARDS, FENS, strict=True):
        position = Position(fen)
        found = {move.uci: weight for move, weight in book.moves(position).items()}
        assert set(found) <= {move.uci() for move in board.legal_moves}
        if keys == sorted(keys):
            assert found == _theirs(path, board)
    return True


def _theirs(path: Path, board: chess.Board) -> dict[str, int]:
    """The legal moves that python-chess finds, with the weights of equal ones added up; at most 256 entries."""
    weights: Counter[str] = Counter()
    with chess.polyglot.open_reader(path) as reader:
        for entry, _ in zip(reader.find_all(board, minimum_weight=0), range(256), strict=False):
            if entry.weight and board.is_legal(entry.move):
                weights[entry.move.uci()] += entry.weight
    return dict(weights)
