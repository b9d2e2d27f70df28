"""The ladder plays real games of real minds, and keeps them in an ordinary results folder."""

import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import arena
from arena.course.administration.organiser import Organiser
from arena.course.ladder.ladder import MAX_DEATHS, Ladder
from arena.course.ladder.roster import versions
from arena.course.ladder.sitting import play
from arena.course.people import Person
from arena.course.register import Register
from arena.errors import CourseError
from arena.store.store import Store, open_store
from arena.tournament.plan import make_plan
from tests.arena.course.conftest import ANN, BOB, COURSE, LIMITS, NOON, SPRING, bundle

PLAN = make_plan(minds=["any-random-legal-move", "minimax"], nodes=20, max_plies=20, concurrency=2, name="Minds")
NAMES = {ANN.key: "Ann", BOB.key: "rooks"}
FIRST = """
from minds import Mind


class First(Mind):
    def getaction(self, state):
        return state.position.legal_moves()[0]
"""
CRASHES = FIRST.replace("return state", "raise ValueError(state)  #")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store."""
    folder = tmp_path / "ladder"
    folder.mkdir()
    with open_store(folder, must_exist=False) as found, found.alone():
        yield found


def accept(register: Register, person: Person, text: str) -> None:
    """Hand in a mind, and accept it."""
    one = register.hand_in(person, bundle(text), SPRING, LIMITS, NOON)
    register.decide(one.number, "accepted", "ready")


def climb(store: Store, register: Register, games: int, names: Mapping[str, str] = NAMES) -> Ladder:
    """Play about so many games more."""
    ladder = Ladder(store, PLAN)
    ladder.admit(versions(register.hand_ins(), names), register.bundle_of)
    until = len(ladder.rows) + games
    play(ladder, lambda: len(ladder.rows) >= until, lambda: False)
    return ladder


def test_versions_play_in_pairs_and_are_rated(store: Store, tmp_path: Path) -> None:
    """Each opening is played with both colours, the new version in each game; the results are read like any others."""
    with Register(tmp_path) as register:
        accept(register, ANN, FIRST)
        climb(store, register, 6)
    results = arena.load(store.folder)
    assert results.faults.empty
    assert set(results.games["first"]) | set(results.games["second"]) == {"Ann@1", *PLAN.minds}
    assert all("Ann@1" in pair for pair in zip(results.games["first"], results.games["second"], strict=True))
    assert set(Counter(results.games["pair"]).values()) == {2}
    assert set(results.standings["mind"]) == {"Ann@1", *PLAN.minds}


def test_a_new_version_takes_the_place_of_the_old_one(store: Store, tmp_path: Path) -> None:
    """The old version keeps its games and plays no more; the team's account goes on."""
    with Register(tmp_path) as register:
        accept(register, ANN, FIRST)
        before = climb(store, register, 4)
        accept(register, ANN, FIRST.replace("[0]", "[-1]"))
        after = climb(store, register, 4)
    assert [one.standing for one in store.entrants()] == ["playing", "playing", "withdrawn", "playing"]
    assert after.matchmaker.accounts.paid[ANN.key] > before.matchmaker.accounts.paid[ANN.key] > 0
    played = Counter(mind for seats in store.seats().values() for mind in seats)
    assert played[2] >= 4
    assert played[3] >= 4


def test_a_version_that_only_forfeits_is_disqualified(store: Store, tmp_path: Path) -> None:
    """A mind that crashes in each game stops playing after as many as the plan sets; the others go on."""
    with Register(tmp_path) as register:
        accept(register, BOB, CRASHES)
        accept(register, ANN, FIRST)
        ladder = climb(store, register, 24)
    assert [one.standing for one in store.entrants()] == ["playing", "playing", "disqualified", "playing"]
    assert ladder.forfeits[2] >= PLAN.max_faults
    forgiving = Ladder(store, PLAN)
    forgiving.reinstate(1)
    assert store.entrants()[2].is_playing
    assert Ladder(store, PLAN).forfeits[2] == forgiving.forfeits[2] == 0
    assert_faults_are_counted(tmp_path, ladder.forfeits[2])


