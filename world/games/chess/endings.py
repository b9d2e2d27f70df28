"""Endings of games of chess, from what a PGN says of them and what the referee sees in the final position."""

import re
from collections.abc import Mapping
from typing import get_args

from world.api import Ending, Fault, FaultKind
from world.errors import RecordError, printable
from world.games.chess.referee import FINAL, Verdict

Result = tuple[float, float]
SCORES: dict[str, Result] = {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2-1/2": (0.5, 0.5)}
DRAW = SCORES["1/2-1/2"]
OURS = re.compile(r"(White|Black) forfeits, (\w+): (.*)", re.DOTALL)
FAULTS = (
    ("time forfeit|on time", "time"),
    ("illegal|rules infraction", "illegal"),
    ("abandon|disconnect|stall", "crash"),
)
ON_TIME = "draw on time"  # of a side whose opponent could not have mated
DRAWS = (
    (ON_TIME, ON_TIME),
    ("max plies", "max plies"),
    ("adjudicat", "adjudication"),
    ("repetition", "threefold repetition"),
    ("fifty|50.?move", "fifty moves"),
    ("insufficient", "insufficient material"),
)
MAX_MESSAGE_LENGTH = 1000


def result_of(tags: Mapping[str, str], last: str, verdict: Verdict | None) -> Result:
    """Return the result that a game's tag, the `last` word of its moves, or else the referee gives it."""
    written = [text for text in (tags.get("Result", ""), last) if text in SCORES]
    if len(set(written)) > 1:
        raise RecordError(f"the tag says {written[0]}, the moves end with {written[1]}")
    result = SCORES[written[0]] if written else None
    if verdict is not None and (result is None or verdict[0] in FINAL):
        if result not in (None, verdict[1]):
            raise RecordError(f"the result is {written[0]}, but the game ends with {verdict[0]}")
        result = verdict[1]
    if result is None:
        raise RecordError("it has no result")
    return result


def ending_of(result: Result, verdict: Verdict | None, termination: str, words: str) -> Ending:
    """Return the ending of a game with this result; `words` is the comment after its last move."""
    if verdict is not None and verdict[1] == result:
        return Ending(verdict[0], result)
    loser = result.index(0.0) if result != DRAW else None
    texts = (termination.lower(), words.lower())
    surest = texts[0] or texts[1]  # players may have said anything
    if loser is None:
        kind = _first(texts, DRAWS)
        return Ending(kind or (ON_TIME if _first((surest,), FAULTS) == "time" else "agreement"), DRAW)
    if (found := OURS.match(words)) and found[2] in get_args(FaultKind) and loser == (found[1] == "Black"):
        return _forfeit(found[2], found[3], loser, result)
    if fault := _first((surest,), FAULTS):
        return _forfeit(fault, words or termination, loser, result)
    return Ending("adjudication" if "adjudicat" in surest else "resignation", result)


def _forfeit(kind: str, message: str, seat: int, result: Result) -> Ending:
    fault = Fault(kind, printable(" ".join(message.split()))[:MAX_MESSAGE_LENGTH], seat)  # type: ignore[arg-type]
    return Ending("forfeit", result, fault)


def _first(texts: tuple[str, ...], kinds: tuple[tuple[str, str], ...]) -> str:
    """Return the first kind that any of the texts names, or ""."""
    return next((kind for pattern, kind in kinds for text in texts if re.search(pattern, text)), "")
