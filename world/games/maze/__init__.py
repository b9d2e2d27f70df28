"""Mazes: one mind, one way to find."""

from world.games.maze.world import Maze as Maze
