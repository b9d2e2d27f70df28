"""Breadth-first search: places wait in a queue."""

from minds.search.frontiers import bfs
from minds.search.pathfinder import PathFinder


class BreadthFirst(PathFinder):
    """Finds the way with the fewest steps in a maze or graph: it looks one step away, then two, and so on."""

    name = "bfs"
    needs = "problem"
    frontier = staticmethod(bfs)
