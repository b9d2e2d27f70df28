"""Graphs: one mind, one way to find, and not every step costs the same."""

from world.games.graph.world import Graph as Graph
