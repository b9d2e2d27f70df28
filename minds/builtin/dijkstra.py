"""Dijkstra's search: places come in the order of the cost to get there."""

from minds.search.frontiers import dijkstra
from minds.search.pathfinder import PathFinder


class Dijkstra(PathFinder):
    """Finds the cheapest way in a maze or graph; in a maze that is the same as bfs."""

    name = "dijkstra"
    needs = "problem"
    frontier = staticmethod(dijkstra)
