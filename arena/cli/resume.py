"""`arena resume`: resume a tournament, extend it, or change who plays."""

from pathlib import Path

import click

from arena.cli.lobby import check_crew, check_remote, crew_or_lobby, lobby_options
from arena.cli.plan import CREW, TRUST
from arena.cli.tournament import plan_in, play


@click.command(short_help="Resume or extend a tournament.")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.argument("specs", nargs=-1, metavar="[[NAME=]SPEC]...")
@click.option("--games", type=int, metavar="N", help="Games for each pairing, those already played included.")
@click.option("--withdraw", "withdrawn", multiple=True, metavar="NAME", help="Withdraw a mind; its games stay.")
@click.option(
    "--replace", "replaced", multiple=True, metavar="NAME=SPEC", help="Withdraw a mind, and enter SPEC as NAME@2."
)
@click.option(
    "--reinstate", "reinstated", multiple=True, metavar="NAME", help="Let a disqualified or withdrawn mind play again."
)
@click.option("--concurrency", type=int, metavar="N", help="Games played at once.")
@TRUST
@CREW
@lobby_options
@click.option("--json", "as_json", is_flag=True, help="Print the standings as JSON.")
def resume(
    folder: Path,
    specs: tuple[str, ...],
    games: int | None,
    withdrawn: tuple[str, ...],
    replaced: tuple[str, ...],
    reinstated: tuple[str, ...],
    concurrency: int | None,
    trusted: bool,
    crew: str,
    port: int | None,
    host: str,
    password: str | None,
    as_json: bool,
) -> None:
    """Resume the tournament in DIR after an interruption; no game is played twice.

    More games or more minds extend it. The minds' files are in DIR: it may be moved, and the originals may be gone.
    """
    from arena.cell.admission import admit
    from arena.store.portable import is_portable, rebuild
    from arena.store.store import FILE, open_store
    from arena.tournament.extension import extend

    check_crew(crew, port)
    if is_portable(folder) and not (folder / FILE).exists():
        rebuild(folder, folder)
    plan_in(folder)  # which refuses a folder that holds a test
    with open_store(folder) as store, store.alone():
        extension = extend(store, specs, games, concurrency, withdrawn, replaced, reinstated)
        check_remote(crew, extension.specs)
        admit(extension.specs, trusted, remote=port is not None)
        extension.set_standings(store)
    with crew_or_lobby(crew, extension.specs, port, host, password) as crew_of:
        play(folder, extension.plan, as_json, trusted, crew_of, extension.entered)
