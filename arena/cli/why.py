"""`arena why`: explain a lost game."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli.plan import TRUST

if TYPE_CHECKING:
    from arena.store.store import Store
    from arena.why.comparison import Comparison
    from world.record import Record


@click.command(short_help="Explain a lost game.")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.argument("game", default="", metavar="[GAME]")
@click.option("--mind", default="", metavar="NAME", help="The mind to explain. [default: the one that failed or lost]")
@click.option(
    "--last", default=3, type=click.IntRange(0), show_default=True, metavar="N", help="Number of positions to show."
)
@click.option("--replay", "ply", type=click.IntRange(1), metavar="PLY", help="Ask the mind again about this ply.")
@click.option("--pdb", "debugged", is_flag=True, help="With --replay: use Python's debugger, without a jail.")
@TRUST
@click.option("--json", "as_json", is_flag=True, help="Print the explanation as JSON.")
def why(
    folder: Path, game: str, mind: str, last: int, ply: int | None, debugged: bool, trusted: bool, as_json: bool
) -> None:
    """Explain a lost game of the tournament in DIR: last positions, the mind's thoughts and time, its fault and log.

    GAME is a game's name, a part of it, or its number in the list. Without GAME the command lists the games with faults
    or, if there are none, the lost games: those of --mind or, without it, of the submitted minds.

    --replay asks the mind the questions of the game again, up to PLY: in the same jail, with the same seed, history,
    budget and memory. --pdb stops at the beginning of its getaction, or where it fails; the mind then runs in the
    arena's own process and can do everything that you can do.
    """
    from arena.store.store import open_store
    from arena.why.find import find, seat_of

    _check_usage(game, ply, debugged, as_json)
    is_listed = not game or game.isdecimal()  # the list shows games without their moves, whose checksums it cannot see
    with open_store(folder, examine="games" if is_listed else "file") as store:
        if not game:
            _list(store, mind, as_json)
            return
        record = find(store, game, mind)
        seat = seat_of(record, mind)
        if ply is None:
            _show(store, record, seat, last, mind, as_json)
        elif debugged:
            _debug(store, record, seat, ply)
        else:
            _replay(store, record, seat, ply, trusted, as_json)


def _check_usage(game: str, ply: int | None, debugged: bool, as_json: bool) -> None:
    if debugged and ply is None:
        raise click.UsageError("--pdb without --replay; expected --replay PLY --pdb")
    if debugged and as_json:
        raise click.UsageError("--pdb with --json; expected --replay PLY --pdb without --json")
    if ply is not None and not game:
        raise click.UsageError(
            f"--replay {ply} without a game; expected DIR GAME --replay {ply}; arena why DIR lists games"
        )


def _list(store: "Store", mind: str, as_json: bool) -> None:
    """List the games worth explaining, each with the command that explains it."""
    import msgspec

    from arena.cli.tables import print_table
    from arena.why.find import candidates
    from arena.why.page import command_of
    from world.errors import printable

    found = candidates(store, mind)
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
    elif not found:
        click.echo(f"no lost games{' of ' + printable(mind) if mind else ''} in this tournament", err=True)
    else:
        folder = str(store.folder)
        rows = [
            (str(number), printable(one.mind), one.how, printable(one.message), command_of(folder, one.game, mind))
            for number, one in enumerate(found, 1)
        ]
        print_table(("", "mind", "how it lost", "", "to explain it"), rows)


def _show(store: "Store", record: "Record", seat: int, last: int, mind: str, as_json: bool) -> None:
    import msgspec

    from arena.why.page import command_of, page
    from arena.why.story import tell_story

    story = tell_story(store, record, seat, last)
    if as_json:
        click.echo(msgspec.json.encode(story).decode())
        return
    for line in page(story, command_of(str(store.folder), record.name, mind)):
        click.echo(line)


def _replay(store: "Store", record: "Record", seat: int, ply: int, trusted: bool, as_json: bool) -> None:
    """Ask the mind again, in a cell like that of the tournament."""
    import msgspec

    from arena.cell.admission import admit
    from arena.cell.cell import Cell
    from arena.why.comparison import compare
    from arena.why.moments import moments
    from arena.why.questions import questions_up_to
    from arena.why.replay import original_conditions, replay
    from world.budget import kind_of

    asked, original = questions_up_to(record, seat, ply), original_conditions(store, record, seat)
    admit([original.spec], trusted)
    plan = store.plan
    with closing(Cell(original.spec, plan.patience, plan.limits, trusted)) as cell:
        cell.use_clock(kind_of(record.clock))
        result = replay(cell, record, original.run, asked)
    comparison = compare(record, seat, [*moments(record)][ply - 1], original.has_changed, result)
    if as_json:
        click.echo(msgspec.json.encode(comparison).decode())
    else:
        _print(comparison)


def _debug(store: "Store", record: "Record", seat: int, ply: int) -> None:
    """Ask the mind again in the arena's own process, under the debugger."""
    from bdb import BdbQuit

    from arena.why.comparison import compare
    from arena.why.debug import DebuggedMind, check_debuggable, fix_hash_seed
    from arena.why.moments import moments
    from arena.why.questions import questions_up_to
    from arena.why.replay import original_conditions, replay

    asked, original = questions_up_to(record, seat, ply), original_conditions(store, record, seat)
    check_debuggable(record.minds[seat], original.spec, original.has_changed)
    fix_hash_seed()
    click.echo(
        f"{record.minds[seat]} now runs in the arena's own process, without a jail, and can do everything that you can "
        f"do; the debugger stops in its {asked[-1].call} for ply {ply} (c continues, q quits)",
        err=True,
    )
    try:
        with closing(DebuggedMind(original.spec, store.plan, asked[-1])) as mind:
            result = replay(mind, record, original.run, asked)
    except BdbQuit:
        return
    _print(compare(record, seat, [*moments(record)][ply - 1], original.has_changed, result), in_full=False)


def _print(comparison: "Comparison", in_full: bool = True) -> None:
    from arena.why.comparison import page

    for line in page(comparison, in_full):
        click.echo(line)
