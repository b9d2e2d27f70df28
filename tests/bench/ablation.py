"""Measures what each technique of the engine is worth: `python -m tests.bench.ablation [--mind champion] [NAME …]`.

The engine plays itself without one technique at a time, at equal nodes, in the arena's own sequential test. A test
stops as soon as it is clear whether the technique is worth nothing or more than twenty Elo, so the figures of short
tests are coarse and a little too large. Further columns: how many more nodes the same depth takes without it, and how
many more it searches per second. For the champion the ideas of its evaluation are left out instead.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from arena.bench.signature import Signature, measure
from arena.rate.sprt import Claims
from arena.tournament.plan import make_plan
from arena.tournament.sprt import Verdict, play_sprt
from minds.engine import techniques
from minds.evaluation.tuned import ideas

CLAIMS = Claims(0, 20)
DEPTH = 11
REASONS = {"pst-engine": techniques.REASONS, "champion": ideas.REASONS}
HEAD = "| without | | Elo lost | games | verdict | nodes to depth 11 | nodes a second |\n|---|---|---|---|---|---|---|"


def duel(mind: str, name: str, nodes: int, games: int, concurrency: int) -> Verdict:
    """Play the whole mind against itself without one technique or idea."""
    plan = make_plan(
        minds=(mind, f"{mind}:without={name}"), nodes=nodes, games=games, concurrency=concurrency, resign="4:1000"
    )
    with TemporaryDirectory() as folder:
        return play_sprt(Path(folder), plan, CLAIMS, lambda line: click.echo(f"  {name}: {line}", err=True))


def row(name: str, reason: str, verdict: Verdict, whole: Signature, left: Signature) -> str:
    """One row of the table."""
    found = verdict.estimate
    worth = {"better": "worth it", "not better": "worth nothing", "undecided": "undecided"}[verdict.decision]
    nodes = 100 * (left.nodes / whole.nodes - 1)
    speed = 100 * ((left.nodes / left.seconds) / (whole.nodes / whole.seconds) - 1)
    lost = f"{found.elo:+.0f} ± {found.elo_error:.0f}" if found.score < 1 else "beyond measure"
    return f"| `{name}` | {reason} | {lost} | {found.games} | {worth} | {nodes:+.0f} % | {speed:+.0f} % |"


@click.command(help=__doc__)
@click.argument("names", nargs=-1, metavar="[NAME]…")
@click.option(
    "--mind",
    type=click.Choice(["pst-engine", "champion"]),
    default="pst-engine",
    show_default=True,
    help="Mind that plays.",
)
@click.option("--nodes", default=10_000, show_default=True, help="Nodes a move.")
@click.option("--games", default=400, show_default=True, help="Most games for each technique or idea.")
@click.option("--concurrency", default=0, help="Games played at once. [default: one for each core]")
def ablation(names: tuple[str, ...], mind: str, nodes: int, games: int, concurrency: int) -> None:
    """Print the table."""
    whole = measure(mind, DEPTH)
    click.echo(HEAD)
    for name in names or REASONS[mind]:
        left = measure(f"{mind}:without={name}", DEPTH)
        click.echo(row(name, REASONS[mind][name], duel(mind, name, nodes, games, concurrency), whole, left))


if __name__ == "__main__":
    ablation()
