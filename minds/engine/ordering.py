"""In which order moves are tried: what is likely to be best first, for then the others need little proof."""

from minds.board.codes import captured_of, piece_of, promotion_of, target_of
from minds.board.compiled import core, inlined
from minds.engine.checks import may_check
from minds.engine.exchange import exchange_holds
from minds.engine.searcher import PRIZES, Searcher
from minds.engine.techniques import COUNTERMOVES, EXCHANGES, FOLLOW_UPS, HISTORY, KILLERS

FIRST, GOOD, KILLER, COUNTER, LOSING = 1 << 28, 1 << 26, 1 << 24, 1 << 23, -(1 << 26)
BITS = 8  # of a place in a list of moves; it is part of what is compared
PLACES, LAST = 1 << BITS, (1 << BITS) - 1
TAKEN, DROPPED = -(1 << 60), -(1 << 61)
MOST = 1 << 14  # that history can say for a move, or against it


@inlined
def is_quiet(move: int) -> bool:
    """Whether it changes no material."""
    return captured_of(move) == 0 and promotion_of(move) == 0


@inlined
def luck_of(searcher: Searcher, before: int, move: int) -> int:
    """What was seen of a quiet move so far: everywhere, and as an answer to the move before."""
    luck = 0
    if searcher.on & HISTORY:
        luck += int(searcher.history[piece_of(move), target_of(move)])
    if searcher.on & FOLLOW_UPS:
        luck += int(searcher.follow_ups[piece_of(before), target_of(before), piece_of(move), target_of(move)])
    return luck


@core
def weigh(searcher: Searcher, ply: int, count: int, known: int) -> None:
    """How much each move promises; of those that promise as much the first is to be first."""
    killers = searcher.killers[ply]
    before = int(searcher.played[ply - 1]) if ply > 0 else 0
    answer = int(searcher.answers[piece_of(before), target_of(before)])
    for i in range(count):
        move = int(searcher.moves[ply, i])
        if move == known:
            promise = FIRST
        elif not is_quiet(move):
            victim = PRIZES[captured_of(move)] + PRIZES[promotion_of(move)]
            promise = GOOD + 16 * victim + piece_of(move)
        elif searcher.on & KILLERS and (move == killers[0] or move == killers[1]):
            promise = KILLER
        elif searcher.on & COUNTERMOVES and move == answer:
            promise = COUNTER
        else:
            promise = luck_of(searcher, before, move)
        searcher.promise[ply, i] = promise * PLACES + LAST - i


@core
def next_best(searcher: Searcher, ply: int, count: int) -> int:
    """The most promising move that is left, 0 if there is none.

    Nothing is sorted, for most moves are never needed, and to look for the greatest of some numbers is quick. Captures
    that lose material go last; only those whose turn has come are looked at so closely.
    """
    promises = searcher.promise[ply]
    while True:
        best = TAKEN
        for i in range(count):
            best = max(best, promises[i])
        if best == TAKEN:
            return 0
        place, promise = LAST - (best & LAST), best >> BITS
        move = int(searcher.moves[ply, place])
        if searcher.on & EXCHANGES and GOOD <= promise < FIRST and PRIZES[captured_of(move)] < PRIZES[piece_of(move)]:
            if not exchange_holds(searcher.states[ply], move, 0):
                promises[place] = best + (LOSING - GOOD) * PLACES
                continue
        promises[place] = TAKEN
        searcher.promised[ply] = promise
        return move


@core
def drop_quiet(searcher: Searcher, ply: int, count: int) -> None:
    """Of the quiet moves that are left, none is worth a look, unless it gives check."""
    promises = searcher.promise[ply]
    for i in range(count):
        move = int(searcher.moves[ply, i])
        if promises[i] > TAKEN and is_quiet(move) and not may_check(searcher, ply, move):
            promises[i] = DROPPED


@inlined
def nudged(known: int, bonus: int) -> int:
    """A piece of history, and what is added to it: the more it says already, the less."""
    return known + bonus - known * abs(bonus) // MOST


@inlined
def remember_luck(searcher: Searcher, before: int, move: int, bonus: int) -> None:
    piece, target = piece_of(move), target_of(move)
    searcher.history[piece, target] = nudged(int(searcher.history[piece, target]), bonus)
    follow_ups = searcher.follow_ups[piece_of(before), target_of(before)]
    follow_ups[piece, target] = nudged(int(follow_ups[piece, target]), bonus)


@core
def reward(searcher: Searcher, ply: int, move: int, count: int, depth: int) -> None:
    """A quiet move has refuted a line; those that were taken before it, looked at or not, are thought less of."""
    killers = searcher.killers[ply]
    before = int(searcher.played[ply - 1]) if ply > 0 else 0
    if killers[0] != move:
        killers[0], killers[1] = move, killers[0]
    searcher.answers[piece_of(before), target_of(before)] = move
    bonus = min(32 * depth * depth, 2048)
    remember_luck(searcher, before, move, bonus)
    for i in range(count):
        tried = int(searcher.moves[ply, i])
        if searcher.promise[ply, i] == TAKEN and tried != move and is_quiet(tried):
            remember_luck(searcher, before, tried, -bonus)
