"""Write a tournament's report from its store: page, tables, games and plots."""

from pathlib import Path
from typing import TYPE_CHECKING

from arena.report import plots
from arena.report.games import games_aside
from arena.store.examination import Examination
from arena.store.store import open_store

if TYPE_CHECKING:
    from arena.store.queries import Results


def write_report(folder: Path) -> "Results":
    """Write all files of a report into the tournament's folder, and return its results."""
    try:
        return _write(folder, "file")  # each game is compared with its checksum when it is written
    except Exception:  # a damaged game may raise any
        with open_store(folder, examine="games") as store:
            if not store.damage:
                raise
    return _write(folder, "games")


def _write(folder: Path, examine: Examination) -> "Results":
    with games_aside(folder, examine):
        from arena.report.faults import write_fault_sheets  # loads pandas while the games are being written
        from arena.report.page import write_page
        from arena.report.tables import write_table, write_tables
        from arena.store.queries import load

        results = load(folder, examine=examine)
        write_tables(results)
        if results.judge is not None:
            write_table(results.accuracy, folder / "accuracy.csv")
        write_page(results, plots.draw_all(results, folder), write_fault_sheets(results))
    return results
