"""The options of a tournament: one for each field of a plan."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arena.tournament import formats

if TYPE_CHECKING:
    from arena.entrants.entrant import Entry


def format_help() -> str:
    """Return the help of --format, with a line's worth about each format."""
    lines = "; ".join(f"{name}: {formats.find(name).summary}" for name in formats.names())
    return f"Format of the tournament. {lines}. [default: roundrobin]"


OPTIONS = {
    "name": click.option("--name", metavar="TEXT", help="Name of the tournament, for the PGN's Event."),
    "date": click.option(
        "--date", metavar="YYYY.MM.DD", help="Date of the tournament, for the PGN. [default: the day it is started]"
    ),
    "world": click.option("--world", metavar="NAME", help="World to play in. [default: chess]"),
    "format": click.option("--format", type=click.Choice(formats.names()), help=format_help()),
    "games": click.option(
        "--games", type=int, metavar="N", help="Games for each pairing, two for each opening. [default: 20]"
    ),
    "rounds": click.option(
        "--rounds", type=int, metavar="N", help="Rounds of a swiss tournament. [default: as many as it needs]"
    ),
    "openings": click.option(
        "--openings", metavar="FILE", help="Openings: house, none, or a file of PGN, EPD or FEN. [default: house]"
    ),
    "order": click.option(
        "--order", type=click.Choice(["seeded", "sequential"]), help="Order of the openings. [default: seeded]"
    ),
    "seed": click.option("--seed", type=int, metavar="N", help="Seed of everything random. [default: 1]"),
    "depth": click.option("--depth", type=int, metavar="N", help="Search depth for each move, in plies."),
    "nodes": click.option("--nodes", type=int, metavar="N", help="Positions to search for each move."),
    "movetime": click.option("--movetime", type=float, metavar="SECONDS", help="Time for each move, in seconds."),
    "tc": click.option(
        "--tc", metavar="CLOCK", help='Time control of a game, in seconds+increment: "60+0.6" or "1:30+1".'
    ),
    "clock": click.option(
        "--clock",
        type=click.Choice(["processor", "wall"]),
        help="Clock of the time limits: a mind's processor time, or wall time. [default: processor]",
    ),
    "max_plies": click.option("--max-plies", type=int, metavar="N", help="Plies after which a game is a draw."),
    "draw": click.option(
        "--draw",
        metavar="M:N:S",
        help="Adjudicate a draw, from move M on, after N moves of each side with scores within ±S centipawns.",
    ),
    "resign": click.option(
        "--resign",
        metavar="N:S",
        help="Adjudicate a loss, after N moves of each side whose scores put one side S centipawns behind.",
    ),
    "max_faults": click.option(
        "--max-faults",
        type=int,
        metavar="N",
        help="Forfeits in a row, in the order of the plan, that disqualify a mind; 0 for never. [default: 5]",
    ),
    "patience": click.option(
        "--patience",
        type=float,
        metavar="SECONDS",
        help="Processor time for an answer if no option limits time, in seconds. "
        "[default: 10, and 1 more for each 2,000 --nodes]",
    ),
    "memory": click.option("--memory", type=int, metavar="MIB", help="Memory a mind may take, in MiB. [default: 1024]"),
    "threads": click.option("--threads", type=int, metavar="N", help="Threads a mind may start. [default: 32]"),
    "cpu": click.option(
        "--cpu", type=int, metavar="SECONDS", help="Processor time of a mind in a game, in seconds. [default: 3600]"
    ),
    "reply": click.option(
        "--reply", type=int, metavar="BYTES", help="Maximum length of an answer, in bytes. [default: 4096]"
    ),
    "log": click.option("--log", type=int, metavar="KIB", help="Output kept of a mind, in KiB. [default: 64]"),
    "init": click.option(
        "--init",
        type=float,
        metavar="SECONDS",
        help="Processor time of a mind to get ready for a game: import and newrun, in seconds. [default: 10]",
    ),
    "concurrency": click.option(
        "--concurrency", type=int, metavar="N", help="Games played at once. [default: one for each core]"
    ),
}
TRUST = click.option(
    "--trust", "trusted", is_flag=True, help="Run foreign files and programs without a jail, with all your permissions."
)


def crew_option(work: str) -> Callable[..., Any]:
    """Return the option of a crew for some work, as its help has it."""
    return click.option(
        "--crew",
        default="local",
        show_default=True,
        metavar="CREW",
        help=f"Workers that {work}: local; dask://HOST:PORT or a Dask scheduler file that ends in .json; or "
        "MODULE:FUNCTION, which returns an Executor. Anyone who can reach a Dask port can run code as you.",
    )


CREW = crew_option("play the games")


def plan_options(*without: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that gives a command the options of a plan, except some."""

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for name, option in reversed(OPTIONS.items()):
            if name not in without:
                command = option(command)
        return command

    return add


def read_options(specs: "Sequence[str | Entry]", path: Path | None, options: dict[str, Any]) -> Any:
    """Return the plan of the options, or of a file whose fields the options override."""
    from arena.tournament.plan import make_plan, read_plan

    given = {name: value for name, value in options.items() if value is not None}
    if specs:
        given["minds"] = list(specs)
    return read_plan(path, **given) if path is not None else make_plan(**given)
