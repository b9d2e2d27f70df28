"""Minds asking minds: each mind that is asked has a cell of its own, and the asking mind pays for its time."""

from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import replace

from arena.cell.guests import house_spec, refusal
from minds.errors import MindsError, quoted
from minds.registry import check, reject_misfits
from world.api import Asked, Budget, Ending, MindFailure, Reply, Run, State
from world.wire import MAX_ASK_DEPTH, Answer, Ask, Refused, asked_state

if TYPE_CHECKING:
    from collections.abc import Callable

    from arena.cell.cell import Cell

MIN_SECONDS = 0.001  # that a mind is asked with, even if the asking mind has none left
MAX_MINDS, MAX_QUESTIONS = 4, 64  # in a run; for a move
MIN_SHARE = 64  # MiB that a mind is given when it is asked, if the asking mind has left so much


class ConsultationError(Exception):
    """A mind cannot be asked."""


class Consultation:
    """The minds that one mind has asked in this run, and what it asked for this move.

    `of_guest` is True if a stranger asks, or a mind that a stranger has asked: then costly parameters are refused.
    """

    def __init__(self, depth: int, new_cell: "Callable[[str], Cell]", of_guest: bool = False) -> None:
        self.depth, self.new_cell, self.of_guest = depth, new_cell, of_guest
        self.run = Run("", 0)
        self.cells: dict[str, Cell] = {}
        self.asked: list[Asked] = []
        self.questions = self.started = 0

    def newrun(self, run: Run) -> None:
        """Begin a run."""
        self.run, self.asked, self.questions, self.started = run, [], 0, 0

    @property
    def memory(self) -> int:
        """The bytes of memory that the asked minds hold, with those that they have asked."""
        return sum(cell.memory for cell in self.cells.values())

    @property
    def seconds(self) -> float:
        """The time of others that was spent for this move."""
        return sum(one.seconds for one in self.asked)

    def end_move(self) -> tuple[Asked, ...]:
        """Return all that was asked for this move, and begin the next one."""
        asked, self.asked, self.questions = self.asked, [], 0
        return tuple(asked)

    def answer(self, question: Ask, state: State) -> Answer | Refused:
        """Return the answer to a mind that is in a state and asks about this or another one."""
        asked = asked_state(question, state)
        try:
            reply = self.ask(question.spec, replace(asked, budget=_left(state.budget, self.seconds)))
        except ConsultationError as problem:
            return Refused(str(problem))
        return Answer(reply.action, reply.thoughts)

    def ask(self, spec: str, state: State) -> Reply:
        """Return what the mind of a spec would do; ConsultationError if it cannot be asked or fails."""
        self.questions += 1  # refused ones count too
        if self.questions > MAX_QUESTIONS:
            raise ConsultationError(f"{MAX_QUESTIONS} questions for one move are enough")
        cell = self._cell(spec)
        try:
            reply = cell.getaction(state)
        except MindFailure as failure:
            self.asked.append(Asked(spec, "", failure.fault.seconds))
            self.cells.pop(spec).close()
            raise ConsultationError(f"{spec} has failed: {failure.fault.kind}, {failure.fault.message}") from None
        self.asked.append(Asked(spec, reply.action, round(reply.price, 6)))
        return reply

    def _cell(self, spec: str) -> "Cell":
        if spec not in self.cells:
            self._check_bounds(spec)
            self._open_cell(spec)
        return self.cells[spec]

    def _check_bounds(self, spec: str) -> None:
        if self.depth >= MAX_ASK_DEPTH:
            raise ConsultationError(f"{quoted(spec)} cannot be asked; questions nest at most {MAX_ASK_DEPTH} deep")
        if self.started >= MAX_MINDS:
            raise ConsultationError(f"{quoted(spec)} cannot be asked; {MAX_MINDS} other minds are enough")

    def _open_cell(self, spec: str) -> None:
        try:
            self._check_spec(spec)
            self.started += 1
            self.cells[spec] = self.new_cell(spec)
            self.cells[spec].newrun(self.run)
        except (MindsError, MindFailure) as problem:
            if spec in self.cells:
                self.cells.pop(spec).close()
            raise ConsultationError(str(problem)) from None

    def _check_spec(self, spec: str) -> None:
        found = house_spec(spec)
        if found is None:
            raise ConsultationError(f"no mind {quoted(spec)} to ask; expected a built-in or an installed mind")
        if self.of_guest and (refused := refusal(found)):
            raise ConsultationError(f"{quoted(spec)} cannot be asked; {refused.problem}, expected {refused.expected}")
        check(spec)
        reject_misfits([spec], self.run.world)

    def endrun(self, ending: Ending) -> None:
        """End the run of all minds that were asked."""
        for cell in self.cells.values():
            with suppress(MindFailure):
                cell.endrun(ending)
        self.close()

    def close(self) -> None:
        """Close the cells of all minds that were asked."""
        while self.cells:
            self.cells.popitem()[1].close()


def share(limit: int, held: int) -> int:
    """Return the MiB of memory that a mind is given when it is asked, of the asking mind's limit."""
    return min(max(limit // MAX_MINDS, MIN_SHARE), limit - (held >> 20))


def _left(budget: Budget, spent: float) -> Budget:
    """Return what is left of a budget."""
    limits = {name: getattr(budget, name) for name in ("movetime", "bank")}
    return replace(
        budget, **{name: max(MIN_SECONDS, seconds - spent) for name, seconds in limits.items() if seconds is not None}
    )
