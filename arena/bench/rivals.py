"""Runs python-chess and Stockfish on the same jobs as our rules of chess, each in its own process."""

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

PATIENCE = 60.0  # seconds for all jobs of a round


@dataclass(frozen=True)
class Job:
    """A piece of work for every program that can do it; python-chess, being slower, may have a `rival_depth`."""

    name: str
    what: str  # perft, list, play, alphabeta or referee
    fen: str
    unit: str
    depth: int = 0
    rival_depth: int = 0
    move: str = "e1g1"
    line: tuple[str, ...] = ()  # the actions of a game to referee
    scored: bool = True  # whether alpha-beta evaluates: ours calls the core, python-chess adds up tables in Python

    @property
    def is_rate(self) -> bool:
        """True if the figure is nodes per second, False if it is microseconds per call."""
        return self.what in ("perft", "alphabeta")


def measure_python_chess(jobs: Sequence[Job]) -> list[float]:
    """Nodes per second, or microseconds per call, of each job."""
    work = [asdict(job) | {"depth": job.rival_depth} for job in jobs]
    command = [sys.executable, "-P", "-m", "world.games.chess.yardstick"]
    done = subprocess.run(
        command, input=json.dumps(work), stdout=subprocess.PIPE, text=True, check=True, timeout=PATIENCE
    )
    figures: list[float] = json.loads(done.stdout)
    return figures


def find_stockfish() -> str | None:
    """The path of Stockfish, also where Debian installs games, which root's PATH leaves out; None without one."""
    return shutil.which("stockfish", path=environ.get("PATH", "") + pathsep + "/usr/games")


def measure_stockfish(jobs: Sequence[Job], complain: Callable[[str], None]) -> list[float | None]:
    """Nodes per second of each perft job; None for other jobs, or without a working Stockfish."""
    program = find_stockfish()
    if program is None:
        complain("no stockfish on the PATH; its column stays empty; install it to fill it")
        return [None] * len(jobs)
    try:
        return race_stockfish(program, jobs)
    except (OSError, ValueError) as problem:
        complain(f"{program} does not answer like Stockfish ({problem}); its column stays empty")
        return [None] * len(jobs)


def race_stockfish(program: str, jobs: Sequence[Job]) -> list[float | None]:
    """Run the perft jobs by `go perft`, timed from request to answer."""
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
    """Stockfish's version and build, such as "Stockfish 15.1, 64bit SSE2"; None without one."""
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
    """Nodes per second of one job."""
    send(engine, f"position fen {job.fen}", "isready")
    await_line(engine, "readyok")
    start = time.perf_counter()
    send(engine, f"go perft {job.depth}")
    nodes = int(await_line(engine, "Nodes searched:").split()[-1])
    if nodes <= 0:
        raise ValueError(f"{nodes} nodes searched")
    return nodes / (time.perf_counter() - start)


def send(engine: "subprocess.Popen[str]", *lines: str) -> None:
    """Send lines to a UCI engine."""
    assert engine.stdin is not None
    engine.stdin.write("".join(f"{line}\n" for line in lines))
    engine.stdin.flush()


def await_line(engine: "subprocess.Popen[str]", beginning: str) -> str:
    """The next line that starts with `beginning`."""
    assert engine.stdout is not None
    for line in engine.stdout:
        if line.startswith(beginning):
            return line
    raise OSError(f"it ended before a line that starts with {beginning!r}")
