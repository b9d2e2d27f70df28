"""Each wall of the jail by itself: what it holds back, seen from outside and tried from inside."""

import os
import resource
import shlex
import socket
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from arena.cell.jail.kernel import MACHINE
from arena.cell.order import Limits
from arena.errors import CellError
from arena.tournament.plan import make_plan
from arena.tournament.play import play_game
from tests.arena.cell.test_jail import RUN, STATE, ask, cell, mind
from world.api import Fault, Reply


def test_what_the_walls_are_seen_from_outside(tmp_path: Path) -> None:
    """No capabilities, every limit, another network: each of a jailed process's own, whoever started it."""
    limits = Limits(memory=300, cpu=77)
    with cell(mind(tmp_path, "return '12,28'"), limits=limits) as one:
        one.newrun(RUN)
        assert one.process is not None
        number = one.process.number()
        status = Path(f"/proc/{number}/status").read_text(encoding="utf-8")
        told = dict(line.split(":\t") for line in status.splitlines() if ":\t" in line)
        assert {told[name].strip("0") for name in ("CapEff", "CapPrm", "CapInh", "CapAmb")} == {""}
        assert (told["NoNewPrivs"], told["Seccomp"]) == ("1", "2")
        for name, most in {"FSIZE": 0, "CORE": 0, "MEMLOCK": 0, "CPU": 77, "NOFILE": 32, "STACK": 8 << 20}.items():
            assert resource.prlimit(number, getattr(resource, f"RLIMIT_{name}"))[0] == most, name
        data, _ = resource.prlimit(number, resource.RLIMIT_DATA)
        assert 300 << 20 <= data < 900 << 20
        if "namespaces" in one.layers:
            for kind in ("user", "net", "ipc", "uts", "mnt"):
                assert os.readlink(f"/proc/{number}/ns/{kind}") != os.readlink(f"/proc/self/ns/{kind}"), kind
        else:
            assert os.getuid() != 0


def test_a_mind_starts_while_many_descriptors_are_under_way(tmp_path: Path) -> None:
    """Descriptors that other processes of the user have sent, and nobody has received, keep no jail from closing."""
    path = mind(tmp_path, "return '12,28'")
    with ExitStack() as stack:
        for _ in range(40):  # more than a jailed process may have open
            ends = [stack.enter_context(end) for end in socket.socketpair()]
            socket.send_fds(ends[0], [b"x"], [0])
        one = stack.enter_context(cell(path))
        one.newrun(RUN)
        assert "seccomp" in one.layers


def test_limits_come_from_the_plan(tmp_path: Path) -> None:
    """Processor's time, the length of a reply and of the log, as its fields say."""
    plan = make_plan(minds=["minimax", "alphabeta"], cpu=1, reply=100, log=1)
    fault = ask(mind(tmp_path, "while True: pass"), limits=plan.limits)
    assert isinstance(fault, Fault)
    assert "1 s of processor time (--cpu)" in fault.message
    fault = ask(mind(tmp_path, "return 'x' * 200"), limits=plan.limits)
    assert isinstance(fault, Fault)
    assert "more than 100 bytes" in fault.message
    fault = ask(mind(tmp_path, "print('x' * 5000); return '12,28' + 1"), limits=plan.limits)
    assert isinstance(fault, Fault)
    assert 1000 < len(fault.log) < 1100


def test_a_program_starts_once(tmp_path: Path) -> None:
    """Its own interpreter, which it may read and run, it cannot become once more."""
    path = tmp_path / "again.py"
    again = "os.execv(sys.executable, [sys.executable, '-c', 'pass'])"
    path.write_text(
        "import os, sys\nword = sys.stdin.readline().split('\\t')[0]\nprint(word + '\\tready', flush=True)\n"
        f"word = sys.stdin.readline().split('\\t')[0]\ntry:\n    {again}\nexcept OSError as problem:\n"
        "    print(word + '\\t' + type(problem).__name__, flush=True)\n    sys.stdin.read()\n",
        encoding="utf-8",
    )
    reply = ask(f"cmd:{shlex.quote(sys.executable)} -I -S {path}")
    assert isinstance(reply, Reply), reply
    assert reply.action in ("PermissionError", "OSError")


def test_who_cannot_be_started_has_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the machine lacks is the arena's trouble: the game is not counted, and can be played again."""
    spec = mind(tmp_path, "return '12,28'")
    monkeypatch.setattr("arena.cell.process.launch", no_more)
    with pytest.raises(CellError, match=r"no process can be made for mind: .*Too many open files"):
        play_game("chess", [spec, "minimax"])


def no_more(*_order: object) -> None:
    raise OSError(24, "Too many open files")


def test_who_dies_at_once_was_jailed_all_the_same(tmp_path: Path) -> None:
    """The walls stand before the first line of a mind is read; who is trusted has none, and that is on record."""
    spec = mind(tmp_path, "return '12,28'", head="1 / 0")
    assert play_game("chess", [spec, "minimax"]).layers[0].endswith("seccomp")
    assert play_game("chess", [spec, "minimax"], trusted=True).layers == ("none: trusted", "")


