"""The speed of our rules of chess, beside python-chess and Stockfish on the same work in the same run."""

import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from statistics import median
from typing import Any

from arena.bench.rivals import Job, measure_python_chess, measure_stockfish, name_stockfish
from minds import Position
from world.api import World
from world.registry import new_world

START = Position().fen
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ROUNDS = 3


def fixed_game(plies: int) -> tuple[str, ...]:
    """The actions of one fixed game."""
    position, actions = Position(), []
    for ply in range(plies):
        moves = position.legal_moves()
        actions.append(moves[7 * ply % len(moves)].action)
        position.push(actions[-1])
    return tuple(actions)


JOBS = (
    Job("perft 6, start position", "perft", START, "Mnodes/s", 6, 4),
    Job("perft 5, Kiwipete", "perft", KIWIPETE, "Mnodes/s", 5, 3),
    Job("list of legal moves", "list", KIWIPETE, "µs"),
    Job("play a move (rival: push, pop)", "play", KIWIPETE, "µs"),
    Job("alpha-beta in Python, rules only", "alphabeta", KIWIPETE, "knodes/s", 3, 3, scored=False),
    Job("alpha-beta in Python, with scores", "alphabeta", KIWIPETE, "knodes/s", 3, 3),
    Job("referee, a ply (rival: plain loop)", "referee", START, "µs", line=fixed_game(120)),
)
UNITS = {"Mnodes/s": 1e6, "knodes/s": 1e3, "µs": 1.0}


@dataclass(frozen=True)
class Figure:
    """One job's median figures in its unit, and how many times faster ours is."""

    name: str
    unit: str
    ours: float
    python_chess: float
    stockfish: float | None
    times_python_chess: float
    times_stockfish: float | None


class AlphaBeta:
    """A minimal alpha-beta search; `world/games/chess/yardstick.py` has its twin for python-chess, line by line."""

    def __init__(self, evaluate: Callable[[Position], int]) -> None:
        self.evaluate, self.nodes = evaluate, 0

    def search(self, position: Position, depth: int, alpha: int = -30_000, beta: int = 30_000) -> int:
        self.nodes += 1
        if depth == 0:
            return self.evaluate(position)
        for move in position.legal_moves():
            position.push(move)
            alpha = max(alpha, -self.search(position, depth - 1, -beta, -alpha))
            position.pop()
            if alpha >= beta:
                break
        return alpha


def score(position: Position) -> int:
    """The piece-square score, which the core updates incrementally."""
    return position.score


def referee(world: World, actions: Sequence[str]) -> None:
    """Play the actions in a World, with the calls the arena makes at each ply."""
    world.newrun()
    for action in actions:
        world.getstate()
        world.turn()
        world.takeaction(action)
        if world.ending() is not None:
            raise ValueError("the measured game must not end early")


def no_score(_position: Position) -> int:
    """No evaluation, so that only the rules are measured."""
    return 0


def microseconds(work: Callable[[], Any], at_once: int = 50, seconds: float = 0.2) -> float:
    """The mean time of one call, over as many calls as fit into the time."""
    calls, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        for _ in range(at_once):
            work()
        calls += at_once
    return spent / calls * 1e6


def measure_ours(job: Job) -> float:
    """Nodes per second, or microseconds per call, of one job."""
    position = Position(job.fen)
    if job.what == "list":
        return microseconds(position.legal_moves)
    if job.what == "play":
        move = position.parse(job.move)
        return microseconds(lambda: position.play(move))
    if job.what == "alphabeta":
        evaluate = score if job.scored else no_score
        player = AlphaBeta(evaluate)
        player.search(position, job.depth)
        return player.nodes / microseconds(lambda: AlphaBeta(evaluate).search(position, job.depth), at_once=1) * 1e6
    if job.what == "referee":
        world = new_world("chess")
        return microseconds(lambda: referee(world, job.line), at_once=1) / len(job.line)
    start = time.perf_counter()
    return position.perft(job.depth) / (time.perf_counter() - start)


def run(progress: Callable[[str], None]) -> list[Figure]:
    """All figures: the medians of three rounds, in each of which all programs do all jobs."""
    Position(KIWIPETE).perft(3)  # compile and load everything first
    rounds: list[tuple[list[float], list[float], list[float | None]]] = []
    fish: list[float | None] = []
    for number in range(1, ROUNDS + 1):
        progress(f"round {number} of {ROUNDS}")
        ours = [measure_ours(job) for job in JOBS]
        if not rounds or any(fish):  # do not wait again for a Stockfish that failed
            fish = measure_stockfish(JOBS, progress)
        rounds.append((ours, measure_python_chess(JOBS), fish))
    return [figure(job, [tuple(who[i] for who in one) for one in rounds]) for i, job in enumerate(JOBS)]


def figure(job: Job, rounds: list[tuple[Any, ...]]) -> Figure:
    """The medians of one job; ratios are taken within a round, so a machine that slows down affects both sides."""
    ours, chess, fish = zip(*rounds, strict=True)
    scale = UNITS[job.unit]

    def ratio(others: tuple[float, ...]) -> float:
        pairs = zip(ours, others, strict=True)
        return float(median(mine / other if job.is_rate else other / mine for mine, other in pairs))

    known = None not in fish
    return Figure(
        name=job.name,
        unit=job.unit,
        ours=median(ours) / scale,
        python_chess=median(chess) / scale,
        stockfish=median(fish) / scale if known else None,
        times_python_chess=ratio(chess),
        times_stockfish=ratio(fish) if known else None,
    )


def circumstances() -> dict[str, str]:
    """Return the processor and the versions of the programs that were measured."""
    names = [line.split(":")[1].strip() for line in cpu_lines() if line.startswith("model name")]
    found = {
        "processor": next(iter(names), platform.processor() or platform.machine()),
        "python": f"Python {platform.python_version()}",
        "numba": f"Numba {version('numba')}",
        "python-chess": f"python-chess {version('chess')}",
    }
    stockfish = name_stockfish()
    return found | ({"stockfish": stockfish} if stockfish else {})


def cpu_lines() -> list[str]:
    """The lines of /proc/cpuinfo; none where there is no such file."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return file.readlines()
    except OSError:
        return []
