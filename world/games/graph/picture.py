"""The picture of a graph: nodes, links with their costs, the way taken, and the nodes the mind searched."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from world.games.graph.map import GraphMap

WIDE, HIGH, EDGE = 720, 480, 34
MOST_NUMBERED = 40  # nodes; in a larger graph there is no room for the links' costs
PAPER, LINK, NODE, SEEN, WAY = "#fdfcf9", "#b9bec6", "#eef0f3", "#a9cbe0", "#a4303f"


def draw(graph: GraphMap, way: Sequence[str], depths: Any) -> str:
    """Return the SVG."""
    at, names = _places(graph), list(graph.nodes)
    is_right = isinstance(depths, list) and len(depths) == len(names)
    known = dict(zip(names, depths, strict=True)) if is_right else {}
    seen = {name: depth for name, depth in known.items() if isinstance(depth, int) and 0 <= depth < 10**6}
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}" '
            f'font-family="sans-serif" text-anchor="middle"><rect width="{WIDE}" height="{HIGH}" fill="{PAPER}"/>',
            *_links(graph, at),
            *_way(way, at),
            *_nodes(graph, way[-1], at, seen),
            "</svg>",
        ]
    )


def _places(graph: GraphMap) -> dict[str, tuple[float, float]]:
    """Return the nodes' positions in the picture, to scale."""
    left, right = (pick(x for x, _ in graph.nodes.values()) for pick in (min, max))
    top, bottom = (pick(y for _, y in graph.nodes.values()) for pick in (min, max))
    scale = min((WIDE - 2 * EDGE) / max(1, right - left), (HIGH - 2 * EDGE) / max(1, bottom - top))
    across, down = (WIDE - scale * (right - left)) / 2, (HIGH - scale * (bottom - top)) / 2
    return {name: (across + scale * (x - left), down + scale * (y - top)) for name, (x, y) in graph.nodes.items()}


def _links(graph: GraphMap, at: dict[str, tuple[float, float]]) -> Iterator[str]:
    """Yield each link once, with its cost beside its middle."""
    known = list(graph.links)
    for one, other, cost in ((a, b, c) for a in known for b, c in graph.links[a].items() if a < b):
        (x, y), (to_x, to_y) = at[one], at[other]
        yield f'<line x1="{x:.4g}" y1="{y:.4g}" x2="{to_x:.4g}" y2="{to_y:.4g}" stroke="{LINK}" stroke-width="2"/>'
        if len(known) <= MOST_NUMBERED:
            length = max(1.0, ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5)
            aside = 10 if to_x >= x else -10
            middle_x = (x + to_x) / 2 + aside * (to_y - y) / length
            middle_y = (y + to_y) / 2 - aside * (to_x - x) / length + 4
            yield f'<text x="{middle_x:.4g}" y="{middle_y:.4g}" font-size="11" fill="#6b7280">{cost}</text>'


def _way(way: Sequence[str], at: dict[str, tuple[float, float]]) -> Iterator[str]:
    for one, other in pairwise(way):
        (x, y), (to_x, to_y) = at[one], at[other]
        yield f'<line x1="{x:.4g}" y1="{y:.4g}" x2="{to_x:.4g}" y2="{to_y:.4g}" stroke="{WAY}" stroke-width="4"/>'


def _nodes(graph: GraphMap, here: str, at: dict[str, tuple[float, float]], seen: dict[str, int]) -> Iterator[str]:
    """Yield the nodes with their names; searched nodes are blue and show their depth."""
    radius = 14 if len(at) <= MOST_NUMBERED else 9 if len(at) <= 120 else 4
    for name, (x, y) in at.items():
        fill = {graph.start: "#2a6f97", graph.goal: "#3f7d4e"}.get(name, SEEN if name in seen else NODE)
        ink = "#fff" if name in (graph.start, graph.goal) else "#222"
        edge = WAY if name == here else "#7b828c"
        yield f'<circle cx="{x:.4g}" cy="{y:.4g}" r="{radius}" fill="{fill}" stroke="{edge}" stroke-width="1.5"/>'
        if radius > 4:
            size = min(12.0, 2.9 * radius / max(2, len(name)))
            yield f'<text x="{x:.4g}" y="{y + 0.36 * size:.4g}" font-size="{size:.3g}" fill="{ink}">{name}</text>'
        if name in seen and radius == 14:
            yield f'<text x="{x + 19:.4g}" y="{y - 10:.4g}" font-size="10" fill="#2a6f97">{seen[name]}</text>'