def test_who_wakes_itself_is_refused_and_pays(tmp_path: Path) -> None:
    """The signal that undoes a stop is not a mind's to send, and what is used between two moves is charged."""
    body = (
        "import signal\nfound = []\nfor send in (lambda: os.kill(os.getpid(), signal.SIGCONT), "
        "lambda: signal.pthread_kill(__import__('threading').get_ident(), signal.SIGCONT)):\n"
        "    try:\n        send()\n    except PermissionError:\n        found.append('no')\nreturn ' '.join(found)"
    )
    reply = ask(mind(tmp_path, body))
    assert isinstance(reply, Reply), reply
    assert reply.action == "no no"
    with cell("any-random-legal-move") as one:  # which is never stopped, so it can be made to work off the move
        one.newrun(RUN)
        one.getaction(STATE)
        one.clock.used -= 1.0
        assert one.getaction(STATE).price > 1.0


HOARD = """import ctypes, mmap
libc, hoard = ctypes.CDLL(None), []
for _ in range(20):
    piece = mmap.mmap(-1, 32 << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    for place in range(0, 32 << 20, 4096):
        piece[place] = 1
    address = ctypes.addressof(ctypes.c_char.from_buffer(piece))
    libc.mprotect(ctypes.c_void_p(address), ctypes.c_size_t(32 << 20), 1)
    hoard.append(piece)
import time
time.sleep(2)
return '1'"""
IGNORING = "import signal\nsignal.signal(signal.SIGBUS, signal.SIG_IGN)\n"
ALONE = """import ctypes, threading
def hoard():
    {}
threading.Thread(target=hoard).start()
ctypes.CDLL(None).syscall({}, 0)"""  # the first thread ends, and nothing else
NOTES = """import ctypes, mmap
size = 60 << 30
piece = mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000, mmap.PROT_READ)
piece.madvise(15)
for place in range(0, size, 2 << 20):
    piece[place]
return '1'"""


def test_memory_is_what_is_held(tmp_path: Path) -> None:
    """Pages made read-only after they were written count too; and the notes of where a page is stay bounded."""
    fault = ask(mind(tmp_path, HOARD), limits=Limits(memory=64))
    assert isinstance(fault, Fault)
    assert (fault.kind, "64 MiB of memory (--memory)" in fault.message) == ("memory", True), fault
    huge = ask(mind(tmp_path, NOTES.replace("60 << 30", "512 << 30")), limits=Limits(memory=64))
    assert isinstance(huge, Fault)
    assert "memory" in huge.message.lower(), huge


@pytest.mark.parametrize("way", ["its first thread has ended", "it ignores SIGBUS"])
def test_memory_is_counted_all_the_same(tmp_path: Path, way: str) -> None:
    """The limit of memory holds for a mind whose first thread has ended, and for one that ignores signals."""
    leave = 60 if MACHINE == "x86_64" else 93
    body = ALONE.format(HOARD.replace("\n", "\n    "), leave) if "thread" in way else IGNORING + HOARD
    fault = ask(mind(tmp_path, body), limits=Limits(memory=64))
    assert isinstance(fault, Fault)
    assert (fault.kind, "64 MiB of memory (--memory)" in fault.message) == ("memory", True), fault


def test_minds_cannot_knock_at_each_other(tmp_path: Path) -> None:
    """A futex on a page of a file that both see can be waited for, but nobody is woken."""
    body = (
        "import ctypes, mmap\nlibc = ctypes.CDLL(None, use_errno=True)\nfile = open('/etc/ld.so.cache', 'rb')\n"
        "libc.mmap.restype = ctypes.c_void_p\nplace = libc.mmap(None, 4096, 1, 1, file.fileno(), 0)\n"
        "libc.syscall(202, ctypes.c_void_p(place), 1, 10, None, None, 0)\nreturn str(ctypes.get_errno())"
    )
    if MACHINE != "x86_64":
        body = body.replace("202", "98")
    reply = ask(mind(tmp_path, body))
    assert isinstance(reply, Reply), reply
    assert reply.action == "1"


SCAN = """import ctypes, os
from time import monotonic
libc, (reader, writer) = ctypes.CDLL(None), os.pipe()
libc.write.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t]
libc.sbrk.argtypes, libc.sbrk.restype = [ctypes.c_long], ctypes.c_void_p
top, here = libc.sbrk(0), id(object()) & ~0xFFF
found, word, until = 0, b'/a/mi' + b'nd.py', monotonic() + 4
for low, high in ((top - (100 << 20), top), (here - (100 << 20), here + (100 << 20))):
    for place in range(low & ~0xFFF, high, 4096):
        # The kernel copies a page into the pipe, or says that there is none.
        if monotonic() < until and libc.write(writer, place, 4096) == 4096:
            page = os.read(reader, 4096)
            found += page.count(b'"target":"') and page.count(word)
return str(found)"""


def test_orders_of_others_are_not_in_its_memory(tmp_path: Path) -> None:
    """Byte by byte: of what the zygote was ordered before, nothing is left in what it is ordered next."""
    for name in "ab":
        (tmp_path / name).mkdir()
    with cell(mind(tmp_path / "a", "return '12,28'")) as one, cell(mind(tmp_path / "b", SCAN)) as other:
        one.newrun(RUN)
        other.newrun(RUN)
        assert other.getaction(STATE).action == "0"
