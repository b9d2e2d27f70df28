"""The jail: what a mind can do in there, what it sees, and what it leaves."""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.cell.cell import Cell
from arena.cell.jail import landlock
from arena.cell.jail.calls import ARCHITECTURES, numbers
from arena.cell.jail.files import own_files
from arena.cell.order import Jail, Limits
from arena.errors import JailError
from arena.tournament.play import play_game
from tests.conftest import until
from world.api import Budget, Ending, Fault, MindFailure, Reply, Run, State

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
RUN, DONE = Run("chess", 0, start=START), Ending("checkmate", (1.0, 0.0))
STATE = State(START, "chess", 0, Budget(movetime=5.0), (), START)


def mind(folder: Path, body: str, head: str = "", name: str = "mind.py") -> str:
    path = folder / name
    lines = "\n        ".join(body.splitlines())
    code = f"import os, sys\nfrom minds import Mind\n{head}\n\nclass Tested(Mind):\n    def getaction(self, state):\n"
    path.write_text(f"{code}        {lines}\n", encoding="utf-8")
    return str(path)


@contextmanager
def cell(spec: str, walls: Jail = Jail(), limits: Limits = Limits()) -> Iterator[Cell]:  # noqa: B008
    one = Cell(spec, limits=limits, jail=walls)
    try:
        yield one
    finally:
        one.close()


def ask(spec: str, **options: object) -> Reply | Fault:
    """Its answer, or what it did wrong."""
    with cell(spec, **options) as one:  # type: ignore[arg-type]
        try:
            one.newrun(RUN)
            return one.getaction(STATE)
        except MindFailure as failure:
            return failure.fault


WORKS = {
    "numpy": "import numpy as np; return str(int(np.linalg.det(np.eye(40) * 2) > 0))",
    "numpy's corners": "import numpy.fft, numpy.polynomial; return '1'",
    "what Numba needs of SciPy": "import scipy.linalg.cython_blas; return '1'",
    "a compiled function": "return str(double(21) - 41)",
    "the board": "return str(state.position.perft(2) - 399)",
    "python-chess": "import chess; return str(len(list(chess.Board(str(state)).legal_moves)) - 19)",
    "a thread": "from threading import Thread\nfound = []\none = Thread(target=found.append, args=('1',))\n"
    "one.start(); one.join(); return found[0]",
    "a pool": "from concurrent.futures import ThreadPoolExecutor as Pool\n"
    "with Pool(4) as pool: return str(sum(pool.map(int, '0010')))",
    "the end of a thread of C": "import ctypes\nlibc, thread = ctypes.CDLL(None), ctypes.c_ulong()\n"
    "sleep = ctypes.cast(libc.usleep, ctypes.c_void_p)\n"
    "libc.pthread_create(ctypes.byref(thread), None, sleep, ctypes.c_void_p(20_000))\n"
    "return str(1 + libc.pthread_join(thread, None))",
    "sqlite in memory": "import sqlite3; return str(sqlite3.connect(':memory:').execute('SELECT 1').fetchone()[0])",
    "an alarm": "import signal\nfound = []\nsignal.signal(signal.SIGALRM, lambda *_: found.append('1'))\n"
    "signal.setitimer(signal.ITIMER_REAL, 0.01); signal.pause(); return found[0]",
    "Python's library": "import json, decimal, wave, difflib, asyncio, zoneinfo, encodings.idna; return '1'",
    "its own folder": "import neighbour; return neighbour.ANSWER + open(os.path.dirname(__file__) + '/data').read()",
    "printing": "print('x' * 1000, file=sys.stderr); print('y'); return '1'",
    "200 MiB": "return str(len(bytearray(200 << 20)) >> 27)",
}
JIT = "from minds import jit\n\n\n@jit\ndef double(number):\n    return 2 * number\n"


@pytest.mark.parametrize("case", WORKS)
@pytest.mark.parametrize("walls", [Jail(), Jail(namespaces=False, landlock=1)], ids=["all walls", "the least"])
def test_what_works_in_the_jail(tmp_path: Path, case: str, walls: Jail) -> None:
    """What a mind may need is there."""
    (tmp_path / "neighbour.py").write_text("ANSWER = ''\n", encoding="utf-8")
    (tmp_path / "data").write_text("1", encoding="utf-8")
    reply = ask(mind(tmp_path, WORKS[case], JIT if "compiled" in case else ""), walls=walls)
    assert isinstance(reply, Reply), reply
    assert reply.action == "1"


