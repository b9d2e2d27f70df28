"""Greedy best-first search: the place that seems nearest to the goal comes first."""

from minds.search.frontiers import greedy
from minds.search.pathfinder import PathFinder


class Greedy(PathFinder):
    """Finds some way in a maze or graph, mostly soon: it goes straight towards the goal where it can."""

    name = "greedy-search"
    needs = "problem"
    frontier = staticmethod(greedy)
