"""Shares of processor time on a season's ladder, in the longest time up to its end in which all teams have played."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from time import monotonic
from typing import NamedTuple

from arena.course.handin import label_of
from arena.course.ladder.spending import spent_by
from arena.store.store import Store
from tests.drills.classroom import Step

TOLERANCE = 0.2  # of an equal share
SHORTEST = 150.0  # seconds in which shares are judged
FEWEST_GAMES = 20  # of each team, so that one game is a small part of its share


class Look(NamedTuple):
    """A look at the ladder: the games of each team, what it has spent, in seconds, and the teams that play."""

    at: float
    games: Mapping[str, int]
    spent: Mapping[str, float]
    playing: frozenset[str]


class Window(NamedTuple):
    """The time between two looks, in which the same teams have played, and perhaps others that do so no more."""

    first: Look
    last: Look

    @property
    def seconds(self) -> float:
        """The length of it."""
        return self.last.at - self.first.at

    @property
    def games(self) -> dict[str, int]:
        """The games of each team."""
        return {team: self.last.games.get(team, 0) - self.first.games.get(team, 0) for team in self.last.playing}

    @property
    def spent(self) -> dict[str, float]:
        """The seconds that each team has spent."""
        return {team: self.last.spent.get(team, 0.0) - self.first.spent.get(team, 0.0) for team in self.last.playing}

    @property
    def can_be_judged(self) -> bool:
        """True if each team has played enough for its share to be compared with others."""
        return self.seconds >= SHORTEST and min(self.games.values(), default=0) >= FEWEST_GAMES


def look_at(store: Store) -> Look:
    """Look at a ladder. A team plays while one of its versions does; one that was disqualified rests."""
    entrants, games, spent = store.entrants(), Counter[str](), defaultdict[str, float](float)
    labels = [label_of(one.name) if one.bundle else "" for one in entrants]
    for minds in store.seats().values():
        games.update(labels[mind] for mind in minds)
    for mind, seconds in spent_by(store).items():
        spent[labels[mind]] += seconds
    playing = {label for label, one in zip(labels, entrants, strict=True) if label and one.standing == "playing"}
    return Look(monotonic(), games, spent, frozenset(playing))


def window_of(looks: Sequence[Look]) -> Window | None:
    """Return the longest time up to the last look in which all teams that play in the end have played."""
    if not looks:
        return None
    first = last = looks[-1]
    for one in reversed(looks):
        if not last.playing <= one.playing:
            break
        first = one
    return Window(first, last)


def judge_shares(looks: Sequence[Look], is_long: bool) -> Step:
    """Compare what each team has spent with an equal share; too few games to compare are a fault of a long season."""
    step, window = Step("shares"), window_of(looks)
    if window is None or not window.last.playing:
        step.expect(False, "nobody plays on the ladder in the end")
        return step
    ordered = sorted(window.spent.items(), key=lambda one: one[1])
    equal = sum(window.spent.values()) / len(ordered)
    step.figures = _figures(window, ordered, equal)
    if not window.can_be_judged:
        step.expect(not is_long, f"too few games to compare: {step.figures}")
        step.figures += "; too few games to compare"
        return step
    for team, own in ordered:
        words = f"{team} has spent {own:.2f} s in {window.games[team]} games, an equal share is {equal:.2f} s"
        step.expect(abs(own - equal) <= TOLERANCE * equal, words)
    return step


def _figures(window: Window, ordered: Sequence[tuple[str, float]], equal: float) -> str:
    games = window.games
    figures = f"{len(ordered)} teams in {window.seconds:.0f} s, {min(games.values())} to {max(games.values())} games"
    if not equal:
        return figures
    widest = (f"{own / equal - 1:+.1%} ({team}, {games[team]} games)" for team, own in (ordered[0], ordered[-1]))
    return f"{figures} and {equal:.2f} s each: from {' to '.join(widest)}"
