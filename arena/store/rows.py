"""Turn games into rows of the store's tables, as SQLite gives them back, and rows into games."""

import sqlite3
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from arena.entrants.entrant import Entrant
from arena.store.checksums import Row, moves_hash
from arena.tournament.plan import Plan
from arena.tournament.schedule import Task, number_in_pairing
from world.api import Asked, Ending, Fault
from world.record import Ply, Record, WorkerIdentity

COLUMNS = ("depth", "nodes", "score")  # of thoughts: numbers that have a column of their own
NO_THOUGHTS = (None, None, None, None, None)  # their columns, the others, and questions to other minds
MAX_NUMBER = 2**53  # beyond it a float is not exact
MAX_WORKERS = 1024  # whose texts are remembered


def game_row(number: int, task: Task, record: Record) -> dict[str, Any]:
    """Return the row of a game, by column, without its checksum."""
    first, second = (*(place + 1 for place in task.seats), None)[:2]
    score_first, score_second = (*map(_real, record.ending.result), None)[:2]
    walls_first, walls_second = (*record.layers, "", "")[:2]
    init_first, init_second = (*map(_real, record.init), None, None)[:2]
    return {
        "number": number,
        "name": task.name,
        "round": task.round,
        "pair": task.pair,
        "first": first,
        "second": second,
        "opening": task.opening.name,
        "given": record.opening,
        "start": record.start,
        "seed": record.seed,
        "date": record.date,
        "version": record.version,
        "score_first": score_first,
        "score_second": score_second,
        "ending": record.ending.kind,
        "plies": len(record.plies),
        "seconds": _real(round(sum(ply.seconds for ply in record.plies), 6)),
        "moves_hash": moves_hash(record.start, record.actions),
        "walls_first": walls_first,
        "walls_second": walls_second,
        "clock": record.clock,
        "init_first": init_first,
        "init_second": init_second,
        "worker": _as_text(record.worker) if record.worker is not None else None,
    }


def move_row(game: int, number: int, ply: Ply) -> Row:
    """Return the row of a ply."""
    left = None if ply.left is None else ply.left + 0.0
    row = (game, number, ply.seat, ply.action, ply.seconds + 0.0, ply.cpu + 0.0, left)
    if ply.thoughts is None and not ply.asked:  # 1 µs less for minds that say nothing
        return (*row, *NO_THOUGHTS)
    thoughts = ply.thoughts or {}
    depth, nodes, score = _number(thoughts.get("depth")), _number(thoughts.get("nodes")), _number(thoughts.get("score"))
    known, others = (depth is not None) + (nodes is not None) + (score is not None), None
    if len(thoughts) > known or ply.thoughts == {}:
        left_over = {name: value for name, value in thoughts.items() if name not in COLUMNS or _number(value) is None}
        others = msgspec.json.encode(left_over).decode()
    asked = msgspec.json.encode(ply.asked).decode() if ply.asked else None
    return (*row, depth, nodes, None if score is None else score + 0.0, others, asked)


def fault_row(game: int, fault: Fault, decided: bool) -> Row:
    """Return the row of a fault, which may have decided its game."""
    told = (fault.seat, fault.call, fault.kind, fault.message, fault.state, fault.reply, fault.traceback, fault.log)
    return (game, int(decided), *told, _real(fault.seconds))


def _real(value: float) -> float:
    """Return a number as SQLite gives it back from a column of floats: without a negative zero."""
    return value + 0.0


def record_of(
    row: sqlite3.Row,
    moves: Iterable[Row],
    faults: list[Row],
    memories: Iterable[Row],
    plan: Plan,
    entrants: Mapping[int, Entrant],
) -> Record:
    """Return the record of a game from its rows and the entrants by their numbers."""
    seats = 1 if row["second"] is None else 2
    players = [entrants[row[seat]] for seat in ("first", "second")[:seats]]
    versions = tuple(player.version for player in players)
    scores = (row["score_first"], row["score_second"])[:seats]
    walls = (row["walls_first"], row["walls_second"])[:seats]
    init = tuple(seconds for seconds in (row["init_first"], row["init_second"]) if seconds is not None)
    decided = next((_fault(fault) for fault in faults if fault[1]), None)
    return Record(
        world=plan.world,
        version=row["version"],
        start=row["start"],
        minds=tuple(player.name for player in players),
        plies=tuple(map(_ply, moves)),
        ending=Ending(row["ending"], scores, decided),
        seed=row["seed"],
        budgets=(plan.budget,) * seats,
        opening=row["given"],
        date=row["date"] or plan.date,
        late=tuple(_fault(fault) for fault in faults if not fault[1]),
        event=plan.event,
        round=f"{row['round']}.{number_in_pairing(row['name'])}",
        name=row["name"],
        versions=versions if any(versions) else (),
        opening_name=row["opening"],
        layers=walls if any(walls) else (),
        memories=tuple(text for (text,) in memories),
        clock=row["clock"],
        init=init,
        worker=worker_of(row["worker"]),
    )


@lru_cache(MAX_WORKERS)
def _as_text(worker: WorkerIdentity) -> str:
    return msgspec.json.encode(worker).decode()


@lru_cache(MAX_WORKERS)
def worker_of(text: str | None) -> WorkerIdentity | None:
    """Return the worker that a game's row tells of, None if it tells of none; raise ValueError for other texts."""
    return msgspec.json.decode(text, type=WorkerIdentity) if text else None


def _number(value: Any) -> int | float | None:
    """Return a number as SQLite gives it back from a column of integers; None for anything else."""
    if type(value) is int:
        return value if abs(value) < MAX_NUMBER else None
    if not isinstance(value, float) or not abs(value) < MAX_NUMBER:
        return None
    return int(value) if value.is_integer() else value


def _ply(row: Row) -> Ply:
    _, _, seat, action, seconds, cpu, left, depth, nodes, score, others, asked = row
    thoughts: dict[str, Any] = {}  # written out, because a report reads every ply: 0.5 µs instead of 1.4 with a loop
    if depth is not None:
        thoughts["depth"] = depth if type(depth) is int else _whole(depth)
    if nodes is not None:
        thoughts["nodes"] = nodes if type(nodes) is int else _whole(nodes)
    if score is not None:
        thoughts["score"] = _whole(score)
    if others is not None:
        thoughts.update(_read_json(others))
    questions = _read_questions(asked) if asked else ()
    return Ply(seat, action, seconds, cpu, left, thoughts if thoughts or others is not None else None, questions)


def _whole(value: float) -> float:
    """Return a whole number as an int: SQLite keeps scores as floats."""
    return int(value) if value == int(value) else value


_read_json = msgspec.json.Decoder().decode
_read_questions = msgspec.json.Decoder(tuple[Asked, ...]).decode


def _fault(row: Row) -> Fault:
    _, _, seat, call, kind, message, state, reply, traceback, log, seconds = row
    return Fault(kind, message, seat, call, state, reply, traceback, log, seconds)
