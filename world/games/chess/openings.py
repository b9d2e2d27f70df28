"""Chess openings: the house set, and any file in PGN, EPD or FEN."""

import re
from pathlib import Path

from world.api import Opening
from world.errors import IllegalAction, StartError, quoted
from world.games.chess.referee import START_FEN, Move, Referee, action_of, games_of

HOUSE = Path(__file__).with_name("openings.txt")
PLIES = 16  # of a PGN's game that count as its opening


def house_openings() -> list[Opening]:
    """Return the house set, one `name | e2e4 e7e5 …` a line; the house engine scores each within ±60 centipawns."""
    found = []
    for line in HOUSE.read_text(encoding="utf-8").splitlines():
        name, _, moves = line.partition(" | ")
        found.append(Opening(name, "", tuple(action_of(Move.from_uci(move)) for move in moves.split())))
    return found


def read_openings(text: str) -> list[Opening]:
    """Return the openings of a text, each once; a StartError names the one that cannot be played."""
    looks_like_pgn = re.search(r'^\s*\[\w+ "|^\s*1\.', text, re.MULTILINE) is not None
    found = _read_pgn(text) if looks_like_pgn else [_read_line(line) for line in text.splitlines() if line.strip()]
    different = {_end_of(opening): opening for opening in reversed(found)}
    return list(reversed(different.values()))


def _read_pgn(text: str) -> list[Opening]:
    games = games_of(text, PLIES)
    return [
        Opening(name or f"game {number}", start, tuple(moves)) for number, (name, start, moves) in enumerate(games, 1)
    ]


def _read_line(line: str) -> Opening:
    """Return the opening of a FEN, or of an EPD with its operations."""
    fields = line.split()
    clocks = fields[4:6] if len(fields) >= 6 and all(re.fullmatch("[0-9]{1,4}", word) for word in fields[4:6]) else "01"
    fen = " ".join([*fields[:4], *clocks])
    named = re.search(r'\bid "([^"]*)"', line)
    return Opening(named[1] if named else fen, fen)


def _end_of(opening: Opening) -> str:
    """Return the position after the opening's moves."""
    referee = Referee(opening.start or START_FEN)
    try:
        for action in opening.actions:
            referee.push(referee.read(action))
    except IllegalAction as problem:
        raise StartError(f"opening {quoted(opening.name)}: {problem}") from None
    if referee.verdict:
        raise StartError(f"opening {quoted(opening.name)}: the game is over after it, {referee.verdict[0]}")
    return referee.fen