def assert_faults_are_counted(folder: Path, forfeits: int) -> None:
    """The organiser sees who forfeits, how often, and how."""
    (folder / "course.toml").write_text(COURSE, encoding="utf-8")
    (folder / "people.csv").write_text("name,id,team\nAnn,ann,\nBob,bob,rooks\n", encoding="utf-8")
    with Organiser(folder) as organiser:
        (faulty,) = organiser.faults()
        organiser.register.withdraw(1)
        (withdrawn,) = organiser.faults()
    assert (faulty.name, faulty.number, faulty.forfeits, faulty.kinds) == ("rooks@1", 1, forfeits, {"crash": forfeits})
    assert (faulty.standing, withdrawn.standing) == ("playing", "withdrawn")


def test_a_game_whose_worker_died_is_played_again(store: Store, tmp_path: Path) -> None:
    """It comes first, until it has cost too many workers; the seconds reserved for it are given back."""
    with Register(tmp_path) as register:
        accept(register, ANN, FIRST)
        ladder = Ladder(store, PLAN)
        ladder.admit(versions(register.hand_ins(), NAMES), register.bundle_of)
    (first, _) = ladder.next_games()
    accounts = ladder.matchmaker.accounts
    for _ in range(MAX_DEATHS - 1):
        ladder.give_up(first)
        assert accounts.paid[ANN.key] == 0
        assert ladder.next_games() == [first]
    ladder.give_up(first)
    assert accounts.paid[ANN.key] > 0  # or those who kill workers would pay least, and come first for ever
    assert first not in ladder.next_games()


def test_a_lost_half_of_a_pair_is_played_after_a_restart(store: Store, tmp_path: Path) -> None:
    """A server that is killed between the two games of an opening plays the other one first when it is back."""
    with Register(tmp_path) as register:
        accept(register, ANN, FIRST)
        climb(store, register, 2)
        kept, lost = sorted(store.seats())[:2]
        store.disqualify("Ann@1", [lost])  # which drops the game
        store.reinstate("Ann@1")
        climb(store, register, 1)
    assert {kept, lost} <= set(store.seats())


def test_a_team_that_came_late_owes_nothing_after_a_restart(store: Store, tmp_path: Path) -> None:
    """Its account begins with what the others have paid, and is not reckoned from nothing when the server is back."""
    with Register(tmp_path) as register:
        accept(register, ANN, FIRST)
        climb(store, register, 6)
        accept(register, BOB, FIRST.replace("[0]", "[-1]"))
        before = climb(store, register, 4).matchmaker.accounts.paid
        after = climb(store, register, 0).matchmaker.accounts.paid
    assert before[BOB.key] > before[ANN.key] / 2 > 0
    assert after == pytest.approx(before)


def test_baselines_stay(store: Store) -> None:
    """A ladder that has begun with other baselines is refused, because its scale would change its meaning."""
    Ladder(store, PLAN)
    with pytest.raises(CourseError, match="other baselines; expected any-random-legal-move, minimax"):
        Ladder(store, make_plan(minds=["minimax", "alphabeta"], nodes=20))
    with pytest.raises(CourseError, match="other baselines"):
        Ladder(store, make_plan(minds=[*PLAN.minds, "alphabeta"], nodes=20))


def test_a_ladder_without_versions_waits(store: Store) -> None:
    """Baselines alone play nothing."""
    ladder = Ladder(store, PLAN)
    ladder.admit([], lambda _: bundle())
    assert ladder.next_games() == []


@pytest.mark.drill  # the unit test of give_up() is for every day
def test_a_worker_that_is_killed_costs_no_game(store: Store, tmp_path: Path) -> None:
    """The game that it played is played again in the same sitting, so that each pair is whole."""
    with Register(tmp_path) as register:
        accept(register, ANN, FIRST.replace("return", "sum(range(200_000)); return"))
        ladder = Ladder(store, PLAN)
        ladder.admit(versions(register.hand_ins(), NAMES), register.bundle_of)
    killed: list[int] = []

    def is_over() -> bool:
        workers = [one.pid for one in multiprocessing.active_children() if one.pid]
        if len(ladder.rows) > 4 * len(killed) and len(killed) < 3 and workers:
            killed.append(workers[0])
            os.kill(workers[0], signal.SIGKILL)
        return len(ladder.rows) >= 20

    play(ladder, is_over, lambda: False)
    assert len(killed) == 3
    assert sum(ladder.deaths.values()) > 0
    assert set(Counter(name[:-1] for name in store.seats()).values()) == {2}
