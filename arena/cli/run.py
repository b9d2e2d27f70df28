"""`arena run`: play a tournament."""

import time
from pathlib import Path
from typing import Any

import click

from arena.cli.lobby import LOCAL, check_crew, check_remote, crew_or_lobby, lobby_options
from arena.cli.plan import CREW, TRUST, plan_options, read_options
from arena.cli.submissions import take_in
from arena.cli.tournament import make_folder, plan_in, play
from arena.errors import StoreError
from minds.errors import quoted


@click.command(short_help="Play a tournament.")
@click.argument("specs", nargs=-1, metavar="[[NAME=]SPEC]...")
@click.option(
    "--entrants",
    "submissions",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Folder of submissions to enter: each NAME.py, NAME/mind.py and executable NAME/mind.",
)
@click.option("--plan", "path", type=click.Path(path_type=Path), metavar="FILE", help="TOML file with the plan.")
@plan_options()
@TRUST
@CREW
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder for the results. [default: results/DATE-PLAN]",
)
@lobby_options
@click.option("--json", "as_json", is_flag=True, help="Print the standings as JSON.")
def run(
    specs: tuple[str, ...],
    submissions: Path | None,
    path: Path | None,
    trusted: bool,
    crew: str,
    out: Path | None,
    port: int | None,
    host: str,
    password: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Play a tournament between minds, and write tables, games and plots. Without a SPEC, the built-in minds play.

    Every pairing plays the same openings (in a swiss, every round has its own), each with both seatings. If the folder
    holds the same tournament already, it is resumed.
    """
    from arena.cell.admission import admit
    from arena.cell.launch import start_zygotes
    from arena.entrants.roster import enter_all, entry_of
    from arena.entrants.submissions import entries_of, submissions_in
    from arena.tournament.openings import read_openings
    from minds.registry import read_spec

    check_crew(crew, port)
    found = submissions_in(submissions) if submissions is not None else []
    plan = read_options((*specs, *entries_of(found)), path, options)
    entered, rejected = take_in(found, plan.world)
    if rejected:
        plan = read_options((*specs, *entries_of(entered)), path, options)
    if crew == LOCAL:
        start_zygotes(read_spec(entry_of(one).spec) for one in plan.minds)  # they load while the rest is prepared
    players = enter_all(plan.minds, plan.world)
    playing = [one.player.spec for one in players]
    check_remote(crew, playing)
    admit(playing, trusted, remote=port is not None)
    folder = out if out is not None else Path("results") / f"{time.strftime('%Y%m%d-%H%M%S')}-{plan.identity[:6]}"
    present = plan_in(folder, must_exist=False)
    if present is None:
        read_openings(plan)  # which rejects a file that holds none, before there is a folder
    make_folder(folder)
    if present is not None and present.identity != plan.identity:
        raise StoreError(f"{quoted(str(folder))} holds another tournament; choose another --out, or use arena resume")
    with crew_or_lobby(crew, playing, port, host, password) as crew_of:
        play(folder, present or plan, as_json, trusted, crew_of, players, rejected)
