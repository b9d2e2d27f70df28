"""The picture of a maze: walls, the way taken, and the cells the mind searched, if its thoughts list them."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from world.games.maze.map import MazeMap

SIDE = 600  # pixels of the longer edge
MOST_DRAWN = (
    125  # rows or columns drawn cell by cell; larger mazes are drawn as blocks, darker where they hold more walls
)
LEGIBLE = 18  # pixels a cell must have to hold a readable number
SEAM = 0.8  # pixels by which cells overlap, so that no background shows between them
PAPER, STONE, SHALLOW, DEEP, WAY = "#fdfcf9", (74, 78, 86), (221, 235, 243), (122, 172, 203), "#a4303f"


def draw(maze: MazeMap, way: Sequence[int], depths: Any) -> str:
    """Return the SVG."""
    step = max(1, -(-max(maze.rows, maze.columns) // MOST_DRAWN))  # rows and columns of a block
    size = SIDE / max(maze.rows, maze.columns)
    high, wide = size * maze.rows, size * maze.columns
    known = _checked(maze, depths)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.4g} {high:.4g}" width="{wide:.4g}" '
        f'height="{high:.4g}" font-family="sans-serif" text-anchor="middle">',
        f'<rect width="{wide:.4g}" height="{high:.4g}" fill="{PAPER}"/>',
        *_searched(maze, known, size),
        *_walls(maze, step, size),
        _line(maze, way, size),
        *_numbers(maze, known, size),
        *_letters(maze, way[-1], size),
        f'<rect width="{wide:.4g}" height="{high:.4g}" fill="none" stroke="{_colour(STONE)}" stroke-width="2"/></svg>',
    ]
    return "".join(parts)


def _checked(maze: MazeMap, depths: Any) -> list[int]:
    """Return the depth of each cell, -1 for a cell that was not searched; an empty list if the depths are malformed."""
    is_right = isinstance(depths, list) and len(depths) == maze.rows * maze.columns
    return depths if is_right and all(isinstance(depth, int) and -1 <= depth < 10**6 for depth in depths) else []


def _searched(maze: MazeMap, depths: Sequence[int], size: float) -> Iterator[str]:
    """Yield the searched cells, darker with depth."""
    deepest = max(depths, default=0) or 1
    for cell, depth in enumerate(depths):
        if depth >= 0:
            row, column = divmod(cell, maze.columns)
            shade = _colour([round(a + (b - a) * depth / deepest) for a, b in zip(SHALLOW, DEEP, strict=True)])
            yield f'<rect x="{column * size:.4g}" y="{row * size:.4g}" width="{size + SEAM:.4g}" '
            yield f'height="{size + SEAM:.4g}" '
            yield f'fill="{shade}"/>'


def _numbers(maze: MazeMap, depths: Sequence[int], size: float) -> Iterator[str]:
    """Yield the depth of each searched cell, if there is room for numbers."""
    for cell, depth in enumerate(depths if size >= LEGIBLE else ()):
        if depth >= 0:
            row, column = divmod(cell, maze.columns)
            x, y = (column + 0.5) * size, (row + 0.63) * size
            yield f'<text x="{x:.4g}" y="{y:.4g}" font-size="{0.36 * size:.3g}" fill="#234">{depth}</text>'


def _walls(maze: MazeMap, step: int, size: float) -> Iterator[str]:
    """Yield the blocks that hold walls; adjacent blocks of the same shade are one rectangle."""
    seam = SEAM if step == 1 else 0.0  # translucent blocks would be darker where they overlap
    for top in range(0, maze.rows, step):
        lines = [
            maze.text[row * maze.width : row * maze.width + maze.columns]
            for row in range(top, min(top + step, maze.rows))
        ]
        counts = [sum(line.count("#", left, left + step) for line in lines) for left in range(0, maze.columns, step)]
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


def _line(maze: MazeMap, way: Sequence[int], size: float) -> str:
    """Return the way as one line whose points are its turns."""
    turns = [
        place
        for before, place, after in zip((-1, *way), way, (*way[1:], -1), strict=False)
        if -1 in (before, after) or after - place != place - before
    ]
    points = " ".join(f"{x:.4g},{y:.4g}" for x, y in (_middle(maze, place, size) for place in turns))
    width = max(2.0, 0.16 * size)
    return (
        f'<polyline points="{points}" fill="none" stroke="{WAY}" stroke-width="{width:.3g}" '
        'stroke-linejoin="round" stroke-linecap="round" stroke-opacity="0.6"/>'
    )


def _letters(maze: MazeMap, here: int, size: float) -> Iterator[str]:
    """Yield the letters S and G, and a dot where the walker is."""
    radius = max(6.0, 0.36 * size)
    for place, letter, fill in ((maze.start, "S", "#2a6f97"), (maze.goal, "G", "#3f7d4e")):
        x, y = _middle(maze, place, size)
        yield f'<circle cx="{x:.4g}" cy="{y:.4g}" r="{radius:.3g}" fill="{fill}"/>'
        yield f'<text x="{x:.4g}" y="{y + 0.36 * radius:.4g}" font-size="{1.05 * radius:.3g}" font-weight="bold" '
        yield f'fill="#fff">{letter}</text>'
    if here not in (maze.start, maze.goal):
        x, y = _middle(maze, here, size)
        yield f'<circle cx="{x:.4g}" cy="{y:.4g}" r="{0.6 * radius:.3g}" fill="{WAY}"/>'


def _middle(maze: MazeMap, place: int, size: float) -> tuple[float, float]:
    row, column = divmod(place, maze.width)
    return (column + 0.5) * size, (row - 0.5) * size


def _colour(parts: Sequence[int]) -> str:
    return "#" + "".join(f"{part:02x}" for part in parts)
