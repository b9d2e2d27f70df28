"""All pieces that are computed in the background, by their names."""

from typing import Any

from arena.web.results import accuracy, standings
from arena.web.results.calculator import Piece

PIECES: dict[str, Piece[Any]] = {piece.name: piece for module in (standings, accuracy) for piece in module.PIECES}
