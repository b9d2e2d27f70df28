"""The engine: looks one move deeper and deeper, until its clock, its nodes or its curiosity are spent."""

from collections.abc import Callable, Sequence

from minds.board.compiled import lend
from minds.board.move import Move
from minds.board.position import Position
from minds.engine.clock import Clock
from minds.engine.crowd import Crowd
from minds.engine.entrypoints import entry_choose
from minds.engine.table import AGES, new_table, used
from minds.engine.techniques import EVERYTHING
from minds.engine.thinker import Thinker
from minds.engine.window import Window
from minds.search.allowance import allowance
from minds.search.depths import DEEPEST
from minds.search.game import WIN, Line, thoughts_of
from world.api import Budget, Thoughts

LEARNT = ("killers", "answers", "history", "follow_ups")

SURE = 3  # times as deep as a mate is far, and what leaves moves out will have seen a shorter one

Tell = Callable[[Thoughts], None]


class Engine(Thinker):
    """A searcher, a table, and what is remembered of both from move to move."""

    def __init__(self, on: int = EVERYTHING, ideas: int = 0, mebibytes: int = 16, threads: int = 1) -> None:
        super().__init__()
        self.table = new_table(mebibytes)
        self.searcher["on"][0], self.searcher["sheet"]["ideas"][0] = on, ideas
        self.searcher["table"][0], self.searcher["places"][0] = lend(self.table), len(self.table)
        self.search, self.crowd = Window(self.searcher), Crowd(threads - 1, self.searcher)

    def forget(self) -> None:
        """Clear what was learnt: another game begins."""
        self.table.view("i8").fill(0)
        for searcher in (self.searcher, *self.crowd.searchers):
            for what in LEARNT:
                searcher[what].fill(0)
        self.searcher["age"][0] = self.search.score = 0

    def find(
        self,
        position: Position,
        budget: Budget,
        depth: int = DEEPEST,
        among: Sequence[Move] = (),
        tell: Tell = lambda _thoughts: None,
    ) -> tuple[Line[Move], Thoughts]:
        """The best line within the budget, and what there is to tell of it, also in between.

        Who names moves wants the best of these.
        """
        moves = among or position.legal_moves()
        self.lay(position, budget)
        self._choose(among)
        clock = Clock(allowance(budget), is_fixed=budget.bank is None)
        found, reached = Line(0, tuple(moves[:1])), 0
        with self.stopped_after(clock.most), self.crowd:
            for deeper in range(1, min(depth, budget.depth or depth, DEEPEST) + 1):
                before = self.nodes
                score = self.search(self.address, deeper)
                if self.is_stopped:
                    found = self._found_so_far() or found
                    break
                found, reached = Line(score, self.line()), deeper
                tell(self._thoughts(found, reached, budget, clock))
                effort = int(self.searcher["effort"][0]) / max(1, self.nodes - before)
                if SURE * (WIN - abs(score)) <= deeper or (budget.is_timed and len(moves) == 1):
                    break  # there will be no shorter mate, or there is nothing to choose
                if clock.enough(found.moves[0].plain, score, effort):
                    break
        return found, self._thoughts(found, reached, budget, clock)

    def lay(self, position: Position, budget: Budget) -> None:
        """The same; and a thread has its share of the nodes, and what it finds is new."""
        super().lay(position, budget)
        if budget.nodes is not None:
            self.searcher["limit"][0] = max(1, budget.nodes // (1 + len(self.crowd.searchers)))
        self.searcher["age"][0] = (int(self.searcher["age"][0]) + 1) % AGES

    def _found_so_far(self) -> Line[Move] | None:
        """What a depth that was stopped has found: it is better than what the last one did, if it is anything."""
        if self.searcher["lengths"][0, 0]:
            return Line(int(self.searcher["score"][0]), self.line())
        if self.search.proved is not None:
            score, move = self.search.proved
            return Line(score, (Move.from_code(move),))
        return None

    def _choose(self, among: Sequence[Move]) -> None:
        self.searcher["choice"][0] = 0
        for move in among:
            entry_choose(self.address, move.plain)

    def _thoughts(self, found: Line[Move], depth: int, budget: Budget, clock: Clock) -> Thoughts:
        """Under nodes or depth alone nothing is told of time: then a game is to be the same whenever it is played."""
        nodes = self.nodes + self.crowd.nodes
        told = thoughts_of(found, depth, nodes)
        told |= {
            "seldepth": int(self.searcher["deepest"][0]),
            "hashfull": used(self.table, int(self.searcher["age"][0])),
        }
        if budget.is_timed or budget.is_unlimited:
            told["nps"] = round(nodes / max(clock.seconds, 1e-6))
        return told
