"""Depth-first search: places wait on a stack."""

from minds.search.frontiers import dfs
from minds.search.pathfinder import PathFinder


class DepthFirst(PathFinder):
    """Finds some way in a maze or graph: it goes on as far as it can, and back only when it must."""

    name = "dfs"
    needs = "problem"
    frontier = staticmethod(dfs)
