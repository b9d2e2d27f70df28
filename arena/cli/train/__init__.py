"""`arena train`: make games, and train a network from them."""

import click

from arena.cli.train.fit import fit
from arena.cli.train.play import play


@click.group(short_help="Train a network from games.")
def train() -> None:
    """Train the network of a mind from games that minds play."""


for command in (play, fit):
    train.add_command(command)
