"""Packs games into a block of bytes, and reads blocks, which may be anybody's: every number is checked, sizes first.

A block is a head of 24 bytes and a zlib stream; all numbers are little-endian. The head is the mark "game" and five
numbers of 4 bytes: the stream's length in bytes, the number of games, of all their plies, the length of the starts, and
the CRC-32 of these four numbers and the stream. The stream holds these columns, one after the other:

    number   4 bytes a game   games of a file have different numbers
    plies    2 bytes a game
    result   1 byte a game    0 Black won, 1 drawn, 2 White won
    ending   1 byte a game    a place in ENDINGS
    source   1 byte a ply     the square that a piece leaves, a1 = 0; 64, 128, 192 more for a new rook, bishop, knight
    target   1 byte a ply     the square where it arrives; a pawn becomes a queen on the last rank if nothing is added
    score    1 byte a ply     the low byte of the search's score in centipawns for the side to move …
    score    1 byte a ply     … and the high byte; UNSCORED for a move that was drawn by lot
    start    the rest         the FENs of the starts in ASCII, a line each; an empty line for the usual start
"""

import struct
import zlib
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from minds.board.move_code import PROMOTION, TARGET
from minds.board.squares import QUEEN, WHITE, number_of
from minds.errors import TrainingError

MARK = b"game"
HEAD, NUMBERS, CHECKSUM = struct.Struct("<4s5I"), struct.Struct("<4I"), struct.Struct("<I")
LEVEL = 9  # of compression
GAME_COLUMNS, PLY_COLUMNS = ("<u4", "<u2", "u1", "u1"), ("u1", "u1", "u1", "u1")
TO_QUEEN, SOURCE_BITS = number_of(QUEEN, WHITE), 6
UNSCORED = -(1 << 15)
RESULTS = ("Black won", "drawn", "White won")
RULES = ("checkmate", "stalemate", "repetition", "fifty moves", "insufficient material")
ENDINGS = (*RULES, "resign", "draw", "max plies")
MAX_GAMES, MAX_BLOCK_PLIES, MAX_FEN = 1 << 12, 1 << 22, 100


class Game(NamedTuple):
    """A game as it was played."""

    number: int
    start: str  # a FEN; empty for the usual start
    moves: list[int]  # codes as in board/move_code.py: source, target, promotion
    scores: list[int]  # for the side to move; UNSCORED where the move was drawn by lot
    result: int  # 0 Black won, 1 drawn, 2 White won
    ending: int  # a place in ENDINGS


class Games(NamedTuple):
    """Games as columns; the plies of game i are those from begins[i] to ends[i]."""

    numbers: np.ndarray
    starts: tuple[str, ...]
    results: np.ndarray
    endings: np.ndarray
    begins: np.ndarray
    ends: np.ndarray
    sources: np.ndarray
    targets: np.ndarray
    scores: np.ndarray

    @property
    def plies(self) -> int:
        """The plies of all games."""
        return int((self.ends - self.begins).sum())

    @property
    def positions(self) -> int:
        """The positions that were searched."""
        return int(np.count_nonzero(self.scores != UNSCORED))

    def game(self, number: int) -> tuple[bytes, ...]:
        """Return the columns of one game, to compare them with those of another."""
        place = int(np.flatnonzero(self.numbers == number)[0])
        plies = slice(self.begins[place], self.ends[place])
        one = slice(place, place + 1)
        by_game, by_ply = (self.results, self.endings), (self.sources, self.targets, self.scores)
        return (*(column[one].tobytes() for column in by_game), *(column[plies].tobytes() for column in by_ply))


def encode(games: Sequence[Game]) -> bytes:
    """Return games as a block."""
    codes = np.array([code for game in games for code in game.moves], np.int64)
    scores = np.array([score for game in games for score in game.scores], "<i2").view(np.uint8).reshape(-1, 2)
    promotion = np.maximum(codes >> PROMOTION, TO_QUEEN) - TO_QUEEN
    by_game = zip(*((game.number, len(game.moves), game.result, game.ending) for game in games), strict=True)
    by_ply = (codes & 63 | promotion << SOURCE_BITS, codes >> TARGET & 63, scores[:, 0], scores[:, 1])
    columns = zip((*by_game, *by_ply), GAME_COLUMNS + PLY_COLUMNS, strict=True)
    starts = "\n".join(game.start for game in games).encode("ascii")
    content = b"".join([*(np.array(column).astype(kind).tobytes() for column, kind in columns), starts])
    stream = zlib.compress(content, LEVEL)
    numbers = NUMBERS.pack(len(stream), len(games), codes.size, len(starts))
    return MARK + numbers + CHECKSUM.pack(_checksum(numbers, stream)) + stream


