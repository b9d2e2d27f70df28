"""All that can be read of a tournament, made from its store: page, tables, games and plots."""

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2
import pandas as pd

from arena.report.plots import draw_all
from arena.report.remarks import remarks as remarks
from arena.report.words import visible
from arena.store.queries import Results, load
from arena.store.store import open_store
from world.registry import find

MOST_INCIDENTS = 200
DANGEROUS = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet takes for a formula


@dataclass(frozen=True)
class Shown:
    """A table on the page."""

    title: str
    columns: list[str]
    rows: list[list[str]]
    remarks: list[str]


def write_report(folder: Path) -> Results:
    """Write everything anew; what is in the store is all that it takes."""
    results = load(folder)
    _csv(results.standings, folder / "standings.csv")
    _csv(results.moves, folder / "moves.csv")
    if not results.games["second"].isna().all():
        _csv(results.crosstable.reset_index(), folder / "crosstable.csv")
    write_games(folder)
    names = draw_all(results, folder)
    (folder / "report.html").write_text(_page(results, folder, names), encoding="utf-8")
    return results


def write_games(folder: Path) -> None:
    """All games in the order of their names, as people read them."""
    with open_store(folder) as store:
        world = find(store.plan.world)
        name = "games.pgn" if store.plan.world == "chess" else "games.txt"
        with (folder / name).open("w", encoding="utf-8") as file:
            for record in store.records():
                file.write(world.getrecord(record))


def _csv(table: pd.DataFrame, path: Path) -> None:
    """A table that no spreadsheet will execute."""
    safe = table.rename(columns=lambda name: f"'{name}" if str(name).startswith(DANGEROUS) else name)
    for column in safe.columns:
        if pd.api.types.is_string_dtype(safe[column]) and safe[column].astype(str).str.startswith(DANGEROUS).any():
            safe[column] = safe[column].map(lambda text: f"'{text}" if str(text).startswith(DANGEROUS) else text)
    safe.to_csv(path, index=False)


def _page(results: Results, folder: Path, plots: list[str]) -> str:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent), autoescape=True, trim_blocks=False
    )
    with open_store(folder) as store:
        plan = store.plan
        where = " · ".join(f"{name} {value}" for name, value in store.db.execute("SELECT * FROM circumstances"))
    incidents = results.incidents
    return environment.get_template("page.html").render(
        title=folder.resolve().name,
        about=f"{plan.world}, {plan.format}, {len(results.minds)} minds, {len(results.games)} games, {plan.budget}",
        tables=list(_tables(results)),
        plots=[
            {"name": name, "data": base64.b64encode((folder / f"{name}.png").read_bytes()).decode()} for name in plots
        ],
        incidents=[_incident(row) for row in incidents.head(MOST_INCIDENTS).to_dict("records")],
        more=max(0, len(incidents) - MOST_INCIDENTS),
        plan=plan.to_toml(),
        circumstances=where,
    )


def _tables(results: Results) -> Iterator[Shown]:
    table = results.standings
    yield Shown(
        "Standings", list(table.columns), [[str(cell) for cell in row] for row in table.to_numpy()], remarks(results)
    )
    if not results.games["second"].isna().all():
        cross = results.crosstable
        rows = [
            [name, *("" if cell != cell else f"{cell:.0f} %" for cell in row)]
            for name, row in zip(cross.index, cross.to_numpy(), strict=True)
        ]
        yield Shown("Crosstable", ["score of", *(f"against {name}" for name in cross.columns)], rows, [])
        los = results.ratings.los
        names = results.ratings.names
        rows = [
            [name, *("" if i == j else f"{100 * los[i, j]:.1f} %" for j in range(len(names)))]
            for i, name in enumerate(names)
        ]
        yield Shown("How likely the row is the stronger one", ["", *names], rows, [])


def _incident(row: dict[Any, Any]) -> dict[str, str]:
    parts = [
        ("state", row["state"]),
        ("reply", row["reply"]),
        ("traceback", row["traceback"]),
        ("log", row["log"][-2000:]),
    ]
    text = "\n".join(f"{name}:\n{part}" for name, part in parts if part)
    shown = {name: visible(str(row[name])) for name in ("game", "mind", "kind", "call", "message")}
    return shown | {"text": "\n".join(visible(line) for line in text.splitlines())}
