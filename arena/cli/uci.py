"""`arena uci`: a mind as an engine for any chess window."""

import sys
from typing import TYPE_CHECKING, Any

import click

from arena.cli.plan import TRUST

if TYPE_CHECKING:
    from world.api import Player

LONGEST = 1_000_000  # letters of a line


@click.command(short_help="Serve a mind to a chess GUI.")
@click.argument("spec")
@TRUST
def uci(spec: str, trusted: bool) -> None:
    """Be the mind of SPEC as a UCI engine, on standard input and output: enter `arena uci SPEC` in a chess GUI.

    The mind's parameters are the engine's options. Besides UCI it knows `d`, `perft N` and `bench`.
    """
    from arena.cell.admission import admit
    from minds.registry import card, check, label
    from minds.uci import Uci

    check(spec)
    admit([spec], trusted)
    about = card(spec)
    talk = Uci(label(spec), about.parameters, lambda chosen: seat_of(spec, chosen, trusted), _say)
    talk.listen(iter(lambda: sys.stdin.readline(LONGEST), ""))


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def seat_of(spec: str, chosen: dict[str, str], trusted: bool) -> "House | Stranger":
    """A mind with the options that were chosen: the house's in our own process, where it can be stopped."""
    from minds.registry import check, read_spec

    named = read_spec(spec)
    text = spec
    if chosen:
        words = ",".join(f"{name}={value}" for name, value in (named.parameters | chosen).items())
        bare = spec.removesuffix(":" + ",".join(f"{name}={value}" for name, value in named.parameters.items()))
        text = f"{bare}:{words}"
    check(text)
    return Stranger(text, trusted) if named.kind in ("file", "cmd") else House(text)


class House:
    """A mind of the house, an installed one, or an engine."""

    def __init__(self, spec: str) -> None:
        from minds.host import MindPlayer
        from minds.registry import load

        self.mind = load(spec)
        self.player: Player = MindPlayer(self.mind)

    @property
    def thoughts(self) -> dict[str, Any] | None:
        """What it has found so far."""
        return self.mind.thoughts

    def stop(self) -> bool:
        """Ask it to come to an end."""
        return self.mind.stop()

    def close(self) -> None:
        """Let it go."""
        close = getattr(self.mind, "close", None)
        if close is not None:
            close()


class Stranger:
    """Somebody's file or program, in its cell."""

    thoughts = None

    def __init__(self, spec: str, trusted: bool) -> None:
        from arena.cell.cell import Cell

        self.cell = Cell(spec, patience=10.0**6, trusted=trusted, stays=True)
        self.player: Player = self.cell

    def stop(self) -> bool:
        """It cannot be asked while it is thinking."""
        return False

    def close(self) -> None:
        """Let it go."""
        self.cell.close()
