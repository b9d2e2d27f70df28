"""A*: the way so far and the least that is left, added up."""

from minds.search.frontiers import astar
from minds.search.pathfinder import PathFinder


class AStar(PathFinder):
    """Finds the cheapest way in a maze or graph, and looks at no more than it has to."""

    name = "astar"
    needs = "problem"
    frontier = staticmethod(astar)
