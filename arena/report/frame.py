"""The picture of a game in a terminal: the board, the last moves beside or below it, and whose move it is.

Every line fits into the width, and all lines into the height, so that nothing wraps or scrolls.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from arena.report.names import shortened

MAX_ROWS = 10  # moves
GAP, BOARD_GAP = 2, 5  # blanks between two columns, and between the board and the moves
HEADINGS = ("ply", "mind", "move", "score*", "depth", "time")
WIDTHS = {"ply": 4, "move": 7, "score*": 6, "depth": 5, "time": 8}
DISPENSABLE = ("time", "depth", "score*")  # columns that a narrow terminal does without, in this order
MAX_MOVE_WIDTH = 14
NAME_WIDTH = 12  # of a name that is cut before a column is left out
NOTE = "* for the mind that moved; in chess in pawns, or # and the moves to mate"
OTHER_LINES = 6  # all but board and moves


@dataclass(frozen=True)
class Frame:
    """The state of a game, as far as it is shown."""

    names: tuple[str, ...]
    heading: str
    board: str = ""
    rows: tuple[tuple[str, ...], ...] = ()  # the last plies, a text for each heading
    longest: int = 0  # of all moves so far, in cells
    last: str = ""  # the last move
    turn: str = ""  # who is to move, or how the game ended

    def lines(self, width: int, height: int) -> list[Text]:
        """Return the lines that show it."""
        has_scores = any(row[HEADINGS.index("score*")] for row in self.rows)
        above = [Text(_cut(self.heading, width), style="bold"), Text("")]
        note = Text(_cut(NOTE, width) if has_scores else "", style="dim")
        below = [Text(_cut(line, width)) for line in ("", self.last, self.turn)]
        return [*above, *self._body(width, max(1, height - OTHER_LINES)), note, *below]

    def _body(self, width: int, height: int) -> list[Text]:
        """Return the board with the moves beside it, or below it if there is not room for both."""
        board = self.board.splitlines()
        wide = max(map(cell_len, board), default=0)
        columns = self._columns(width - wide - BOARD_GAP)
        if columns is None or len(board) >= height:
            return self._stacked(board, width, height)
        moves = self._moves(columns, min(MAX_ROWS, height - 1))
        pairs = zip_longest(board, moves, fillvalue="")
        return [Text(set_cell_size(line, wide + BOARD_GAP)).append(move) for line, move in pairs]

    def _stacked(self, board: Sequence[str], width: int, height: int) -> list[Text]:
        """Return the board, and as many moves below it as there is room for."""
        shown = [Text(_cut(line, width)) for line in board[:height]]
        if len(board) > height:
            shown[-1] = Text(_cut(f"… {len(board) - height + 1} more lines", width))
        rows, columns = height - len(shown) - 2, self._columns(width)
        return [*shown, Text(""), *self._moves(columns, min(rows, MAX_ROWS))] if rows > 0 and columns else shown

    def _columns(self, width: int) -> dict[str, int] | None:
        """Return the headings that there is room for, with their widths; None if there is too little."""
        longest = max((cell_len(name) for name in self.names), default=0)
        columns = dict.fromkeys(HEADINGS, longest) | WIDTHS
        columns["move"] = min(max(columns["move"], self.longest), MAX_MOVE_WIDTH)
        for spare in ("", *DISPENSABLE):
            columns.pop(spare, None)
            room = width - sum(columns.values()) - GAP * (len(columns) - 1) + longest
            if room >= min(longest, NAME_WIDTH):
                return columns | {"mind": min(longest, room)}
        return None

    def _moves(self, columns: dict[str, int], count: int) -> Iterator[Text]:
        """Yield the table of the last moves, always of the same height and width."""
        yield Text(_row(HEADINGS, columns), style="dim")
        rows = self.rows[max(0, len(self.rows) - count) :]
        for row in rows:
            yield Text(_row(row, columns))
        for _ in range(count - len(rows)):
            yield Text("")


def _row(cells: Iterable[str], columns: dict[str, int]) -> str:
    found = [
        _aligned(heading, cell, columns[heading])
        for heading, cell in zip(HEADINGS, cells, strict=True)
        if heading in columns
    ]
    return (" " * GAP).join(found).rstrip()


def _aligned(heading: str, cell: str, width: int) -> str:
    if heading == "mind":
        return set_cell_size(shortened(cell, width), width)
    text = _cut(cell, width)
    return set_cell_size(text, width) if heading == "move" else " " * (width - cell_len(text)) + text


def _cut(text: str, width: int) -> str:
    """Return a text that is at most so wide; a longer one ends with "…"."""
    return text if cell_len(text) <= width else f"{set_cell_size(text, max(0, width - 1))}…"
