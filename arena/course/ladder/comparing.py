"""Comparing two versions of a team by what they did on the ladder: "v7 against v6: +34 ± 21"."""

from collections.abc import Iterable
from math import inf, sqrt
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING

from msgspec import Struct

from arena.course.handin import HandIn
from arena.course.ladder.begun import FOLDER
from arena.errors import CourseError, StoreError
from arena.rate.elo import Z95
from arena.store.store import Store, open_store
from minds.errors import quoted

if TYPE_CHECKING:
    from arena.rate.pairs import Ratings

REUSE = 30.0  # seconds: with very many games a fit takes a second
ROWS = """
SELECT one.name, other.name, games.score_first, games.pair FROM games
JOIN minds AS one ON one.number = games.first JOIN minds AS other ON other.number = games.second
"""
Row = tuple[str, str, float, str]  # first, second, the first one's score, pair


class AgainstBaseline(Struct, frozen=True):
    """The points that two versions have made against a baseline, and the games that it took."""

    baseline: str
    points: tuple[float, float]
    games: tuple[int, int]


class VersionComparison(Struct, frozen=True):
    """The difference of two versions' ratings, from all games of the ladder, and its 95 % interval."""

    newer: str  # names on the ladder
    older: str
    difference: float
    error: float
    games: tuple[int, int]
    against: tuple[AgainstBaseline, ...]

    @property
    def is_clear(self) -> bool:
        """True if the interval leaves no doubt which one is stronger."""
        return abs(self.difference) > self.error

    def __str__(self) -> str:
        newer, older = (f"v{name.rpartition('@')[2]}" for name in (self.newer, self.older))
        return f"{newer} against {older}: {round(self.difference):+d} ± {round(self.error)}".replace("-", "−")


class Comparer:
    """Compares versions on the ladder of a course, whose ratings are fitted again after a while only."""

    def __init__(self, folder: Path, reuse: float = REUSE) -> None:
        self.folder, self.reuse, self.lock = folder / FOLDER, reuse, Lock()
        self.fitted = -inf
        self.rows: list[Row] = []
        self.baselines: list[str] = []
        self.names: dict[int, str] = {}  # of versions as they were then, by the numbers of their hand-ins
        self.ratings: Ratings | None = None

    def compare(self, newer: HandIn, older: HandIn) -> VersionComparison:
        """Compare two versions; raise CourseError if one has not played."""
        with self.lock:
            if monotonic() - self.fitted > self.reuse:
                self.ratings = self._fit()
            assert self.ratings is not None
            names = [self.names.get(one.number, f"v{one.version}") for one in (newer, older)]
            return compared(self.ratings, self.rows, self.baselines, *names)

    def _fit(self) -> "Ratings":
        from arena.rate.pairs import fit  # not above: the server asks for it when somebody compares

        try:
            with open_store(self.folder, read_only=True) as store:
                store.db.execute("BEGIN")
                self.rows = [(one, other, float(score), pair) for one, other, score, pair in store.db.execute(ROWS)]
                self.baselines = _baselines(store)
                self.names = {one.hand_in: one.name for one in store.entrants() if one.hand_in}
        except StoreError:
            raise CourseError("the ladder has not begun; try again in a minute") from None
        ratings, self.fitted = fit(self.rows), monotonic()
        return ratings


def _baselines(store: Store) -> list[str]:
    names = [one.name for one in store.entrants()]
    return [name for name, mind in zip(names, store.plan.minds, strict=False) if isinstance(mind, str)]


def compared(
    ratings: "Ratings", rows: Iterable[Row], baselines: Iterable[str], newer: str, older: str
) -> VersionComparison:
    """Compare two versions by ratings that are known, and the games that they were fitted to."""
    for name in (newer, older):
        if name not in ratings.names:
            raise CourseError(f"{quoted(name)} has not played yet; try again in a minute")
    one, other = ratings.names.index(newer), ratings.names.index(older)
    spread = ratings.covariance
    variance = max(float(spread[one, one] + spread[other, other] - 2 * spread[one, other]), 0.0)
    found = {name: _scores(rows, name) for name in (newer, older)}
    return VersionComparison(
        newer,
        older,
        float(ratings.elo[one] - ratings.elo[other]),
        Z95 * sqrt(variance),
        (sum(map(len, found[newer].values())), sum(map(len, found[older].values()))),
        tuple(
            AgainstBaseline(
                baseline,
                (sum(found[newer].get(baseline, ())), sum(found[older].get(baseline, ()))),
                (len(found[newer].get(baseline, ())), len(found[older].get(baseline, ()))),
            )
            for baseline in baselines
        ),
    )


def _scores(rows: Iterable[Row], name: str) -> dict[str, list[float]]:
    """Return a mind's scores by opponent."""
    found: dict[str, list[float]] = {}
    for first, second, score, _ in rows:
        if first == name:
            found.setdefault(second, []).append(score)
        elif second == name:
            found.setdefault(first, []).append(1 - score)
    return found
