"""The programs that our rules of chess are measured beside: python-chess and Stockfish, each in its own process."""

import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from os import environ, pathsep
from threading import Timer

PATIENCE = 60.0  # seconds, for all jobs of a round


@dataclass(frozen=True)
class Job:
    """Work that is done by all who can; python-chess, being slower, may get a shallower `rival_depth`."""

    name: str
    what: str  # perft, list, play, alphabeta or referee
    fen: str
    unit: str
    depth: int = 0
    rival_depth: int = 0
    move: str = "e1g1"
    line: tuple[str, ...] = ()  # the actions of a game to be refereed
    scored: bool = True  # whether alpha-beta evaluates: ours asks the core, python-chess adds tables up in Python

    @property
    def is_rate(self) -> bool:
        """Whether more is better: nodes a second, not microseconds a call."""
        return self.what in ("perft", "alphabeta")


def measure_python_chess(jobs: Sequence[Job]) -> list[float]:
    """Nodes a second, or microseconds a call, for every job."""
    work = [asdict(job) | {"depth": job.rival_depth} for job in jobs]
    command = [sys.executable, "-P", "-m", "world.games.chess.yardstick"]
    done = subprocess.run(
        command, input=json.dumps(work), stdout=subprocess.PIPE, text=True, check=True, timeout=PATIENCE
    )
    figures: list[float] = json.loads(done.stdout)
    return figures


def find_stockfish() -> str | None:
    """Stockfish, also where Debian puts games, which root's PATH leaves out."""
    return shutil.which("stockfish", path=environ.get("PATH", "") + pathsep + "/usr/games")


def measure_stockfish(jobs: Sequence[Job], complain: Callable[[str], None]) -> list[float | None]:
    """Nodes a second in the perft jobs; nothing where there is no Stockfish, or none that answers."""
    program = find_stockfish()
    if program is None:
        complain("no stockfish on the PATH: its column stays empty")
        return [None] * len(jobs)
    try:
        return race_stockfish(program, jobs)
    except (OSError, ValueError) as problem:
        complain(f"{program} does not answer as Stockfish would ({problem}): its column stays empty")
        return [None] * len(jobs)


def race_stockfish(program: str, jobs: Sequence[Job]) -> list[float | None]:
    """The perft jobs by `go perft`, timed from the question to the answer."""
    figures: list[float | None] = []
    with subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        watchdog = Timer(PATIENCE, engine.kill)
        watchdog.start()
        try:
            for job in jobs:
                figures.append(time_perft(engine, job) if job.what == "perft" else None)
        finally:
            watchdog.cancel()
            engine.kill()
    return figures


def name_stockfish() -> str | None:
    """Which Stockfish it is, and for what processor it was built: such as "Stockfish 15.1, 64bit SSE2"."""
    program = find_stockfish()
    if program is None:
        return None
    try:
        done = subprocess.run(
            [program], input="compiler\nquit\n", capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    name = re.search(r"^(Stockfish [\w.]+)", done.stdout, re.MULTILINE)
    built = re.search(r"settings include:\s*(.+)", done.stdout)
    return ", ".join(found[1].strip() for found in (name, built) if found) or None


def time_perft(engine: "subprocess.Popen[str]", job: Job) -> float:
    """Nodes a second in one job."""
    tell(engine, f"position fen {job.fen}", "isready")
    await_line(engine, "readyok")
    start = time.perf_counter()
    tell(engine, f"go perft {job.depth}")
    nodes = int(await_line(engine, "Nodes searched:").split()[-1])
    if nodes <= 0:
        raise ValueError(f"{nodes} nodes searched")
    return nodes / (time.perf_counter() - start)


def tell(engine: "subprocess.Popen[str]", *lines: str) -> None:
    """Say something to a UCI engine."""
    assert engine.stdin is not None
    engine.stdin.write("".join(f"{line}\n" for line in lines))
    engine.stdin.flush()


def await_line(engine: "subprocess.Popen[str]", beginning: str) -> str:
    """The next line that begins so."""
    assert engine.stdout is not None
    for line in engine.stdout:
        if line.startswith(beginning):
            return line
    raise OSError(f"it ended without saying {beginning!r}")
