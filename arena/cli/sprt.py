"""`arena sprt`: test whether A is better than B, with as few games as it takes."""

import json
import time
from pathlib import Path
from typing import Any

import click

from arena.cli.plan import CREW, TRUST, plan_options, read_options
from arena.cli.tournament import make_folder


@click.command(short_help="Test whether A is better than B.")
@click.argument("specs", nargs=2, metavar="[NAME=]A [NAME=]B")
@plan_options("format", "rounds", "games", "max_faults")
@click.option("--games", default=10_000, show_default=True, metavar="N", help="Maximum number of games.")
@click.option("--elo0", default=0.0, show_default=True, metavar="ELO", help="Elo difference if A is no better.")
@click.option("--elo1", default=10.0, show_default=True, metavar="ELO", help="Elo difference if A is better.")
@click.option(
    "--alpha", default=0.05, show_default=True, metavar="PROBABILITY", help="Risk of accepting an A that is no better."
)
@click.option("--beta", default=0.05, show_default=True, metavar="PROBABILITY", help="Risk of rejecting a better A.")
@click.option(
    "--model",
    type=click.Choice(["normalized", "logistic"]),
    default="normalized",
    show_default=True,
    help="Scale of the Elo differences: normalized by the spread of results, or logistic (plain Elo).",
)
@TRUST
@CREW
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder for the games. [default: results/DATE-sprt-PLAN]",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def sprt(
    specs: tuple[str, ...],
    elo0: float,
    elo1: float,
    alpha: float,
    beta: float,
    model: Any,
    trusted: bool,
    crew: str,
    out: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Play pairs of games between A and B until a sequential test decides, or all --games are played.

    The same command with the same --out resumes the test.
    """
    from arena.cell.admission import admit
    from arena.crew.named import crew_named
    from arena.entrants.roster import enter_all
    from arena.rate.sprt import Claims
    from arena.tournament.openings import read_openings
    from arena.tournament.sprt import play_sprt

    crew_of = crew_named(crew)
    plan = read_options(specs, None, options | {"max_faults": 0})  # a test of two minds would end
    entered = enter_all(plan.minds, plan.world)
    admit([one.player.spec for one in entered], trusted)
    claims = Claims(elo0, elo1, alpha, beta, model)
    folder = out if out is not None else Path("results") / f"{time.strftime('%Y%m%d-%H%M%S')}-sprt-{plan.identity[:6]}"
    if not folder.exists():
        read_openings(plan)  # which rejects a file that holds none
    make_folder(folder)
    verdict = play_sprt(folder, plan, claims, lambda line: click.echo(line, err=True), trusted, entered, crew_of)
    if as_json:
        click.echo(json.dumps(verdict.to_dict()))
        return
    for line in verdict.lines():
        click.echo(line)
