"""Readers of a results folder: each does what a user does, and returns rows, or the lines of a text."""

import gzip
import json
import sys
from collections.abc import Callable
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import NamedTemporaryFile, mkdtemp
from typing import TextIO
from unittest.mock import patch

import msgspec
import pandas as pd
import pytest

import arena
from arena.cli import main
from arena.errors import ArenaError
from arena.store.store import open_store
from arena.web.folders import Folders
from tests.arena.command import Here
from world.record import Record

Rows = list[str]


def command(*arguments: str, plots: bool = False) -> Rows:
    """Return the lines that a command prints; an exit code but 0 is an ArenaError with what it wrote to stderr."""
    with NamedTemporaryFile("w", encoding="utf-8") as out, NamedTemporaryFile("w", encoding="utf-8") as err:
        code = _run(list(arguments), out.file, err.file, plots)
        out.flush()
        err.flush()
        printed, said = Path(out.name).read_text("utf-8"), Path(err.name).read_text("utf-8")
    if code != 0:
        check_line(said)
        raise ArenaError(said.strip())
    sys.stderr.write(said)
    return printed.splitlines()


def _run(arguments: Rows, out: TextIO, err: TextIO, plots: bool) -> object:
    """Run a command here, and return its exit code."""
    with ExitStack() as stack:
        stack.enter_context(redirect_stdout(out))
        stack.enter_context(redirect_stderr(err))
        stack.enter_context(patch("arena.tournament.driver.ProcessCrew", Here))
        stack.enter_context(patch("arena.report.reporter.Reporter.update"))
        if not plots:  # they show what the tables hold, and take most of a report's time
            stack.enter_context(patch("arena.report.report.plots.draw_all", return_value=[]))
        end = stack.enter_context(pytest.raises(SystemExit))
        main(arguments)
    return end.value.code


def check_line(said: str) -> None:
    """Raise AssertionError unless the last line on stderr is one of the arena's own, and there is no traceback."""
    assert said.strip(), "nothing on stderr"
    assert said.splitlines()[-1].startswith("arena: "), said
    assert "Traceback" not in said, said


def report(folder: Path) -> Rows:
    """Write the report, and return the rows of its tables."""
    command("report", str(folder))
    return [line for name in ("games.csv", "moves.csv") for line in (folder / name).read_text("utf-8").splitlines()] + [
        f"game {game}" for game in (folder / "games.pgn").read_text("utf-8").split("[Event ")[1:]
    ]


def drawn(folder: Path) -> Rows:
    """Write the report with its plots, and return their names."""
    command("report", str(folder), plots=True)
    return sorted(path.name for path in folder.rglob("*.svg"))


def rate(folder: Path) -> Rows:
    """Rate the games of the report's PGN, which must be those of the standings."""
    path = folder / "games.pgn"
    return command("rate", str(path)) if path.exists() else []


def load(folder: Path) -> Rows:
    """Load the tables in Python."""
    results = arena.load(folder)
    tables = (results.games.drop(columns="duplicate"), results.moves, results.faults)
    return [line for table in tables for line in _lines(table)] + [results.plan.to_toml(), *results.minds]


def _lines(table: pd.DataFrame) -> Rows:
    text: str = table.to_json(orient="records", lines=True)
    return [line for line in text.splitlines() if line]


def listed(folder: Path) -> Rows:
    """List the lost games; their numbers are left out."""
    return [json.dumps(row) for row in json.loads("".join(command("why", str(folder), "--json")))]


def why(folder: Path) -> Rows:
    """Explain a game."""
    with open_store(folder) as store:
        name = min(store.results())
    return command("why", str(folder), name)


def entrants(folder: Path) -> Rows:
    """List who plays."""
    return command("entrants", str(folder))


def export(folder: Path) -> Rows:
    """Write the portable form, and return its lines."""
    out = Path(mkdtemp())
    command("export", str(folder), "--out", str(out))
    parts = sorted(out.glob("records-*"))
    return [
        (out / "plan.toml").read_text("utf-8"),
        *(x for part in parts for x in gzip.open(part, "rt", encoding="utf-8")),
    ]


def web(folder: Path) -> Rows:
    """Read what the web pages show: the list, the tables, and all games."""
    folders = Folders(folder.parent)
    (entry,) = folders.entries()
    tables = folders.tables(folder.name)
    if entry.note or tables is None:
        raise ArenaError(entry.note or "no tables")
    records = [folders.record(folder.name, row.game) for row in tables.games]
    rows = [repr(row) for row in tables.games] + [tables.plan, repr(entry.minds)]
    return [*rows, *(record.to_json() if record else "no record" for record in records)]


READERS: dict[str, Callable[[Path], Rows]] = {
    "report": report,
    "rate": rate,
    "load": load,
    "why": listed,
    "why GAME": why,
    "entrants": entrants,
    "export": export,
    "web": web,
}


def games(folder: Path) -> Rows:
    """Return all that a game's plan decides: its moves, its ending, its players, but no times."""
    with open_store(folder) as store:
        return sorted(map(_without_times, store.records()))


def _without_times(one: Record) -> str:
    fault = one.ending.fault and msgspec.structs.replace(one.ending.fault, seconds=0.0)
    ending = msgspec.structs.replace(one.ending, fault=fault)
    return msgspec.json.encode((one.name, one.minds, one.start, one.seed, one.actions, ending)).decode()


def resume(folder: Path, *more: str) -> Rows:
    """Play what is missing or damaged, and return the games."""
    command("resume", str(folder), *more)
    return games(folder)
