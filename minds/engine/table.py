"""What was found is remembered: a table of positions by their key, a deeper or newer finding taking the place."""

from minds.board.compiled import inlined
from minds.board.keys import PIECE_KEYS
from minds.board.squares import Bitboard
from minds.board.state import MAX_PLIES, State
from minds.engine.desk import ENTRIES, Desk, Entry
from minds.search.game import WIN

EXACT, AT_LEAST, AT_MOST = 1, 2, 3
CLOCK_COUNTS = 60  # halfmoves: from here on a search may see the hundredth
MASK = Bitboard(ENTRIES - 1)
SURE_WIN = WIN - MAX_PLIES  # a score beyond this is a mate, counted in plies from the root


@inlined
def table_key(state: State) -> Bitboard:
    """What a position is remembered by: near the fifty moves' end its clock belongs to it, for it decides the score."""
    if state.halfmoves < CLOCK_COUNTS:
        return state.key
    return state.key ^ PIECE_KEYS[1, state.halfmoves & 63] ^ PIECE_KEYS[2, state.halfmoves >> 6]


@inlined
def entry_of(desk: Desk, key: Bitboard) -> Entry:
    """The place where a position is remembered, if it is."""
    return desk.table[int(key & MASK)]


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
def remember(desk: Desk, key: Bitboard, ply: int, depth: int, move: int, score: int, bound: int) -> None:
    """Keep a finding, unless something deeper is known of the same position."""
    entry = entry_of(desk, key)
    if entry.key == key and entry.depth > depth and bound != EXACT:
        return
    if move != 0 or entry.key != key:  # a bound from above has no best move: the old one may do
        entry.move = move
    entry.key, entry.score, entry.depth, entry.bound = key, from_here(score, ply), depth, bound
