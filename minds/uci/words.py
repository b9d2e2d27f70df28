"""The words of UCI commands and answers: positions, limits, options, info lines."""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from minds.board.move import Move
from minds.board.position import Position
from minds.engine.sizes import LARGEST_HASH, MOST_THREADS
from minds.errors import FenError, MoveError, quoted
from minds.search.allowance import MOVES_TO_GO
from world.api import UNLIMITED, Budget

MOST_MOVES = 5000
OVERHEAD = 0.02  # seconds that the way to the GUI and back may take
MIN_SECONDS = 0.001
# Options that GUIs write with a capital, and their largest values.
WELL_KNOWN = {"hash": LARGEST_HASH, "threads": MOST_THREADS}
LONG_MOVE, MAX_SHARE = 3, 0.8  # average shares that one move may take, and the most of the time that is left
MAX_DEPTH = 1000
PLIES_OF_A_MATE = 6  # for each move of a mate: a search that prunes may see it late
MAX_PERFT = 7
MAX_COUNT = 10**9
COUNTS = ("depth", "nodes", "movetime", "mate", "perft", "wtime", "btime", "winc", "binc", "movestogo")


class Place(NamedTuple):
    """A position, and the moves that led to it."""

    position: Position
    start: str
    history: tuple[str, ...]


class Go(NamedTuple):
    """The limits of one search."""

    budget: Budget = UNLIMITED
    is_endless: bool = False  # until `stop`
    ponder: bool = False
    perft: int | None = None
    remark: str = ""
    among: tuple[str, ...] = ()  # the only moves to consider, as actions; empty: all of them


def place(words: list[str]) -> Place:
    """Read the words of `position`: `startpos` or `fen …`, perhaps with `moves …`."""
    head, _, moves = " ".join(words).partition("moves")
    kind, _, fen = head.strip().partition(" ")
    if kind not in ("startpos", "fen") or (kind == "startpos" and fen):
        raise FenError("position", " ".join(words)[:100], "startpos or fen …, then moves …")
    position = Position(fen.strip()) if kind == "fen" else Position()
    start, history = position.fen, []
    for move in moves.split()[:MOST_MOVES]:
        if not re.fullmatch(r"[a-h][1-8][a-h][1-8][qrbn]?", move):
            raise MoveError(f"move {quoted(move)}; expected a move such as e2e4 or e7e8q")
        found = position.parse(move)
        history.append(found.action)
        position.push(found)
    return Place(position, start, tuple(history))


def go(words: list[str], position: Position) -> Go:
    """Read the words of `go`. Wrong ones are skipped with a remark, because the GUI waits for a move."""
    given: dict[str, int] = {}
    remarks = []
    for word, value in pairwise([*words, ""]):
        if word in COUNTS and re.fullmatch(r"-?\d{1,30}", value):
            given[word] = max(-MAX_COUNT, min(int(value), MAX_COUNT))
        elif word in COUNTS:
            remarks.append(f"{word} {value or 'without a number'}; expected a whole number")
    if "perft" in given:
        return Go(perft=max(0, min(given["perft"], MAX_PERFT)))
    among = _among(words, position)
    if "searchmoves" in words and not among:
        remarks.append("searchmoves names no legal move; all are considered")
    endless = "infinite" in words
    # Without a limit a mind stops by itself, so it is given the largest depth.
    budget = Budget(depth=MAX_DEPTH) if endless else _budget(given, "wb"[position.turn])
    return Go(budget, endless, "ponder" in words, None, "; ".join(remarks), among)


def _among(words: list[str], position: Position) -> tuple[str, ...]:
    """Return the legal moves that follow `searchmoves`, as actions."""
    if "searchmoves" not in words:
        return ()
    named = set(words[words.index("searchmoves") + 1 :])
    return tuple(move.action for move in position.legal_moves() if move.uci in named)


def _budget(given: Mapping[str, int], side: str) -> Budget:
    """Return a budget in seconds; with moves to go, a share of the time that is left."""
    depth, movetime, bank = given.get("depth"), given.get("movetime"), given.get(f"{side}time")
    if "mate" in given:
        depth = PLIES_OF_A_MATE * given["mate"]
    increment = max(0, given.get(f"{side}inc", 0)) / 1000
    limits = [max(MIN_SECONDS, movetime / 1000 - OVERHEAD)] if movetime is not None else []
    if bank is not None and given.get("movestogo", 0) > 0:
        # Scale the bank so that a mind which expects a usual game spends the right share; the true time is a limit.
        limits.append(max(MIN_SECONDS, min(LONG_MOVE / given["movestogo"], MAX_SHARE) * bank / 1000 - OVERHEAD))
        bank = bank * MOVES_TO_GO // given["movestogo"]
    return Budget(
        max(1, min(depth, MAX_DEPTH)) if depth is not None else None,
        max(1, given["nodes"]) if "nodes" in given else None,
        min(limits) if limits else None,
        max(MIN_SECONDS, bank / 1000 - OVERHEAD) if bank is not None else None,
        increment,
    )


def option_lines(parameters: Mapping[str, Any]) -> Iterator[str]:
    """Yield an option line for each parameter, of the type that fits its default."""
    for parameter, default in parameters.items():
        name = parameter.capitalize() if parameter in WELL_KNOWN else parameter
        if isinstance(default, bool):
            yield f"option name {name} type check default {str(default).lower()}"
        elif parameter in WELL_KNOWN and isinstance(default, int):
            yield f"option name {name} type spin default {default} min 1 max {WELL_KNOWN[parameter]}"
        elif isinstance(default, int):
            yield f"option name {name} type spin default {default} min {min(0, default)} max {max(1_000_000, default)}"
        elif isinstance(default, float | str):
            yield f"option name {name} type string default {default if default != '' else '<empty>'}"
    if any(name.lower() == "hash" for name in parameters):
        yield "option name Clear Hash type button"


def info_line(thoughts: Mapping[str, Any], seconds: float) -> str:
    """Return the thoughts of a mind as an info line."""
    words = ["info"]
    for name in ("depth", "seldepth"):
        if _is_count(thoughts.get(name)):
            words += [name, str(thoughts[name])]
    mate, score, nodes = (thoughts.get(name) for name in ("mate", "score", "nodes"))
    if isinstance(mate, int) and mate:
        words += ["score", "mate", str(mate)]
    elif isinstance(score, int | float) and abs(score) < MAX_COUNT:
        words += ["score", "cp", str(round(score))]
    if isinstance(nodes, int) and _is_count(nodes):
        words += ["nodes", str(nodes), "nps", str(round(nodes / max(seconds, 1e-6)))]
    if _is_count(thoughts.get("hashfull")):
        words += ["hashfull", str(thoughts["hashfull"])]
    words += ["time", str(round(1000 * seconds))]
    line = thoughts.get("pv")
    moves = list(_moves(line)) if isinstance(line, list) else []
    return " ".join([*words, *(["pv", *moves] if moves else [])])


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**15


def _moves(line: list[Any]) -> Iterator[str]:
    for action in line:
        try:
            yield Move(str(action)).uci
        except MoveError:
            return
