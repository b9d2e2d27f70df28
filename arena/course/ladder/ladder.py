"""The ladder: an ordinary results folder, whose games are chosen one pair at a time and never end."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from sys import intern
from time import monotonic

from msgspec.structs import replace

from arena.course.handin import HandIn
from arena.course.ladder.accounts import Accounts
from arena.course.ladder.begun import NAMES, check_names, check_rules
from arena.course.ladder.files import BundleOf, VersionFiles
from arena.course.ladder.matchmaking import Matchmaker
from arena.course.ladder.roster import Climber, climbers, entered, entry, present
from arena.course.ladder.spending import spent_by, spent_in
from arena.course.settings import NamesShown
from arena.entrants.cache import is_unpacked
from arena.entrants.entrant import Entrant
from arena.entrants.roster import enter_all
from arena.rate.pairs import Ratings, fit
from arena.store.credits import credits_in, note_credits
from arena.store.renaming import rewrite
from arena.store.store import Store
from arena.tournament import formats
from arena.tournament.openings import read_openings
from arena.tournament.plan import Plan
from arena.tournament.schedule import Task, pairing
from world.record import Record

FIT_INTERVAL = 5.0  # seconds between two fits of the ratings
MAX_DEATHS = 5  # of workers in one game, which is then given up until the server's next start
EVEN = 0.5  # the likelihood that a mind is stronger of which nothing is known

PLAYED = (
    "SELECT name, first - 1, second - 1, score_first FROM games ORDER BY number"  # row by row: there may be very many
)
PRACTICE_LEAD = 120.0  # seconds of machine time by which a team may be ahead of others and still practise

PracticeOf = Callable[[Set[int]], tuple[int, str] | None]  # of hand-ins: one of them, and the baseline to meet


class Ladder:
    """The versions that play, what they have met, and what it has cost them; in a store that nobody else changes."""

    def __init__(self, store: Store, plan: Plan, names: NamesShown = "real") -> None:
        self.store, baselines = store, len(plan.minds)
        if not store.has_plan:
            store.set_plan(replace(plan, format=formats.LADDER), enter_all(plan.minds, plan.world))
            store.note(NAMES, names)
        check_rules(store, plan)
        check_names(store, names)
        self.plan = replace(plan, minds=store.plan.minds, format=formats.LADDER, date=store.plan.date)
        self.openings = read_openings(self.plan, store.openings_text)
        self.matchmaker = Matchmaker(Accounts(), frozenset(range(baselines)))
        self._look()
        self.versions: dict[int, HandIn] = {}  # all of the course, by number
        self.files = VersionFiles(store)
        self.players = {place: store.player(store.entrants()[place]) for place in range(baselines)}  # and versions
        self.practice_of: PracticeOf = lambda _: None
        self.is_practice_next = False  # every second time
        self.reserved: dict[str, list[tuple[str, float]]] = {}  # of teams, by the names of games under way
        self.halves: dict[str, tuple[int, ...]] = {}  # pairs of which one game was lost when the server was killed
        self.again: list[Task] = []  # games whose worker died, or that were void
        self.damaged: dict[str, set[int]] = {}  # minds whose files were not whole, by the names of games under way
        self.deaths: Counter[str] = Counter()  # of workers, by the names of games
        self.rows: list[tuple[str, str, float, str]] = []  # games as ratings are fitted to them
        self.forfeits: Counter[int] = Counter()  # in a row
        self.ratings: Ratings | None = None
        self.fitted = 0.0
        self._read()

    def _read(self) -> None:
        """Take in the games of the store."""
        forfeits = self.store.forfeits()
        for name, first, second, score in self.store.db.execute(PLAYED):
            minds = (first, second)
            self._count(name, minds, score, forfeits.get(name))
            if self.halves.pop(name[:-1], None) is None:
                self.halves[name[:-1]] = minds

    def _count(self, name: str, minds: Sequence[int], score: float, forfeited: int | None) -> None:
        first, second = (intern(str(mind)) for mind in minds)  # places stay, names do not
        self.rows.append((first, second, score, intern(name[:-1])))
        pair = frozenset(minds)
        self.matchmaker.met[pair] = max(self.matchmaker.met[pair], int(name.rpartition("-")[2][:-1]))
        for mind in minds:
            self.forfeits[mind] = self.forfeits[mind] + 1 if mind == forfeited else 0

    # ── Versions ─────────────────────────────────────────────────────────────────────────────

    def admit(self, versions: Sequence[Climber], bundle_of: BundleOf) -> None:
        """Let the latest ones of all versions of the course play. Those before them keep their games, and rest."""
        self.rename(versions)
        self.bundle_of, self.files.lost = bundle_of, {}
        wanted = {one.number for one in climbers(versions)}
        self._enter([one for one in climbers(versions) if one.number not in self.hand_ins])
        entrants = self.store.entrants()
        for place, one in enumerate(entrants):
            if place not in self.matchmaker.baselines:
                is_to_play = one.hand_in in wanted and self._take_files(place, one)
                if one.standing != "disqualified" and is_to_play != one.is_playing:
                    self.store.set_standing(one.name, "playing" if is_to_play else "withdrawn")
        playing = [place for place, one in enumerate(self.store.entrants()) if one.hand_in and one.is_playing]
        self._open({place: self.versions[entrants[place].hand_in].team for place in playing})

    def _enter(self, new: Sequence[Climber]) -> None:
        """Enter versions; those whose files are lost come when these are back."""
        bundles = [(one, self.files.bundle(one.hand_in, self.bundle_of)) for one in new]
        if found := [entered(one, bundle) for one, bundle in bundles if bundle is not None]:
            self.plan = replace(self.plan, minds=(*self.plan.minds, *map(entry, found)))
            self.store.set_plan(self.plan, found)
            self._look()

    def _take_files(self, place: int, entrant: Entrant) -> bool:
        """Have the files of a version unpacked; return False if they are lost."""
        player = self.files.player(entrant, self.versions[entrant.hand_in], self.bundle_of)
        if player is None:
            return False
        self.players[place] = player
        return True

    def _look(self) -> None:
        """Look up the names and hand-ins of the versions."""
        entrants = self.store.entrants()
        self.names = [one.name for one in entrants]
        self.hand_ins = {one.hand_in: place for place, one in enumerate(entrants) if one.hand_in}

    def rename(self, versions: Sequence[Climber]) -> None:
        """Call all versions as they are called now."""
        first, entrants = len(self.matchmaker.baselines), self.store.entrants()
        self.versions = {one.number: one.hand_in for one in versions}
        found = present(entrants[first:], versions)
        changed = {place: one for place, one in enumerate(found, first) if one != entrants[place]}
        if changed:
            rewrite(self.store, changed)
            self.plan = replace(self.plan, minds=self.store.plan.minds)
        self._look()

    def reinstate(self, number: int) -> None:
        """Let a version play again that was disqualified, by its hand-in; its forfeits no longer count against it."""
        place = self.hand_ins.get(number)
        if place is not None and self.store.entrants()[place].standing == "disqualified":
            self.store.reinstate(self.names[place])
            self.forfeits[place] = 0

    def _open(self, teams: dict[int, str]) -> None:
        """Let versions play for their teams, and open the accounts of teams that come, or come back."""
        accounts, before = self.matchmaker.accounts, set(self.matchmaker.teams.values())
        credited = credits_in(self.store)
        if new := {place: team for place, team in teams.items() if team not in accounts.paid}:
            accounts.paid |= self._paid(new, credited)
        raised = accounts.open(teams.values(), before or set(accounts.paid))
        for place, team in teams.items():
            if team in raised:
                credited[place] = credited.get(place, 0.0) + raised[team]
        if raised:
            note_credits(self.store, credited)
        self.matchmaker.teams = teams

    def _paid(self, teams: dict[int, str], credited: dict[int, float]) -> dict[str, float]:
        """Return what teams have paid that played before the server's start, by all of their versions."""
        found = dict[str, float]()
        spent = spent_by(self.store) if self.rows else {}
        for number, place in self.hand_ins.items():
            team = self.versions[number].team if number in self.versions else ""
            if team in teams.values() and (place in spent or place in credited):
                found[team] = found.get(team, 0.0) + spent.get(place, 0.0) + credited.get(place, 0.0)
        return found

    # ── Games ────────────────────────────────────────────────────────────────────────────────

    def next_games(self) -> list[Task]:
        """Return the games that are played next, two of an opening; none if no version plays."""
        tasks = self._unfinished() or self._lost_games() or self._practice_games() or self._chosen_games()
        for task in tasks:
            teams = [self.matchmaker.teams.get(mind, "") for mind in task.seats]
            accounts = self.matchmaker.accounts
            self.reserved[task.name] = [(team, accounts.reserve(team)) if team else ("", 0.0) for team in teams]
        return tasks

    def _unfinished(self) -> list[Task]:
        """Return the games that were lost or void, if both minds still play."""
        tasks, self.again = self.again, []
        playing = self.matchmaker.baselines | self.matchmaker.teams.keys()
        return [task for task in tasks if playing.issuperset(task.seats)]

    def _lost_games(self) -> list[Task]:
        """Return the other game of a pair that was begun, if both minds still play."""
        playing = self.matchmaker.baselines | self.matchmaker.teams.keys()
        for name, minds in list(self.halves.items()):
            if playing.issuperset(minds):
                del self.halves[name]
                tasks = self._pair(minds, int(name.rpartition("-")[2]))
                return [task for task in tasks if task.seats != minds]
        return []

    def _practice_games(self) -> list[Task]:
        """Return a pair that a team has asked for, every second time at most, and if its share allows it."""
        self.is_practice_next = not self.is_practice_next
        teams, accounts = self.matchmaker.teams, self.matchmaker.accounts
        if not self.is_practice_next or not teams:
            return []
        limit = min(map(accounts.balance, teams.values())) + PRACTICE_LEAD
        ready = {
            number
            for number, place in self.hand_ins.items()
            if place in teams and accounts.balance(teams[place]) <= limit and not self.matchmaker.unmet(place)
        }
        found = self.practice_of(ready)
        if found is None or found[1] not in self.names:
            return []
        return self._next_pair((self.hand_ins[found[0]], self.names.index(found[1])))

    def _chosen_games(self) -> list[Task]:
        found = self.matchmaker.next(self._likelihood)
        return self._next_pair(found) if found else []

    def _next_pair(self, minds: tuple[int, int]) -> list[Task]:
        """Return both games of the next opening between two minds."""
        self.matchmaker.met[frozenset(minds)] += 1
        return self._pair(minds, self.matchmaker.met[frozenset(minds)])

    def _pair(self, minds: tuple[int, ...], number: int) -> list[Task]:
        """Return both games of an opening, by its number from 1 between two minds."""
        return list(pairing(self.plan, self.openings, (min(minds), max(minds)), number, number - 1, 2))

    def _likelihood(self, one: int, other: int) -> float:
        if self.ratings is None or monotonic() - self.fitted > FIT_INTERVAL:
            self.ratings, self.fitted = fit(self.rows), monotonic()
        names = (str(one), str(other))
        if not set(names) <= set(self.ratings.names):
            return EVEN
        return float(self.ratings.los_among(names)[0, 1])

    def finish(self, games: Iterable[tuple[Task, Record]]) -> None:
        """Store games that are over, and charge them to the teams."""
        done = list(games)
        self.store.add(done)
        for task, record in done:
            fault = record.ending.fault
            forfeited = task.seats[fault.seat] if fault is not None else None
            self._count(task.name, task.seats, record.ending.result[0], forfeited)
            self._settle(task, [spent_in(record, seat) for seat in (0, 1)])
            if forfeited is not None:
                self._judge(forfeited)

    def give_up(self, task: Task) -> None:
        """Have a game played again whose worker died, which costs nothing; or not, if that happens again and again.

        Then it costs what was expected: a team whose games all end so would have paid least for ever, and play alone.
        """
        self.deaths[task.name] += 1
        is_over = self.deaths[task.name] >= MAX_DEATHS
        self._settle(task, [seconds if is_over else 0.0 for _, seconds in self.reserved[task.name]])
        if not is_over:
            self.again.append(task)

    def void_damaged(self, task: Task) -> bool:
        """Void a game if the files of a mind were not whole while it was played; return False if all were.

        It costs nothing, and is played again, unless the files are lost: then that version rests.
        """
        entrants = self.store.entrants()
        found = {one for one in task.seats if entrants[one].bundle and not is_unpacked(entrants[one].bundle)}
        for place in found:
            self._mend(place, entrants[place])
        for name in self.reserved if found else ():  # games under way, of which those that are lost say nothing
            self.damaged.setdefault(name, set()).update(found)
        if not self.damaged.pop(task.name, set()).intersection(task.seats):
            return False
        self._settle(task, (0.0, 0.0))
        self.again.append(task)
        return True

    def _mend(self, place: int, entrant: Entrant) -> None:
        if place in self.matchmaker.baselines:
            self.players[place] = self.store.player(entrant)
        elif place in self.matchmaker.teams and not self._take_files(place, entrant):
            self.store.set_standing(entrant.name, "withdrawn")
            del self.matchmaker.teams[place]

    def _settle(self, task: Task, seconds: Sequence[float]) -> None:
        self.damaged.pop(task.name, None)
        for (team, reserved), cost in zip(self.reserved.pop(task.name), seconds, strict=True):
            if team:
                self.matchmaker.accounts.settle(team, reserved, cost)

    def _judge(self, mind: int) -> None:
        """Disqualify a version that forfeits one game after the other; a baseline never is."""
        if self.plan.max_faults and self.forfeits[mind] >= self.plan.max_faults and mind in self.matchmaker.teams:
            self.store.disqualify(self.names[mind], [])
            del self.matchmaker.teams[mind]
