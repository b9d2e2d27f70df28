"""Tournaments made by a program, to measure what shows them: any number of minds and games, in seconds."""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path

from arena.store.store import Store, open_store
from arena.tournament.driver import enter
from arena.tournament.formats import due, total
from arena.tournament.live import Bulletin, BulletinWriter
from arena.tournament.openings import read_openings
from arena.tournament.plan import Plan, make_plan
from arena.tournament.schedule import Task
from minds import Position
from world.api import Ending, Fault
from world.record import Ply, Record

AT_ONCE = 100  # games in a transaction
GAMES_DRAWN, SHORTEST, LONGEST = 60, 20, 90  # random games that are dealt to all, and their plies
SPREAD = 2.0  # of strengths, in logistic units
DRAWS, FORFEITS = 0.25, 0.01  # share of the games


def made_plan(minds: int, **fields: object) -> Plan:
    """Return a plan with so many minds, named m0001 and so on."""
    specs = [f"m{number:04}=any-random-legal-move" for number in range(1, minds + 1)]
    return make_plan(minds=specs, nodes=1000, name="made", **fields)


def fill(folder: Path, plan: Plan) -> int:
    """Store a whole tournament; return the number of its games."""
    folder.mkdir(parents=True, exist_ok=True)
    with open_store(folder, must_exist=False) as store:
        return sum(len(batch) for batch in played(store, plan))


def played(store: Store, plan: Plan, share: float = 1.0) -> Iterator[list[Task]]:
    """Begin or resume a tournament, and yield the games of each transaction once they are stored, up to a share."""
    openings = read_openings(store.plan) if store.has_plan else enter(store, plan)
    left = share * (total(plan) or 0) - len(store.results())
    while left > 0 and (tasks := due(plan, openings, store.results(), set())):
        games = iter(tasks)
        while left > 0 and (batch := list(islice(games, AT_ONCE))):
            store.add((task, made_record(plan, task)) for task in batch)
            left -= len(batch)
            yield batch


def begin_bulletin(writer: BulletinWriter, plan: Plan) -> None:
    """Show that the tournament is being played."""
    writer.begin(Bulletin(plan.world, "001-002-00001a", ("m0001", "m0002"), 0.0))


def made_record(plan: Plan, task: Task, names: Sequence[str] = ()) -> Record:
    """Return the record of a game between minds of which those of higher numbers are weaker."""
    chance = random.Random(f"{task.name} {task.seed}")
    seated = tuple(names[place] if names else f"m{place + 1:04}" for place in task.seats)
    ahead = SPREAD * (task.seats[1] - task.seats[0]) / len(plan.minds)
    return Record(
        world="chess",
        version=1,
        start=Position().fen,
        minds=seated,
        plies=chance.choice(_games()),
        ending=_ending(chance, ahead),
        seed=task.seed,
        budgets=(plan.budget,) * 2,
        name=task.name,
        opening_name=task.opening.name,
    )


def _ending(chance: random.Random, ahead: float) -> Ending:
    if chance.random() < DRAWS:
        return Ending(chance.choice(["fifty moves", "threefold repetition", "stalemate"]), (0.5, 0.5))
    first = chance.random() < 1 / (1 + 2.718 ** -(ahead + 0.1))
    result = (1.0, 0.0) if first else (0.0, 1.0)
    if chance.random() < FORFEITS:
        return Ending("forfeit", result, Fault("illegal", "the action was 0,0", int(first), "getaction", "", "0,0"))
    return Ending("checkmate", result)


@cache
def _games() -> list[tuple[Ply, ...]]:
    """Return the plies of some random legal games."""
    return [tuple(_plies(random.Random(number))) for number in range(GAMES_DRAWN)]


def _plies(chance: random.Random) -> Iterator[Ply]:
    position = Position()
    for number in range(chance.randint(SHORTEST, LONGEST)):
        moves = position.legal_moves()
        if not moves:
            return
        move = chance.choice(moves)
        thoughts = {
            "depth": chance.randint(4, 12),
            "nodes": chance.randint(900, 1000),
            "score": chance.randint(-99, 99),
        }
        yield Ply(number % 2, move.action, 0.01, 0.01, None, thoughts)
        position.push(move.action)
