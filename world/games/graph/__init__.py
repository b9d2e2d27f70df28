"""The graph world: one mind looks for the cheapest way."""

from world.games.graph.world import Graph as Graph
