"""Import: games of files into a new results folder, whose players cannot be played."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path

import msgspec
from msgspec import Struct

from arena.entrants.entrant import IMPORTED, Entry, Player
from arena.entrants.roster import Entered
from arena.importing.naming import Names
from arena.importing.reading import Game, LeftOut, read_games
from arena.report.aside import processors
from arena.store.store import Store
from arena.tournament import formats
from arena.tournament.plan import MAX_NAME_LENGTH
from arena.tournament.settings import Plan
from world.api import Budget
from world.record import Record
from world.registry import new_world

GAMES_AT_ONCE = 256  # stored together
WORLD = "chess"  # the only world whose games can be read so far
NAMELESS = ("", "?")
Update = Callable[[int, int], None]  # is told the games that came in, and those that were left out


class Imported(Struct, frozen=True):
    """The number of games that came in, and those that did not."""

    games: int
    left_out: list[LeftOut]


def import_games(store: Store, files: Sequence[Path], update: Update) -> Imported:
    """Store the games of files; a store into which none has come has no plan."""
    usual_start = new_world(WORLD).getstate()
    names, facts, left_out, count = Names(usual_start), _Facts(), list[LeftOut](), 0
    games = read_games(WORLD, files, processors())
    while some := list(islice(games, GAMES_AT_ONCE)):
        good = _sorted_out(some, left_out)
        facts.note(good)
        store.add([(names.task(record), record) for record in good])
        count += len(good)
        update(count, len(left_out))
    if count:
        entrants = names.entrants()
        entered = [Entered(one, None, Player(one.name, one.spec)) for one in entrants]
        store.set_plan(facts.plan([one.name for one in entrants]), entered)
    return Imported(count, left_out)


def _sorted_out(games: Iterable[Game], left_out: list[LeftOut]) -> list[Record]:
    """Return the games that can be stored, and add the others to those that are left out."""
    good: list[Record] = []
    for source, found in games:
        if isinstance(found, LeftOut):
            left_out.append(found)
        elif problem := _problem(found.minds):
            left_out.append(LeftOut(source.file, source.line, problem))
        else:
            good.append(found)
    return good


def _problem(players: Sequence[str]) -> str:
    if any(name in NAMELESS for name in players):
        return "a player has no name; expected the tags White and Black"
    return f"both players are called {players[0]}" if players[0] == players[1] else ""


class _Facts:
    """All that the games have in common."""

    def __init__(self) -> None:
        self.events: Counter[str] = Counter()
        self.budgets: Counter[tuple[Budget, ...]] = Counter()
        self.first_day = ""

    def note(self, records: Sequence[Record]) -> None:
        """Take note of games."""
        self.events.update(record.event for record in records)
        self.budgets.update(record.budgets for record in records)
        days = [record.date for record in records if record.date]
        self.first_day = min([*days, *([self.first_day] if self.first_day else [])], default="")

    def plan(self, minds: Sequence[str]) -> Plan:
        """Return the plan of a folder with these games."""
        event = next(iter(self.events)) if len(self.events) == 1 else ""
        budgets = next(iter(self.budgets)) if len(self.budgets) == 1 else ()
        plan = Plan(
            minds=tuple(Entry(IMPORTED, name) for name in minds),
            name="" if event in NAMELESS else event[:MAX_NAME_LENGTH],
            date=self.first_day,
            world=WORLD,
            format=formats.IMPORTED,
            openings="none",
            max_faults=0,
        )
        return msgspec.structs.replace(plan, **_limits(budgets))


def _limits(budgets: tuple[Budget, ...]) -> dict[str, int | float | str | None]:
    """Return the fields of a plan for what every move could spend; none if the sides' budgets differ."""
    if not budgets or len(set(budgets)) > 1:
        return {}
    (one,) = set(budgets)
    tc = None if one.bank is None else f"{one.bank:.6f}+{one.increment:.6f}"
    return {"depth": one.depth, "nodes": one.nodes, "movetime": one.movetime, "tc": tc}
