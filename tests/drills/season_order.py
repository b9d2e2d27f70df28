"""The order of a ladder, compared with that of a plain round robin of the same versions by the same plan."""

import subprocess
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

from msgspec.structs import replace

from arena.entrants.entrant import Entrant, Entry
from arena.rate.pairs import Ratings, fit
from arena.store.store import Store, open_store
from arena.tournament.plan import Plan
from tests.arena.command import ARENA
from tests.drills.classroom import Step

MOST_SECONDS = 2400.0  # for the round robin
FEWEST_CLEAR = 0.2  # share of the pairs that must be clear on the ladder and in the round robin of a long season
UNKNOWN = (-10_000, 10_000)
Interval = tuple[int, int]


def compare_orders(ladder: Path, plan: Plan, home: Path, games: int, is_long: bool) -> Step:
    """Play a round robin of the versions that play on a ladder; no pair may contradict beyond both intervals."""
    step, out = Step("order"), home / "round-robin"
    with open_store(ladder, read_only=True) as store:
        present = [(place, one) for place, one in enumerate(store.entrants()) if one.standing == "playing"]
        minds = [_mind(home / "versions", store, place, one) for place, one in present]
        first = _ratings(store, [place for place, _ in present])
    file = home / "round-robin.toml"
    played = replace(plan, minds=tuple(minds), games=games, concurrency=2, name="", max_faults=0)
    file.write_text(played.to_toml(), encoding="utf-8")
    command = [ARENA, "run", "--plan", str(file), "--out", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=MOST_SECONDS, check=False)
    step.expect(done.returncode == 0, f"arena run: exit code {done.returncode}: {done.stderr[-500:]}")
    if done.returncode:
        return step
    with open_store(out, read_only=True) as store:
        second = _ratings(store, range(len(present)))
        count = len(store.results())
    judge_orders(step, [one.name for _, one in present], (first, second), is_long)
    step.figures = f"{len(present)} minds, {count} games in the round robin; {step.figures}"
    return step


def judge_orders(
    step: Step, names: Sequence[str], ratings: tuple[Sequence[Interval], Sequence[Interval]], is_long: bool
) -> None:
    """Name each pair that the ladder orders surely in one way and the round robin in the other; print how many agree.

    Where few pairs are clear in both, that none contradicts says little: then a long season fails.
    """
    pairs = list(combinations(range(len(names)), 2))
    sides = [[_side(intervals[one], intervals[other]) for one, other in pairs] for intervals in ratings]
    for (one, other), on_ladder, in_robin in zip(pairs, *sides, strict=True):
        words = f"{names[one]} and {names[other]}: on the ladder {ratings[0][one]}, {ratings[0][other]}"
        words += f"; in the round robin {ratings[1][one]}, {ratings[1][other]}"
        step.expect(on_ladder * in_robin >= 0, words)
    clear = [sum(map(abs, side)) for side in sides]
    both = sum(on_ladder * in_robin != 0 for on_ladder, in_robin in zip(*sides, strict=True))
    step.figures = f"{len(pairs)} pairs: clear on the ladder {clear[0]}, in the round robin {clear[1]}, in both {both}"
    is_enough = both >= FEWEST_CLEAR * len(pairs)
    step.expect(is_enough or not is_long, f"too few pairs are clear in both to compare orders: {step.figures}")


def _mind(folder: Path, store: Store, place: int, one: Entrant) -> str | Entry:
    """Return an entrant of the ladder for the plan of a round robin; a version as files, under its number."""
    if not one.bundle:
        return one.spec
    own = folder / f"v{place + 1:03}"
    for file in store.bundle(one.bundle).files:
        path = own / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
    return Entry(str(own / one.runs), own.name)


def _ratings(store: Store, places: Sequence[int]) -> list[Interval]:
    """Return the 95 % intervals of the ratings of some minds."""
    results = store.results()
    rows = [(minds[0], minds[1], results[name][0], name[:-1]) for name, minds in store.seats().items()]
    found: Ratings = fit(rows)
    known = {
        name: (round(elo - error), round(elo + error))
        for name, elo, error in zip(found.names, found.elo, found.error, strict=True)
    }
    return [known.get(place, UNKNOWN) for place in places]


def _side(one: Interval, other: Interval) -> int:
    """Return 1 if the first is surely above, -1 if it is surely below, and 0 if the intervals overlap."""
    return int(one[0] > other[1]) - int(one[1] < other[0])
