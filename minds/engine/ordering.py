"""Move ordering: the moves most likely to be best come first, so that the others are refuted quickly."""

import numpy as np

from minds.board.compiled import core, inlined
from minds.board.move_code import captured_of, piece_of, promotion_of, target_of
from minds.engine.checks import may_give_check
from minds.engine.exchange import exchange_gains
from minds.engine.searcher import PIECE_VALUES, Searcher
from minds.engine.techniques import COUNTERMOVES, EXCHANGES, FOLLOW_UPS, HISTORY, KILLERS

TABLE_MOVE, CAPTURE, KILLER, COUNTERMOVE, LOSING_CAPTURE = 1 << 22, 1 << 20, 1 << 18, 1 << 17, -(1 << 20)
INDEX_BITS = 8  # for the index in the move list, which is part of a priority and breaks ties
INDEX_RANGE, MAX_INDEX = 1 << INDEX_BITS, (1 << INDEX_BITS) - 1
TAKEN, SKIPPED = -(1 << 30), -(1 << 31)
MAX_HISTORY = 1 << 14  # the bound of a history score


@inlined
def is_quiet(move: int) -> bool:
    """True if a move neither captures nor promotes."""
    return captured_of(move) == 0 and promotion_of(move) == 0


@inlined
def history_score(searcher: Searcher, before: int, move: int) -> int:
    """The history of a quiet move: anywhere, and as a reply to the previous move."""
    score = 0
    if searcher.techniques & HISTORY:
        score += int(searcher.history[piece_of(move), target_of(move)])
    if searcher.techniques & FOLLOW_UPS:
        score += int(searcher.follow_ups[piece_of(before), target_of(before), piece_of(move), target_of(move)])
    return score


@core
def set_priorities(searcher: Searcher, ply: int, count: int, table_move: int) -> None:
    """Set the priority of each move; of equal ones the first in the list comes first.

    Below the root the table's move counts as taken: it was searched before the others were listed.
    """
    killers = searcher.killers[ply]
    before = int(searcher.played[ply - 1]) if ply > 0 else 0
    answer = int(searcher.countermoves[piece_of(before), target_of(before)])
    for i in range(count):
        move = int(searcher.moves[ply, i])
        if move == table_move:
            priority = TABLE_MOVE
        elif not is_quiet(move):
            victim = PIECE_VALUES[captured_of(move)] + PIECE_VALUES[promotion_of(move)]
            priority = CAPTURE + 16 * victim + piece_of(move)
        elif searcher.techniques & KILLERS and (move == killers[0] or move == killers[1]):
            priority = KILLER
        elif searcher.techniques & COUNTERMOVES and move == answer:
            priority = COUNTERMOVE
        else:
            priority = history_score(searcher, before, move)
        is_taken = move == table_move and ply > 0
        searcher.priority[ply, i] = TAKEN if is_taken else priority * INDEX_RANGE + MAX_INDEX - i


@core
def next_best(searcher: Searcher, ply: int, count: int) -> int:
    """Return the remaining move with the highest priority, 0 if there is none.

    The list is not sorted, because most moves are never reached and finding a maximum is quick. Captures that lose
    material are moved to the end; the exchange is only evaluated when a capture's turn comes.
    """
    priorities = searcher.priority[ply]
    while True:
        best = np.int32(TAKEN)  # of 32 bits like the priorities, so that more are compared at once
        for i in range(count):
            best = max(best, priorities[i])
        if best == TAKEN:
            return 0
        index, priority = MAX_INDEX - int(best & MAX_INDEX), int(best >> INDEX_BITS)
        move = int(searcher.moves[ply, index])
        if (
            searcher.techniques & EXCHANGES
            and CAPTURE <= priority < TABLE_MOVE
            and PIECE_VALUES[captured_of(move)] < PIECE_VALUES[piece_of(move)]
        ):
            if not exchange_gains(searcher.states[ply], move, 0):
                priorities[index] = best + (LOSING_CAPTURE - CAPTURE) * INDEX_RANGE
                continue
        priorities[index] = TAKEN
        searcher.last_priority[ply] = priority
        return move


@core
def skip_quiets(searcher: Searcher, ply: int, count: int) -> None:
    """Drop the remaining quiet moves, except those that may give check."""
    priorities = searcher.priority[ply]
    for i in range(count):
        move = int(searcher.moves[ply, i])
        if priorities[i] > TAKEN and is_quiet(move) and not may_give_check(searcher, ply, move):
            priorities[i] = SKIPPED


@inlined
def with_bonus(value: int, bonus: int) -> int:
    """A history score with a bonus added; the larger the score, the less it grows."""
    return value + bonus - value * abs(bonus) // MAX_HISTORY


@inlined
def update_history(searcher: Searcher, before: int, move: int, bonus: int) -> None:
    piece, target = piece_of(move), target_of(move)
    searcher.history[piece, target] = with_bonus(int(searcher.history[piece, target]), bonus)
    follow_ups = searcher.follow_ups[piece_of(before), target_of(before)]
    follow_ups[piece, target] = with_bonus(int(follow_ups[piece, target]), bonus)


@core
def record_cutoff(searcher: Searcher, ply: int, move: int, count: int, depth: int) -> None:
    """Update killers, countermoves and histories after a quiet move has caused a beta cutoff."""
    killers = searcher.killers[ply]
    before = int(searcher.played[ply - 1]) if ply > 0 else 0
    if killers[0] != move:
        killers[0], killers[1] = move, killers[0]
    searcher.countermoves[piece_of(before), target_of(before)] = move
    bonus = min(32 * depth * depth, 2048)
    update_history(searcher, before, move, bonus)
    for i in range(count):
        tried = int(searcher.moves[ply, i])
        if searcher.priority[ply, i] == TAKEN and tried != move and is_quiet(tried):
            update_history(searcher, before, tried, -bonus)
