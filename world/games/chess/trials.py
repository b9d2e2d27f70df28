"""The sixty trial positions of chess, grouped by the difficulty they test."""

from pathlib import Path

from world.api import Opening
from world.games.chess.referee import Move, action_of

HOUSE = Path(__file__).with_name("trials.txt")


def house_trials() -> list[Opening]:
    """Return the trials, one `theme | FEN` or `theme | FEN | e2e4 e7e5 …` a line, numbered within their theme."""
    found: list[Opening] = []
    seen: dict[str, int] = {}
    for line in HOUSE.read_text(encoding="utf-8").splitlines():
        theme, fen, *moves = (part.strip() for part in line.split("|"))
        seen[theme] = seen.get(theme, 0) + 1
        taken = tuple(action_of(Move.from_uci(move)) for move in " ".join(moves).split())
        found.append(Opening(f"{theme} {seen[theme]}", fen, taken))
    return found
