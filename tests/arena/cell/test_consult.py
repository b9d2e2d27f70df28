"""Minds that ask minds: whoever is asked sits in a cell of its own, and the asker pays."""

from contextlib import closing
from pathlib import Path

import pytest

from arena.cell.cell import Cell
from arena.cell.consult import MAX_MINDS, MAX_QUESTIONS, share
from arena.cell.order import Limits
from arena.tournament.play import play_game
from tests.arena.cell.test_cell import RUN
from tests.arena.cell.test_jail import STATE, ask, mind
from tests.arena.cell.test_walls import HOARD
from tests.within import within
from world.api import Budget, Fault, Reply
from world.budget import ClockKind
from world.wire import MAX_ASK_DEPTH

ERROR, LITTLE = "from minds import AskError", Limits(memory=64)


def asked(folder: Path, body: str) -> Reply:
    """The answer of a mind that asks."""
    reply = ask(mind(folder, body, "from minds import AskError"))
    assert isinstance(reply, Reply), reply
    return reply


def test_asking_costs_the_asker(tmp_path: Path) -> None:
    """The answer, the thoughts, and the time of another mind, which is charged and on record."""
    reply = asked(
        tmp_path,
        "told = self.ask('minimax:depth=2', state)\nself.thoughts = {'theirs': told.thoughts}\nreturn told.action",
    )
    assert reply.action == "1,18"
    assert reply.thoughts is not None
    assert reply.thoughts["theirs"]["depth"] == 2
    ((spec, action, seconds),) = [(one.spec, one.action, one.seconds) for one in reply.asked]
    assert (spec, action) == ("minimax:depth=2", "1,18")
    assert reply.price == pytest.approx(reply.cpu + seconds)
    assert seconds > 0


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("nobody", "no mind"),
        ("minimax:deep=3", "guests may not give parameter 'deep', expected one of depth"),
        ("bfs", "cannot play in chess"),
        ("cmd:true", "expected a built-in or an installed mind"),
        ("{file}", "expected a built-in or an installed mind"),
        ("minimax\\nx", "expected lines of text"),
        ("pst-engine:threads=64,hash=900", "guests may not give parameter 'threads', expected one of depth"),
        ("champion:hash=900", "guests may not give parameter 'hash'"),
        ("prodigy:net=/etc/hostname", "guests may not give parameter 'net'"),
        ("society:members=champion", "guests may not give parameter 'members'"),
        ("minimax:depth=61", "parameter depth is too large, expected at most 60"),
        ("/etc/passwd.py", "no mind '/etc/passwd.py' to ask"),
    ],
)
def test_who_cannot_be_asked(tmp_path: Path, spec: str, said: str) -> None:
    """Strangers, nobody, and nonsense: an error that the mind can catch, and go on."""
    spec = spec.format(file=tmp_path / "mind.py")
    body = f"try:\n    self.ask('{spec}', state)\nexcept AskError as problem:\n    return str(problem)[:400]"
    assert said in asked(tmp_path, body).action


@pytest.mark.parametrize("asks", [False, True])
def test_what_asked_minds_hold_counts(tmp_path: Path, asks: bool) -> None:
    """A mind that holds what it may is killed for memory if the minds that it has asked hold some too."""
    body = HOARD.replace("range(20)", "range(3)").replace("32 <<", "30 <<")
    specs = ["pst-engine:depth=1", "champion:depth=1", "pst-engine:depth=2"] if asks else []
    body = f"for spec in {specs}:\n    self.ask(spec, state)\n{body}"
    reply = ask(mind(tmp_path, body), limits=Limits(memory=64))
    assert isinstance(reply, Fault if asks else Reply), reply
    if isinstance(reply, Fault):
        assert (reply.kind, reply.call) == ("memory", "getaction")


def test_an_asked_mind_is_given_a_share_of_memory(tmp_path: Path) -> None:
    """The minds that a mind asks have no more memory than it has left, and none if it has taken all."""
    body = "kept = bytearray(56 << 20)\ntry:\n    return self.ask('champion', state).action\n"
    reply = ask(mind(tmp_path, f"{body}except AskError as problem:\n    return str(problem)", ERROR), limits=LITTLE)
    assert isinstance(reply, Reply), reply
    assert "memory" in reply.action
    assert (share(1024, 0), share(100, 0), share(100, 90 << 20)) == (256, 64, 10)


def test_minds_that_fail_count_as_asked(tmp_path: Path) -> None:
    """A mind cannot start one process after the other by asking minds that fail."""
    body = "said = []\nfor number in range(8):\n    try:\n        self.ask(f'minimax:depth={number}', HERE)\n"
    body += "    except AskError as problem:\n        said.append('enough' in str(problem))\n"
    body += "return str(said.index(True))"
    head = "from minds import AskError, State\nHERE = State('no position', 'chess')"
    reply = ask(mind(tmp_path, body, head))
    assert isinstance(reply, Reply), reply
    assert 4 <= int(reply.action) <= 5


