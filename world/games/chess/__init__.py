"""The chess world, refereed by python-chess."""

from world.games.chess.world import Chess as Chess
