"""The part of a game that everybody may see where minds are students': no message, reply, log or traceback of theirs.

An exception's message may quote the source as a traceback does, and an illegal reply may hold anything. So of a fault
everybody sees its kind and the state, and of a mind's thoughts the figures that all minds report.
"""

from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from world.api import Fault
from world.record import Ply, Record

HIDDEN = "its author alone sees the details"
SECRETS = ("message", "reply", "traceback", "log")  # of a fault
FIGURES = ("depth", "nodes", "score", "mate", "pv")  # of thoughts


def public(record: Record, own: Collection[int] = ()) -> Record:
    """Return a game without the secrets of its minds, except of those on some seats."""
    ending = record.ending
    if ending.fault is not None:
        ending = replace(ending, fault=_fault(ending.fault, own))
    return replace(
        record,
        plies=tuple(_ply(ply, own) for ply in record.plies),
        ending=ending,
        late=tuple(_fault(fault, own) for fault in record.late),
        memories=(),
    )


def _fault(fault: Fault, own: Collection[int]) -> Fault:
    return fault if fault.seat in own else replace(fault, **public_fault(dict.fromkeys(SECRETS, "")))


def _ply(ply: Ply, own: Collection[int]) -> Ply:
    if ply.seat in own or not (ply.thoughts or ply.asked):
        return ply
    thoughts = {name: value for name, value in (ply.thoughts or {}).items() if name in FIGURES}
    return replace(ply, thoughts=thoughts or None, asked=())


def public_fault(row: dict[str, Any]) -> dict[str, Any]:
    """Return the columns of a fault without its secrets."""
    return {name: value if name not in SECRETS else HIDDEN if name == "message" else "" for name, value in row.items()}
