"""The accuracy of minds as tables of text, and their worst moves with boards."""

import base64
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct

from arena.analyse.formulas import BLUNDER, MISTAKE
from arena.analyse.judgement import CAP
from arena.analyse.positions import ENDGAME_PIECES, OPENING_MOVES, PHASES, WORLD, named
from arena.store.analysis import worst_moves
from world.api import printable
from world.registry import find, new_world

if TYPE_CHECKING:
    import pandas as pd

    from arena.store.queries import Results

COLUMNS = ("mind", "games", "moves", "ACPL", "±", "accuracy", "±", "best", "mistakes", "blunders")
UNKNOWN = "–"
Rows = list[list[str]]


class WorstMove(Struct, frozen=True):
    """A move that lost much, with its position."""

    game: str
    ply: int
    mind: str
    colour: str
    played: str  # in algebraic notation
    best: str
    lost: str
    board: str
    image: str  # SVG in base64


def figures(table: "pd.DataFrame") -> Rows:
    """Return a table of accuracy by mind as texts, below COLUMNS."""
    return [
        [
            row.mind,
            str(row.games),
            str(row.moves),
            _number(row.acpl),
            _number(row.acpl_error),
            _number(row.mean_accuracy),
            _number(row.mean_accuracy_error),
            *(f"{100 * count / row.moves:.1f} %" for count in (row.best_moves, row.mistakes, row.blunders)),
        ]
        for row in table.itertuples()
    ]


def losses(results: "Results") -> tuple[list[str], Rows]:
    """Return the average centipawn loss of each mind by colour and by phase, with the headings."""
    colours = find(WORLD).colours
    parts = [(results.accuracy_by("seat"), "seat", range(2)), (results.accuracy_by("phase"), "phase", PHASES)]
    found = {
        (row.mind, getattr(row, name)): f"{_number(row.acpl)} ± {_number(row.acpl_error)}"
        for table, name, _ in parts
        for row in table.itertuples()
    }
    keys: list[Any] = [key for _, _, keys in parts for key in keys]
    rows = [[mind, *(found.get((mind, key), UNKNOWN) for key in keys)] for mind in results.accuracy["mind"]]
    return ["mind", *colours, *PHASES], rows


def worst(results: "Results", count: int) -> list[WorstMove]:
    """Return the moves that lost most of the win probability, with their boards."""
    world = new_world(WORLD)
    found = []
    for row in worst_moves(results, count).itertuples():
        world.newrun(str(row.fen))
        world.playon()
        found.append(
            WorstMove(
                str(row.game),
                int(row.ply),
                str(row.mind),
                world.colours[world.turn()],
                world.describe(str(row.action)),
                named(world, str(row.best)),
                f"{row.value / 100:+.2f} to {row.value_after / 100:+.2f}",
                world.gettext(),
                base64.b64encode(world.getview(world.turn()).encode()).decode(),
            )
        )
    return found


def explanation(results: "Results") -> list[str]:
    """Return sentences on the judge and on the meaning of the columns."""
    judge = results.judge
    by = f"Judged by {judge.spec}, version {judge.version}, {judge.nodes:,} nodes a position. " if judge else ""
    by = printable(by)
    return [
        f"{by}ACPL is the average centipawn loss: the value of the best move less that after the move, both capped at "
        f"±{CAP}; mates count as ±{CAP}. ± is half of a 95 % interval, clustered by game.",
        "Accuracy is the mean of what lichess publishes for a move, from the win probability that it lost; a mistake "
        f"lost {100 * MISTAKE:.0f} percentage points of it, a blunder {100 * BLUNDER:.0f} or more.",
        f"The opening is the first {OPENING_MOVES} moves; in the endgame there are {ENDGAME_PIECES} or fewer queens, "
        "rooks, bishops and knights on the board.",
    ]


def _number(value: Any) -> str:
    return UNKNOWN if np.isnan(value) else f"{value:.1f}"


def records(table: "pd.DataFrame") -> Sequence[dict[str, Any]]:
    """Return the rows of a table for JSON, in which an unknown number is null."""
    return [
        {name: None if value != value else value for name, value in row.items()} for row in table.to_dict("records")
    ]
