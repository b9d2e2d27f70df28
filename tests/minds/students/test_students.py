"""The three exemplary submissions: each keeps the contract, beats random play, and does what its page says."""

from functools import cache
from pathlib import Path
from time import process_time

import pytest

from minds import Position
from minds.conformance import check_mind
from minds.host import MindPlayer
from minds.registry import load
from tests.bench.strength import opening
from tests.conftest import ROOT
from world.api import Budget, Reply, Run, State
from world.registry import new_world
from world.run import run

STUDENTS = sorted((ROOT / "minds" / "students").glob("[!_]*.py"))
NAMES = {"learner": "learner", "lookahead": "look-ahead", "one_page": "one-page"}


@cache
def student(name: str) -> MindPlayer:
    """Return a submission, loaded once, because one of them compiles."""
    return MindPlayer(load(str(ROOT / "minds" / "students" / f"{name}.py")))


def asked(name: str, fen: str, budget: Budget | None = None) -> Reply:
    host = student(name)
    host.newrun(Run("chess", 0))
    return host.getaction(State(fen, "chess", 0, budget or Budget(nodes=2000)))


def test_these_are_the_three() -> None:
    """Each submission has its own name."""
    assert {path.stem: student(path.stem).name for path in STUDENTS} == NAMES


@pytest.mark.parametrize("path", STUDENTS, ids=lambda path: path.stem)
def test_students_are_a_page(path: Path) -> None:
    """Each submission has at most 80 lines."""
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 80


@pytest.mark.parametrize("name", NAMES)
def test_students_keep_the_contract(name: str) -> None:
    """Each submission passes check_mind."""
    check_mind(student(name).mind)


@pytest.mark.parametrize("name", NAMES)
def test_students_beat_chance(name: str) -> None:
    """Each wins at least 9 of 10 games from random openings against random play."""
    players, score = [student(name), MindPlayer(load("any-random-legal-move"))], 0.0
    for game in range(10):
        seats = players if game % 2 == 0 else players[::-1]
        record = run(new_world("chess"), seats, seed=game, budgets=[Budget(nodes=500)], opening=opening(game // 2))
        assert record.ending.kind != "forfeit"
        score += record.ending.result[game % 2]
    assert score >= 9


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("fen", ["6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "8/8/8/8/8/6k1/r7/7K b - - 6 83"])
def test_students_mate_when_they_can(name: str, fen: str) -> None:
    """Each plays a mate in one, with either colour."""
    assert Position(fen).play(asked(name, fen).action).is_checkmate


@pytest.mark.parametrize("name", NAMES)
def test_students_do_not_give_pieces_away(name: str) -> None:
    """The queen does not take a guarded pawn."""
    assert asked(name, "4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1").action != "11,35"


def test_look_ahead_counts_what_it_takes_back() -> None:
    """It does not run away with a guarded pawn that a queen attacks."""
    from minds.students.lookahead import LookAhead

    mind = LookAhead()
    mind.seen = 0
    guarded = Position("3qk3/8/8/3P4/2P5/8/8/4K3 b - - 0 1")
    assert mind.after_the_answer(guarded.play("d8d5"), guarded.parse("d8d5")) > guarded.play("d8d5").score + 800


@pytest.mark.parametrize("budget", [Budget(nodes=700), Budget(nodes=20_000), Budget(depth=3)], ids=str)
def test_one_page_keeps_to_its_budget(budget: Budget) -> None:
    """It looks at no more positions and no deeper than its budget allows, and deeper with a larger one."""
    told = asked("one_page", Position().fen, budget).thoughts or {}
    assert told["nodes"] <= (budget.nodes or 200_000)
    assert told["depth"] == budget.depth or budget.depth is None
    assert told["nodes"] >= (budget.nodes or 0)


@pytest.mark.parametrize(
    "budget", [Budget(movetime=0.05), Budget(bank=0.5, increment=0.01), Budget(bank=0.01)], ids=str
)
def test_one_page_keeps_to_its_clock(budget: Budget) -> None:
    """It answers within its time, with some to spare; what other programs take of it by the wall does not count."""
    middlegame = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    student("one_page")  # loaded before the clock runs
    start = process_time()
    asked("one_page", middlegame, budget)
    assert process_time() - start < (budget.seconds or 0) + 0.02


def test_one_page_sees_further() -> None:
    """It finds a mate in two, and its score shows it."""
    told = asked("one_page", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", Budget(depth=4)).thoughts or {}
    assert told["score"] > 29_000
