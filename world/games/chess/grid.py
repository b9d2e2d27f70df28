"""The clickable grid of a chess board: the squares of its picture and their labels."""

from collections.abc import Iterable

from world.grid import Field, Grid

SIZE, MARGIN = 390, 15  # of the picture; the margin holds the coordinates
PIECES = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}


def grid(fen: str, actions: Iterable[str], seat: int = 0) -> Grid:
    """Return the board as a seat sees it, its own side at the bottom; an action is a click on its two squares."""
    share = MARGIN / SIZE
    return Grid(
        rows=8,
        columns=8,
        actions={action: tuple(_field(int(word), seat) for word in action.split(",")[:2]) for action in actions},
        labels=_labels(fen, seat),
        box=(share, share, 1 - 2 * share, 1 - 2 * share),
    )


def _field(square: int, seat: int) -> Field:
    row, column = 7 - square // 8, square % 8
    return (row, column) if seat == 0 else (7 - row, 7 - column)


def _labels(fen: str, seat: int) -> tuple[tuple[str, ...], ...]:
    """Return the name of every square and the piece on it: "e2, white pawn"."""
    rows = []
    for rank, text in zip(range(8, 0, -1), fen.split(" ", 1)[0].split("/"), strict=True):
        signs = "".join("." * int(sign) if sign.isdigit() else sign for sign in text)
        rows.append(tuple(f"{file}{rank}{_piece(sign)}" for file, sign in zip("abcdefgh", signs, strict=True)))
    return tuple(rows) if seat == 0 else tuple(row[::-1] for row in reversed(rows))


def _piece(sign: str) -> str:
    return "" if sign == "." else f", {'white' if sign.isupper() else 'black'} {PIECES[sign.lower()]}"
