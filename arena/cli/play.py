"""`arena play`: play or watch one game."""

import sys
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from arena.cli.plan import OPTIONS, TRUST
from minds.errors import quoted

if TYPE_CHECKING:
    from arena.human.view import View
    from world.api import World
    from world.budget import ClockKind
    from world.record import Record


def appendable(_context: click.Context, _parameter: click.Parameter, path: Path | None) -> Path | None:
    """Reject a file that cannot be appended to before the game is played."""
    if path is not None and (path.is_dir() or not path.absolute().parent.is_dir()):
        raise click.BadParameter(f"{quoted(str(path))}; expected a file in a folder that exists")
    return path


def is_number(_context: click.Context, _parameter: click.Parameter, seconds: float) -> float:
    """Reject `nan`, which click takes for a number in any range."""
    if seconds != seconds:
        raise click.BadParameter("nan; expected a number of seconds")
    return seconds


@click.command(short_help="Play or watch one game.")
@click.argument("specs", nargs=-1, metavar="SPEC [SPEC]")
@click.option("--world", "name", default="chess", show_default=True, metavar="NAME", help="World to play in.")
@click.option("--fen", "start", default="", metavar="STATE", help="Start of the game: a FEN in chess, else a state.")
@click.option("--seed", default=0, show_default=True, metavar="N", help="Seed of everything random.")
@OPTIONS["depth"]
@OPTIONS["nodes"]
@OPTIONS["movetime"]
@OPTIONS["tc"]
@OPTIONS["clock"]
@click.option("--max-plies", type=click.IntRange(1), metavar="N", help="Plies after which the game is a draw.")
@click.option(
    "--patience",
    default=60.0,
    type=click.FloatRange(0.01, 100_000),
    show_default=True,
    metavar="SECONDS",
    callback=is_number,
    help="Time for an answer that no budget limits, in seconds.",
)
@click.option(
    "--pace",
    default=0.0,
    type=click.FloatRange(0, 60),
    show_default=True,
    metavar="SECONDS",
    callback=is_number,
    help="Shortest time from one shown move to the next, in seconds; minds' clocks stand still meanwhile.",
)
@TRUST
@click.option(
    "--pgn", type=click.Path(path_type=Path), metavar="FILE", callback=appendable, help="File to add the game to."
)
@click.option("--json", "as_json", is_flag=True, help="Print the record of the game as a line of JSON.")
def play(
    specs: tuple[str, ...],
    name: str,
    start: str,
    seed: int,
    clock: "ClockKind | None",
    max_plies: int | None,
    patience: float,
    pace: float,
    trusted: bool,
    pgn: Path | None,
    as_json: bool,
    **limits: Any,
) -> None:
    """Play one game between two minds (`arena minds`), or between `human` and a mind.

    A terminal shows the game while it is played; elsewhere its record (in chess: PGN) is printed at the end.
    """
    from arena.entrants.roster import at_hand
    from arena.human.person import HUMAN
    from arena.human.table import Settings, Table
    from world.budget import budget
    from world.registry import new_world

    world = new_world(name)
    specs = tuple(spec if spec == HUMAN else at_hand(spec) for spec in specs)
    check_players(world, specs, trusted)
    settings = Settings(start, seed, budget(**limits), max_plies, patience, trusted, clock or "processor", pace)
    world.newrun(start)  # a wrong start is an error before any mind is started
    with ExitStack() as stack:
        file = stack.enter_context(pgn.open("a", encoding="utf-8")) if pgn is not None else None
        view = view_of(world, specs)
        with view or nullcontext():
            record = Table(world, specs, settings, view).play()
        deliver(world, record, file, as_json, view)


def check_players(world: "World", specs: tuple[str, ...], trusted: bool) -> None:
    """Raise an error unless as many players are named as there are seats, and all can play there."""
    from arena.cell.admission import admit
    from arena.human.person import HUMAN
    from minds.registry import check, reject_misfits

    if len(specs) != world.seats:
        named = f"{len(specs)} mind{'s' if len(specs) != 1 else ''} named"
        raise click.UsageError(f"{named}; {world.name} has {world.seats} seats (`arena minds` lists the minds)")
    minds = [spec for spec in specs if spec != HUMAN]
    for spec in minds:
        check(spec)
    reject_misfits(minds, world.name)
    admit(minds, trusted)


def view_of(world: "World", specs: tuple[str, ...]) -> "View | None":
    """Return what shows the game: the opponent's moves to a person, the whole game to a terminal, else nothing."""
    from arena.human.person import HUMAN
    from arena.human.terminal import OpponentMoves
    from arena.report.screen import Screen
    from minds.registry import label

    names = [spec if spec == HUMAN else label(spec) for spec in specs]
    if HUMAN in specs:
        return OpponentMoves(world, names)
    return Screen(world, names) if sys.stderr.isatty() else None


def deliver(world: "World", record: "Record", file: IO[str] | None, as_json: bool, view: "View | None") -> None:
    """Write the record to the file, or print it unless the game was watched; then print the end on stderr."""
    from arena.cli.tables import print_line
    from arena.report.words import explain, result_line

    text = type(world).getrecord(record)
    watched = view is not None and sys.stdout.isatty() and sys.stderr.isatty()
    problem = _append(file, text) if file is not None else None
    if as_json:
        click.echo(record.to_json())
    elif problem is not None or (file is None and not watched):
        click.echo(text, nl=False)
    if view is not None:
        view.finish(record)
    for line in (*explain(record), result_line(world, record)):
        print_line(line, err=True)
    if problem is not None:
        raise problem


def _append(file: IO[str], text: str) -> OSError | None:
    """Write to the file; return the error, so that a game which cannot be written is at least printed."""
    try:
        file.write(text)
        file.flush()
    except OSError as problem:
        return problem
    return None
