"""A game as it is read: each ply as people call it, with what its mover thought of it and spent."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arena.why.moments import expected_line, number
from arena.why.page import duration, score_text
from world.record import Ply, Record
from world.registry import new_world

MOST_SAID = 30  # letters of a figure that a mind told
LARGEST = 1000.0  # hundredths: beyond this a game is as good as won, and a curve has nothing more to show


@dataclass(frozen=True)
class Note:
    """One ply."""

    number: int
    seat: int
    said: str
    given: bool
    comment: str  # depth, nodes, score, time, and the line that was expected
    score: float | None  # for the first seat, bounded
    seconds: float


def notes(record: Record) -> list[Note]:
    """Every ply of a game; a WorldError if the world does not take them."""
    world, ahead = new_world(record.world), new_world(record.world)
    world.newrun(record.start, record.seed)
    found = []
    for count, ply in enumerate(record.plies, 1):
        given = count <= record.opening
        said, state = world.describe(ply.action), world.getstate()
        line = expected_line(ahead, state, (ply.thoughts or {}).get("pv"))
        comment = "from the opening" if given else _comment(ply, line)
        found.append(Note(count, ply.seat, said, given, comment, _score(ply), ply.seconds))
        world.takeaction(ply.action)
    return found


def paired(game: Sequence[Note], seats: int) -> list[tuple[int, list[Note | None]]]:
    """Rows of the move list: two seats side by side as far as they alternate, else one."""
    rows: list[tuple[int, list[Note | None]]] = []
    for note in game:
        if rows and note.seat and rows[-1][1][0] is not None and len(rows[-1][1]) == 1 and seats == 2:
            rows[-1][1].append(note)
        else:
            rows.append((len(rows) + 1, [None, note] if note.seat else [note]))
    return rows


def _comment(ply: Ply, line: Sequence[str]) -> str:
    thoughts = ply.thoughts or {}
    searched = [f"{name} {_told(thoughts[name])}" for name in ("depth", "nodes") if name in thoughts]
    left = [f"{ply.left:.1f} s left"] if ply.left is not None else []
    words = [score_text(thoughts), *searched, duration(ply.seconds), *left]
    return " · ".join([*filter(None, words), *([f"expected {' '.join(line)}"] if line else [])])


def _told(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)[:MOST_SAID]


def _score(ply: Ply) -> float | None:
    """What the mover thought, seen from the first seat."""
    thoughts, sign = ply.thoughts or {}, -1 if ply.seat else 1
    mate, score = number(thoughts.get("mate")), number(thoughts.get("score"))
    if mate:
        return sign * (LARGEST if mate > 0 else -LARGEST)
    return None if score is None else sign * max(-LARGEST, min(LARGEST, score))
