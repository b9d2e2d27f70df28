"""Greedy best-first: what seems nearest to the goal is looked at first."""

from minds.search.frontiers import greedy
from minds.search.pathfinder import PathFinder


class Greedy(PathFinder):
    """Makes for the goal as the crow flies: finds some way in a maze or graph, and mostly soon."""

    name = "greedy-search"
    needs = "problem"
    frontier = staticmethod(greedy)
