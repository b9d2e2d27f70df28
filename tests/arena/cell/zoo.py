"""A zoo of faulty UCI engines: what each does wrong, and the verdict that it must get.

`meet` lets one play a game. All of them are small scripts; `before` runs at the start, `ready` when the engine is asked
`isready`, `go` when it is asked for a move, `after` when it is told to quit or its input ends.
"""

import os
import re
import signal
import stat
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from arena.cell.order import Limits
from arena.tournament.play import play_game
from world.api import Budget, FaultKind
from world.budget import budget

SCRIPT = """#!{python} -IS
import os, select, signal, sys, time

def say(line):
    os.write(1, line.encode() + b"\\n")

def hang():
    while True:
        time.sleep(1)

asked = 0
{before}
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        say("id name beast")
        say("uciok")
    elif word == "isready":
        {ready}
    elif word == "go":
        asked += 1
        {go}
    elif word == "quit":
        break
{after}
"""
MOVE = 'say("bestmove " + ("e2e4" if asked == 1 else "g1f3"))'
SECOND = f"{MOVE} if asked == 1 else "


@dataclass(frozen=True)
class Beast:
    """A faulty engine, with its verdicts: no kind of fault at all if it must be harmless."""

    name: str
    kinds: tuple[FaultKind | None, ...]  # one of these
    message: str = ""  # a pattern of the fault's message
    go: str = MOVE
    ready: str = 'say("readyok")'
    before: str = ""
    after: str = ""
    at_start: bool = False  # True if it is at fault before its first move
    thinks: bool = False  # True if it uses processor time until it is stopped

    def write(self, folder: Path) -> Path:
        """Write the engine's program."""
        path = folder / "beast"
        parts = {"go": self.go, "ready": self.ready, "before": self.before, "after": self.after}
        path.write_text(SCRIPT.format(python=sys.executable, **parts), encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path


FLOOD = "while True: os.write(1, b'{}' * 1000)"
DETACH = "if os.fork() == 0: (os.setsid(), hang())"
HUGE = 10**30
ZOO = (
    Beast("is silent from the start", ("time",), before="hang()", at_start=True),
    Beast("does not answer isready", ("time",), ready="hang()", at_start=True),
    Beast("sends no bestmove", ("time",), go="hang()"),
    Beast("thinks without end", ("time",), go="while True: pass", thinks=True),
    Beast("floods without a line's end", ("protocol",), go=FLOOD.format("x")),
    Beast("floods with info lines", ("protocol",), go=FLOOD.format("info depth 1 nodes 1\\n")),
    Beast(
        "floods at the start",
        ("protocol",),
        before=FLOOD.format("option name x type check default true\\n"),
        at_start=True,
    ),
    Beast("crashes at the start", ("crash",), "exit code 3", before="sys.exit(3)", at_start=True),
    Beast("crashes in a game", ("crash",), "SIGSEGV", go=SECOND + "os.kill(os.getpid(), signal.SIGSEGV)"),
    Beast("exits in a game", ("crash",), "exit code 3", go=SECOND + "sys.exit(3)"),
    Beast("plays an illegal move", ("illegal",), "e2e4|12,28", go='say("bestmove e2e4")'),
    Beast("answers bestmove 0000", ("illegal",), "0000", go=SECOND + 'say("bestmove 0000")'),
    Beast("answers bestmove (none)", ("illegal",), r"\(none\)", go=SECOND + 'say("bestmove (none)")'),
    Beast("answers bestmove garbage", ("protocol",), go=SECOND + 'say("bestmove x\\ty;\\x00")'),
    Beast("answers bestmove alone", ("protocol",), go=SECOND + 'say("bestmove")'),
    Beast("answers invalid UTF-8", ("protocol",), go=SECOND + 'os.write(1, b"bestmove \\xff\\xfe\\n")'),
    Beast(
        "takes 3 GB",
        ("memory",),
        ready="held = [bytearray(b'x') * (16 << 20) for _ in range(192)]; hang()",
        at_start=True,
    ),
    Beast("starts a detached child", ("crash",), go=f"{DETACH}\n        {MOVE}"),
    Beast("ignores quit and the end of its input", (None,), after="hang()"),
    Beast(
        "thinks off its turn", (None, "time"), go=f"{MOVE}\n        while not select.select([0], [], [], 0)[0]: pass"
    ),
    Beast("closes stdout and goes on", ("crash",), go="os.close(1); hang()"),
    Beast(
        "claims absurd numbers",
        (None,),
        go=f'say("info depth {HUGE} seldepth -{HUGE} nodes {HUGE} nps {HUGE} score cp {HUGE} time {HUGE} pv e9 e2e4")'
        f"\n        {MOVE}",
    ),
)
BUDGETS = {"nodes": Budget(nodes=1), "movetime": Budget(movetime=0.3), "clock": budget(tc="2+0.1")}
PATIENCE = 1.0  # seconds without a budget of time
TO_START = 4.0  # seconds; the value of arena.cell.cell.TO_START while the zoo plays
LIMITS = Limits(memory=256, init=TO_START)  # little, since a machine may be slow to give out memory
OPPONENT, PLIES = "any-random-legal-move", 4
SLACK = 4.0  # seconds for processes to start and end on a busy machine


@dataclass(frozen=True)
class Verdict:
    """The arena's verdict on a game, and what it took."""

    kind: FaultKind | None
    message: str
    call: str
    seconds: float
    left: tuple[int, ...]  # processes still running afterwards

    def __str__(self) -> str:
        left = f", {len(self.left)} left running" if self.left else ""
        return f"{self.kind or 'plays on'}, {self.seconds:.1f} s{left}"


def meet(beast: Beast, limit: Budget, trusted: bool = False) -> Verdict:
    """Let an engine play White in a short game."""
    with TemporaryDirectory(prefix="zoo-") as folder:
        spec, start = f"uci:{beast.write(Path(folder))}", monotonic()
        record = play_game(
            "chess",
            [spec, OPPONENT],
            patience=PATIENCE,
            trusted=trusted,
            limits=LIMITS,
            budgets=[limit],
            max_plies=PLIES,
        )
        seconds, left, fault = monotonic() - start, running(folder), record.ending.fault
    assert fault is None or fault.seat == 0, fault
    if fault is None:
        return Verdict(None, record.ending.kind, "", seconds, left)
    return Verdict(fault.kind, fault.message, fault.call, seconds, left)


def running(folder: str, seconds: float = 1.0) -> tuple[int, ...]:
    """Return the processes whose command names a folder, if they do not end within so many seconds; kill them."""
    until = monotonic() + seconds
    while found := processes_of(folder):
        if monotonic() > until:
            for number in found:
                os.kill(number, signal.SIGKILL)
            return tuple(found)
        sleep(0.02)
    return ()


def processes_of(folder: str) -> set[int]:
    """Return the processes whose command names a folder."""
    return {number for number in map(int, filter(str.isdigit, os.listdir("/proc"))) if _names(number, folder)}


def _names(number: int, folder: str) -> bool:
    try:
        return folder.encode() in Path(f"/proc/{number}/cmdline").read_bytes()
    except OSError:
        return False


def allowed(beast: Beast, limit: Budget) -> float:
    """Return the seconds that a game may take.

    An engine that sleeps has twice its time; one that thinks has ten times and five seconds, if the machine is busy.
    """
    if beast.at_start:
        return TO_START + SLACK
    if limit.seconds is None:
        return PATIENCE + SLACK
    return (10 * limit.seconds + 5 if beast.thinks else 2 * (limit.seconds + limit.margin)) + SLACK


def wrong(beast: Beast, limit: Budget, verdict: Verdict) -> list[str]:
    """Return all that is wrong with a verdict."""
    found = [f"{len(verdict.left)} processes left running"] if verdict.left else []
    if verdict.kind not in beast.kinds:
        found.append(f"verdict {verdict.kind}; expected {beast.kinds}")
    if not re.search(beast.message, verdict.message):
        found.append(f"message {verdict.message!r}; expected {beast.message!r}")
    if beast.at_start != (verdict.call == "newrun"):
        found.append(f"a fault in {verdict.call}")
    if verdict.seconds > allowed(beast, limit):
        found.append(f"took {verdict.seconds:.1f} s; expected {allowed(beast, limit):.1f} s")
    return found
