"""The ladder of a season as it is watched while it plays, and the judgement of its games and of its shares of time."""

from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

from arena.course.ladder.roster import climbers, label_of
from arena.course.ladder.spending import spent_by
from arena.course.participants.members import Members
from arena.course.register import Register
from arena.errors import StoreError
from arena.store.store import FILE, Store, open_store
from arena.tournament.live import is_playing
from tests.drills.classroom import Step

QUIET = 3.0  # seconds without a new game, after which a paused ladder is at rest
TO_REST = 300.0  # seconds until it must be
TOLERANCE = 0.2  # of an equal share
SHORTEST_WINDOW = 150.0  # seconds in which shares are judged
FEWEST_GAMES = 20  # for each team
FIRST_GAMES = 2  # that each version has played at the end
Result = tuple[float, ...]


class Look(NamedTuple):
    """A look at the ladder: what each team has spent, in seconds, and which of them played."""

    at: float
    games: int
    spent: Mapping[str, float]
    playing: frozenset[str]


class LadderWatch:
    """Looks at a ladder's store from outside, again and again."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.looks = folder, list[Look]()
        self.games: dict[str, Result] = {}
        self.step = Step("games")

    @property
    def place(self) -> Path:
        """The folder of the ladder."""
        return self.folder / "ladder"

    def look(self) -> None:
        """Look at the games and the times; a game that was there once must stay as it was."""
        if not (self.place / FILE).is_file():
            return
        with suppress(StoreError), open_store(self.place, read_only=True) as store:
            present = store.results()
            for name, result in self.games.items():
                self.step.expect(present.get(name) == result, f"game {name} was {result}, and is {present.get(name)}")
            self.games = present
            self.looks.append(_look(store))

    def is_checked(self) -> bool:
        """Return True if no hand-in waits for its check."""
        with Register(self.folder) as register:
            return not register.waiting(1)

    def has_played(self) -> bool:
        """Return True if every version that is to play has had its first games, or was disqualified."""
        with Register(self.folder) as register:
            wanted = {one.name for one in climbers(register.hand_ins(), Members(self.folder, register, "real").shown)}
        with suppress(StoreError), open_store(self.place, read_only=True) as store:
            names, seats = [one.name for one in store.entrants()], store.seats().values()
            resting = {one.name for one in store.entrants() if one.standing == "disqualified"}
            played = [names[mind] for minds in seats for mind in minds]
            return all(played.count(name) >= FIRST_GAMES for name in wanted - resting)
        return False

    def await_rest(self) -> None:
        """Wait until the games that were under way are stored."""
        end, count, since = monotonic() + TO_REST, -1, monotonic()
        while monotonic() < end and monotonic() - since < QUIET:
            self.look()
            if len(self.games) != count or is_playing(self.place):
                count, since = len(self.games), monotonic()
            sleep(0.2)
        self.step.expect(monotonic() < end, f"a paused ladder still plays after {TO_REST:.0f} s")

    # ── Judgement ────────────────────────────────────────────────────────────────────────────

    def judge_games(self) -> Step:
        """Look for lost, doubled and damaged games, holes in numbers, and pairs of which a game is missing."""
        with open_store(self.place, read_only=True, examine="games") as store:
            self.step.expect(not store.damage, f"the store is damaged: {store.damage}")
            numbers = [number for (number,) in store.db.execute("SELECT number FROM games ORDER BY number")]
            self.step.expect(numbers == list(range(1, len(numbers) + 1)), "the games' numbers have holes")
            resting = {place for place, one in enumerate(store.entrants()) if one.standing != "playing"}
            self._judge_pairs(store.seats(), resting)
        self.step.figures = f"{len(numbers)} games"
        return self.step

    def _judge_pairs(self, seats: Mapping[str, tuple[int, ...]], resting: set[int]) -> None:
        halves, pairings = defaultdict(list), defaultdict(set)
        for name, minds in seats.items():
            halves[name[:-1]].append(minds)
            pairings[frozenset(minds)].add(int(name.rpartition("-")[2][:-1]))
        for pair, found in halves.items():
            is_whole = len(found) == 2 and found[0] == found[1][::-1]
            self.step.expect(is_whole or resting.intersection(found[0]), f"pair {pair} has the games {found}")
        for minds, openings in pairings.items():
            self.step.expect(max(openings) == len(openings), f"the openings of {sorted(minds)} have holes: {openings}")

    def judge_shares(self, is_long: bool) -> Step:
        """Compare what teams have spent in the longest time up to the end in which all of them have played.

        With few games one of them is a large part of a share: then a long season fails, and nothing is compared.
        """
        step, last = Step("shares"), self.looks[-1]
        window = [last]
        for one in reversed(self.looks[:-1]):
            if not last.playing <= one.playing:
                break
            window.append(one)
        seconds, first = last.at - window[-1].at, window[-1]
        spent = {team: last.spent.get(team, 0.0) - first.spent.get(team, 0.0) for team in last.playing}
        equal = sum(spent.values()) / max(1, len(spent))
        ordered = sorted(spent.items(), key=lambda one: one[1])
        step.figures = f"{len(spent)} teams in {seconds:.0f} s, {equal:.2f} s each"
        if ordered and equal:
            (low, least), (high, most) = ordered[0], ordered[-1]
            step.figures += f": from {least / equal - 1:+.0%} ({low}) to {most / equal - 1:+.0%} ({high})"
        games = last.games - first.games
        if seconds < SHORTEST_WINDOW or games < FEWEST_GAMES * len(spent):
            step.expect(not is_long, f"{games} games in {seconds:.0f} s are too few to compare {len(spent)} teams")
            step.figures += "; too few games to compare"
            return step
        for team, own in ordered:
            step.expect(
                abs(own - equal) <= TOLERANCE * equal, f"{team} has spent {own:.2f} s, an equal share is {equal:.2f} s"
            )
        return step


def _look(store: Store) -> Look:
    entrants = store.entrants()
    spent: dict[str, float] = defaultdict(float)
    for place, seconds in spent_by(store).items():
        spent[label_of(entrants[place].name)] += seconds
    playing = {label_of(one.name) for one in entrants if one.standing == "playing" and one.bundle}
    return Look(monotonic(), len(store.results()), spent, frozenset(playing))
