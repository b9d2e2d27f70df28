"""The engine's search: principal variation search, which proves most moves no better instead of weighing them."""

from minds.board.compiled import ahead, inlined, signature
from minds.board.make import make
from minds.board.movegen import count_moves, list_moves
from minds.board.settle import checkers
from minds.board.squares import ALL, NONE
from minds.engine import techniques as use
from minds.engine.checks import aim, may_check
from minds.engine.judgement import judge
from minds.engine.margins import lessened, loses_material, no_more_quiet, sure
from minds.engine.ordering import drop_quiet, is_quiet, next_best, reward, weigh
from minds.engine.passing import CLAIMED, PASSED, depth_of_pass, make_nothing, may_pass
from minds.engine.quiet import settle_captures
from minds.engine.searcher import LAST_PLY, SEARCHER, Searcher, count_node, drawn_by_rule, lengthen
from minds.engine.table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    SURE_WIN,
    bound_in,
    decides,
    expect,
    move_in,
    recall,
    remember,
    score_in,
    table_key,
)
from minds.search.game import INFINITE, WIN

ONCE = 1  # whoever repeats a position once can do it again: it is worth a draw at once
POOR_ORDER = 4  # plies from which it pays to look less deep where no move is known to be good


@inlined
def better_judged(standing: int, finding: int, ply: int) -> int:
    """What the position itself is worth, or what the table knows of it, if that says more."""
    if finding == 0:
        return standing
    score, bound = score_in(finding, ply), bound_in(finding)
    if bound == EXACT or (score > standing if bound == AT_LEAST else score < standing):
        return score
    return standing


@inlined
def list_all(searcher: Searcher, ply: int, known: int) -> int:
    """The moves to be looked at, weighed, the known one in front; at the root perhaps only some."""
    count = list_moves(searcher.states[ply], searcher.moves[ply], ALL)
    if ply == 0 and searcher.choice > 0:
        count = int(searcher.choice)
        for i in range(count):
            searcher.moves[0, i] = searcher.chosen[i]
    weigh(searcher, ply, count, known)
    aim(searcher, ply)
    if known != 0 and ply > 0:
        next_best(searcher, ply, count)  # it has been taken
    return count


@inlined
def note_best(searcher: Searcher, ply: int, move: int, score: int, before: int) -> None:
    """A better line was found; of the root more is told."""
    lengthen(searcher, ply, move)
    if ply == 0:
        searcher.score, searcher.effort = score, searcher.nodes - before


@ahead(signature(int, SEARCHER, int, int, int, int))
def search(searcher: Searcher, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The score of the state at `ply`, `depth` moves deep and then until it is quiet.

    All in one function, for it calls itself, and compiled functions that call each other cannot be kept on disk. What
    it asks on its way is in the files beside this one.
    """
    state, child = searcher.states[ply], searcher.states[ply + 1]
    is_open = beta - alpha > 1
    searcher.lengths[ply] = ply
    searcher.keys[searcher.past + ply] = state.key
    in_check = checkers(state, int(state.turn)) != NONE
    if ply > 0:
        if drawn_by_rule(searcher, ply, ONCE):
            mated = in_check and count_moves(state) == 0
            return ply - WIN if mated else 0  # a mate on the last of the fifty moves counts
        if searcher.on & use.MATE_DISTANCE and not is_open:
            alpha, beta = max(alpha, ply - WIN), min(beta, WIN - ply - 1)
            if alpha >= beta:
                return alpha
        if in_check and searcher.on & use.CHECK_EXTENSION:
            depth += 1
    if depth <= 0:
        return settle_captures(searcher, alpha, beta, ply)
    if not count_node(searcher):
        return 0
    if ply >= LAST_PLY:
        return judge(searcher, ply)

    key = table_key(state)
    finding = recall(searcher, key) if searcher.on & use.TABLE else 0
    if not is_open and decides(finding, depth, alpha, beta, ply):
        return score_in(finding, ply)
    known = move_in(finding)

    standing = -INFINITE if in_check else judge(searcher, ply)
    searcher.standing[ply] = standing
    improving = 1 if not in_check and ply >= 2 and standing > searcher.standing[ply - 2] else 0
    if not is_open and not in_check and abs(beta) < SURE_WIN:
        hope = better_judged(standing, finding, ply)
        if searcher.on & use.REVERSE_FUTILITY and sure(depth, hope - beta, improving):
            return hope
        if searcher.on & use.NULL_MOVE and hope >= beta and may_pass(searcher, ply, depth):
            shallow = depth_of_pass(depth, hope - beta)
            make_nothing(state, child)
            searcher.played[ply] = PASSED
            score = -search(searcher, shallow, -beta, 1 - beta, ply + 1)
            if score >= beta and depth >= CLAIMED and searcher.stop == 0:
                outer = int(searcher.passing_from)
                searcher.passing_from = ply + 1 + 3 * max(shallow, 0) // 4  # until there, nobody passes
                score = search(searcher, shallow, beta - 1, beta, ply)
                searcher.passing_from = outer
                searcher.lengths[ply] = ply
            if searcher.stop != 0:
                return 0
            if score >= beta:
                return min(score, SURE_WIN - 1)
    if searcher.on & use.INTERNAL_REDUCTION and searcher.on & use.TABLE and known == 0 and depth >= POOR_ORDER:
        depth -= 1

    best, best_move, lowest, listed, count, i = -INFINITE, 0, alpha, False, 0, -1
    is_choosy = False  # whether quiet moves are looked at no more
    while True:
        i += 1
        if i == 0 and known != 0 and ply > 0:
            move = known  # before the others are even listed: they may never be needed
        else:
            if not listed:
                count, listed = list_all(searcher, ply, known), True
            move = next_best(searcher, ply, count)
            if move == 0:
                break
        if ply > 0 and i > 0 and not in_check and best > -SURE_WIN:
            if not is_choosy and is_quiet(move) and no_more_quiet(searcher, ply, depth, i, alpha, improving):
                is_choosy = True
                drop_quiet(searcher, ply, count)
            if is_choosy and is_quiet(move) and not may_check(searcher, ply, move):
                continue
            if loses_material(searcher, ply, depth, move) and not may_check(searcher, ply, move):
                continue
        if depth > 1:
            expect(searcher, state, move)
        make(state, child, move)
        searcher.played[ply] = move
        before = int(searcher.nodes)
        if i == 0:
            score = -search(searcher, depth - 1, -beta, -alpha, ply + 1)
        else:
            less = 0 if in_check else lessened(searcher, ply, depth, i, is_open, improving)
            score = -search(searcher, depth - 1 - less, -alpha - 1, -alpha, ply + 1)
            if less > 0 and score > alpha:
                score = -search(searcher, depth - 1, -alpha - 1, -alpha, ply + 1)
            if alpha < score < beta:
                score = -search(searcher, depth - 1, -beta, -alpha, ply + 1)
        if searcher.stop != 0:
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha, best_move = score, move
                note_best(searcher, ply, move, score, before)
            if score >= beta:
                if is_quiet(move):
                    reward(searcher, ply, move, count if listed else 0, depth)
                break
    if best == -INFINITE:
        return ply - WIN if in_check else 0
    if searcher.on & use.TABLE and (ply > 0 or searcher.choice == 0):  # of some moves alone nothing is to be learnt
        bound = AT_LEAST if best >= beta else (EXACT if best > lowest else AT_MOST)
        remember(searcher, key, ply, depth, best_move, best, bound)
    return best
