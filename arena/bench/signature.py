"""The signature: a mind's behaviour as one number, the nodes it searches in forty positions to a fixed depth.

A change of what a mind searches changes the number; a change of its speed only does not.
"""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from arena.cell.cell import Cell
from arena.errors import BenchError
from arena.tournament.play import cells
from minds.errors import quoted
from world.api import Budget, Ending, MindFailure, Run, State

POSITIONS = Path(__file__).with_suffix(".txt")
ENGINES, DEPTH = ("pst-engine", "champion", "prodigy"), 13
LEFT = Ending("left", (0.5, 0.5))


@dataclass(frozen=True)
class Signature:
    """The nodes of all positions, and the processor time they took."""

    spec: str
    nodes: int
    positions: int
    depth: int
    seconds: float

    def __str__(self) -> str:
        speed = self.nodes / max(self.seconds, 1e-6) / 1e6
        spent = f"{self.seconds:.1f} s, {speed:.1f} Mn/s"
        return f"signature {self.nodes} ({self.spec}, {self.positions} positions to depth {self.depth}, {spent})"

    def to_dict(self) -> dict[str, Any]:
        """The signature as a dictionary, for JSON."""
        return asdict(self)


def positions() -> list[str]:
    """The FENs of the lines `theme | FEN`: middlegames, endgames, tactics."""
    return [line.partition(" | ")[2] for line in POSITIONS.read_text(encoding="utf-8").splitlines()]


def measure(spec: str, depth: int = DEPTH, trusted: bool = False) -> Signature:
    """Return a mind's signature; raise BenchError if it fails or does not report its nodes."""
    nodes, seconds, asked = 0, 0.0, positions()
    with cells([spec], trusted=trusted) as (cell,):
        for fen in asked:
            try:
                more, spent = look(cell, fen, depth)
            except MindFailure as failure:
                raise BenchError(f"{quoted(spec)} has no signature: it fails at {fen}: {failure}") from None
            nodes, seconds = nodes + more, seconds + spent
    return Signature(spec, nodes, len(asked), depth, seconds)


def look(cell: Cell, fen: str, depth: int) -> tuple[int, float]:
    """The nodes a mind searches in one position with empty memory, and the seconds it takes."""
    seat, budget = (0 if " w " in fen else 1), Budget(depth=depth)
    cell.newrun(Run("chess", seat, budget=budget, start=fen))
    reply = cell.getaction(State(fen, "chess", seat=seat, budget=budget, start=fen))
    cell.endrun(LEFT)
    nodes = (reply.thoughts or {}).get("nodes")
    if not isinstance(nodes, int):
        raise BenchError(
            f"{quoted(cell.name)} has no signature: it reports no nodes; expected self.thoughts with nodes"
        )
    return nodes, reply.price  # in processor time, which does not depend on the machine's load
