"""The path searches compared: `python -m tests.bench.paths [PICTURE]`, and `… million`.

Every search solves the same hundred mazes or graphs of each kind. Columns are means: the length of its path against the
shortest, the places it has expanded, and the largest size of its frontier. The tree is the chapter's case: four
branches from every place, eight steps deep, no place met twice. `million` plays the largest mazes in the arena, each
mind in its own process; on a busy machine the processor seconds say more than those of the wall clock.
"""

import sys
from collections.abc import Callable, Iterator
from statistics import mean
from time import perf_counter, process_time
from typing import Any, NamedTuple

import matplotlib as mpl

from arena.report.canvas import TIERS
from arena.tournament.play import play_game
from minds.games.graph import Graph
from minds.games.maze import Maze
from minds.search.frontiers import FRONTIERS
from minds.search.paths import Found, Problem, find_way
from world.games.graph.generate import generate_graph
from world.games.maze.generate import generate_maze

mpl.use("Agg")

COUNT = 100
LARGEST = ("random 1000x1000", "rooms 1000x1000")
MINDS = ("dfs", "bfs", "dijkstra", "greedy-search", "astar")
COLUMNS = ("way, the best being 1", "looked at", "waiting at once")


class Tree:
    """A tree with a goal among its leaves, and no heuristic."""

    start = ""

    def __init__(self, seed: int) -> None:
        self.goal = f"{seed * 40503 % 4**8:016b}"[-16:]

    def steps(self, place: str) -> list[tuple[str, float]]:
        return [(place + branch, 1) for branch in ("00", "01", "10", "11")] if len(place) < 16 else []

    def distance(self, place: str) -> float:
        return 8 - len(place) / 2 if place != self.goal else 0


KINDS: dict[str, Callable[[int], Any]] = {
    "random 10x10": lambda seed: Maze(generate_maze("random 10x10", seed)),
    "random 100x100": lambda seed: Maze(generate_maze("random 100x100", seed)),
    "rooms 100x100": lambda seed: Maze(generate_maze("rooms 100x100", seed)),
    "roads 80": lambda seed: Graph(generate_graph("roads 80", seed)),
    "a tree": Tree,
}


class Row(NamedTuple):
    """The figures of one search on one kind."""

    kind: str
    search: str
    figures: tuple[float, float, float]


def search(name: str, problem: Problem[Any]) -> Found[Any]:
    return find_way(problem, FRONTIERS[name](problem), lambda: None)


def rows(kind: str) -> Iterator[Row]:
    """The rows of all searches on the same problems."""
    problems = [KINDS[kind](seed) for seed in range(COUNT)]
    best = [search("dijkstra", problem).cost for problem in problems]
    for name in FRONTIERS:
        found = [search(name, problem) for problem in problems]
        lengths = (one.cost / least for one, least in zip(found, best, strict=True))
        looked, waiting = mean(len(one.came) for one in found), mean(one.widest for one in found)
        yield Row(kind, name, (mean(lengths), looked, waiting))


def draw(table: list[Row], path: str) -> None:
    """Draw three bar charts side by side, with a group of bars for each kind."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 4), dpi=120, layout="constrained")
    kinds = list(KINDS)
    for axes, column, title in zip(figure.subplots(1, 3, sharey=True), range(3), COLUMNS, strict=True):
        for place, (name, (colour, _)) in enumerate(zip(FRONTIERS, TIERS, strict=False)):
            own = [row.figures[column] for row in table if row.search == name]
            where = [number + 0.16 * (place - 2) for number in range(len(kinds))]
            axes.barh(where, own, height=0.15, color=colour, label=name)
        axes.set_yticks(range(len(kinds)), kinds)
        axes.set_xscale("log" if column else "linear")
        axes.set_xlim(left=1 if column else 0)
        axes.set_title(title, loc="left", fontsize=10)
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="x", alpha=0.25)
    figure.axes[0].invert_yaxis()
    figure.axes[1].legend(frameon=False, fontsize=8, loc="upper right")
    figure.savefig(path, metadata={"Software": None})


def million() -> Iterator[str]:
    """Yield the table of the largest mazes: seconds of the run, and of the first answer, which does the searching."""
    yield "| maze | mind | steps | looked at | first answer, s | the run, s | processor, s |"
    yield "|---|---|---|---|---|---|---|"
    for words in LARGEST:
        for mind in MINDS:
            start, before = perf_counter(), process_time()
            record = play_game("maze", [mind], start=words, seed=1)
            seconds, ours, first = perf_counter() - start, process_time() - before, record.plies[0]
            nodes, total = (first.thoughts or {}).get("nodes"), ours + sum(ply.cpu for ply in record.plies)
            figures = (len(record.plies), nodes, f"{first.seconds:.2f}", f"{seconds:.2f}", f"{total:.2f}")
            yield " | ".join([f"| {words}", f"`{mind}`", *map(str, figures)]) + " |"


if __name__ == "__main__":
    if sys.argv[1:] == ["million"]:
        for line in million():
            print(line, flush=True)
    else:
        print("| | search | " + " | ".join(COLUMNS) + " |\n|---|---|---|---|---|")
        table = [row for kind in KINDS for row in rows(kind)]
        for kind, name, (way, looked, waiting) in table:
            print(f"| {kind} | `{name}` | {way:.2f} | {looked:.0f} | {waiting:.0f} |")
        if sys.argv[1:]:
            draw(table, sys.argv[1])
