"""Workers and chance: do the results of some games differ from the others' by more than chance?

If workers did not matter, each could as well have played other games. So the row of workers is turned against the row
of games, both in the order of playing, and it is counted how often a turned row makes any worker differ as much as the
true one does. Turning keeps runs of games together: what the games of a batch share, such as their opening, is not
taken for their worker's doing. This is one test for all workers and figures, so it needs no correction for their
number.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

TURNS, SEED = 499, 1  # at most so many turns, drawn by a seed
ONE_GAME = 1.0  # added to each standard deviation, so that a single game makes no worker stand out
TOLERANCE = 1e-9

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Contributions(NamedTuple):
    """The contributions of games to figures: an entry for each game and figure, less what is usual for such a game."""

    games: Ints  # by their places in the order of playing
    figures: Ints
    values: Floats

    def of(self, games: NDArray[np.bool_]) -> "Contributions":
        """Return the entries of some games, which are numbered anew."""
        chosen = games[self.games]
        places = np.cumsum(games) - 1
        return Contributions(places[self.games[chosen]], self.figures[chosen], self.values[chosen])


class Deviations(NamedTuple):
    """The distances of groups of games from what is usual, by figure, and how likely chance takes any group so far."""

    sums: Floats  # groups × figures
    sizes: Floats  # of the deviations, in standard deviations
    p_values: Floats


def less_usual(values: Floats, kinds: Ints) -> Floats:
    """Return values less the mean of all games of the same kind."""
    usual = np.bincount(kinds, weights=values) / np.maximum(np.bincount(kinds), 1)
    return values - usual[kinds]


def deviations(members: list[Ints], groups: int, contributions: Contributions, figures: int) -> Deviations:
    """Compare groups of games. Each of `members` has the group of every game, or `groups` for a game of none."""
    count = len(members[0])
    turned = np.random.default_rng(SEED).permutation(np.arange(1, count))[:TURNS]
    rows = [_sums(members, groups, contributions, figures, int(turn)) for turn in (0, *turned)]
    sums = np.stack(rows)
    sizes = np.abs(sums) / (np.sqrt((sums**2).mean(axis=0)) + ONE_GAME)
    largest = np.sort(sizes.max(axis=1))
    p_values = 1 - np.searchsorted(largest, sizes[0] - TOLERANCE) / len(largest)
    shape = groups, figures
    return Deviations(sums[0].reshape(shape), sizes[0].reshape(shape), p_values.reshape(shape))


def _sums(members: list[Ints], groups: int, contributions: Contributions, figures: int, turn: int) -> Floats:
    """Return the sum of each group's contributions by figure, if it had played the games `turn` places later."""
    total = np.zeros((groups + 1) * figures)
    for groups_of_games in members:
        cells = np.roll(groups_of_games, turn)[contributions.games] * figures + contributions.figures
        total += np.bincount(cells, weights=contributions.values, minlength=len(total))
    return total[: groups * figures]
