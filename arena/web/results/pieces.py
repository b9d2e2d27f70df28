"""All pieces that are computed in the background, by their names."""

from typing import Any

from arena.web.results import accuracy, frames, history, standings
from arena.web.results.calculator import Piece

_FOUND: list[Piece[Any]] = [*standings.PIECES, *accuracy.PIECES, *frames.PIECES, *history.PIECES]
PIECES = {piece.name: piece for piece in _FOUND}
