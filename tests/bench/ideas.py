"""Measures what each plain idea is worth on top of material: `python -m tests.bench.ideas [NAME …]`.

`negamax` with material and one idea plays `negamax` with material alone, at equal nodes: an idea pays nothing for the
time it takes, which has its own column. Openings are the house's, with both colours; the intervals are those of the
pairs, 95 %. The last rows are several ideas at once. The table is in minds/evaluation/plain/README.md.
"""

from collections import Counter
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

import click

from arena.rate.elo import Estimate, estimate
from arena.store.store import open_store
from arena.tournament.driver import play_tournament
from arena.tournament.plan import make_plan
from minds.builtin.negamax import Negamax
from minds.engine.negamax_search import NegamaxSearch
from minds.evaluation.plain.ideas import REASONS, ideas_of
from tests.minds.conftest import middlegames
from world.api import Budget

BASE = "material"
ROUNDS = 5
TOGETHER = {
    "all of `control`": "control+attacked",
    "all of `negamax`": "+".join(name for name in Negamax.IDEAS.split("+") if name != BASE),
    "all there are": "+".join(name for name in REASONS if name != BASE),
}
HEAD = "| idea | | Elo | games | points | nodes a second |\n|---|---|---|---|---|---|"


def spec(ideas: str) -> str:
    """The spec of negamax with these ideas, as deep as the nodes last."""
    return f"negamax:depth=60,ideas={ideas}"


def duel(ideas: str, nodes: int, games: int, concurrency: int) -> Estimate:
    """Play these ideas and material against material."""
    plan = make_plan(minds=(spec(f"{BASE}+{ideas}"), spec(BASE)), nodes=nodes, games=games, concurrency=concurrency)
    with TemporaryDirectory() as folder, open_store(Path(folder), must_exist=False) as store:
        store.set_plan(plan)
        play_tournament(store, lambda _results, _news: None)
        results = store.results()
    numbers = {name[:-1] for name in results}
    pairs = Counter(round(2 * (results[f"{one}a"][0] + results[f"{one}b"][1])) for one in numbers)
    return estimate([pairs[points] for points in range(5)])


def speed(ideas: str) -> float:
    """Nodes per second of processor time, in middlegames."""
    engine, nodes, start = NegamaxSearch(ideas_of(ideas), 16), 0, process_time()
    for position in middlegames(100):
        nodes += engine.find(position, 60, Budget(nodes=20_000))[1]["nodes"]
    return nodes / (process_time() - start)


def slower(ideas: str) -> float:
    """The change of speed against material alone in per cent, the median of some rounds."""
    return median(100 * (speed(f"{BASE}+{ideas}") / speed(BASE) - 1) for _ in range(ROUNDS))


def row(name: str, ideas: str, reason: str, found: Estimate) -> str:
    """One row of the table, with a remark where the figures need one."""
    elo, points = (
        f"{found.elo:+.0f} ± {found.elo_error:.0f}",
        f"{100 * found.score:.1f} ± {100 * found.score_error:.1f} %",
    )
    line = f"| {name} | {reason} | {elo} | {found.games} | {points} | {slower(ideas):+.0f} % |"
    return f"{line}\n  {found.remark}" if found.remark else line


@click.command(help=__doc__)
@click.argument("names", nargs=-1, metavar="[NAME]…")
@click.option("--nodes", default=2000, show_default=True, help="Nodes a move.")
@click.option("--games", default=200, show_default=True, help="Games for each idea.")
@click.option("--concurrency", default=0, help="Games played at once. [default: one for each core]")
def ideas(names: tuple[str, ...], nodes: int, games: int, concurrency: int) -> None:
    """Print the table."""
    click.echo(HEAD)
    for name in names or [*REASONS, *TOGETHER]:
        if name != BASE:
            added = TOGETHER.get(name, name)
            label = name if name in TOGETHER else f"`{name}`"
            click.echo(row(label, added, REASONS.get(name, ""), duel(added, nodes, games, concurrency)))


if __name__ == "__main__":
    ideas()