REFUSED = {
    "its neighbours, if it is not called mind": ("open(os.path.dirname(__file__) + '/data').read()", "Permission"),
    "what is installed besides": ("import pytest", "No module named"),
    "the arena": ("import arena.cell.cell", "No module named"),
    "other students": ("import minds.students.learner", "No module named"),
    "3 GiB": ("bytearray(3 << 30)", "out of memory"),
    "a child": ("os.fork()", "not permitted"),
    "a program": ("import subprocess; subprocess.run(['true'])", "not permitted|Permission denied"),
    "a socket": ("import socket; socket.socket()", "not permitted"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_does_not_work_in_the_jail(tmp_path: Path, case: str) -> None:
    """What a mind does not need is refused, in words that it can understand."""
    body, said = REFUSED[case]
    (tmp_path / "data").write_text("1", encoding="utf-8")
    fault = ask(mind(tmp_path, body, name="other.py"))
    assert isinstance(fault, Fault)
    assert any(word in fault.message for word in said.split("|")), fault


def test_only_so_many_threads(tmp_path: Path) -> None:
    """The limit is the plan's, and the mind is told that there are no more."""
    body = (
        "from threading import Event, Thread\nend, count = Event(), 1\ntry:\n"
        "    while count < 50:\n        Thread(target=end.wait, daemon=True).start()\n        count += 1\n"
        "except RuntimeError:\n    pass\nend.set()\nreturn str(count)"
    )
    reply = ask(mind(tmp_path, body), limits=Limits(threads=8))
    assert isinstance(reply, Reply), reply
    assert reply.action == "8"


def test_a_file_has_a_folder_only_if_it_is_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file called mind.py brings its folder, but never a home, a shared one, nor one with a tournament in it."""
    own, shared, home = tmp_path / "a", tmp_path / "b", tmp_path / "c"
    for folder in (own, shared, home):
        folder.mkdir()
    (shared / "arena.sqlite").touch()
    monkeypatch.setenv("HOME", str(home))
    assert own_files(own / "mind.py") == (str(own),)
    assert own_files(own / "mind.sh") == (str(own),)
    assert own_files(own / "greedy.py") == (str(own / "greedy.py"),)
    assert own_files(shared / "mind.py") == (str(shared / "mind.py"),)
    assert own_files(home / "mind.py") == (str(home / "mind.py"),)
    own.chmod(0o1777)  # as /tmp
    assert own_files(own / "mind.py") == (str(own / "mind.py"),)
    own.chmod(0o755)
    link = tmp_path / "link"
    link.symlink_to(home)
    monkeypatch.setenv("HOME", str(link))
    assert own_files(home / "mind.py") == (str(home / "mind.py"),)
    for below in ("results/first/arena.sqlite", "other/mind.py"):
        path = own / below
        path.parent.mkdir(parents=True)
        path.touch()
        assert own_files(own / "mind.py") == (str(own / "mind.py"),)
        path.unlink()
    assert own_files(own / "mind.py") == (str(own),)


def test_nothing_is_left_for_the_next_game_but_what_is_remembered(tmp_path: Path) -> None:
    """Globals are gone; the text that endrun returned is there."""
    spec = mind(
        tmp_path,
        "seen = len(HERE); HERE.append(1)\nreturn f'{seen}{self.memory}'\n\n"
        "def endrun(self): return self.memory + 'x'".replace("\ndef", "\n    def").replace("    def", "def"),
        "HERE = []",
    ).replace("\n        def endrun", "\n    def endrun")
    text = Path(spec).read_text(encoding="utf-8").replace("        def endrun", "    def endrun")
    Path(spec).write_text(text, encoding="utf-8")
    memory = ""
    with cell(spec) as one:
        for expected in ("0", "0x", "0xx"):
            one.newrun(Run("chess", 0, start=START, memory=memory))
            assert one.getaction(STATE).action == expected
            memory = one.endrun(DONE) or ""


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return 7", "expected text to remember"),
        ("return 'x' * 70_000", "65536 at most"),
        ("return '\\ud800'", "surrogates"),
    ],
)
def test_what_cannot_be_remembered(tmp_path: Path, body: str, said: str) -> None:
    """It is a fault of endrun, and says what was expected."""
    spec = mind(tmp_path, "return '12,28'")
    with Path(spec).open("a", encoding="utf-8") as file:
        file.write(f"\n    def endrun(self):\n        {body}\n")
    with cell(spec) as one:
        one.newrun(RUN)
        with pytest.raises(MindFailure, match=said):
            one.endrun(DONE)


def test_nobody_thinks_off_the_move(tmp_path: Path) -> None:
    """A mind whose thread goes on thinking after its answer takes no processor's time until it is asked again."""
    body = (
        "from threading import Thread\ndef ponder():\n    while True: pass\n"
        "Thread(target=ponder, daemon=True).start()\nreturn '12,28'"
    )
    with cell(mind(tmp_path, body)) as one:
        one.newrun(RUN)
        one.getaction(STATE)
        assert one.process is not None
        status = Path(f"/proc/{one.process.number()}/stat")
        until(lambda: status.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "T", seconds=5)
        before = one.process.cpu()
        subprocess.run([sys.executable, "-c", "sum(range(5_000_000))"], check=True)
        assert one.process.cpu() < before + 0.01


def test_the_walls_are_in_the_record(tmp_path: Path) -> None:
    """Of each seat; the house's minds have none."""
    record = play_game("chess", [mind(tmp_path, "return '12,28'"), "minimax"], max_plies=1)
    walls = record.layers[0].split()
    assert walls[-3:] == ["limits", f"landlock:{landlock.abi()}", "seccomp"]
    assert record.layers[1] == ""


def test_without_walls_strangers_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a sentence that says what is lacking and what --trust means; the house's minds play on."""
    monkeypatch.setattr("arena.cell.prepare.lacking", lambda: "it is no Linux")
    spec = mind(tmp_path, "return '12,28'")
    from arena.cell.admission import admit

    with pytest.raises(
        JailError, match=r"no jail for it \(it is no Linux\); --trust runs it all the same, with all your own"
    ):
        admit(["minimax", spec], trusted=False)
    admit(["minimax"], trusted=False)
    admit([spec], trusted=True)
    with cell(spec) as one, pytest.raises(JailError, match="--trust"):
        one.newrun(RUN)


PROGRAM = "IFS=$'\\t' read -r word rest\nprintf '%s\\tready\\n' \"$word\"\nIFS=$'\\t' read -r word rest\n{}\n"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("printf '%s\\t1\\n' \"$word\"", "1"),
        ("/bin/true; printf '%s\\t%s\\n' \"$word\" $?", "1|126|254"),
        ('read -r line < /etc/passwd; printf \'%s\\t%s\\n\' "$word" "x$line"', "x"),
        ('printf \'%s\\t%s\\n\' "$word" "x$HOME$USER$SSH_AUTH_SOCK" 2>/dev/null', "x/nonexistent"),
    ],
)
def test_programs_are_jailed_too(tmp_path: Path, body: str, expected: str) -> None:
    """They start once, start nothing else, and see neither users nor environment."""
    path = tmp_path / "program.sh"
    path.write_text(PROGRAM.format(body), encoding="utf-8")
    reply = ask(f"cmd:bash {path}")
    if isinstance(reply, Fault):
        assert "exit code" in reply.message, reply  # of a shell that may not have children
        assert "Operation not permitted" in reply.log
    else:
        assert reply.action in expected.split("|")


