"""Minds asking minds: each that is asked sits in a cell of its own, and whoever asks pays for its time."""

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from arena.cell.order import Limits
from minds.errors import MindsError, quoted
from minds.registry import check, read_spec
from world.api import Asked, Budget, Ending, MindFailure, Reply, Run, State

if TYPE_CHECKING:
    from arena.cell.cell import Cell

DEEPEST = 2  # whoever is asked may ask, and whoever is asked then may not
LEAST = 0.001  # seconds that there are to be asked with
MOST_MINDS, MOST_QUESTIONS = 4, 64  # in a run, for a move


class Refused(Exception):
    """Why a mind is not asked."""


class Consultation:
    """Those whom a mind has asked in this run, and what it asked for this move."""

    def __init__(self, depth: int, patience: float, limits: Limits) -> None:
        self.depth, self.patience, self.limits = depth, patience, limits
        self.run = Run("", 0)
        self.cells: dict[str, Cell] = {}
        self.asked: list[Asked] = []
        self.questions = 0

    def newrun(self, run: Run) -> None:
        self.run, self.asked, self.questions = run, [], 0

    @property
    def seconds(self) -> float:
        """What has been spent on others for this move."""
        return sum(one.seconds for one in self.asked)

    def told(self) -> tuple[Asked, ...]:
        """All that was asked for this move, which is over."""
        asked, self.asked, self.questions = self.asked, [], 0
        return tuple(asked)

    def ask(self, spec: str, state: State) -> Reply:
        """What the mind of a spec would do."""
        self.questions += 1  # also those that are refused
        if self.questions > MOST_QUESTIONS:
            raise Refused(f"{MOST_QUESTIONS} questions for one move are enough")
        cell = self._cell(spec)
        try:
            reply = cell.getaction(state)
        except MindFailure as failure:
            self.asked.append(Asked(spec, "", failure.fault.seconds))
            self.cells.pop(spec).close()
            raise Refused(f"{spec} has failed: {failure.fault.kind}, {failure.fault.message}") from None
        self.asked.append(Asked(spec, reply.action, round(reply.price, 6)))
        return reply

    def _cell(self, spec: str) -> "Cell":
        from arena.cell.cell import Cell

        if spec in self.cells:
            return self.cells[spec]
        if self.depth >= DEEPEST:
            raise Refused(f"{quoted(spec)} cannot be asked by who was asked by {DEEPEST} others already")
        if len(self.cells) >= MOST_MINDS:
            raise Refused(f"{quoted(spec)} is one too many: {MOST_MINDS} other minds are enough")
        try:
            if read_spec(spec).kind not in ("builtin", "installed"):
                raise Refused(f"{quoted(spec)} cannot be asked; expected a mind of the house, or an installed one")
            check(spec)
            cell = self.cells[spec] = Cell(spec, self.patience, self.limits, depth=self.depth + 1)
            cell.newrun(self.run)
        except (MindsError, MindFailure) as problem:
            self.cells.pop(spec, None)
            raise Refused(str(problem)) from None
        return cell

    def endrun(self, ending: Ending) -> None:
        """The run is over for them too."""
        for cell in self.cells.values():
            with suppress(MindFailure):
                cell.endrun(ending)
        self.close()

    def close(self) -> None:
        """Let them all go."""
        while self.cells:
            self.cells.popitem()[1].close()


def answer_to(consultation: Consultation, spec: str, text: str, state: State) -> list[bytes]:
    """The fields that answer a mind's question about a state, its own or another one."""
    asked = state if text == state.text else State(text, state.world, state.seat, state.budget, (), text)
    budget = _left(state.budget, consultation.seconds)
    try:
        reply = consultation.ask(spec, msgspec.structs.replace(asked, budget=budget))
    except Refused as problem:
        return [b"refused", " ".join(str(problem).split()).encode()]
    return [b"answer", reply.action.encode(), msgspec.json.encode(reply.thoughts)]


def _left(budget: Budget, spent: float) -> Budget:
    """What is left of a budget."""
    limits = {name: getattr(budget, name) for name in ("movetime", "bank")}
    rest = {name: max(LEAST, seconds - spent) for name, seconds in limits.items() if seconds is not None}
    return msgspec.structs.replace(budget, **rest)
