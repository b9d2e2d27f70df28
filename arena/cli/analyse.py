"""`arena analyse`: judge the moves of a tournament by a strong engine."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arena.cli.plan import TRUST, crew_option

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from arena.analyse.analysts import Analysts
    from arena.analyse.judgement import Judge
    from arena.store.queries import Results

ENGINE, NODES = "uci:stockfish", 100_000
WORST = 10  # moves in the JSON


@click.command(short_help="Measure the accuracy of moves by a strong engine.")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--engine", default=ENGINE, show_default=True, metavar="SPEC", help="UCI engine that judges.")
@click.option(
    "--nodes",
    default=NODES,
    type=click.IntRange(1, 10**9),
    show_default=True,
    metavar="N",
    help="Nodes to search for each position.",
)
@click.option(
    "--concurrency",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="Positions judged at once. [default: one for each core]",
)
@click.option(
    "--worst", default=3, type=click.IntRange(0, 100), show_default=True, metavar="N", help="Worst moves to show."
)
@TRUST
@crew_option("judge")
@click.option("--json", "as_json", is_flag=True, help="Print all figures as JSON.")
def analyse(
    folder: Path,
    engine: str,
    nodes: int,
    concurrency: int | None,
    worst: int,
    trusted: bool,
    crew: str,
    as_json: bool,
) -> None:
    """Judge every move that a mind chose in the tournament in DIR, by a strong engine: a game of chess only.

    Each position before and after a move is judged once and alone: as in a new game, without history, with a fixed
    number of nodes and one thread, jailed like any other engine. The judgements do not depend on the order, on
    --concurrency, on --crew or on interruptions. They are kept in DIR; the same command goes on, and judges nothing
    twice. Workers of a crew must have the same engine. The default of 100,000 nodes takes a tenth of a second and sees
    more than minds that think for a second.

    A move's loss is the value of the best move less the value after the move, for the mover, in centipawns, both capped
    at ±1000; mates count as ±1000, and the engine's own move loses nothing. ACPL is the average loss. Accuracy (0 to
    100) is the mean of lichess's published formula for a move, from the win probability that it lost; it is not
    comparable with the private formulas of other sites. A mistake loses 10 percentage points of win probability, a
    blunder 20. Intervals (95 %) are clustered by game. The report is written again.
    """
    from arena.report.report import write_report

    judge, found = judge_folder(folder, engine, nodes, concurrency, trusted, crew)
    results = write_report(folder)
    if as_json:
        click.echo(json.dumps(_as_dict(results, judge, found)))
        return
    _print(results, worst)
    click.echo(f"report: {folder / 'report.html'}", err=True)


def judge_folder(
    folder: Path, engine: str, nodes: int, concurrency: int | None, trusted: bool, crew: str
) -> "tuple[Judge, int]":
    """Have all positions judged that are not; return the judge, and the number of positions judged now."""
    from arena.analyse.driver import judge_all, judge_of, missing_states
    from arena.analyse.progress import Progress
    from arena.cell.admission import admit
    from arena.store.judgements import enrol
    from arena.store.portable import is_portable, rebuild
    from arena.store.store import FILE, open_store

    analysts_of = analysts_named(crew, concurrency, trusted)
    if is_portable(folder) and not (folder / FILE).exists():
        rebuild(folder, folder)
    with open_store(folder) as store, store.alone():
        judge = judge_of(engine, nodes)
        judgements = enrol(store.db, judge, store.folder / FILE)
        states = missing_states(store, judgements)
        if not states:
            click.echo("arena: all positions are judged already", err=True)
            return judge, 0
        admit([engine], trusted)
        with Progress() as progress:
            judge_all(judgements, states, analysts_of(judge), progress.update)
        return judge, len(states)


def analysts_named(
    crew: str, concurrency: int | None, trusted: bool
) -> "Callable[[Judge], AbstractContextManager[Analysts]]":
    """Return what makes the analysts of --crew for a judge; raise CrewError if there is no such crew."""
    from arena.analyse.analysts import ThreadAnalysts
    from arena.crew.machine import physical_cores
    from arena.crew.named import LOCAL, factory_named
    from arena.crew.positions import FarAnalysts

    if crew == LOCAL:
        return lambda judge: ThreadAnalysts(judge, concurrency or physical_cores(), trusted)
    factory = factory_named(crew)
    return lambda judge: FarAnalysts(factory, judge, trusted, concurrency or 0)


def _print(results: "Results", count: int) -> None:
    from arena.cli.tables import print_line, print_table
    from arena.report import accuracy
    from arena.why.page import beside, wrapped
    from world.errors import printable

    print_table(accuracy.COLUMNS, accuracy.figures(results.accuracy))
    click.echo("\nACPL by colour and phase")
    print_table(*accuracy.losses(results))
    for move in accuracy.worst(results, count):
        click.echo(f"\n{printable(move.game)}, ply {move.ply}, {printable(move.mind)} ({move.colour}) to move")
        facts = [("played", move.played), ("best", move.best), ("value", move.lost)]
        for line in beside(move.board, wrapped(facts)):
            click.echo(line)
    click.echo()
    for line in accuracy.explanation(results):
        print_line(line)


def _as_dict(results: "Results", judge: "Judge", found: int) -> dict[str, Any]:
    from msgspec import to_builtins

    from arena.report.accuracy import records
    from arena.store.analysis import worst_moves

    by = {f"by_{name}": records(results.accuracy_by(name)) for name in ("seat", "phase", "opening")}
    worst = records(worst_moves(results, WORST))
    return {
        "judge": to_builtins(judge),
        "judged_now": found,
        "moves": len(results.analysis),
        "accuracy": records(results.accuracy),
        **by,
        "worst": worst,
    }
