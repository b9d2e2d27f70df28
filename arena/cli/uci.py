"""`arena uci`: a mind as a UCI engine, for any chess GUI."""

import sys
from typing import TYPE_CHECKING, Any

import click

from arena.cli.plan import TRUST

if TYPE_CHECKING:
    from world.api import Player

MAX_LINE_LENGTH = 1_000_000


@click.command(short_help="Serve a mind to a chess GUI.")
@click.argument("spec")
@TRUST
def uci(spec: str, trusted: bool) -> None:
    """Run the mind of SPEC as a UCI engine on standard input and output: enter `arena uci SPEC` in a chess GUI.

    The mind's parameters are the engine's options. Besides UCI it understands `d`, `perft N` and `bench`.
    """
    from arena.cell.admission import admit
    from arena.cell.jail.walls import are_closed
    from minds.registry import card, check, label, reject_misfits
    from minds.uci import Uci

    check(spec)
    reject_misfits([spec], "chess")
    is_jailed = are_closed()  # an arena may play as an engine in another one
    if not is_jailed:
        admit([spec], trusted)
    about = card(spec)
    talk = Uci(label(spec), about.parameters, lambda chosen: seat_of(spec, chosen, trusted, is_jailed), _say)
    talk.listen(iter(lambda: sys.stdin.readline(MAX_LINE_LENGTH), ""))


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def seat_of(spec: str, chosen: dict[str, str], trusted: bool, is_jailed: bool = False) -> "House | Stranger":
    """Return a mind with the chosen options.

    A mind of the house is in our own process, where it can be stopped. In a jail of ours so is every mind.
    """
    from minds.registry import check, read_spec

    named = read_spec(spec)
    text = spec
    if chosen:
        words = ",".join(f"{name}={value}" for name, value in (named.parameters | chosen).items())
        bare = spec.removesuffix(":" + ",".join(f"{name}={value}" for name, value in named.parameters.items()))
        text = f"{bare}:{words}"
    check(text)
    return Stranger(text, trusted) if named.is_foreign and not is_jailed else House(text)


class House:
    """A mind in our own process."""

    def __init__(self, spec: str) -> None:
        from minds.host import MindPlayer
        from minds.registry import load

        self.mind = load(spec)
        self.player: Player = MindPlayer(self.mind)

    @property
    def thoughts(self) -> dict[str, Any] | None:
        """Its thoughts so far."""
        return self.mind.thoughts

    def stop(self) -> bool:
        """Ask it to answer soon; return True if it can."""
        return self.mind.stop()

    def close(self) -> None:
        """Do nothing: it has no process of its own."""


class Stranger:
    """A mind in a file, a program, or an engine, in its cell."""

    thoughts = None

    def __init__(self, spec: str, trusted: bool) -> None:
        from arena.cell.cell import Cell

        self.cell = Cell(spec, patience=10.0**6, trusted=trusted, stays=True)
        self.cell.use_clock("wall")  # as chess programs do
        self.player: Player = self.cell

    def stop(self) -> bool:
        """Return False: a mind in a cell cannot be asked while it is thinking."""
        return False

    def close(self) -> None:
        """End its process."""
        self.cell.close()
