"""The moves of a game: each ply in the game's notation, with its score, depth, nodes and time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arena.web.verdicts import Verdict, Verdicts
from arena.why.moments import expected_line, number
from arena.why.page import USUAL, duration
from arena.why.page import score_text as plain_score_text
from world.record import Ply, Record
from world.registry import new_world

MAX_VALUE_LENGTH = 30  # characters of a value that a mind reports
MAX_MORE = 6  # values of its own kinds
MAX_SCORE = 1000.0  # hundredths: beyond it the game is as good as won


@dataclass(frozen=True)
class MoveNote:
    """One ply."""

    number: int
    seat: int
    said: str  # in the game's notation
    given: bool  # by the opening
    comment: str  # score, depth, nodes, time, the expected line, other thoughts, and the judge's verdict
    score: float | None  # for the first seat, bounded
    seconds: float
    verdict: Verdict | None = None
    judged: str = ""  # the verdict in words


def move_notes(record: Record, verdicts: Verdicts) -> list[MoveNote]:
    """Return every ply of a game, with the verdicts that there are; raise a WorldError if a ply is illegal."""
    world, ahead = new_world(record.world), new_world(record.world)
    world.newrun(record.start, record.seed)
    found = []
    for count, ply in enumerate(record.plies, 1):
        world.playon()
        given = count <= record.opening
        said, state = world.describe(ply.action), world.getstate()
        line = expected_line(ahead, state, (ply.thoughts or {}).get("pv"))
        verdict = verdicts.get(count)
        judged = verdict.words(world) if verdict else ""
        comment = "from the opening" if given else _comment(ply, line, judged)
        found.append(MoveNote(count, ply.seat, said, given, comment, score_of(ply), ply.seconds, verdict, judged))
        world.takeaction(ply.action)
    return found


def move_rows(game: Sequence[MoveNote], seats: int) -> list[tuple[int, list[MoveNote | None]]]:
    """Return the numbered rows of the move list: in games for two, a move of each side in a row."""
    rows: list[tuple[int, list[MoveNote | None]]] = []
    for note in game:
        if rows and note.seat and rows[-1][1][0] is not None and len(rows[-1][1]) == 1 and seats == 2:
            rows[-1][1].append(note)
        else:
            rows.append((len(rows) + 1, [None, note] if note.seat else [note]))
    return rows


def _comment(ply: Ply, line: Sequence[str], verdict: str) -> str:
    thoughts = ply.thoughts or {}
    searched = [f"{name} {_value(thoughts[name])}" for name in ("depth", "nodes") if name in thoughts]
    left = [f"{ply.left:.1f} s left"] if ply.left is not None else []
    words = [score_text(thoughts), *searched, *([duration(ply.seconds)] if ply.seconds else []), *left]
    more = [f"{name[:MAX_VALUE_LENGTH]} {_value(value)}" for name, value in thoughts.items() if name not in USUAL]
    return " · ".join(filter(None, [*words, f"expected {' '.join(line)}" if line else "", *more[:MAX_MORE], verdict]))


def _value(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)[:MAX_VALUE_LENGTH]


def score_text(thoughts: dict[str, Any] | None) -> str:
    """Return a score in pawns as the pages write it, "−1.10", or the number of moves to a forced win or loss."""
    return plain_score_text(thoughts).replace("-", "−")


def score_of(ply: Ply) -> float | None:
    """Return the mover's score, from the first seat's side."""
    thoughts, sign = ply.thoughts or {}, -1 if ply.seat else 1
    mate, score = number(thoughts.get("mate")), number(thoughts.get("score"))
    if mate:
        return sign * (MAX_SCORE if mate > 0 else -MAX_SCORE)
    return None if score is None else sign * max(-MAX_SCORE, min(MAX_SCORE, score))
