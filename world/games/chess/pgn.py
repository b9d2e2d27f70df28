"""A run of chess as PGN: tags, moves in algebraic notation, and the minds' thoughts as comments."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from world.api import Ending, Thoughts
from world.budget import Budget
from world.errors import IllegalAction, RecordError, printable
from world.games.chess.referee import START_FEN
from world.games.chess.san import san_moves
from world.record import Ply, Record

RESULTS: dict[tuple[float, ...], str] = {(1.0, 0.0): "1-0", (0.0, 1.0): "0-1", (0.5, 0.5): "1/2-1/2"}
FORFEITS = {
    "illegal": "rules infraction",
    "protocol": "rules infraction",
    "time": "time forfeit",
    "memory": "emergency",
}
ECO = re.compile(r"([A-E]\d\d) (.+)")
COLOURS = ("White", "Black")
NUMBERS = (int, float)
MAX_TAG_LENGTH = 200
LINES = re.compile(r"(?! )(?:.{1,79}|[^ ]{80,})(?= |$)")  # whole words, and only a word that is too long for itself
TIE = "\0"  # stands for a space at which a line must not be folded
MAX_KEPT = 10_000  # evaluations, since many moves have the same


def write_pgn(record: Record) -> str:
    """Return the game in PGN's export format; equal runs give equal bytes."""
    result = RESULTS.get(record.ending.result, "*")
    text = " ".join([*_moves(record), _last_words(record), result])
    tags = [f'[{name} "{_tag(value)}"]' for name, value in _tags(record, result)]
    return "\n".join([*tags, "", *LINES.findall(text), "", ""]).replace(TIE, " ")


def _tags(record: Record, result: str) -> Iterator[tuple[str, str]]:
    white, black = (*record.minds, "?")[:2]
    yield from [
        ("Event", record.event or "Mind Arena"),
        ("Site", "?"),
        ("Date", record.date or "????.??.??"),
        ("Round", record.round or "-"),
    ]
    yield from [("White", white), ("Black", black), ("Result", result)]
    if record.name:
        yield ("GameId", record.name)
    for colour, version in zip(COLOURS, record.versions, strict=False):
        if version:
            yield (f"{colour}Version", version)
    if record.start != START_FEN:
        yield from [("SetUp", "1"), ("FEN", record.start)]
    yield from _opening_tags(record.opening_name)
    if record.opening:
        yield ("OpeningPlies", str(record.opening))
    yield ("PlyCount", str(len(record.plies)))
    controls = [time_control(budget) for budget in record.budgets] or ["-"]
    if len(set(controls)) == 1:
        yield ("TimeControl", controls[0])
    else:
        yield from [("WhiteTimeControl", controls[0]), ("BlackTimeControl", controls[1])]
    if record.clock:
        yield ("ClockKind", record.clock)
    yield ("Termination", _termination(record))
    yield ("Seed", str(record.seed))
    budgets = dict.fromkeys(str(budget) for budget in record.budgets)
    yield ("Budget", " / ".join(budgets) or "unlimited")


def _opening_tags(name: str) -> Iterator[tuple[str, str]]:
    """Yield the tags of an opening such as "C65 Ruy Lopez, Berlin Defence"."""
    if found := ECO.fullmatch(name):
        yield from [("ECO", found[1]), ("Opening", found[2])]
    elif name:
        yield ("Opening", name)


def time_control(budget: Budget) -> str:
    """Return the time control as PGN writes it; "-" if time is not limited."""
    if budget.bank is not None:
        return f"{budget.bank:g}+{budget.increment:g}"
    return "-" if budget.movetime is None else f"1/{budget.movetime:g}"


def _termination(record: Record) -> str:
    if record.ending.fault is not None:
        return FORFEITS.get(record.ending.fault.kind, "abandoned")
    return {"adjudication": "adjudication", "max plies": "adjudication"}.get(record.ending.kind, "normal")


def _moves(record: Record) -> list[str]:
    """Return move numbers, moves and comments as words."""
    names, is_timed = san_moves(record.start, record.actions), record.is_timed
    words: list[str] = []
    for count, ply in enumerate(record.plies, 1):
        try:
            number, white, name = next(names)
        except IllegalAction as problem:
            raise RecordError(f"ply {count}: {problem}") from None
        if white or count == 1:
            words.append(f"{number}{'.' if white else '...'}")
        words.append(name)
        if comment := _comment(ply, is_timed):
            words.append(comment)
    return words


def _comment(ply: Ply, is_timed: bool) -> str:
    """Return the comment that other programs read: score and depth, clock, time taken; "" if there is none."""
    found = _evaluation(ply.thoughts, ply.seat) if ply.thoughts else ""
    if ply.left is not None:
        found += f"[%clk{TIE}{_clock(ply.left)}]{TIE}"
    if is_timed and ply.seconds:
        found += f"[%emt{TIE}{_clock(ply.seconds)}]{TIE}"
    return found and f"{{{TIE}{found}}}"


def _evaluation(thoughts: Thoughts, seat: int) -> str:
    """Return a comment with a move's evaluation; "" if the thoughts hold no usable score."""
    mate, score, depth = thoughts.get("mate"), thoughts.get("score"), thoughts.get("depth")
    is_usual = mate is None and type(score) is int and type(depth) is int
    return (_kept_evaluation if is_usual else _new_evaluation)(mate, score, depth, seat)


def _new_evaluation(mate: Any, score: Any, depth: Any, seat: int) -> str:
    """Write White's score, in pawns or moves to mate, and the depth."""
    sign = 1 if seat == 0 else -1
    mate, score, depth = _number(mate), _number(score), _number(depth)
    if isinstance(mate, int) and mate:
        text = f"#{sign * mate}"
    elif score is not None:
        text = f"{sign * score / 100:.2f}"
    else:
        return ""
    more = f",{int(depth)}" if depth is not None and depth >= 0 else ""
    return f"[%eval{TIE}{text}{more}]{TIE}"


_kept_evaluation = lru_cache(MAX_KEPT)(_new_evaluation)


def _number(value: Any) -> float | None:
    """Return a number of reasonable size, else None: thoughts may hold anything."""
    if value is None or not isinstance(value, NUMBERS) or isinstance(value, bool):
        return None
    return value if -1e6 < value < 1e6 else None


def _clock(seconds: float) -> str:
    whole, thousandths = divmod(round(max(0.0, seconds) * 1000), 1000)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}.{thousandths:03}"


def _last_words(record: Record) -> str:
    """Return the comment that says why the game ended."""
    return f"{{ {re.sub('[{}]', '?', printable(_reason(record.ending)))} }}"


def _reason(ending: Ending) -> str:
    """Return the ending in words that tell resignation, adjudication and each kind of forfeit apart."""
    fault = ending.fault
    if fault is not None:
        return f"{COLOURS[fault.seat]} forfeits, {fault.kind}: {fault.message}"
    if ending.result == (0.5, 0.5):
        return {"adjudication": "adjudicated as a draw", "max plies": "draw by max plies"}.get(ending.kind, ending.kind)
    loser = COLOURS[0] if ending.result[0] < 0.5 else COLOURS[1]
    winner = COLOURS[1] if loser == COLOURS[0] else COLOURS[0]
    words = {"resignation": f"{loser} resigns", "adjudication": f"adjudicated as a win for {winner}"}
    return words.get(ending.kind, ending.kind)


def _tag(value: str) -> str:
    """A tag's value: a name must not be able to close the tag and open a tag of its own."""
    return printable(value)[:MAX_TAG_LENGTH].replace("\\", "\\\\").replace('"', '\\"')
