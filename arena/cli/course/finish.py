"""`arena course finish`: play the end of a season."""

import shlex
from pathlib import Path

import click

from arena.cli.course.arguments import FOLDER


@click.command(short_help="Play the round robin that ends a season.")
@FOLDER
@click.argument("season", metavar="SEASON")
@click.option("--now", "is_early", is_flag=True, help="Do not wait until the season has closed and all is checked.")
@click.option("--reopen", is_flag=True, help="Take it back; the results folder must have been moved away.")
@click.option("--json", "as_json", is_flag=True, help="Print the standings as JSON.")
def finish(folder: Path, season: str, is_early: bool, reopen: bool, as_json: bool) -> None:
    """Play a round robin of the versions nominated for SEASON (or the latest accepted in time) and the baselines.

    The versions are chosen once and for good. FOLDER/season-SEASON is an ordinary results folder; standings with names
    and ids are in FOLDER/standings-SEASON.csv. The same command goes on after an interruption.
    """
    from arena.cell.admission import admit
    from arena.cli.tournament import make_folder, play
    from arena.course.administration.forgetting import erase_the_forgotten
    from arena.course.seasons import ending
    from arena.course.seasons.final_standings import write_standings

    if reopen:
        ending.reopen(folder, season)
        again = shlex.join(["arena", "course", "finish", str(folder), season])
        click.echo(f"the end of season {season} is taken back; {again} plays another one", err=True)
        return
    erase_the_forgotten(folder)
    final = ending.prepare(folder, season, is_early)
    if final.entered is not None:
        admit([one.player.spec for one in final.entered], trusted=False)
    make_folder(final.folder)
    play(final.folder, final.plan, as_json, False, None, final.entered)
    erase_the_forgotten(folder)  # while it was played
    path = write_standings(folder, season)
    click.echo(f"standings with names and ids: {shlex.quote(str(path))}", err=True)
