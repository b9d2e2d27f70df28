"""An analyst: judges positions with one jailed engine, wherever it runs."""

from typing import NoReturn

from arena.analyse.judgement import Judge, Judgement
from arena.analyse.positions import WORLD
from arena.cell.cell import Cell
from arena.errors import AnalysisError, CellError
from arena.tournament.plan import patience_for
from minds.errors import quoted
from world.api import Budget, Fault, MindFailure, Run, State
from world.registry import new_world

ATTEMPTS = 3  # to have a position judged, each by a new process


class Analyst:
    """A jailed engine that judges each position as if it were the first that it sees.

    It has the patience and the limits of a mind in a tournament with the same number of nodes.
    """

    def __init__(self, judge: Judge, trusted: bool = False) -> None:
        self.nodes, self.world, self.is_stopped = judge.nodes, new_world(WORLD), False
        self.cell = Cell(judge.spec, patience_for(judge.nodes), trusted=trusted)

    def judge(self, state: str) -> Judgement:
        """Return the judgement of a position; raise AnalysisError if the engine fails again and again."""
        problem = ""
        for _ in range(ATTEMPTS):
            if self.is_stopped:
                raise AnalysisError(f"{self.cell.name} was stopped")
            try:
                return self._ask(state)
            except MindFailure as failure:
                problem = f"{failure.fault.kind}, {failure.fault.message}"
            except CellError as lost:
                problem = str(lost)
            self.cell.close()
        raise AnalysisError(
            f"{self.cell.name} cannot judge {quoted(state)}, in {ATTEMPTS} attempts: {problem}; what was judged is kept"
        )

    def _ask(self, state: str) -> Judgement:
        self.world.newrun(state)
        self.world.playon()
        seat, budget = self.world.turn(), Budget(nodes=self.nodes)
        self.cell.newrun(Run(WORLD, seat, budget=budget))  # it forgets the position before
        reply = self.cell.getaction(State(state, WORLD, seat=seat, budget=budget))
        if reply.action not in self.world.actions():
            _reject(f"its best move is {quoted(reply.action)}, which is not legal")
        thoughts = reply.thoughts or {}
        try:
            return Judgement(state, reply.action, thoughts.get("score"), thoughts.get("mate"))
        except ValueError:
            _reject("it reports no score")

    def stop(self) -> None:
        """End the work of another thread, also on the present position."""
        self.is_stopped = True
        self.cell.interrupt()

    def close(self) -> None:
        """End the engine."""
        self.cell.close()


def _reject(message: str) -> NoReturn:
    raise MindFailure(Fault("protocol", message))