def decode(content: bytes, at: int = 0) -> tuple[Games, int]:
    """Return the games of the block at a place, and where it ends; raise TrainingError if there is none."""
    begin = at + HEAD.size
    if len(content) < begin:
        raise TrainingError(f"byte {at:,}: expected a block of games, found {len(content) - at} bytes")
    mark, length, games, plies, text, checksum = HEAD.unpack_from(content, at)
    if mark != MARK or games > MAX_GAMES or plies > MAX_BLOCK_PLIES or text > games * (MAX_FEN + 1):
        raise TrainingError(f"byte {at:,}: expected a block of at most {MAX_GAMES:,} games")
    if len(content) < begin + length:
        raise TrainingError(f"byte {at:,}: expected a block of {length:,} bytes, found {len(content) - begin:,}")
    numbers, stream = content[at + len(MARK) : begin - CHECKSUM.size], content[begin : begin + length]
    if _checksum(numbers, stream) != checksum:
        raise TrainingError(f"byte {at:,}: the checksum of the block does not fit; it is damaged")
    try:
        return _columns(_unpacked(stream, _size(games, plies) + text), games, plies), begin + length
    except (zlib.error, ValueError) as problem:
        raise TrainingError(f"byte {at:,}: the block does not hold games: {problem}") from None


def _checksum(numbers: bytes, stream: bytes) -> int:
    return zlib.crc32(stream, zlib.crc32(numbers))


def _size(games: int, plies: int) -> int:
    """Return the bytes of all columns without the starts."""
    widths = [sum(np.dtype(kind).itemsize for kind in kinds) for kinds in (GAME_COLUMNS, PLY_COLUMNS)]
    return games * widths[0] + plies * widths[1]


def _unpacked(stream: bytes, size: int) -> bytes:
    """Return the content of a stream; one that holds more than `size` bytes is not followed to its end."""
    unpacker = zlib.decompressobj()
    content = unpacker.decompress(stream, size + 1)
    if len(content) != size or not unpacker.eof or unpacker.unused_data:
        raise ValueError(f"expected {size:,} bytes")
    return content


def _columns(content: bytes, count: int, plies: int) -> Games:
    """Return the columns of a block's content, checked."""
    columns, at = [], 0
    for kinds, rows in ((GAME_COLUMNS, count), (PLY_COLUMNS, plies)):
        for kind in kinds:
            columns.append(np.frombuffer(content, kind, rows, at))
            at += columns[-1].nbytes
    numbers, lengths, results, endings, sources, targets, low, high = columns
    starts = tuple(content[at:].decode("ascii").split("\n")) if count else ()
    ends = np.cumsum(lengths, dtype=np.int64)
    if lengths.sum(dtype=np.int64) != plies or len(starts) != count or any(len(start) > MAX_FEN for start in starts):
        raise ValueError("expected columns that fit together")
    if (results >= len(RESULTS)).any() or (endings >= len(ENDINGS)).any() or (targets > 63).any():
        raise ValueError("expected known results, endings and squares of 0 to 63")
    scores = np.stack([low, high], 1).view("<i2").ravel()
    return Games(numbers, starts, results, endings, ends - lengths, ends, sources, targets, scores)


def joined(parts: Sequence[Games]) -> Games:
    """Return the games of blocks as one table in the order of their numbers; the first of each number counts."""
    places = np.cumsum([0, *(part.sources.size for part in parts)])[:-1]
    starts = [start for part in parts for start in part.starts]
    shifted = [
        part._replace(begins=part.begins + place, ends=part.ends + place)
        for part, place in zip(parts, places, strict=True)
    ]
    columns = {
        name: np.concatenate([getattr(EMPTY, name), *(getattr(part, name) for part in shifted)])
        for name in Games._fields
        if name != "starts"
    }
    _, order = np.unique(columns["numbers"], return_index=True)
    by_game = {name: columns[name][order] for name in ("numbers", "results", "endings", "begins", "ends")}
    return Games(**columns | by_game, starts=tuple(starts[place] for place in order))


EMPTY = _columns(b"", 0, 0)
