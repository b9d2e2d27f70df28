"""Depth-first: what is to be looked at waits on a stack."""

from minds.search.frontiers import dfs
from minds.search.pathfinder import PathFinder


class DepthFirst(PathFinder):
    """Goes on from where it is, and back only when it must: finds some way in a maze or graph."""

    name = "dfs"
    needs = "problem"
    frontier = staticmethod(dfs)
