"""Draws a board, as text for a terminal or as SVG for a notebook or a web page."""

from minds.board.squares import LETTERS

LIGHT, DARK, INK, RED = "#f0d9b5", "#b58863", "#4a3728", "#d9534f"
SIDE, EDGE = 45, 18
# Filled symbols for both colours; outline and fill tell them apart on any background.
SIGNS = dict(zip("KQRBNP", "♚♛♜♝♞♟", strict=True))
FONTS = "'DejaVu Sans','Segoe UI Symbol','Apple Symbols','Noto Sans Symbols2',sans-serif"


def as_text(squares: bytes) -> str:
    """Eight ranks, the eighth on top, with their names at the edge."""
    rows = []
    for rank in range(7, -1, -1):
        men = " ".join(LETTERS[number] for number in squares[8 * rank : 8 * rank + 8])
        rows.append(f"{rank + 1}  {men}")
    return "\n".join([*rows, "", "   a b c d e f g h"])


def as_svg(squares: bytes, turn: int, checked: int | None = None) -> str:
    """The board from White's side, with a dot beside the side to move and a king in check on red."""
    size = 8 * SIDE + 2 * EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}" height="{size}">',
        f'<rect width="{size}" height="{size}" fill="{INK}"/>',
    ]
    for square, number in enumerate(squares):
        x, y = EDGE + SIDE * (square % 8), EDGE + SIDE * (7 - square // 8)
        ground = RED if square == checked else LIGHT if (square + square // 8) % 2 else DARK
        parts.append(f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{ground}"/>')
        if number:
            parts.append(_man(LETTERS[number], x + SIDE / 2, y + SIDE * 0.8))
    fill, height = (("#fff", size - EDGE - SIDE / 2), ("#222", EDGE + SIDE / 2))[turn]
    parts.append(f'<circle cx="{size - EDGE / 2}" cy="{height}" r="5" fill="{fill}" stroke="{LIGHT}"/>')
    return "".join([*parts, *_edge(), "</svg>"])


def _man(letter: str, x: float, y: float) -> str:
    fill, line = ("#fff", "#222") if letter.isupper() else ("#222", "#000")
    sign = SIGNS[letter.upper()] + "\N{VARIATION SELECTOR-15}"  # a text symbol, not an emoji
    style = (
        f'font-family="{FONTS}" font-size="38" text-anchor="middle" fill="{fill}" stroke="{line}" stroke-width="1.2"'
    )
    return f'<text x="{x}" y="{y}" {style} paint-order="stroke">{sign}</text>'


def _edge() -> list[str]:
    names = []
    style = f'font-family="sans-serif" font-size="11" text-anchor="middle" fill="{LIGHT}"'
    for i in range(8):
        middle = EDGE + SIDE * (i + 0.5)
        names.append(f'<text x="{middle}" y="{8 * SIDE + 2 * EDGE - 5}" {style}>{"abcdefgh"[i]}</text>')
        names.append(f'<text x="{EDGE / 2}" y="{middle + 4}" {style}>{8 - i}</text>')
    return names
