"""The ladder of a season as it is watched while it plays, and the judgement of its games."""

from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

from arena.course.ladder.roster import climbers, versions
from arena.course.participants.members import Members
from arena.course.register import Register
from arena.errors import StoreError
from arena.store.store import FILE, open_store
from arena.tournament.live import is_playing
from tests.drills.classroom import Step
from tests.drills.season_shares import Look, look_at, window_of

QUIET = 3.0  # seconds without a new game, after which a paused ladder is at rest
TO_REST = 300.0  # seconds until it must be
BETWEEN = 10.0  # seconds between two looks at what each team has spent, which reads all moves
FIRST_GAMES = 2  # that each version has played at the end
Result = tuple[float, ...]


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

    def look(self, is_last: bool = False) -> None:
        """Look at the games, and at times at what they cost; a game that was there once must stay as it was."""
        if not (self.place / FILE).is_file():
            return
        with suppress(StoreError), open_store(self.place, read_only=True) as store:
            present = store.results()
            changed = [name for name, result in self.games.items() if present.get(name) != result]
            words = [f"{name} was {self.games[name]}, and is {present.get(name)}" for name in changed[:3]]
            self.step.expect(not changed, f"{len(changed)} games have changed or are gone: {'; '.join(words)}")
            self.games = present
            if is_last or not self.looks or monotonic() - self.looks[-1].at >= BETWEEN:
                self.looks.append(look_at(store))

    def is_checked(self) -> bool:
        """Return True if no hand-in waits for its check."""
        with Register(self.folder) as register:
            return not register.waiting(1)

    def has_played(self) -> bool:
        """Return True if every version that is to play has had its first games, or was disqualified."""
        with Register(self.folder) as register:
            known = versions(register.hand_ins(), Members(self.folder, register, "real").shown)
        wanted = {one.number for one in climbers(known)}
        with suppress(StoreError), open_store(self.place, read_only=True) as store:
            numbers, seats = [one.hand_in for one in store.entrants()], store.seats().values()
            resting = {one.hand_in for one in store.entrants() if one.standing == "disqualified"}
            played = [numbers[mind] for minds in seats for mind in minds]
            return all(played.count(number) >= FIRST_GAMES for number in wanted - resting)
        return False

    def can_be_judged(self) -> bool:
        """Return True if all teams have played enough for their shares to be compared."""
        window = window_of(self.looks)
        return window is not None and window.can_be_judged

    def await_rest(self) -> None:
        """Wait until the games that were under way are stored."""
        end, count, since = monotonic() + TO_REST, -1, monotonic()
        while monotonic() < end and monotonic() - since < QUIET:
            self.look()
            if len(self.games) != count or is_playing(self.place):
                count, since = len(self.games), monotonic()
            sleep(0.2)
        self.look(is_last=True)
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
