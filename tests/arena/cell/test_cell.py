"""Minds in cells: what they do wrong in there is their own fault, is explained, and ends with them."""

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from arena.cell.cell import Cell
from arena.cell.order import DEFAULT_LIMITS, Limits
from arena.tournament.play import play_game
from tests.conftest import block_of, until
from tests.within import within
from world.api import Budget, Ending, Fault, MindFailure, Run, State
from world.budget import ClockKind

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
RUN = Run("chess", 0, start=START)
QUICK = State(START, "chess", 0, Budget(movetime=0.3), (), START)


def mind(folder: Path, body: str, head: str = "") -> str:
    path = folder / "tested.py"
    code = f"import os, signal, sys, time\nfrom minds import Mind\n{head}\n\nclass Tested(Mind):\n"
    path.write_text(f"{code}    def getaction(self, state):\n        {body}\n", encoding="utf-8")
    return str(path)


def program(folder: Path, body: str) -> str:
    """A program that knows the wire, but not what is good for it; `line` is what it was asked."""
    path = folder / "program.py"
    loop = f"import os, sys, time\nfor line in sys.stdin:\n    word, verb, *rest = line.split('\\t')\n    {body}\n"
    path.write_text(loop, encoding="utf-8")
    return f"cmd:{shlex.quote(sys.executable)} -u {shlex.quote(str(path))}"


@contextmanager
def cell(spec: str, patience: float = 20.0, trusted: bool = False, limits: Limits = DEFAULT_LIMITS) -> Iterator[Cell]:
    one = Cell(spec, patience, limits, trusted)
    try:
        yield one
    finally:
        one.close()


def fault_of(spec: str, state: State = QUICK, trusted: bool = False) -> Fault:
    """What it does wrong when it is asked."""
    with cell(spec, trusted=trusted) as one:
        one.newrun(RUN)
        with pytest.raises(MindFailure) as failed:
            one.getaction(state)
        return failed.value.fault


def ask_once(one: Cell) -> None:
    one.newrun(RUN)
    one.getaction(QUICK)


