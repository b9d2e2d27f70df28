"""A maze as a picture: walls, the way that was taken, and, where the mind tells, what it looked at and how deep."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from world.games.maze.field import Field

SIDE = 600  # pixels, of the longer edge
FINEST = 125  # cells to a side; of a larger maze a picture shows blocks, the darker the more walls are in them
LEGIBLE = 18  # pixels to a cell, from which a number can be read in it
SEAM = 0.8  # pixels by which cells overlap, or the paper would shine through between them
PAPER, STONE, SHALLOW, DEEP, WAY = "#fdfcf9", (74, 78, 86), (221, 235, 243), (122, 172, 203), "#a4303f"


def draw(field: Field, way: Sequence[int], depths: Any) -> str:
    """The SVG."""
    step = max(1, -(-max(field.rows, field.columns) // FINEST))  # cells to a block's side
    size = SIDE / max(field.rows, field.columns)
    high, wide = size * field.rows, size * field.columns
    known = _checked(field, depths)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.4g} {high:.4g}" width="{wide:.4g}" '
        f'height="{high:.4g}" font-family="sans-serif" text-anchor="middle">',
        f'<rect width="{wide:.4g}" height="{high:.4g}" fill="{PAPER}"/>',
        *_looked_at(field, known, size),
        *_walls(field, step, size),
        _line(field, way, size),
        *_numbers(field, known, size),
        *_letters(field, way[-1], size),
        f'<rect width="{wide:.4g}" height="{high:.4g}" fill="none" stroke="{_colour(STONE)}" stroke-width="2"/></svg>',
    ]
    return "".join(parts)


def _checked(field: Field, depths: Any) -> list[int]:
    """A depth for each cell, -1 where it was not looked at; nothing if what the mind told is something else."""
    is_right = isinstance(depths, list) and len(depths) == field.rows * field.columns
    return depths if is_right and all(isinstance(depth, int) and -1 <= depth < 10**6 for depth in depths) else []


def _looked_at(field: Field, depths: Sequence[int], size: float) -> Iterator[str]:
    """The cells that were looked at, the deeper the darker."""
    deepest = max(depths, default=0) or 1
    for cell, depth in enumerate(depths):
        if depth >= 0:
            row, column = divmod(cell, field.columns)
            shade = _colour([round(a + (b - a) * depth / deepest) for a, b in zip(SHALLOW, DEEP, strict=True)])
            yield f'<rect x="{column * size:.4g}" y="{row * size:.4g}" width="{size + SEAM:.4g}" '
            yield f'height="{size + SEAM:.4g}" '
            yield f'fill="{shade}"/>'


def _numbers(field: Field, depths: Sequence[int], size: float) -> Iterator[str]:
    """How deep each of them was found, where there is room for it."""
    for cell, depth in enumerate(depths if size >= LEGIBLE else ()):
        if depth >= 0:
            row, column = divmod(cell, field.columns)
            x, y = (column + 0.5) * size, (row + 0.63) * size
            yield f'<text x="{x:.4g}" y="{y:.4g}" font-size="{0.36 * size:.3g}" fill="#234">{depth}</text>'


def _walls(field: Field, step: int, size: float) -> Iterator[str]:
    """Blocks with walls in them, side by side ones of the same darkness in one piece."""
    seam = SEAM if step == 1 else 0.0  # what is not quite dark would be darker where it overlaps
    for top in range(0, field.rows, step):
        lines = [
            field.text[row * field.width : row * field.width + field.columns]
            for row in range(top, min(top + step, field.rows))
        ]
        counts = [sum(line.count("#", left, left + step) for line in lines) for left in range(0, field.columns, step)]
        fills = [round(4 * count / (step * step)) for count in counts]
        left = 0
        for fill, run in groupby(fills):
            length = len(list(run))
            if fill:
                x, y, wide, high = (value * size for value in (left * step, top, length * step, len(lines)))
                opacity = f' fill-opacity="{fill / 4}"' if fill < 4 else ""
                yield f'<rect x="{x:.4g}" y="{y:.4g}" width="{wide + seam:.4g}" height="{high + seam:.4g}" '
                yield f'fill="{_colour(STONE)}"{opacity}/>'
            left += length


def _line(field: Field, way: Sequence[int], size: float) -> str:
    """The way as one stroke, in which only turns have a point."""
    turns = [
        place
        for before, place, after in zip((-1, *way), way, (*way[1:], -1), strict=False)
        if -1 in (before, after) or after - place != place - before
    ]
    points = " ".join(f"{x:.4g},{y:.4g}" for x, y in (_middle(field, place, size) for place in turns))
    width = max(2.0, 0.16 * size)
    return (
        f'<polyline points="{points}" fill="none" stroke="{WAY}" stroke-width="{width:.3g}" '
        'stroke-linejoin="round" stroke-linecap="round" stroke-opacity="0.6"/>'
    )


def _letters(field: Field, here: int, size: float) -> Iterator[str]:
    """S and G where the run began and is to end, and a dot where the walker is."""
    radius = max(6.0, 0.36 * size)
    for place, letter, fill in ((field.here, "S", "#2a6f97"), (field.goal, "G", "#3f7d4e")):
        x, y = _middle(field, place, size)
        yield f'<circle cx="{x:.4g}" cy="{y:.4g}" r="{radius:.3g}" fill="{fill}"/>'
        yield f'<text x="{x:.4g}" y="{y + 0.36 * radius:.4g}" font-size="{1.05 * radius:.3g}" font-weight="bold" '
        yield f'fill="#fff">{letter}</text>'
    if here not in (field.here, field.goal):
        x, y = _middle(field, here, size)
        yield f'<circle cx="{x:.4g}" cy="{y:.4g}" r="{0.6 * radius:.3g}" fill="{WAY}"/>'


def _middle(field: Field, place: int, size: float) -> tuple[float, float]:
    row, column = divmod(place, field.width)
    return (column + 0.5) * size, (row - 0.5) * size


def _colour(parts: Sequence[int]) -> str:
    return "#" + "".join(f"{part:02x}" for part in parts)