def test_a_script_needs_no_second_start(tmp_path: Path) -> None:
    """`#!/usr/bin/env bash` is two programs one after the other; the arena starts the second itself."""
    path = tmp_path / "mind.sh"
    path.write_text("#!/usr/bin/env bash\n" + PROGRAM.format("printf '%s\\t1\\n' \"$word\""), encoding="utf-8")
    path.chmod(0o755)
    reply = ask(f"cmd:{path}")
    assert isinstance(reply, Reply), reply


@pytest.mark.parametrize("program", ["awk", "perl", "node"])
def test_other_languages_start_in_the_jail(tmp_path: Path, program: str) -> None:
    """Interpreters of all kinds find what they need."""
    if shutil.which(program) is None:
        pytest.fail(f"{program} is not installed; .ci/run installs it")
    path = tmp_path / "mind"
    scripts = {
        "awk": '{ word = $1; print word "\\t" (NR == 1 ? "ready" : "1"); fflush() }',
        "perl": '$| = 1; while (<>) { ($w, $v) = split /\\t/; print "$w\\t", $v eq "newrun" ? "ready" : "1", "\\n" }',
        "node": "require('readline').createInterface({input: process.stdin}).on('line', line => {"
        "const [w, v] = line.split('\\t'); console.log(w + '\\t' + (v === 'newrun' ? 'ready' : '1')) })",
    }
    path.write_text(scripts[program], encoding="utf-8")
    options = {"awk": "-W interactive -F '\t' -f"}.get(program, "")
    reply = ask(f"cmd:{program} {shlex.join(shlex.split(options))} {path}".replace("'\t'", "'\\t'"))
    assert isinstance(reply, Reply), reply
    assert reply.action == "1"


def test_the_table_of_calls_is_the_kernels() -> None:
    """Every number is that of the kernel's own header, where there is one; and both machines have the same words."""
    header = Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h")
    here = numbers("x86_64")
    if header.exists():
        words = (line.split() for line in header.read_text(encoding="utf-8").splitlines())
        known = {word[1].removeprefix("__NR_"): int(word[2]) for word in words if len(word) == 3 and "__NR_" in word[1]}
        assert here.items() <= known.items()
    assert set(numbers("aarch64")) < set(here)
    assert numbers("sparc") == {}
    assert set(ARCHITECTURES) == {"x86_64", "aarch64"}


def test_busy_machines_cost_nobody_the_game(tmp_path: Path) -> None:
    """Six busy loops beside a game: both minds, a stranger and one of the house, have their own clock."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3 * (os.cpu_count() or 2))]
    try:
        spec = mind(
            tmp_path,
            "from time import process_time\nend = process_time() + 0.04\nwhile process_time() < end: pass\n"
            "return state.position.legal_moves()[0]",
        )
        record = play_game("chess", [spec, "pst-engine"], budgets=[Budget(movetime=0.05, margin=0.02)], max_plies=12)
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()
    assert record.ending.kind == "max plies", record.ending
    assert max(ply.seconds for ply in record.plies) > max(ply.cpu for ply in record.plies)
