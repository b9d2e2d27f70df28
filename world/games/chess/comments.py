"""Comments of a game of chess as other programs write them: evaluations, depths, clocks, and how the game ended.

fastchess and cutechess write `+0.31/12 0.52s, n=4711` for the mover, with mates in plies; lichess and python-chess
write `[%eval 0.17,12] [%clk 0:05:00]` for White, with mates in moves; TCEC writes `d=12, mt=520, wv=0.17`.
"""

import re
from typing import Any

from msgspec import Struct

from world.api import Thoughts
from world.games.chess.referee import UCI, Move, action_of

ENGINE = re.compile(
    r"\s*([+-]?)(M?)(\d{1,9}(?:\.\d{1,9})?)/(\d{1,4})(?![\d/-])(?:[ \t\r\n]+(\d{1,9}(?:\.\d{1,9})?)(ms|s)?(?![\w.]))?"
)
COMMAND = re.compile(r"\[%(\w{1,20})\s+([^\]]{0,40})\]")
EVALUATION = re.compile(r"(#?)([+-]?\d{1,9}(?:\.\d{1,9})?)(?:,(\d{1,4}))?")
CLOCK = re.compile(r"(?:(?:(\d{1,6}):)?(\d{1,6}):)?(\d{1,9}(?:\.\d{1,9})?)")
VALUE = re.compile(r'(?:^|[\s,;])([a-zA-Z]{1,8})=("[^"]*"|[^\s,;]{1,40})')
NUMBER = re.compile(r"[+-]?\d{1,12}(?:\.\d{1,9})?")
BOOK = re.compile(r"\s*book\b")
MAX_EXPECTED = 40  # actions of an expected line
MAX_SCORE = 1_000_000.0  # hundredths of a pawn


class Said(Struct):
    """All that a comment says of a move."""

    thoughts: dict[str, Any]
    seconds: float | None = None  # that it took
    left: float | None = None  # seconds on the clock after it
    is_book: bool = False


def read_comment(text: str, seat: int) -> Said:
    """Return what a comment says of the move of a seat."""
    said = Said({})
    if found := ENGINE.match(text):
        _take_engine(said, found)
    elif BOOK.match(text):
        said.is_book = True
    if "[%" in text:
        for command in COMMAND.finditer(text):
            _take_command(said, command[1], command[2].strip(), seat)
    elif "=" in text:
        for value in VALUE.finditer(text):
            _take_value(said, value[1], value[2].strip('"'), seat)
    return said


def last_words(text: str) -> str:
    """Return the words of a comment, without evaluations and clocks: they may say how the game ended."""
    rest = COMMAND.sub(" ", text)
    found = ENGINE.match(rest)
    return " ".join(rest[found.end() if found else 0 :].split()).strip(" ,;")


def _take_engine(said: Said, found: "re.Match[str]") -> None:
    sign, mate, score, depth, time, unit = found.groups()
    factor = -1 if sign == "-" else 1
    if mate:
        _take_mate(said.thoughts, factor * ((int(float(score)) + 1) // 2))
    else:
        _take_score(said.thoughts, factor * float(score))
    said.thoughts["depth"] = int(depth)
    if time:
        said.seconds = float(time) / (1000 if unit == "ms" else 1)


def _take_command(said: Said, name: str, value: str, seat: int) -> None:
    if name == "eval" and (found := EVALUATION.fullmatch(value)):
        factor = -1 if seat else 1
        if found[1]:
            _take_mate(said.thoughts, factor * int(float(found[2])))
        else:
            _take_score(said.thoughts, factor * float(found[2]))
        if found[3]:
            said.thoughts["depth"] = int(found[3])
    elif name in ("clk", "emt") and (found := CLOCK.fullmatch(value)):
        seconds = 3600.0 * int(found[1] or 0) + 60 * int(found[2] or 0) + float(found[3])
        seconds = round(min(seconds, 9e8), 6)
        said.left, said.seconds = (seconds, said.seconds) if name == "clk" else (said.left, seconds)


def _take_value(said: Said, name: str, value: str, seat: int) -> None:
    if name == "pv":
        _take_line(said.thoughts, value)
    elif name in ("tl", "mt"):
        if found := NUMBER.match(value):
            seconds = max(0.0, float(found[0])) / (1 if value.endswith("s") and not value.endswith("ms") else 1000)
            said.left, said.seconds = (seconds, said.seconds) if name == "tl" else (said.left, seconds)
    elif found := NUMBER.fullmatch(value):
        number = float(found[0])
        if name == "wv":
            _take_score(said.thoughts, -number if seat else number)
        elif name in ("n", "d") and 0 <= number < 1e12:
            said.thoughts["nodes" if name == "n" else "depth"] = int(number)


def _take_score(thoughts: Thoughts, pawns: float) -> None:
    """Keep a score in hundredths of a pawn; a larger one is no score."""
    if abs(pawns) * 100 < MAX_SCORE:
        thoughts["score"] = round(pawns * 100)


def _take_mate(thoughts: Thoughts, moves: int) -> None:
    if moves and abs(moves) < MAX_SCORE:
        thoughts["mate"] = moves


def _take_line(thoughts: Thoughts, line: str) -> None:
    """Keep an expected line, if it names squares: e2e4 e7e5."""
    moves = line.split()[:MAX_EXPECTED]
    if moves and all(UCI.fullmatch(move) and move[:2] != move[2:4] for move in moves):
        thoughts["pv"] = [action_of(Move.from_uci(move)) for move in moves]
