"""What was found is remembered: a table of positions by their key, two places for each, of a size that never changes.

A finding is one number, and its place holds that number and the key mixed with it: if two threads write at once, what
they leave fits no key and is nobody's.
"""

import numpy as np

from minds.board.codes import captured_of, piece_of, source_of, target_of
from minds.board.compiled import inlined, item_at, prefetch
from minds.board.keys import PIECE_KEYS, TURN_KEY, splitmix
from minds.board.squares import Bitboard
from minds.board.state import MAX_PLIES, State
from minds.engine.searcher import Searcher
from minds.search.game import WIN

EXACT, AT_LEAST, AT_MOST = 1, 2, 3
CLOCK_KEYS = splitmix(50, 128)  # none of those a position is made of: with them one would pass for another
CLOCK_COUNTS = 60  # halfmoves: from here on a search may see the hundredth
SURE_WIN = WIN - MAX_PLIES  # a score beyond this is a mate, counted in plies from the root

ENTRY = np.dtype((np.record, [("lock", "u8"), ("finding", "i8")]), align=True)
BUCKET = np.dtype((np.record, [("entries", ENTRY, (2,))]), align=True)
BYTES = BUCKET.itemsize

# A finding:   bits 0–24   25–40      41–48   49–50   51–56
#                   move   score + Z  depth   bound   age
SCORE, DEPTH, BOUND, AGE = 25, 41, 49, 51
ZERO = 1 << 15
AGES = 64
OLD = 8  # plies of depth that each search since then takes from a finding's worth

bucket_at = item_at(BUCKET)


def new_table(mebibytes: int) -> np.ndarray:
    """As many empty places as fit, a power of two."""
    return np.zeros(1 << (mebibytes * (1 << 20) // BYTES).bit_length() - 1, BUCKET)


def used(table: np.ndarray, age: int) -> int:
    """How many of a thousand places hold findings of this search."""
    findings = table[:500]["entries"]["finding"]
    return int(np.count_nonzero((findings != 0) & (findings >> AGE == age)) * 1000 // findings.size)


@inlined
def table_key(state: State) -> Bitboard:
    """What a position is remembered by: near the fifty moves' end its clock belongs to it, for it decides the score."""
    if state.halfmoves < CLOCK_COUNTS:
        return state.key
    return state.key ^ CLOCK_KEYS[state.halfmoves & 127]


@inlined
def place_of(searcher: Searcher, key: Bitboard) -> int:
    return int(key & Bitboard(searcher.places - 1))


@inlined
def expect(searcher: Searcher, state: State, move: int) -> None:
    """Have the memory bring what is known of the position after a move, while there is other work to do.

    Its key is guessed: castling, promotions and the like are looked up in vain.
    """
    piece, target = piece_of(move), target_of(move)
    key = state.key ^ TURN_KEY ^ PIECE_KEYS[piece, source_of(move)] ^ PIECE_KEYS[piece, target]
    if captured_of(move) != 0:
        key ^= PIECE_KEYS[captured_of(move), target]
    prefetch(searcher.table, place_of(searcher, key) * BYTES)


@inlined
def recall(searcher: Searcher, key: Bitboard) -> int:
    """What is known of a position, 0 if nothing."""
    bucket = bucket_at(searcher.table, place_of(searcher, key))
    for i in range(2):
        finding = int(bucket.entries[i].finding)
        if bucket.entries[i].lock ^ Bitboard(finding) == key:
            return finding
    return 0


@inlined
def move_in(finding: int) -> int:
    return finding & ((1 << SCORE) - 1)


@inlined
def score_in(finding: int, ply: int) -> int:
    return from_root((finding >> SCORE & 0xFFFF) - ZERO, ply)


@inlined
def depth_in(finding: int) -> int:
    return finding >> DEPTH & 0xFF


@inlined
def bound_in(finding: int) -> int:
    return finding >> BOUND & 3


@inlined
def from_here(score: int, ply: int) -> int:
    """A mate's distance as the table has it, from the position itself: it may be reached by other ways."""
    if score >= SURE_WIN:
        return score + ply
    return score - ply if score <= -SURE_WIN else score


@inlined
def from_root(score: int, ply: int) -> int:
    """And back again."""
    if score >= SURE_WIN:
        return score - ply
    return score + ply if score <= -SURE_WIN else score


@inlined
def decides(finding: int, depth: int, alpha: int, beta: int, ply: int) -> bool:
    """Whether what is known is deep enough, and on the right side of the window."""
    if finding == 0 or depth_in(finding) < depth:
        return False
    score, bound = score_in(finding, ply), bound_in(finding)
    return bound == EXACT or (score >= beta if bound == AT_LEAST else score <= alpha)


@inlined
def worth_keeping(finding: int, age: int) -> int:
    """The deeper the better, and the older the worse."""
    return depth_in(finding) - OLD * ((age - (finding >> AGE)) & (AGES - 1)) if finding != 0 else -OLD * AGES


@inlined
def remember(searcher: Searcher, key: Bitboard, ply: int, depth: int, move: int, score: int, bound: int) -> None:
    """Keep a finding in the place of the same position's or of the less valuable one."""
    bucket = bucket_at(searcher.table, place_of(searcher, key))
    age = int(searcher.age)
    first, second = int(bucket.entries[0].finding), int(bucket.entries[1].finding)
    number = 0 if worth_keeping(first, age) <= worth_keeping(second, age) else 1
    for i in range(2):
        known = int(bucket.entries[i].finding)
        if bucket.entries[i].lock ^ Bitboard(known) == key and known != 0:
            number = i
            if depth_in(known) > depth + 2 and bound != EXACT and known >> AGE == age:
                return  # what is known is better
            if move == 0:  # a bound from above has no best move: the old one may do
                move = move_in(known)
    finding = move | from_here(score, ply) + ZERO << SCORE | depth << DEPTH | bound << BOUND | age << AGE
    bucket.entries[number].lock, bucket.entries[number].finding = key ^ Bitboard(finding), finding
