"""Breadth-first: what is to be looked at waits in a queue."""

from minds.search.frontiers import bfs
from minds.search.pathfinder import PathFinder


class BreadthFirst(PathFinder):
    """Looks at what is one step away, then at what is two: finds the way of the fewest steps in a maze or graph."""

    name = "bfs"
    needs = "problem"
    frontier = staticmethod(bfs)
