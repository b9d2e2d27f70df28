"""Dijkstra's search: what is to be looked at waits in the order of what it costs to get there."""

from minds.search.frontiers import dijkstra
from minds.search.pathfinder import PathFinder


class Dijkstra(PathFinder):
    """Breadth-first by cost: finds the cheapest way in a graph, and in a maze what bfs does."""

    name = "dijkstra"
    needs = "problem"
    frontier = staticmethod(dijkstra)
