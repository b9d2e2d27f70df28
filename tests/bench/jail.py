"""What the jail costs: `python -m tests.bench.jail [ROUNDS]`.

From the order of a mind to its being ready, and a question and answer over the wire without the mind's own time, for a
mind of the house and for the same mind as a stranger behind all walls; the median of three rounds each.
"""

import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from arena.cell.cell import Cell
from arena.cell.launch import zygote
from minds import Position
from world.api import Budget, Ending, Run, State

START = Position().fen
RUN, DONE = Run("chess", 0, start=START), Ending("checkmate", (1.0, 0.0))
STATE = State(START, "chess", 0, Budget(movetime=1.0), (), START)
STARTS, QUESTIONS = 40, 2000
STRANGER = "from minds import Mind\n\n\nclass First(Mind):\n    def getaction(self, state):\n        return '12,28'\n"
COMPILED = """import numpy as np
from minds import Mind, jit


@jit
def double(number):
    return 2 * number


class Compiled(Mind):
    def newrun(self):
        double(1)

    def getaction(self, state):
        return "12,28"
"""


def starts(spec: str) -> float:
    """The median seconds from nothing to ready."""
    times = []
    for _ in range(STARTS):
        cell = Cell(spec)
        begun = perf_counter()
        cell.newrun(RUN)
        times.append(perf_counter() - begun)
        cell.close()
    return median(times)


def trips(spec: str) -> float:
    """The median seconds of a question and its answer, without what the mind took of the processor."""
    cell, times = Cell(spec), []
    cell.newrun(RUN)
    for _ in range(QUESTIONS):
        begun = perf_counter()
        reply = cell.getaction(STATE)
        times.append(perf_counter() - begun - reply.cpu)
    cell.endrun(DONE)
    cell.close()
    return median(times)


def main(rounds: int) -> None:
    zygote().await_ready()
    with TemporaryDirectory() as folder:
        specs = {"of the house": "any-random-legal-move"}
        for name, text in (("a stranger, jailed", STRANGER), ("one that compiles, jailed", COMPILED)):
            path = Path(folder) / f"{name.split()[1].strip(',')}.py"
            path.write_text(text, encoding="utf-8")
            specs[name] = str(path)
        for name, spec in specs.items():
            ready = median(starts(spec) for _ in range(rounds))
            trip = median(trips(spec) for _ in range(rounds))
            print(f"{name:26} ready in {1000 * ready:5.1f} ms, round trip {1e6 * trip:5.1f} µs")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
