"""The words about a mind that is out of time: where it was, and what took the time."""

from pathlib import Path

import pytest

from arena.cell.cell import Cell
from arena.cell.familiar import familiar
from arena.cell.order import Limits
from arena.cell.stack import HEADING, Stack
from minds.registry import read_spec
from tests.arena.cell.test_jail import RUN, START, mind
from tests.within import within
from world.api import Budget, Fault, MindFailure, State

LINE = 7  # of the first line of a mind's getaction


def fault_of(spec: str, movetime: float = 0.1, memory: int = 1024) -> Fault:
    """Ask a mind that has little time; return its fault."""
    cell = Cell(spec, limits=Limits(memory=memory))
    try:
        cell.newrun(RUN)
        with pytest.raises(MindFailure) as failed:
            cell.getaction(State(START, "chess", 0, Budget(movetime=movetime), (), START))
        return failed.value.fault
    finally:
        cell.close()


def test_an_endless_loop_is_found_by_its_line(tmp_path: Path) -> None:
    """The message names the line of the loop; the stack has the source and paths that the student knows."""
    fault = fault_of(mind(tmp_path, "while True: state.text.upper()"))
    assert fault.message == f"no answer within 0.15 s of processor time: it was in line {LINE} of mind.py, in getaction"
    call = f'File "mind.py", line {LINE}, in getaction\n    while True: state.text.upper()'
    assert (fault.kind, fault.traceback) == ("time", f"{HEADING}\n  {call}")
    assert str(tmp_path) not in fault.message + fault.traceback


@pytest.mark.parametrize("body", ["return sum(range(10 ** 12))", "import time; time.sleep(60)"])
def test_a_mind_that_runs_no_python_is_found_too(tmp_path: Path, body: str) -> None:
    """A mind inside of a long call of Python's own, or asleep, tells the line of that call."""
    assert fault_of(mind(tmp_path, body)).message.endswith(f": it was in line {LINE} of mind.py, in getaction")


def test_a_mind_that_loops_while_it_is_loaded_is_found(tmp_path: Path) -> None:
    """The line of a loop outside of all functions is told, without the calls that loaded the file."""
    cell = Cell(mind(tmp_path, "return '12,28'", head="while True: pass"))
    cell.to_start = 0.3
    try:
        with pytest.raises(MindFailure) as failed:
            cell.newrun(RUN)
    finally:
        cell.close()
    fault = failed.value.fault
    assert fault.message.startswith("no answer within 0.3 s")
    assert fault.message.endswith(": it was in line 3 of mind.py, in <module>")
    assert fault.traceback == f'{HEADING}\n  File "mind.py", line 3, in <module>\n    while True: pass'


def test_a_mind_that_fills_memory_is_told_from_one_that_thinks(tmp_path: Path) -> None:
    """A mind whose time is over while it takes memory is told how much it held."""
    body = "held = [bytearray(100 << 20)]\nwhile True: pass"
    assert "; it held 1" in (said := fault_of(mind(tmp_path, body), 0.5, memory=200).message), said
    assert said.endswith(" of its 200 MiB of memory and took more")
    assert "memory" not in fault_of(mind(tmp_path, "while True: pass"), memory=200).message


def test_a_flood_of_lines_is_counted(tmp_path: Path) -> None:
    """A mind that prints until its time is over is told how many lines it printed."""
    said = fault_of(mind(tmp_path, "while True: print('looking')")).message
    assert said.endswith(" lines in this move: printing takes the time"), said
    assert int(said.split("it printed ")[1].split()[0].replace(",", "")) >= 1000


HOSTILE = {
    "ignores the signal": "import signal; signal.signal(signal.SIGUSR1, signal.SIG_IGN)\nwhile True: pass",
    "sleeps and blocks the signal": "import signal, time\n"
    "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])\nwhile True: time.sleep(1)",
    "floods the wire": "while True: os.write(4, b'x' * 65536)",
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_mind_that_does_not_tell_is_not_waited_for(tmp_path: Path, case: str) -> None:
    """A mind that keeps its stack to itself loses about a second more, and its fault is the same."""
    spec = mind(tmp_path, HOSTILE[case])
    with within(8):
        fault = fault_of(spec)
    assert fault.kind in ("time", "protocol")
    assert fault.traceback == ""


def test_a_false_stack_shows_nothing_of_other_files(tmp_path: Path) -> None:
    """Only frames are kept of a text that a mind claims to be its stack, and only its own source is quoted."""
    spec = read_spec(mind(tmp_path, "return 1", name="own.py"))
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret\n", encoding="utf-8")
    (tmp_path / "link").symlink_to(secret)
    lies = [f'  File "{path}", line 1 in f' for path in (secret, tmp_path / "link", "/etc/passwd", "/dev/zero")]
    text = "\n".join([*lies, "the secret", f'  File "{tmp_path}/own.py", line 99999 in g\x1b[31m', *lies * 100])
    stack = Stack(text, spec)
    assert "the secret" not in str(stack)
    assert "root:" not in str(stack)
    assert str(stack).count("\n") < 40
    assert str(stack).isprintable() or "\x1b" not in str(stack)
    assert stack.place == ": it was in line 99999 of own.py, in g?[31m"


def test_the_record_of_a_crash_names_the_students_own_file(tmp_path: Path) -> None:
    """A traceback and a log show the mind's file by its name, and ours below our folder."""
    fault = fault_of(mind(tmp_path, "print(__file__)\nreturn state.position.play('e2e5')"))
    assert fault.log == "mind.py\n"
    assert f'File "mind.py", line {LINE + 1}, in getaction' in fault.traceback
    assert 'File "minds/board/' in fault.traceback


def test_the_folder_of_copies_is_left_out_of_any_text(tmp_path: Path) -> None:
    """Paths of the arena's copies become those of the author, also in a long log without any space."""
    spec, copies = read_spec(mind(tmp_path, "return 1")), f"/home/x/.cache/mind-arena/bundles/{'0a' * 16}/"
    said = f'File "{copies}mind.py", line 1\n({copies}a/b.txt) {copies}c'
    assert familiar(said, spec) == 'File "mind.py", line 1\n(a/b.txt) c'
    with within(1):
        assert len(familiar("x" * 65536, spec)) == 65536
        assert familiar(copies * 1500, spec) == ""
