"""`arena train`: make games, and find networks, tables and weights from them."""

import click

from arena.cli.train.fit import fit
from arena.cli.train.play import play
from arena.cli.train.tables import COMMANDS


@click.group(short_help="Make games, and train a network from them.")
def train() -> None:
    """Train the network of prodigy from games that minds play, or fit the tables and weights of the other engines."""


for command in (play, fit, *COMMANDS):
    train.add_command(command)
