"""Returns the fitted numbers as strings of readable Python source."""

from collections.abc import Iterator, Mapping
from pathlib import Path

Tables = Mapping[str, tuple[int, ...]]

MINDS = Path(__file__).parent.parent
TABLES_FILE = MINDS / "board" / "tables.py"
WEIGHTS_FILE = MINDS / "evaluation" / "tuned" / "weights.py"

TABLES = '''"""Piece values and piece-square tables of the engine.

Every table is drawn as White sees the board, the eighth rank on top; Black's tables are the mirror image.
Written by `arena train tables STORE`, which starts from `minds/evaluation/practical/tables.py` and fits
the tables to the results of {positions:,} quiet positions from {games:,} games the engine played against itself.
"""

# Nominal values, used for exchanges and move ordering; the tables hold the difference on each square.
VALUES = {{"K": 0, "Q": 900, "R": 500, "B": 325, "N": 320, "P": 100}}

# A piece's share of the game phase; the phase is 24 with all pieces on the board and 0 with none.
PHASES = {{"K": 0, "Q": 4, "R": 2, "B": 1, "N": 1, "P": 0}}

MIDGAME = {midgame}  # fmt: skip

ENDGAME = {endgame}  # fmt: skip
'''


def drawing(tables: Tables) -> str:
    """Return tables as the source of a dictionary, eight numbers a line."""
    lines = ["{"]
    for kind, numbers in tables.items():
        width = max(len(str(number)) for number in numbers)
        lines.append(f'    "{kind}": (')
        for row in range(0, 64, 8):
            lines.append(" " * 8 + ", ".join(f"{number:{width}}" for number in numbers[row : row + 8]) + ",")
        lines.append("    ),")
    return "\n".join([*lines, "}"])


def tables_source(midgame: Tables, endgame: Tables, positions: int, games: int) -> str:
    """Return the source of minds/board/tables.py."""
    return TABLES.format(midgame=drawing(midgame), endgame=drawing(endgame), positions=positions, games=games)


WEIGHTS = '''"""The weights of the tuned ideas' terms, in centipawns.

Written by `arena train knowledge STORE`, which fits them, on top of the piece-square tables, to the
results of {positions:,} quiet positions from {games:,} games the engine played against itself.
"""

import numpy as np

# By term: one pair of middlegame and endgame weights, or several for terms that come in steps.
TERM_WEIGHTS: dict[str, tuple[tuple[int, int], ...]] = {{
{lines}
}}  # fmt: skip

INDEX, SIZE = {{}}, 0
for _name, _pairs in TERM_WEIGHTS.items():
    INDEX[_name] = SIZE
    SIZE += len(_pairs)
WEIGHTS = np.array([pair for pairs in TERM_WEIGHTS.values() for pair in pairs], np.int64)
'''


def weights_source(weights: Mapping[str, tuple[tuple[int, int], ...]], positions: int, games: int) -> str:
    """Return the source of minds/evaluation/tuned/weights.py."""
    return WEIGHTS.format(lines="\n".join(_rows(weights)), positions=positions, games=games)


def _rows(weights: Mapping[str, tuple[tuple[int, int], ...]]) -> Iterator[str]:
    """Yield one line per term, or several lines of seven pairs."""
    for name, pairs in weights.items():
        words = [f"({midgame}, {endgame})," for midgame, endgame in pairs]
        if len(words) == 1:
            yield f'    "{name}": ({words[0]}),'
            continue
        yield f'    "{name}": ('
        for first in range(0, len(words), 7):
            yield "        " + " ".join(words[first : first + 7])
        yield "    ),"
