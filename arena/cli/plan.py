"""The options of a tournament: one for each field of a plan."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

FORMATS = ("roundrobin", "gauntlet", "swiss", "knockout", "solo")
OPTIONS = {
    "world": click.option("--world", metavar="NAME", help="Where to play. [default: chess]"),
    "format": click.option("--format", type=click.Choice(FORMATS), help="Who meets whom. [default: roundrobin]"),
    "games": click.option(
        "--games", type=int, metavar="N", help="Games for each pairing, two an opening. [default: 20]"
    ),
    "rounds": click.option("--rounds", type=int, metavar="N", help="Rounds of a swiss tournament. [default: enough]"),
    "openings": click.option(
        "--openings", metavar="FILE", help="house, none, or a file of PGN, EPD or FEN. [default: house]"
    ),
    "order": click.option(
        "--order", type=click.Choice(["seeded", "sequential"]), help="Of the openings. [default: seeded]"
    ),
    "seed": click.option("--seed", type=int, metavar="N", help="All luck comes from it. [default: 1]"),
    "depth": click.option("--depth", type=int, metavar="N", help="Look at most so many moves ahead."),
    "nodes": click.option("--nodes", type=int, metavar="N", help="Look at so many positions a move at most."),
    "movetime": click.option("--movetime", type=float, metavar="SECONDS", help="Think so long about a move at most."),
    "tc": click.option("--tc", metavar="CLOCK", help='A clock for the game, seconds+increment: "60+0.6" or "1:30+1".'),
    "max_plies": click.option(
        "--max-plies", type=int, metavar="N", help="Call it a draw after so many moves of either."
    ),
    "draw": click.option(
        "--draw", metavar="M:N:S", help="From move M, N moves of each within ±S hundredths are a draw."
    ),
    "resign": click.option(
        "--resign", metavar="N:S", help="N moves of each that agree on S hundredths decide the game."
    ),
    "patience": click.option(
        "--patience", type=float, metavar="SECONDS", help="For answers that no budget times. [default: 60]"
    ),
    "memory": click.option("--memory", type=int, metavar="MIB", help="What a mind may take. [default: 1024]"),
    "threads": click.option("--threads", type=int, metavar="N", help="That a mind may have. [default: 32]"),
    "cpu": click.option("--cpu", type=int, metavar="SECONDS", help="Of the processor, for a game. [default: 3600]"),
    "reply": click.option("--reply", type=int, metavar="BYTES", help="Of an answer at most. [default: 4096]"),
    "log": click.option("--log", type=int, metavar="KIB", help="Kept of what a mind prints. [default: 64]"),
    "concurrency": click.option(
        "--concurrency", type=int, metavar="N", help="Games at once. [default: one for each core]"
    ),
}


TRUST = click.option("--trust", "trusted", is_flag=True, help="Jail nobody: files and programs may do all you may do.")


def plan_options(*without: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command the options of a plan, some of them left out."""

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for name, option in reversed(OPTIONS.items()):
            if name not in without:
                command = option(command)
        return command

    return add


def read_options(specs: tuple[str, ...], path: Path | None, options: dict[str, Any]) -> Any:
    """The plan of a file, of options, or of a file with options that come before it."""
    from arena.tournament.plan import make_plan, read_plan

    given = {name: value for name, value in options.items() if value is not None}
    if specs:
        given["minds"] = list(specs)
    return read_plan(path, **given) if path is not None else make_plan(**given)
