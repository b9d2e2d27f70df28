"""The tables of a tournament's page: standings, crosstable, endings and games."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from arena.rate.ranks import marked
from arena.report import accuracy
from arena.report.conclusion import conclusion
from arena.report.remarks import remarks
from arena.report.summary import HEADINGS
from arena.store.queries import Results, load
from arena.store.standings import sides
from arena.tournament import formats

SHADES = 10  # of the crosstable
FIGURES = ("reached", "buchholz", "sonneborn_berger", "byes")  # columns of formats that rank by points
WON_BY_FORFEIT = "the opponent forfeited"


@dataclass(frozen=True)
class StandingsRow:
    """A mind in the standings. `left`, `middle` and `right` place its rating and interval on a scale from 0 to 100."""

    rank: int
    shown_rank: str  # "2=" if it is shared
    ranks: str
    tier: int
    mind: str
    value: float  # its rating; in worlds with one seat its mean score
    error: float
    games: int
    forfeits: int
    ends_tier: bool = False
    points: float = 0.0
    more: tuple[tuple[str, float | str], ...] = ()  # figures of the format, such as tie-breaks
    wins: int = 0
    draws: int = 0
    losses: int = 0
    percent: float = 0.0
    left: float = 0.0
    middle: float = 0.0
    right: float = 0.0


@dataclass(frozen=True)
class CrosstableCell:
    """The score of the row's mind against the column's."""

    opponent: str
    percent: float | None

    @property
    def shade(self) -> str:
        """The number of the cell's shade."""
        return "" if self.percent is None else str(round(self.percent / 100 * SHADES))


@dataclass(frozen=True)
class GameRow:
    """A game in the list."""

    game: str
    first: str
    second: str
    score: str
    ending: str
    plies: int
    opening: str
    is_fault: bool


@dataclass(frozen=True)
class Tables:
    """Everything on a tournament's page except the plots."""

    name: str
    world: str
    about: tuple[str, ...]
    is_solo: bool
    by_points: bool  # ranked by points and the figures of the format
    rows: tuple[StandingsRow, ...]
    zero: float | None  # the place of Elo 0 on the scale
    cross: tuple[tuple[str, tuple[CrosstableCell, ...]], ...]
    endings: tuple[str, ...]
    ends: tuple[tuple[str, tuple[int, ...]], ...]  # games of each mind, by ending
    accuracy: tuple[tuple[str, ...], ...]  # of each mind, below accuracy.COLUMNS; empty if no move was judged
    accuracy_remarks: tuple[str, ...]
    remarks: tuple[str, ...]
    games: tuple[GameRow, ...]
    plan: str


def make_tables(folder: Path) -> Tables:
    """Return the tables of the tournament in a folder."""
    results = load(folder, read_only=True)
    plan, games, judge = results.plan, results.games, results.judge
    is_solo = bool(games["second"].isna().all())
    rows, zero = _on_scale(_rows(results) if len(games) else [])
    kinds, ends = _ends(results) if len(games) else ((), ())
    return Tables(
        name=folder.name,
        world=plan.world,
        about=(plan.world, plan.format, f"{len(results.minds)} minds", f"{len(games):,} games", plan.budget_text),
        is_solo=is_solo,
        by_points=formats.find(plan.format).places is not None,
        rows=tuple(rows),
        zero=None if is_solo else zero,
        cross=() if is_solo else tuple(_cross(results)),
        endings=kinds,
        ends=ends,
        accuracy=tuple(map(tuple, accuracy.figures(results.accuracy))) if judge else (),
        accuracy_remarks=tuple(accuracy.explanation(results)) if judge else (),
        remarks=(*conclusion(results), *remarks(results)) if len(games) else (),
        games=tuple(map(_game, games.itertuples(index=False))),
        plan=plan.text,
    )


def _rows(results: Results) -> list[StandingsRow]:
    table, is_solo = results.standings, results.is_solo
    value = "score" if is_solo else "elo"
    names = ["rank", "ranks", "tier", "mind", "games", "forfeits"]
    names += [] if is_solo else ["points", "wins", "draws", "losses"]
    rows = [
        StandingsRow(
            **{name: row[name] for name in names},
            shown_rank=rank,
            value=row[value],
            error=row[f"{value}_error"],
            percent=round(100 * row["score"], 1),
            more=tuple((HEADINGS[name], row[name]) for name in FIGURES if name in row),
        )
        for row, rank in zip(table.to_dict("records"), marked(table["rank"].tolist()), strict=True)
    ]
    return [
        replace(row, ends_tier=row.tier < after.tier) for row, after in zip(rows, [*rows[1:], rows[-1]], strict=True)
    ]


def _on_scale(rows: list[StandingsRow]) -> tuple[list[StandingsRow], float]:
    """Return the rows with their places on one scale, and the place of Elo 0."""
    low = min((row.value - row.error for row in rows), default=0.0)
    high = max((row.value + row.error for row in rows), default=1.0)
    width = (high - low) or 1.0

    def place(value: float) -> float:
        return round(2 + 96 * (value - low) / width, 2)

    placed = [
        replace(row, left=place(row.value - row.error), middle=place(row.value), right=place(row.value + row.error))
        for row in rows
    ]
    return placed, place(0.0)


def _cross(results: Results) -> Iterator[tuple[str, tuple[CrosstableCell, ...]]]:
    table = 100 * results.crosstable.loc[results.prominent, results.prominent]
    for mind, cells in zip(table.index, table.to_numpy(), strict=True):
        pairs = zip(table.columns, cells, strict=True)
        yield mind, tuple(CrosstableCell(name, None if cell != cell else float(cell)) for name, cell in pairs)


def _ends(results: Results) -> tuple[tuple[str, ...], tuple[tuple[str, tuple[int, ...]], ...]]:
    """Return the endings, the most frequent first, and how often each mind had each; its own forfeits by their kind."""
    both = sides(results.games)
    forfeited = both["fault"].notna()
    both["ending"] = both["ending"].where(~forfeited, WON_BY_FORFEIT)
    both["ending"] = both["ending"].where(~both["forfeits"], "forfeit: " + both["fault"].fillna(""))
    kinds = tuple(both["ending"].value_counts().index)
    counts = both.groupby(["mind", "ending"]).size()
    minds = list(results.standings["mind"])
    return kinds, tuple((mind, tuple(int(counts.get((mind, kind), 0)) for kind in kinds)) for mind in minds)


def _game(row: Any) -> GameRow:
    is_fault = isinstance(row.fault, str)
    second = row.second if isinstance(row.second, str) else ""
    score = f"{row.score_first:g}" if not second else f"{row.score_first:g} : {row.score_second:g}"
    ending = f"{row.ending}: {row.fault}" if is_fault else row.ending
    return GameRow(row.game, row.first, second, score.replace("0.5", "½"), ending, row.plies, row.opening, is_fault)
