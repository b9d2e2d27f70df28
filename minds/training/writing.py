"""Writes the numbers that were found as Python, laid out for people to read."""

from collections.abc import Iterator, Mapping
from pathlib import Path

Tables = Mapping[str, tuple[int, ...]]

MINDS = Path(__file__).parent.parent
TABLES_FILE = MINDS / "board" / "tables.py"
WEIGHTS_FILE = MINDS / "evaluation" / "tuned" / "weights.py"

TABLES = '''"""What a piece is worth, and how much more or less on each square: plain numbers, and nothing else.

Every table is drawn as White sees the board, the eighth rank on top. Black's are its mirror image.
Written by `python -m minds.training tables STORE`, which starts from `minds/evaluation/practical/tables.py` and fits
them to the results of {positions:,} quiet positions of {games:,} games the engine played against itself.
"""

# What a piece is called worth, where exchanges are added up; what more or less it is, and when, is in its tables.
VALUES = {{"K": 0, "Q": 900, "R": 500, "B": 325, "N": 320, "P": 100}}

# How much of the middlegame a piece stands for; both sides' together are 24 at the start.
PHASES = {{"K": 0, "Q": 4, "R": 2, "B": 1, "N": 1, "P": 0}}

MIDGAME = {midgame}  # fmt: skip

ENDGAME = {endgame}  # fmt: skip
'''


def drawing(tables: Tables) -> str:
    """Tables as the source of a dictionary, eight numbers a line."""
    lines = ["{"]
    for kind, numbers in tables.items():
        width = max(len(str(number)) for number in numbers)
        lines.append(f'    "{kind}": (')
        for row in range(0, 64, 8):
            lines.append(" " * 8 + ", ".join(f"{number:{width}}" for number in numbers[row : row + 8]) + ",")
        lines.append("    ),")
    return "\n".join([*lines, "}"])


def tables_source(midgame: Tables, endgame: Tables, positions: int, games: int) -> str:
    """The whole of tables.py."""
    return TABLES.format(midgame=drawing(midgame), endgame=drawing(endgame), positions=positions, games=games)


WEIGHTS = '''"""What each thing that an evaluation counts is worth, in hundredths of a pawn: plain numbers.

They are tuned: `python -m minds.training knowledge STORE` wrote them, on top of the tables,
by what came of {positions:,} quiet positions of {games:,} games the engine played against itself.
"""

import numpy as np

# By what is counted: one pair of numbers, or several in a row; middlegame and endgame.
WORTH: dict[str, tuple[tuple[int, int], ...]] = {{
{lines}
}}  # fmt: skip

FIRST, SIZE = {{}}, 0
for _name, _pairs in WORTH.items():
    FIRST[_name] = SIZE
    SIZE += len(_pairs)
WEIGHTS = np.array([pair for pairs in WORTH.values() for pair in pairs], np.int64)
'''


def weights_source(worth: Mapping[str, tuple[tuple[int, int], ...]], positions: int, games: int) -> str:
    """The whole of weights.py."""
    return WEIGHTS.format(lines="\n".join(_rows(worth)), positions=positions, games=games)


def _rows(worth: Mapping[str, tuple[tuple[int, int], ...]]) -> Iterator[str]:
    """A line for each thing, or several of seven pairs."""
    for name, pairs in worth.items():
        words = [f"({midgame}, {endgame})," for midgame, endgame in pairs]
        if len(words) == 1:
            yield f'    "{name}": ({words[0]}),'
            continue
        yield f'    "{name}": ('
        for first in range(0, len(words), 7):
            yield "        " + " ".join(words[first : first + 7])
        yield "    ),"
