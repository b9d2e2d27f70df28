"""A*: places come in the order of the cost so far plus an estimate of the rest."""

from minds.search.frontiers import astar
from minds.search.pathfinder import PathFinder


class AStar(PathFinder):
    """Finds the cheapest way in a maze or graph, and looks at few places."""

    name = "astar"
    needs = "problem"
    frontier = staticmethod(astar)
