"""`arena train openings`, `tables`, `knowledge`, `ideas` and `picture`: fit what pst-engine and champion know."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

MOST_OPENINGS = 10**6
STORE = click.argument("store", type=click.Path(path_type=Path), metavar="STORE")


def out(file: str) -> Callable[[Any], Any]:
    """Return the option for another place than the project's own file."""
    text = f"File to write. [default: {file} of the project]"
    return click.option("-o", "--out", type=click.Path(path_type=Path), metavar="FILE", help=text)


@click.command(short_help="Print random openings.")
@click.argument("count", type=click.IntRange(1, MOST_OPENINGS), metavar="N")
@click.option(
    "--seed", default=1, type=click.IntRange(0), show_default=True, metavar="N", help="Seed of the random moves."
)
def openings(count: int, seed: int) -> None:
    """Print N random openings that are roughly level, a FEN a line."""
    from minds.training.openings import random_openings

    for fen in random_openings(count, seed):
        click.echo(fen)


@click.command(short_help="Fit the piece-square tables.")
@STORE
@out("minds/board/tables.py")
def tables(store: Path, out: Path | None) -> None:
    """Fit the piece-square tables to the games in STORE, a tournament's arena.sqlite."""
    from minds.training import tables
    from minds.training.learning import learn
    from minds.training.sample import gather
    from minds.training.store import games_in
    from minds.training.writing import TABLES_FILE, tables_source

    sample = gather(games_in(store))
    weights = learn(sample, tables.START, tables.springs(*tables.STRENGTHS))
    source = tables_source(*tables.to_tables(weights), len(sample.results), sample.count_games())
    (out or TABLES_FILE).write_text(source, encoding="utf-8")


@click.command(short_help="Fit the weights of champion's ideas.")
@STORE
@out("minds/evaluation/tuned/weights.py")
def knowledge(store: Path, out: Path | None) -> None:
    """Fit the weights of champion's ideas, on top of the tables, to the games in STORE, a tournament's arena.sqlite."""
    from minds.training import knowledge
    from minds.training.features import knowledge_features
    from minds.training.learning import learn
    from minds.training.sample import gather
    from minds.training.store import games_in
    from minds.training.writing import WEIGHTS_FILE, weights_source

    sample = gather(games_in(store), knowledge_features, knowledge.ALL_IDEAS)
    weights = learn(sample, knowledge.START, knowledge.springs(*knowledge.STRENGTHS))
    source = weights_source(knowledge.to_term_weights(weights), len(sample.results), sample.count_games())
    (out or WEIGHTS_FILE).write_text(source, encoding="utf-8")


@click.command(short_help="Show what each of champion's ideas is worth.")
@STORE
def ideas(store: Path) -> None:
    """Print the loss on held-out games of STORE, a tournament's arena.sqlite, without each of champion's ideas."""
    from minds.training.ablation import losses
    from minds.training.store import games_in

    for name, lost in losses(list(games_in(store))):
        click.echo(f"{name:12} {lost:.5f}")


@click.command(short_help="Draw the piece-square tables.")
@out("minds/evaluation/tables.png")
def picture(out: Path | None) -> None:
    """Draw the piece-square tables as heat maps."""
    from minds.training.picture import draw
    from minds.training.writing import MINDS

    draw(out or MINDS / "evaluation" / "tables.png")


COMMANDS = (openings, tables, knowledge, ideas, picture)
