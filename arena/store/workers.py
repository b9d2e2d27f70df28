"""Workers and results: which workers, or machines, differ from the others by more than chance.

Compared are the games that minds forfeited, and what each mind scored, each with what is usual between the same minds
on the same seats. Games of minds that learn are left out: they change by themselves.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from arena.rate.workers import Contributions, Deviations, Ints, deviations, less_usual
from arena.store.rows import worker_of

if TYPE_CHECKING:
    from arena.store.queries import Results

LEVEL = 0.01  # largest probability that counts as more than chance; fewer than 100 games cannot reach it
MIN_GAMES = 10  # of a worker that is compared
MAX_NAMED, MAX_CELLS = 5, 10_000  # workers named; figures of all workers together
FORFEITS = 0  # the first figure; those that follow are the scores of minds
GAMES = """
SELECT games.first, games.second, games.score_first, games.ending = 'forfeit' AS forfeit, games.worker,
       EXISTS (SELECT 1 FROM memories WHERE memories.game = games.number AND memories.text <> '') AS learnt
FROM games ORDER BY games.number
"""


class Group(NamedTuple):
    """A worker, or all workers of a machine."""

    name: str
    is_machine: bool


class Difference(NamedTuple):
    """A group of games that differs from the others by more than chance."""

    group: Group
    mind: str  # whose scores differ; "" if it is the forfeits
    games: int
    found: float  # forfeits, or points of the mind
    expected: float
    p_value: float
    rivals: int  # other groups that it was compared with


class Comparison(NamedTuple):
    """The comparison of all workers."""

    differences: list[Difference]
    p_values: dict[str, float]  # by the workers' names; of workers with enough games only


def compare(results: "Results") -> Comparison:
    """Compare the workers of a tournament; name the one that differs most, and compare the others again without it."""
    games = results.query(GAMES)
    games = games[games["worker"].notna() & (games["learnt"] == 0)].reset_index(drop=True)
    found: list[Difference] = []
    p_values: dict[str, float] = {}
    least = 0.0
    while (table := _Table.of(games)) is not None:
        difference, new = table.compare(results.minds)
        least = max(least, difference.p_value)  # nobody is named with less doubt than those before
        p_values |= {name: max(least, p_value) for name, p_value in new.items()}
        if difference.p_value > LEVEL or len(found) == MAX_NAMED:
            break
        found.append(difference)
        games = games[~table.plays(difference.group)].reset_index(drop=True)
    return Comparison(found, p_values)


def _clearest(found: Deviations) -> tuple[int, int]:
    """Return the group and the figure that differ most; of two that differ alike, the one with more forfeits."""
    worse = np.where(np.arange(found.sums.shape[1]) == FORFEITS, -found.sums, found.sums)
    order = np.lexsort((worse.ravel(), -found.sizes.ravel().round(6), found.p_values.ravel()))
    group, figure = divmod(int(order[0]), found.sums.shape[1])
    return group, figure


class _Table:
    """Games, and the groups that are compared."""

    def __init__(self, games: pd.DataFrame, names: "pd.Series[str]", machines: "pd.Series[str]") -> None:
        self.games, self.names, self.machines = games, names, machines
        workers = names.value_counts()
        enough = workers.index[workers >= MIN_GAMES]
        several = names.groupby(machines).nunique()
        shared = [name for name in several.index[several > 1] if len(several) > 1]
        self.groups = [*(Group(str(name), False) for name in enough), *(Group(str(name), True) for name in shared)]

    @classmethod
    def of(cls, games: pd.DataFrame) -> "_Table | None":
        """Return the table of some games; None if there is nothing to compare."""
        workers = {text: worker for text in games["worker"].unique() if (worker := worker_of(text)) is not None}
        names = games["worker"].map({text: worker.name for text, worker in workers.items()})
        machines = games["worker"].map({text: worker.machine for text, worker in workers.items()})
        table = cls(games, names, machines)
        return table if table.groups and names.nunique() > 1 else None

    def plays(self, group: Group) -> "pd.Series[bool]":
        """Return which games a group has played."""
        return (self.machines if group.is_machine else self.names) == group.name

    def compare(self, minds: list[str]) -> tuple[Difference, dict[str, float]]:
        """Return the clearest difference, and the least probability of each worker's."""
        most = pd.concat([self.games["first"], self.games["second"]]).value_counts()
        shown = [int(mind) for mind in most.index[: max(1, MAX_CELLS // len(self.groups) - 1)]]
        figures = {mind: figure for figure, mind in enumerate(shown, FORFEITS + 1)}
        found = deviations(self._members(), len(self.groups), self._contributions(figures), 1 + len(figures))
        place, figure = _clearest(found)
        mind = shown[figure - 1] if figure != FORFEITS else 0
        games, total = self._total(self.groups[place], mind)
        difference = Difference(
            self.groups[place],
            minds[mind - 1] if mind else "",
            games,
            total,
            total - float(found.sums[place, figure]),
            float(found.p_values[place, figure]),
            int(self.names.nunique()) - 1,
        )
        return difference, self._by_worker(found.p_values.min(axis=1))

    def _members(self) -> list[Ints]:
        """Return the place of each game's worker among the groups and, if there are some, that of its machine."""
        places = {group: place for place, group in enumerate(self.groups)}
        levels = []
        for is_machine, names in ((False, self.names), (True, self.machines)):
            own = {group.name: place for group, place in places.items() if group.is_machine == is_machine}
            if own:
                levels.append(names.map(own).fillna(len(places)).to_numpy(np.int64))
        return levels

    def _contributions(self, figures: dict[int, int]) -> Contributions:
        """Return what each game adds to the forfeits and to the scores of its minds, less what is usual."""
        games = self.games
        kinds = games.groupby(["first", "second"], dropna=False).ngroup().to_numpy(np.int64)
        forfeits = less_usual(games["forfeit"].to_numpy(float), kinds)
        scores = less_usual(games["score_first"].to_numpy(float), kinds)
        parts = [(np.full(len(games), FORFEITS), forfeits)]
        for seat, sign in (("first", 1.0), ("second", -1.0)):
            if not games["second"].isna().any():  # minds that play alone have scores of many kinds
                parts.append((games[seat].map(figures).fillna(-1).to_numpy(np.int64), sign * scores))
        numbers = np.tile(np.arange(len(games)), len(parts))
        columns, values = (np.concatenate(column) for column in zip(*parts, strict=True))
        counts = (columns >= 0) & (values != 0)
        return Contributions(numbers[counts], columns[counts], values[counts])

    def _total(self, group: Group, mind: int) -> tuple[int, float]:
        """Return the number of a group's games and their forfeits or, with a mind, its games and points there."""
        own = self.games[self.plays(group)]
        if not mind:
            return len(own), float(own["forfeit"].sum())
        first, second = own[own["first"] == mind], own[own["second"] == mind]
        return len(first) + len(second), float(first["score_first"].sum() + (1 - second["score_first"]).sum())

    def _by_worker(self, p_values: np.ndarray) -> dict[str, float]:
        found = {group: float(p_value) for group, p_value in zip(self.groups, p_values, strict=True)}
        owners = dict(zip(self.names, self.machines, strict=True))
        return {
            group.name: min(p_value, found.get(Group(owners[group.name], True), 1.0))
            for group, p_value in found.items()
            if not group.is_machine
        }
