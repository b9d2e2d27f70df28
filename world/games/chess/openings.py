"""Chess openings: the house set, and any file in PGN, EPD or FEN."""

import re
from collections.abc import Iterator
from io import StringIO
from itertools import pairwise
from pathlib import Path

from world.api import Opening
from world.errors import IllegalAction, RecordError, StartError, printable, quoted
from world.games.chess.fen import CLOCK, tidied
from world.games.chess.reading import opening_moves
from world.games.chess.referee import START_FEN, Move, Referee, action_of
from world.pgn import games_in, split_tags

HOUSE = Path(__file__).with_name("openings.txt")
PLIES = 16  # of a PGN's game that count as its opening
PGN = re.compile(r'^[^\S\n]*(?:\[\w+ "|1\.)', re.MULTILINE)  # a line by which a file shows that it is one
WORD = re.compile(r'"[^"]*"|[^\s";]+|;')  # of the operations of an EPD
MAX_NAME_LENGTH = 100


def house_openings() -> list[Opening]:
    """Return the house set, one `name | e2e4 e7e5 …` a line; the house engine scores each within ±60 centipawns."""
    found = []
    for line in HOUSE.read_text(encoding="utf-8").splitlines():
        name, _, moves = line.partition(" | ")
        found.append(Opening(name, "", tuple(action_of(Move.from_uci(move)) for move in moves.split())))
    return found


def read_openings(text: str) -> list[Opening]:
    """Return the openings of a text, each once; a StartError names the one that cannot be played."""
    found = list(_read_pgn(text) if PGN.search(text) else _read_lines(text))
    different = dict(reversed(found))  # of equal ends, the first one stays
    return list(reversed(different.values()))


def _read_pgn(text: str) -> Iterator[tuple[str, Opening]]:
    """Yield the position after each opening, and the opening."""
    for number, game in enumerate(games_in(StringIO(text)), 1):
        tags, moves = split_tags(game.text)
        start, name = tags.get("FEN", ""), tags.get("Opening", "") or tags.get("Event", "").replace("?", "")
        try:
            if game.problem:
                raise RecordError(game.problem)
            actions = opening_moves(moves, start, PLIES)
        except (RecordError, StartError) as problem:
            raise StartError(f"the game on line {game.line} of the PGN cannot be read: {problem}") from None
        opening = Opening(_shown(name) or f"game {number}", tidied(start), tuple(actions))
        yield _end_of(opening), opening


def _read_lines(text: str) -> Iterator[tuple[str, Opening]]:
    """Yield the same of each line of FEN or EPD; lines that are empty or begin with # are skipped."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                opening = _read_line(line)
                yield _end_of(opening), opening
            except StartError as problem:
                raise StartError(f"line {number}: {problem}") from None


def _read_line(line: str) -> Opening:
    """Return the opening of a FEN, or of an EPD with its operations."""
    fields, words = line.split(), WORD.findall(line)
    operations = dict(reversed([*pairwise(words)]))  # each word with the one after it; of equal words, the first one
    clocks = fields[4:6] if len(fields) >= 6 and all(re.fullmatch(CLOCK, word) for word in fields[4:6]) else None
    quiet, number = clocks or [_clock(operations.get("hmvc", ""), "0"), _clock(operations.get("fmvn", ""), "1")]
    fen = tidied(" ".join([*fields[:4], quiet, number]))
    name = operations.get("id", "")
    shown = _shown(name.strip('"')) if name.startswith('"') else ""
    return Opening(shown or fen, fen)


def _clock(word: str, default: str) -> str:
    """Return the number of an operation such as `hmvc 12;`."""
    return word if re.fullmatch(CLOCK, word) else default


def _shown(name: str) -> str:
    """Return a name as tables and records can show it."""
    return printable(name.strip())[:MAX_NAME_LENGTH].strip()


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