def is_alive(number: int) -> bool:
    """Whether a process is still running: one that nobody has waited for yet is not."""
    try:
        return Path(f"/proc/{number}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize(("most", "arrives"), [(100, False), (500, True), (10_000, True)])
def test_a_mind_keeps_to_the_limit_of_replies(tmp_path: Path, most: int, arrives: bool) -> None:
    """Thoughts that do not fit a reply are left out; they lose no game."""
    thoughts = {"pv": "x" * (most * 4 // 5 if arrives else most)}
    with cell(mind(tmp_path, f"self.thoughts = {thoughts}; return '12,28'"), limits=Limits(reply=most)) as one:
        one.newrun(RUN)
        reply = one.getaction(QUICK)
    assert (reply.action, reply.thoughts == thoughts) == ("12,28", arrives)


def test_a_mind_in_a_cell_plays() -> None:
    """Three calls over the wire, and again in the same process."""
    with cell("minimax:depth=2") as one:
        for _ in range(2):
            one.newrun(RUN)
            reply = one.getaction(QUICK)
            assert reply.action == "1,18"
            assert (reply.thoughts or {})["depth"] == 2
            assert 0 < reply.seconds < 0.35
            one.endrun(Ending("checkmate", (1.0, 0.0)))
            number = one.process.number() if one.process else 0
    assert not is_alive(number)


@pytest.mark.parametrize(
    ("body", "kind", "said"),
    [
        ("while True: pass", "time", "no answer within"),
        ("time.sleep(100)", "time", "no answer within"),
        ("os._exit(3)", "crash", "exit code 3"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "crash", "killed by SIGKILL"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "crash", "killed by SIGSEGV"),
        ("return 1 / 0", "crash", "ZeroDivisionError"),
        ("sys.exit(0)", "crash", "SystemExit"),
        ("signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(100)", "time", "no answer"),
        ("raise MemoryError", "memory", "out of memory"),
        ("os.closerange(0, 100); time.sleep(100)", "crash", "closed its end"),
    ],
)
def test_what_a_mind_may_do_wrong(tmp_path: Path, body: str, kind: str, said: str) -> None:
    """Loops, exits, signals and exceptions: each is told as what it is, soon after the time is up."""
    with within(15):
        fault = fault_of(mind(tmp_path, body))
    assert (fault.kind, said in fault.message) == (kind, True), fault


READY = "print(f'{word}\\tready') if verb == 'newrun' else "


@pytest.mark.parametrize(
    ("body", "kind", "said"),
    [
        ("print('nonsense')", "protocol", "expected ready|does not begin with the word"),
        (READY + "print('x' * 5000)", "protocol", "more than 4096 bytes"),
        (
            READY + "sys.stdout.write('x' * 10_000_000)",
            "protocol",
            "more than",
        ),
        (
            READY + "print(f'{word}\\t12,28\\tnot json')",
            "protocol",
            "cannot be read",
        ),
        (
            READY + "print(f'{word}\\t12,28\\t' + '[' * 3000)",
            "protocol",
            "read",
        ),
        (READY + "print(f'{word}')", "protocol", "does not begin"),
        (
            READY + "print(f'{word}\\terror\\tx')",
            "protocol",
            "cannot be read",
        ),
        (READY + "print(f'{word}\\terror')", "crash", "crash"),
        ("sys.stdout.buffer.write(word.encode() + b'\\t' + b'\\xff\\n')", "protocol", "expected ready"),
        (
            READY + "(sys.stdout.buffer.write(word.encode() + b'\\t\\xff\\n'), sys.stdout.flush())",
            "protocol",
            "cannot be read",
        ),
        ("sys.exit(7)", "crash", "exit code 7"),
    ],
)
def test_what_a_program_may_say_wrong(tmp_path: Path, body: str, kind: str, said: str) -> None:
    """Whatever does not keep to the wire is a fault of protocol, and bounded."""
    with cell(program(tmp_path, body)) as one:
        with pytest.raises(MindFailure, match=said) as failed:
            ask_once(one)
        assert failed.value.fault.kind == kind
        assert len(failed.value.fault.reply) <= 1000


def test_answers_given_unasked_do_not_count(tmp_path: Path) -> None:
    """Who answers before the question cannot know its word, and has broken the protocol."""
    body = "print(f'{word}\\tready' if verb == 'newrun' else f'{word}\\t12,28'); print('0000\\t0,0', flush=True)"
    with (
        cell(program(tmp_path, body)) as one,
        pytest.raises(MindFailure, match=r"without being asked|does not begin") as failed,
    ):
        ask_once(one)
    assert failed.value.fault.kind == "protocol"


def test_a_silent_mind_is_killed_with_its_children(tmp_path: Path) -> None:
    """Nobody is left behind, of a mind either that is trusted and may have children."""
    note = tmp_path / "child"
    body = f"child = os.fork(); (open({str(note)!r}, 'w').write(str(child)) if child else None); time.sleep(100)"
    fault_of(mind(tmp_path, body), trusted=True)
    until(lambda: not is_alive(int(note.read_text())), seconds=5)  # a killed process takes its time to be gone


def test_the_log_is_kept_and_cut(tmp_path: Path) -> None:
    """What a mind prints is drained, however much, and its end is in the fault."""
    fault = fault_of(mind(tmp_path, "print('x' * 1_000_000); print('the end'); return 1 / 0"))
    assert fault.log.rstrip().endswith("the end")
    assert len(fault.log) < 70_000
    assert "bytes before this are cut" in fault.log


def test_a_mind_that_does_not_read_is_not_waited_for(tmp_path: Path) -> None:
    """A question larger than the pipe cannot hold up the arena."""
    long = State(START, "chess", 0, Budget(movetime=0.3), ("12,28",) * 100_000, START)
    spec = program(tmp_path, "print(f'{word}\\tready', flush=True); time.sleep(100)")
    with within(10):
        assert fault_of(spec, long).kind == "time"


def test_programs_that_cannot_be_started(tmp_path: Path) -> None:
    """They have lost, with the reason in the log."""
    path = tmp_path / "program"
    path.write_text("#!/no/such/interpreter\n", encoding="utf-8")
    path.chmod(0o755)
    spec = f"cmd:{path}"
    with cell(spec) as one, pytest.raises(MindFailure, match="exit code 127"):
        one.newrun(RUN)


def test_patience_ends_where_no_budget_does(tmp_path: Path) -> None:
    """Under depth or nodes, too, a mind must answer some time."""
    spec = mind(tmp_path, "time.sleep(100)")
    with cell(spec, patience=0.2) as one:
        one.newrun(RUN)
        with pytest.raises(MindFailure, match=r"no answer within 0.2 s"):
            one.getaction(State(START, "chess", 0, Budget(nodes=10), (), START))


def test_whoever_failed_is_started_anew(tmp_path: Path) -> None:
    """The next run has a new process, and the dead one is not told of the end."""
    with cell(mind(tmp_path, "os._exit(1)")) as one:
        for _ in range(2):
            one.newrun(RUN)
            with pytest.raises(MindFailure):
                one.getaction(QUICK)
            one.endrun(Ending("forfeit", (0.0, 1.0)))


def test_a_mind_that_fails_to_end_a_run_has_a_fresh_process_in_the_next(tmp_path: Path) -> None:
    """Else it could remember from one run to the next what it likes, by an error in endrun()."""
    body = "print(os.getpid(), flush=True); return '12,28'\n    def endrun(self): raise ValueError('I stay')"
    with cell(mind(tmp_path, body)) as one:
        seen = []
        for _ in range(2):
            one.newrun(RUN)
            one.getaction(QUICK)
            assert one.process is not None
            seen.append(one.process.number())
            with pytest.raises(MindFailure, match="I stay"):
                one.endrun(Ending("checkmate", (1.0, 0.0)))
            assert one.process is None
        assert len(set(seen)) == 2


def test_a_mind_in_bash_plays(tmp_path: Path) -> None:
    """The wire is simple enough for a shell: the page's own example takes the first empty cell."""
    script = tmp_path / "first.sh"
    script.write_text(block_of("world/README.md", "bash"), encoding="utf-8")
    record = play_game("tictactoe", [f"cmd:bash {script}", "any-random-legal-move"])
    assert record.ending.kind in ("three in a row", "full board")
    assert record.plies[0].action == "0"
    assert record.minds == ("first.sh", "any-random-legal-move")
    assert record.late == ()


def test_a_forfeit_is_recorded_with_its_reasons(tmp_path: Path) -> None:
    """A game between a mind of ours and one that fails ends in a record that explains it."""
    spec = mind(tmp_path, "print('thinking'); return state.nonsense")
    record = play_game("chess", ["any-random-legal-move", spec], budgets=[Budget(nodes=10)])
    fault = record.ending.fault
    assert fault is not None
    assert (record.ending.result, fault.seat, fault.kind) == ((1.0, 0.0), 1, "crash")
    assert "AttributeError" in fault.message
    assert "tested.py" in fault.traceback
    assert fault.log == "thinking\n"
    assert fault.state.split()[1] == "b"


def test_foreign_code_is_not_run_in_our_process(tmp_path: Path) -> None:
    """A file's first line already runs elsewhere."""
    note = tmp_path / "pid"
    spec = mind(tmp_path, "return '0,0'", head=f"open({str(note)!r}, 'w').write(str(os.getpid()))")
    play_game("chess", [spec, "minimax"], trusted=True)
    assert int(note.read_text()) != os.getpid()


@pytest.mark.parametrize("clock", ["processor", "wall"])
@pytest.mark.parametrize("spec", ["pst-engine", "pst-engine:threads=2"])
def test_all_threads_are_paid_for_by_the_plans_clock(spec: str, clock: ClockKind) -> None:
    """A mind with several threads pays the processor time of all of them, or by the wall if its game does."""
    with cell(spec) as one:
        one.use_clock(clock)
        one.newrun(RUN)
        reply = one.getaction(replace(QUICK, budget=Budget(depth=6, movetime=30.0)))
        assert reply.charged == (reply.cpu if clock == "processor" else None)
        assert reply.price > 0


@pytest.mark.parametrize(("clock", "movetime"), [("processor", 10.0), ("wall", 40.0)])
def test_a_mind_with_threads_is_told_its_share(tmp_path: Path, clock: ClockKind, movetime: float) -> None:
    """By the processor's clock, a mind with four threads is told a quarter of its time, from the run's beginning."""
    init = "    def __init__(self, threads: int = 1):\n        self.threads = threads\n"
    path = Path(mind(tmp_path, "return f'{self.run.budget.movetime} {state.budget.movetime} {self.threads}'"))
    path.write_text(path.read_text(encoding="utf-8") + init, encoding="utf-8")
    budget = Budget(movetime=40.0)
    with cell(f"{path}:threads=4") as one:
        one.use_clock(clock)
        one.newrun(replace(RUN, budget=budget))
        assert one.getaction(replace(QUICK, budget=budget)).action == f"{movetime} {movetime} 4"
