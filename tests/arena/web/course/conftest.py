"""A course of two teams that is served in this process, without a network and without its background."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from arena.course.hand_ins.intake import Intake
from arena.course.ladder.begun import FOLDER
from arena.course.ladder.ladder import Ladder
from arena.course.ladder.roster import versions
from arena.course.register import ORGANISER
from arena.remote.seats import hint_of, minds, seat_of
from arena.store.store import open_store
from arena.tournament.plan import Plan
from arena.tournament.schedule import Task
from arena.web.app import build_app
from arena.web.course.serving import ServedCourse
from minds.host import MindPlayer
from minds.registry import load
from tests.arena.course.conftest import EVIL, QUICK, bundle
from tests.arena.course.conftest import PEOPLE as OWN_PEOPLE
from tests.arena.web.course.client import Client
from world.api import Ending, Fault, Player
from world.record import Record
from world.registry import new_world
from world.run import run
from world.server import Bounds, Runs

COURSE = QUICK.replace('"Minds"', '"Minds of spring"')
PEOPLE = f"{OWN_PEOPLE}Cat,cat,{EVIL}\n"
PROXY = "127.0.0.9"
GAMES = 4  # after each new version


@dataclass
class Course:
    """A course that is served, and its tokens."""

    folder: Path
    app: Any
    served: ServedCourse
    tokens: dict[str, str]

    @property
    def intake(self) -> Intake:
        """Its hand-ins."""
        return self.served.intake

    def client(self, person: str | None = None) -> Client:
        """Return a browser, in which a person is signed in."""
        found = Client(self.app)
        if person is not None:
            assert found.post("/sign-in", {"token": self.tokens[person]}).status == 303
        return found


def make_folder(folder: Path) -> None:
    """Write the settings of a course."""
    (folder / "course.toml").write_text(COURSE, encoding="utf-8")
    (folder / "people.csv").write_text(PEOPLE, encoding="utf-8")


@contextmanager
def served(folder: Path) -> Iterator[Course]:
    """Serve a course whose people, and organiser, have tokens."""
    make_folder(folder)
    intake = Intake(folder, lambda: None)
    tokens = {id_: intake.register.invite(id_, datetime.now(UTC)) for id_ in ("ann", "bob", "cat", ORGANISER)}
    found = ServedCourse(folder, intake, PROXY)
    runs = Runs(folder / "served.sqlite", seat_of, hint_of, minds(), Bounds(hosts=("127.0.0.1",)))
    yield Course(folder, build_app(folder, runs, found), found, tokens)
    runs.close()
    found.close()
    intake.register.close()


@pytest.fixture
def course(tmp_path: Path) -> Iterator[Course]:
    """A course in which nothing was handed in."""
    with served(tmp_path) as found:
        yield found


@pytest.fixture(scope="module")
def climbing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Course]:
    """A course in which versions of both teams have played, and forfeited a game each."""
    with served(tmp_path_factory.mktemp("course")) as found:
        for person, text in (("ann", "first"), ("bob", "first"), ("ann", "second")):
            accept(found, person, text)
            play_on(found, GAMES)
        while not games_of(found, "Ann@2"):  # chosen by the time that others have used
            play_on(found, GAMES)
        yield found


def games_of(course: Course, name: str) -> int:
    """The number of games that a version has played."""
    with open_store(course.folder / FOLDER, read_only=True) as store:
        place = [one.name for one in store.entrants()].index(name)
        return sum(place in seats for seats in store.seats().values())


def accept(course: Course, person: str, text: str) -> int:
    """Hand in a mind that is accepted; return the hand-in's number."""
    taken = course.intake.take(course.intake.people[person], bundle(f"{secret('source', person)} {text}").pack())
    course.intake.register.decide(taken.number, "accepted", secret("words", person))
    return taken.number


def secret(kind: str, person: str) -> str:
    """A word that only its person may see."""
    return f"secret-{kind}-of-{person}"


def play_on(course: Course, games: int) -> None:
    """Play games on the ladder with house minds in the places of students'; each version forfeits its first one."""
    folder, register = course.folder / FOLDER, course.intake.register
    folder.mkdir(exist_ok=True)
    with open_store(folder, must_exist=False) as store, store.alone():
        ladder = Ladder(store, course.intake.course.plan)
        found = versions(register.hand_ins(), course.intake.names)
        ladder.admit(found, register.bundle_of)
        persons = {ladder.hand_ins[one.number]: one.hand_in.person for one in found if one.number in ladder.hand_ins}
        faulty = set(store.forfeits().values())
        while games > 0:
            tasks = ladder.next_games()
            for task in tasks:
                record = played(task, ladder.plan)
                for seat, place in enumerate(task.seats):
                    if place in persons:
                        record = marked(record, seat, persons[place])
                        if place not in faulty:
                            record = forfeited(record, seat, persons[place])
                            faulty.add(place)
                            break
                ladder.finish([(task, record)])
                games -= 1


def played(task: Task, plan: Plan) -> Record:
    """A game between house minds."""
    players: list[Player] = [MindPlayer(load("any-random-legal-move")) for _ in task.seats]
    opening, most = task.opening.actions, plan.max_plies
    return run(new_world(plan.world), players, seed=task.seed, budgets=[plan.budget], opening=opening, max_plies=most)


def marked(record: Record, seat: int, person: str) -> Record:
    """The game with thoughts of a mind on a seat."""
    thoughts = {"score": 10, "depth": 2, "plan": secret("plan", person)}
    plies = (replace(ply, thoughts=thoughts) if ply.seat == seat else ply for ply in record.plies)
    return replace(record, plies=tuple(plies))


def forfeited(record: Record, seat: int, person: str) -> Record:
    """The game lost by a crash of the mind on a seat."""
    texts = {name: secret(name, person) for name in ("message", "reply", "traceback", "log")}
    fault = Fault("crash", seat=seat, **texts)
    late = (Fault("crash", seat=seat, call="endrun", **texts),)
    return replace(record, ending=Ending("forfeit", (seat * 1.0, 1.0 - seat), fault), late=late)
