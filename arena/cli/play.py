"""`arena play`: one game, to look at or to take part in."""

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from arena.cli.plan import TRUST
from minds.errors import quoted

if TYPE_CHECKING:
    from arena.human.table import Show
    from world.api import World
    from world.record import Ply, Record


@click.command(short_help="Play or watch one game.")
@click.argument("specs", nargs=-1, metavar="SPEC [SPEC]")
@click.option("--world", "world_name", default="chess", show_default=True, metavar="NAME", help="Where to play.")
@click.option("--fen", "start", default="", metavar="STATE", help="Begin here: in chess a FEN, elsewhere a state.")
@click.option("--seed", default=0, show_default=True, metavar="N", help="The luck of all who draw from it.")
@click.option("--depth", type=int, metavar="N", help="Look at most so many moves ahead.")
@click.option("--nodes", type=int, metavar="N", help="Look at so many positions a move at most.")
@click.option("--movetime", type=float, metavar="SECONDS", help="Think so long about a move at most.")
@click.option("--tc", metavar="CLOCK", help='A clock for the game, seconds+increment: "60+0.6" or "1:30+1".')
@click.option("--max-plies", type=click.IntRange(1), metavar="N", help="Call it a draw after so many moves of either.")
@click.option(
    "--patience",
    default=60.0,
    type=click.FloatRange(0.01, 100_000),
    show_default=True,
    metavar="SECONDS",
    help="How long a mind may be silent where no budget of time says it.",
)
@TRUST
@click.option("--pgn", type=click.Path(path_type=Path), metavar="FILE", help="Add the game to a file.")
@click.option("--json", "as_json", is_flag=True, help="Print the record of the game as a line of JSON.")
def play(
    specs: tuple[str, ...],
    world_name: str,
    start: str,
    seed: int,
    max_plies: int | None,
    patience: float,
    trusted: bool,
    pgn: Path | None,
    as_json: bool,
    **limits: Any,
) -> None:
    """Play one game between two minds (`arena minds`), or `human` and a mind.

    In a terminal the game is shown as it goes on; elsewhere its record (in chess: PGN) is printed at the end.
    """
    from arena.cell.admission import admit
    from arena.human.person import HUMAN
    from arena.human.table import Table
    from arena.report.screen import Screen
    from minds.registry import check, reject_misfits
    from world.budget import budget
    from world.registry import new_world

    world = new_world(world_name)
    if len(specs) != world.seats:
        named = f"{len(specs)} mind{'s' if len(specs) != 1 else ''} named"
        raise click.UsageError(f"{named}; {world.name} has {world.seats} seats (arena minds lists who could sit there)")
    minds = [spec for spec in specs if spec != HUMAN]
    for spec in minds:
        check(spec)
    reject_misfits(minds, world.name)
    admit(minds, trusted)
    if patience != patience:  # what is no number is in any range
        raise click.UsageError("--patience nan; expected a number of seconds")
    if pgn is not None and (pgn.is_dir() or not pgn.absolute().parent.is_dir()):
        raise click.UsageError(f"--pgn {quoted(str(pgn))}; expected a file in a folder that is there")
    given = budget(**limits)
    world.newrun(start)  # what is wrong with it is said before any mind is started
    with ExitStack() as stack:
        file = stack.enter_context(pgn.open("a", encoding="utf-8")) if pgn is not None else None
        show = _show(world, specs, stack)
        record = Table(world, specs, show).play(start, seed, given, max_plies, patience, _ask, _say, trusted)
        _hand_out(world, record, file, as_json, isinstance(show, Screen))


def _show(world: "World", specs: tuple[str, ...], stack: ExitStack) -> "Show | None":
    """Who shows the plies: to people at the board what the others do, to lookers-on in a terminal the whole game."""
    from arena.human.person import HUMAN
    from arena.report.screen import Screen
    from minds.registry import label

    names = [spec if spec == HUMAN else label(spec) for spec in specs]
    if HUMAN in specs:
        return _Told(names)
    return stack.enter_context(Screen(world, names)) if sys.stderr.isatty() else None


class _Told:
    """Tells a person what the other side has done."""

    def __init__(self, names: list[str]) -> None:
        self.names = names

    def show(self, ply: "Ply", said: str) -> None:
        from arena.human.person import HUMAN

        if self.names[ply.seat] != HUMAN:
            _say(f"\n{self.names[ply.seat]} plays {said}")


def _ask(prompt: str) -> str:
    """A line from the person; the prompt goes where all talk goes. Who goes away has resigned."""
    sys.stderr.write(prompt)
    sys.stderr.flush()
    line = sys.stdin.readline(1000)
    if not line:
        _say("\nthe input has ended: that is taken for resigning")
        return "resign"
    return line


def _say(text: str) -> None:
    click.echo(text, err=True)


def _hand_out(world: "World", record: "Record", file: IO[str] | None, as_json: bool, shown: bool) -> None:
    """The record to whoever asked for it, and the result to everybody."""
    from arena.report.words import explain, result_line

    text = type(world).getrecord(record)
    lost = None
    try:
        if file is not None:
            file.write(text)
            file.flush()
    except OSError as problem:
        lost = problem  # then it is at least printed
    if as_json:
        click.echo(record.to_json())
    elif lost or (file is None and not (shown and sys.stdout.isatty())):
        click.echo(text, nl=False)
    _say(result_line(world, record))
    for line in explain(record):
        _say(line)
    if lost is not None:
        raise lost
