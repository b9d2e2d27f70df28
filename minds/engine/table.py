"""The transposition table: buckets of two entries, replaced by depth and age, shared by threads without locks.

An entry's data is one integer, and its lock is that integer combined with the position's key. If two threads write an
entry at once, lock and data do not match any key, and the entry is ignored.
"""

import numpy as np

from minds.board.compiled import inlined, item_at, prefetch
from minds.board.keys import PIECE_KEYS, TURN_KEY, splitmix
from minds.board.move_code import captured_of, piece_of, source_of, target_of
from minds.board.squares import Bitboard
from minds.board.state import MAX_PLIES, State
from minds.engine.searcher import Searcher
from minds.search.game import WIN

EXACT, AT_LEAST, AT_MOST = 1, 2, 3
CLOCK_KEYS = splitmix(50, 128)  # different from all keys of `board/keys.py`, or two positions could share a key
CLOCK_FROM = 60  # halfmoves from which a search may reach the hundredth
MATE_BOUND = WIN - MAX_PLIES  # a score beyond this is a mate, counted in plies from the root

ENTRY = np.dtype((np.record, [("lock", "u8"), ("packed", "i8")]), align=True)
BUCKET = np.dtype((np.record, [("entries", ENTRY, (2,))]), align=True)
BYTES = BUCKET.itemsize

# The data:  bits 0–24  25–40           41–48  49–50  51–56
#                 move  score + offset  depth  bound  age
SCORE, DEPTH, BOUND, AGE = 25, 41, 49, 51
SCORE_OFFSET = 1 << 15
AGES = 64
AGE_PENALTY = 8  # plies of depth that an entry's value loses with each search

bucket_at = item_at(BUCKET)


def new_table(mebibytes: int) -> np.ndarray:
    """An empty table of the largest power of two that fits into this many MiB."""
    return np.zeros(1 << (mebibytes * (1 << 20) // BYTES).bit_length() - 1, BUCKET)


def hashfull(table: np.ndarray, age: int) -> int:
    """Thousandths of the table filled by this search, estimated from its first entries."""
    data = table[:500]["entries"]["packed"]
    return int(np.count_nonzero((data != 0) & (data >> AGE == age)) * 1000 // data.size)


@inlined
def table_key(state: State) -> Bitboard:
    """The key of a position; close to a draw by fifty moves it includes the clock, which then affects the score."""
    if state.halfmoves < CLOCK_FROM:
        return state.key
    return state.key ^ CLOCK_KEYS[state.halfmoves & 127]


@inlined
def bucket_index(searcher: Searcher, key: Bitboard) -> int:
    return int(key & Bitboard(searcher.buckets - 1))


@inlined
def prefetch_entry(searcher: Searcher, state: State, move: int) -> None:
    """Load the entry of the position after a move into the cache while other work is done.

    The key is only estimated: castling, promotions and en passant are looked up in vain.
    """
    piece, target = piece_of(move), target_of(move)
    key = state.key ^ TURN_KEY ^ PIECE_KEYS[piece, source_of(move)] ^ PIECE_KEYS[piece, target]
    if captured_of(move) != 0:
        key ^= PIECE_KEYS[captured_of(move), target]
    prefetch(searcher.table, bucket_index(searcher, key) * BYTES)


@inlined
def probe(searcher: Searcher, key: Bitboard) -> int:
    """The data stored for a position, 0 if there is none."""
    bucket = bucket_at(searcher.table, bucket_index(searcher, key))
    for i in range(2):
        data = int(bucket.entries[i].packed)
        if bucket.entries[i].lock ^ Bitboard(data) == key:
            return data
    return 0


@inlined
def move_in(data: int) -> int:
    return data & ((1 << SCORE) - 1)


@inlined
def score_in(data: int, ply: int) -> int:
    return from_table_score((data >> SCORE & 0xFFFF) - SCORE_OFFSET, ply)


@inlined
def depth_in(data: int) -> int:
    return data >> DEPTH & 0xFF


@inlined
def bound_in(data: int) -> int:
    return data >> BOUND & 3


@inlined
def to_table_score(score: int, ply: int) -> int:
    """Return a score as it is stored: its distance to mate counts from this position, not from the root."""
    if score >= MATE_BOUND:
        return score + ply
    return score - ply if score <= -MATE_BOUND else score


@inlined
def from_table_score(score: int, ply: int) -> int:
    """Return a stored score as the search uses it: its distance to mate counts from the root."""
    if score >= MATE_BOUND:
        return score - ply
    return score + ply if score <= -MATE_BOUND else score


@inlined
def gives_cutoff(data: int, depth: int, alpha: int, beta: int, ply: int) -> bool:
    """True if the stored data is deep enough and its score settles this window."""
    if data == 0 or depth_in(data) < depth:
        return False
    score, bound = score_in(data, ply), bound_in(data)
    return bound == EXACT or (score >= beta if bound == AT_LEAST else score <= alpha)


@inlined
def keep_value(data: int, age: int) -> int:
    """The value of keeping an entry: its depth, less for older ones."""
    return depth_in(data) - AGE_PENALTY * ((age - (data >> AGE)) & (AGES - 1)) if data != 0 else -AGE_PENALTY * AGES


@inlined
def store(searcher: Searcher, key: Bitboard, ply: int, depth: int, move: int, score: int, bound: int) -> None:
    """Store a result, replacing the same position's entry or the less valuable of the two."""
    bucket = bucket_at(searcher.table, bucket_index(searcher, key))
    age = int(searcher.age)
    first, second = int(bucket.entries[0].packed), int(bucket.entries[1].packed)
    number = 0 if keep_value(first, age) <= keep_value(second, age) else 1
    for i in range(2):
        old = int(bucket.entries[i].packed)
        if bucket.entries[i].lock ^ Bitboard(old) == key and old != 0:
            number = i
            if depth_in(old) > depth + 2 and bound != EXACT and old >> AGE == age:
                return  # the stored result is better
            if move == 0:  # an upper bound has no best move; keep the old one
                move = move_in(old)
    data = move | to_table_score(score, ply) + SCORE_OFFSET << SCORE | depth << DEPTH | bound << BOUND | age << AGE
    bucket.entries[number].lock, bucket.entries[number].packed = key ^ Bitboard(data), data
