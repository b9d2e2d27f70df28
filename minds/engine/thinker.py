"""Python's side of a compiled search: lays the position on the desk, minds the clock, and reads what was found."""

from collections.abc import Callable
from functools import cache
from threading import Timer
from time import perf_counter

from minds.board.compiled import address_of
from minds.board.move import Move
from minds.board.position import Position
from minds.engine.desk import PAST, new_desk
from minds.engine.doors import door_lay
from minds.engine.table import SURE_WIN
from minds.search.allowance import seconds_for
from minds.search.depths import DEEPEST
from minds.search.game import Line, thoughts_of
from world.api import Budget, Thoughts

NO_LIMIT = 1 << 62

ENOUGH = 0.5  # of the time: another depth would hardly come to its end

Compiled = Callable[[int, int], int]  # a desk's address and a depth; the score


class Thinker:
    """A desk, and what is remembered on it from move to move."""

    def __init__(self) -> None:
        self.desk = new_desk()
        self.address = address_of(self.desk)

    def forget(self) -> None:
        """Clear the table: another game begins."""
        self.desk["table"].fill(0)

    def think(
        self,
        search: Compiled,
        position: Position,
        depth: int,
        budget: Budget,
        deepen: bool = True,
        tell: Callable[[Thoughts], None] = lambda _thoughts: None,
    ) -> tuple[Line[Move], Thoughts]:
        """The best line that a search finds within the budget, and what there is to tell of it, also in between.

        With `deepen` false a search that nothing limits goes to its depth at once.
        """
        self._lay(position, budget)
        depth = min(depth, budget.depth or depth, DEEPEST)
        seconds = seconds_for(budget)
        first = 1 if deepen or seconds is not None or budget.nodes is not None else depth
        start, found, reached = perf_counter(), Line(0, tuple(position.legal_moves()[:1])), 0
        alarm = Timer(seconds or 0.0, self.stop)
        if seconds is not None:
            alarm.start()
        try:
            for deeper in range(first, depth + 1):
                score = int(search(self.address, deeper))
                if self.desk["stop"][0]:
                    break
                found, reached = Line(score, self._line()), deeper
                tell(thoughts_of(found, reached, int(self.desk["nodes"][0])))
                if deepen and abs(score) > SURE_WIN:
                    break
                if seconds is not None and perf_counter() - start > ENOUGH * seconds:
                    break
        finally:
            if seconds is not None:
                alarm.cancel()
                alarm.join()  # or it might still stop the next search
        return found, thoughts_of(found, reached, int(self.desk["nodes"][0]))

    def _lay(self, position: Position, budget: Budget) -> None:
        desk, before = self.desk, position.keys[1 : PAST + 1]
        door_lay(position._at, self.address)
        desk["keys"][0, : len(before)] = before[::-1]
        desk["past"][0], desk["nodes"][0], desk["stop"][0] = len(before), 0, 0
        desk["limit"][0] = NO_LIMIT if budget.nodes is None else budget.nodes

    def stop(self) -> None:
        """Come to an end; called from another thread."""
        self.desk["stop"][0] = 1

    def _line(self) -> tuple[Move, ...]:
        length = int(self.desk["lengths"][0, 0])
        return tuple(Move.from_code(code) for code in self.desk["lines"][0, 0, :length].tolist())


@cache
def shared_thinker() -> Thinker:
    """One desk for searches that remember nothing."""
    return Thinker()
