"""The moves of a tournament with what they lost: computed here alone, from the moves and the judgements of positions.

A move is judged if both its positions are; the judge is the one that `arena analyse` used last.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from arena.analyse import formulas
from arena.analyse.intervals import clustered_mean
from arena.analyse.judgement import Judgement
from arena.analyse.positions import PHASES, ChosenMove, chosen_moves, phase_of
from arena.store.judgements import Judgements, judges_in
from arena.store.store import FILE, Store

if TYPE_CHECKING:
    from arena.store.queries import Results

NUMBERS = {"value": "float64", "value_after": "float64", "is_best": "bool"}  # types that even no rows have
READ = ("game", "ply", "seat", "mind", "opponent", "opening", "phase", "fen", "action", "best", *NUMBERS)
MEANS = {"acpl": "loss", "mean_accuracy": "move_accuracy"}  # each with an interval
MOVES_APART = 4  # the position after a move is the one before the next
COUNTS = {"best_moves": "is_best", "mistakes": "is_mistake", "blunders": "is_blunder"}


def judge_in(store: Store) -> Judgements | None:
    """Return the judgements of the judge that was used last; None if nothing is judged."""
    return next(reversed(judges_in(store.db, store.folder / FILE)), None)


def analysed_moves(store: Store, game: str = "") -> pd.DataFrame:
    """Return a row for each judged move, of all games or of one; arena/store/tables/analysis.py has the columns."""
    judgements = judge_in(store)
    rows = list(_rows(store, judgements, game)) if judgements is not None else []
    return _with_losses(pd.DataFrame(rows, columns=list(READ)).astype(NUMBERS))


def _rows(store: Store, judgements: Judgements, game: str) -> Iterator[tuple[Any, ...]]:
    find = lru_cache(MOVES_APART)(judgements.get)
    for record, move in chosen_moves(store.records(game)):
        known = (record.name, move.ply, move.seat, record.minds[move.seat], record.minds[1 - move.seat])
        if (judged := _judged(move, find)) is not None:
            yield (*known, record.opening_name, phase_of(move.before), move.before, move.action, *judged)


def _judged(move: ChosenMove, find: Callable[[str], Judgement | None]) -> tuple[str, int, int, bool] | None:
    """Return the best move, the values before and after the move for the mover, and whether it is the best one."""
    before = find(move.before)
    after = find(move.after) if move.final is None else None
    if before is None or (after is None and move.final is None):
        return None
    value_after = -after.value if after is not None else move.final or 0
    return before.best, before.value, value_after, before.is_best(move.action)


def _with_losses(moves: pd.DataFrame) -> pd.DataFrame:
    best, after, was_best = (moves[name].to_numpy() for name in ("value", "value_after", "is_best"))
    lost = np.where(was_best, 0.0, formulas.win_loss(best, after))
    return moves.assign(
        loss=np.where(was_best, 0.0, formulas.centipawn_loss(best, after)),
        win_loss=lost,
        move_accuracy=formulas.accuracy(lost),
        is_mistake=(lost >= formulas.MISTAKE) & (lost < formulas.BLUNDER),
        is_blunder=lost >= formulas.BLUNDER,
    )


def accuracy(results: "Results", *by: str) -> pd.DataFrame:
    """Return a row for each group of judged moves: by mind, and by further columns such as seat, phase or opening.

    The columns are those of arena/store/tables/accuracy.py. Identical games between the same minds count as one game
    for the intervals.
    """
    moves, games = results.analysis, results.games
    same = games.groupby(["first", "second", "moves_hash"])["game"].transform("first")
    clusters = moves["game"].map(dict(zip(games["game"], pd.factorize(same)[0], strict=True)))
    keys = ["mind", *by]
    rows = [
        [*(key if isinstance(key, tuple) else (key,)), *_figures(group, clusters[group.index].to_numpy())]
        for key, group in moves.groupby(keys, sort=False)
    ]
    errors = [column for name in MEANS for column in (name, f"{name}_error")]
    table = pd.DataFrame(rows, columns=[*keys, "games", "moves", *errors, *COUNTS])
    return _sorted(table, moves, by)


def _figures(group: pd.DataFrame, clusters: Any) -> Sequence[float]:
    means = [figure for name in MEANS.values() for figure in clustered_mean(group[name].to_numpy(), clusters)]
    return [group["game"].nunique(), len(group), *means, *(int(group[name].sum()) for name in COUNTS.values())]


def _sorted(table: pd.DataFrame, moves: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """Return a table with the minds of least loss first, and phases in their order."""
    places = {mind: place for place, mind in enumerate(moves.groupby("mind")["loss"].mean().sort_values().index)}
    phases = {phase: place for place, phase in enumerate(PHASES)}
    orders = {"mind": places, "phase": phases}

    def order(column: "pd.Series[Any]") -> "pd.Series[Any]":
        return column.map(orders[str(column.name)]) if column.name in orders else column

    return table.sort_values(["mind", *by], key=order, kind="stable").reset_index(drop=True)


def worst_moves(results: "Results", count: int) -> pd.DataFrame:
    """Return the judged moves that lost most of the win probability, the worst first."""
    return results.analysis.nlargest(count, ["win_loss", "loss"])