def test_other_states_can_be_asked_about(tmp_path: Path) -> None:
    """What would the other side do?"""
    body = (
        "from minds import State\nhere = state.position.play('12,28')\n"
        "return self.ask('minimax:depth=1', State(here.fen, 'chess')).action"
    )
    assert 32 <= int(asked(tmp_path, body).action.split(",")[0]) < 64


def test_asking_is_bounded(tmp_path: Path) -> None:
    """In minds and in questions."""
    many = (
        "count = 0\ntry:\n    for n in range(1, 9):\n        self.ask(f'minimax:depth={n % 2 + 1},compiled=' + "
        "('yes', 'true', 'on', '1')[n // 2 % 4], state); count += 1\nexcept AskError as problem:\n"
        "    return f'{count} {problem}'"
    )
    assert f"{MAX_MINDS} other minds are enough" in asked(tmp_path, many).action
    often = (
        "count = 0\ntry:\n    while True: self.ask('any-random-legal-move', state); count += 1\n"
        "except AskError as problem:\n    return f'{count} {problem}'"
    )
    reply = asked(tmp_path, often)
    assert reply.action.startswith(f"{MAX_QUESTIONS} ")
    assert len(reply.asked) == MAX_QUESTIONS


def test_who_asks_who_asks_who_asks() -> None:
    """A society of societies ends somewhere, and the rest vote."""
    nested = "society:members=society+minimax"
    record = play_game("chess", [nested, "minimax"], max_plies=1)
    assert record.ending.kind == "max plies"
    assert [one.spec for one in record.plies[0].asked] == ["society", "minimax"]
    assert MAX_ASK_DEPTH == 2


def test_asking_at_the_wrong_time(tmp_path: Path) -> None:
    """Before the run or after it, and by many threads at once: refused in words, or one after the other."""
    spec = mind(tmp_path, "return self.told[:400]", "from minds import AskError")
    with Path(spec).open("a", encoding="utf-8") as file:
        file.write(
            "\n    def newrun(self):\n        try:\n            self.ask('minimax', None)\n"
            "        except Exception as problem:\n            self.told = str(problem)\n"
        )
    text = Path(spec).read_text(encoding="utf-8").replace("self.ask('minimax', None)", "self.ask('minimax', HERE)")
    here = "from minds import State\nHERE = State('8/8/8/8/8/8/8/K1k5 w - - 0 1', 'chess')\n"
    Path(spec).write_text(here + text, encoding="utf-8")
    reply = ask(spec)
    assert isinstance(reply, Reply), reply
    assert "expected a question within getaction" in reply.action
    threads = (
        "from concurrent.futures import ThreadPoolExecutor as Pool\nwith Pool(3) as pool:\n"
        "    found = list(pool.map(lambda _: self.ask('minimax:depth=1', state).action, range(6)))\n"
        "return f'{len(set(found))} {found[0]}'"
    )
    assert asked(tmp_path, threads).action.startswith("1 ")


def test_asking_does_not_stop_the_clock(tmp_path: Path) -> None:
    """Who asks, sleeps, and asks again has one deadline for all of it, and refusals count as questions."""
    body = "import time\nwhile True:\n    time.sleep(0.05)\n    try:\n        self.ask('nobody', state)\n"
    spec = mind(tmp_path, f"{body}    except AskError:\n        pass", "from minds import AskError")
    with within(10):
        record = play_game("chess", [spec, "minimax"], budgets=[Budget(movetime=0.2, margin=0.005)], max_plies=2)
    assert record.ending.fault is not None
    assert record.ending.fault.kind == "time"


def test_the_time_of_others_runs_out_too(tmp_path: Path) -> None:
    """Whoever lets others think too long has lost on time."""
    spec = mind(tmp_path, "return [self.ask('minimax:depth=3,compiled=no', state) for _ in range(60)][0].action")
    record = play_game("chess", [spec, "minimax"], budgets=[Budget(movetime=0.2, margin=0.005)], max_plies=2)
    fault = record.ending.fault
    assert fault is not None
    assert (fault.seat, fault.kind) == (0, "time"), fault


@pytest.mark.parametrize("kind", ["processor", "wall"])
def test_who_is_asked_pays_by_the_same_clock(kind: ClockKind) -> None:
    """The minds that a mind asks are measured by the clock of its game."""
    with closing(Cell("society")) as one:
        one.use_clock(kind)
        one.newrun(RUN)
        one.getaction(STATE)
        assert {cell.clock.kind for cell in one.consultation.cells.values()} == {kind}


def test_a_society_votes() -> None:
    """In chess and where some members do not know the rules."""
    record = play_game("chess", ["society", "any-random-legal-move"], max_plies=6)
    for ply in record.plies[::2]:
        proposals = [one.action for one in ply.asked]
        assert proposals.count(ply.action) == max(proposals.count(action) for action in proposals)
    record = play_game("tictactoe", ["society:members=pst-engine+minimax", "minimax"])
    assert record.ending.result == (0.5, 0.5)
