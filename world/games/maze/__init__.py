"""The maze world: one mind looks for the shortest way."""

from world.games.maze.world import Maze as Maze
