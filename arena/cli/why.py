"""`arena why`: how a game was lost, for whoever has ten minutes."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli.plan import TRUST

if TYPE_CHECKING:
    from arena.store.store import Store
    from arena.why.again import Again
    from world.record import Record


@click.command(short_help="How a game was lost.")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.argument("game", default="", metavar="[GAME]")
@click.option("--mind", default="", metavar="NAME", help="Whose view. [default: who failed, or lost]")
@click.option("--last", default=3, type=click.IntRange(0), show_default=True, metavar="N", help="Positions to show.")
@click.option("--replay", "ply", type=click.IntRange(1), metavar="PLY", help="Ask the mind again what it was asked.")
@click.option("--pdb", "debugged", is_flag=True, help="With --replay: in Python's debugger, without a jail.")
@TRUST
@click.option("--json", "as_json", is_flag=True, help="Print all of it as JSON.")
def why(
    folder: Path, game: str, mind: str, last: int, ply: int | None, debugged: bool, trusted: bool, as_json: bool
) -> None:
    """Explain GAME of the tournament in DIR: its last positions, what the mind thought and spent, its fault and log.

    GAME is a game's name, a part of it, or its number in the list: without one, the games with faults are listed, or
    else the lost ones; those of strangers, if there are any, or of --mind.

    --replay asks the mind again what it was asked at a ply, jailed as in the tournament, with the same seed, history,
    budget and memory, and with all it was asked before. --pdb stops at the beginning of its getaction, or where it
    fails: the mind then runs in the arena's own process and may do all that you may do.
    """
    from arena.store.store import open_store
    from arena.why.find import find, seat_of

    if debugged and (ply is None or as_json):
        raise click.UsageError(f"--pdb {'with --json' if as_json else 'alone'}; expected --replay PLY --pdb")
    if ply is not None and not game:
        raise click.UsageError(f"--replay {ply}: of which game? expected DIR GAME (arena why DIR lists some)")
    with open_store(folder) as store:
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


def _list(store: "Store", mind: str, as_json: bool) -> None:
    """A line for each game that somebody may want explained."""
    import msgspec

    from arena.cli.tables import print_table
    from arena.report.words import visible
    from arena.why.find import candidates
    from arena.why.page import command_of

    found = candidates(store, mind)
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
    elif not found:
        click.echo(f"nobody has lost a game here{' as ' + visible(mind) if mind else ''}", err=True)
    else:
        rows = [
            (
                str(number),
                visible(one.mind),
                one.how,
                visible(one.message),
                command_of(str(store.folder), one.game, mind),
            )
            for number, one in enumerate(found, 1)
        ]
        print_table(("", "who", "how", "", "more"), rows)


def _show(store: "Store", record: "Record", seat: int, last: int, mind: str, as_json: bool) -> None:
    import msgspec

    from arena.why.page import command_of, page
    from arena.why.story import tell

    story = tell(store, record, seat, last)
    if as_json:
        click.echo(msgspec.json.encode(story).decode())
        return
    for line in page(story, command_of(str(store.folder), record.name, mind)):
        click.echo(line)


def _replay(store: "Store", record: "Record", seat: int, ply: int, trusted: bool, as_json: bool) -> None:
    """Ask again, in a cell as in the tournament."""
    import msgspec

    from arena.cell.admission import admit
    from arena.cell.cell import Cell
    from arena.why.again import compare
    from arena.why.moments import moments
    from arena.why.questions import up_to
    from arena.why.replay import circumstances, replay

    asked, now = up_to(record, seat, ply), circumstances(store, record, seat)
    admit([now.spec], trusted)
    plan = store.plan
    with closing(Cell(now.spec, plan.patience, plan.limits, trusted)) as cell:
        came = replay(cell, record, now.run, asked)
    again = compare(record, seat, [*moments(record)][ply - 1], now.has_changed, came)
    if as_json:
        click.echo(msgspec.json.encode(again).decode())
    else:
        _print(again)


def _debug(store: "Store", record: "Record", seat: int, ply: int) -> None:
    """Ask again in our own process, under the debugger."""
    from bdb import BdbQuit

    from arena.why.again import compare
    from arena.why.debug import Patient, admit_unjailed, with_the_same_order
    from arena.why.moments import moments
    from arena.why.questions import up_to
    from arena.why.replay import circumstances, replay

    asked, now = up_to(record, seat, ply), circumstances(store, record, seat)
    admit_unjailed(record.minds[seat], now.spec, now.has_changed)
    with_the_same_order()
    call = asked[-1].call
    click.echo(
        f"{record.minds[seat]} now runs in the arena's own process, without a jail, with all that you may do; "
        f"the debugger stops in its {call} for ply {ply} (c goes on, q leaves)",
        err=True,
    )
    try:
        with closing(Patient(now.spec, store.plan, asked[-1])) as patient:
            came = replay(patient, record, now.run, asked)
    except BdbQuit:
        return
    _print(compare(record, seat, [*moments(record)][ply - 1], now.has_changed, came), in_full=False)


def _print(again: "Again", in_full: bool = True) -> None:
    from arena.why.again import page

    for line in page(again, in_full):
        click.echo(line)
