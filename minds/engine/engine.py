"""The engine: iterative deepening on a principal variation search, under any budget."""

from collections.abc import Callable, Sequence

from minds.board.compiled import handle_of
from minds.board.move import Move
from minds.board.position import Position
from minds.engine.aspiration import AspirationWindow
from minds.engine.clock import Clock
from minds.engine.compiled_search import CompiledSearch
from minds.engine.entrypoints import entry_add_root_move
from minds.engine.evaluate import Evaluator
from minds.engine.table import AGES, hashfull, new_table
from minds.engine.techniques import ALL_TECHNIQUES
from minds.engine.threads import HelperThreads
from minds.search.allowance import allowance
from minds.search.depths import DEEPEST
from minds.search.game import WIN, Line, thoughts_of
from world.api import Budget, Thoughts

LEARNED = ("killers", "countermoves", "history", "follow_ups")
# A mate counts as the shortest at a depth of this many times its distance; at less, pruning may hide a shorter one.
MATE_DEPTH_FACTOR = 3

Report = Callable[[Thoughts], None]


class Engine(CompiledSearch):
    """An engine with its transposition table, which it keeps from move to move."""

    def __init__(
        self,
        techniques: int = ALL_TECHNIQUES,
        ideas: int = 0,
        mebibytes: int = 16,
        threads: int = 1,
        evaluator: Evaluator | None = None,
    ) -> None:
        super().__init__()
        self.table = new_table(mebibytes)
        self.searcher["techniques"][0], self.searcher["eval_trace"]["ideas"][0] = techniques, ideas
        self.searcher["table"][0], self.searcher["buckets"][0] = handle_of(self.table), len(self.table)
        self.search, self.helpers = AspirationWindow(self.searcher), HelperThreads(threads - 1, self.searcher)
        self.evaluator = evaluator  # keep it alive
        if evaluator is not None:
            for searcher in (self.searcher, *self.helpers.searchers):
                searcher["evaluator"][0], searcher["evaluated"][0] = evaluator.function, evaluator.new_record()

    def forget(self) -> None:
        """Clear the table and all histories before a new game."""
        self.table.view("i8").fill(0)
        for searcher in (self.searcher, *self.helpers.searchers):
            for what in LEARNED:
                searcher[what].fill(0)
        self.searcher["age"][0] = self.search.score = 0

    def find(
        self,
        position: Position,
        budget: Budget,
        depth: int = DEEPEST,
        among: Sequence[Move] = (),
        report: Report | None = None,
    ) -> tuple[Line[Move], Thoughts]:
        """Return the best line within the budget, and the thoughts on it; a `report` gets those after each depth.

        `among` restricts the search to some of the legal moves.
        """
        moves = among or position.legal_moves()
        self.set_position(position, budget)
        self._set_root_moves(among)
        clock = Clock(allowance(budget), is_fixed=budget.bank is None)
        found, reached = Line(0, tuple(moves[:1])), 0
        with self.stopped_after(clock.limit), self.helpers:
            for deeper in range(1, min(depth, budget.depth or depth, DEEPEST) + 1):
                before = self.nodes
                score = self.search(self.address, deeper)
                if self.is_stopped:
                    found = self._found_so_far() or found
                    break
                found, reached = Line(score, self.best_line()), deeper
                if report is not None:
                    report(self._thoughts(found, reached, budget, clock))
                effort = int(self.searcher["effort"][0]) / max(1, self.nodes - before)
                if MATE_DEPTH_FACTOR * (WIN - abs(score)) <= deeper or (budget.is_timed and len(moves) == 1):
                    break  # there is no shorter mate, or there is only one move
                if clock.should_stop(found.moves[0].notation_code, score, effort):
                    break
        return found, self._thoughts(found, reached, budget, clock)

    def set_position(self, position: Position, budget: Budget) -> None:
        """Set the position, share the nodes among the threads, and start a new age of the table."""
        super().set_position(position, budget)
        if budget.nodes is not None:
            self.searcher["limit"][0] = max(1, budget.nodes // (1 + len(self.helpers.searchers)))
        self.searcher["age"][0] = (int(self.searcher["age"][0]) + 1) % AGES

    def _found_so_far(self) -> Line[Move] | None:
        """The best line of a stopped iteration, which is better than that of the one before; None if there is none."""
        if self.searcher["pv_lengths"][0, 0]:
            return Line(int(self.searcher["score"][0]), self.best_line())
        if self.search.fail_high is not None:
            score, move = self.search.fail_high
            return Line(score, (Move.from_code(move),))
        return None

    def _set_root_moves(self, among: Sequence[Move]) -> None:
        self.searcher["root_count"][0] = 0
        for move in among:
            entry_add_root_move(self.address, move.notation_code)

    def _thoughts(self, found: Line[Move], depth: int, budget: Budget, clock: Clock) -> Thoughts:
        """The thoughts to report; without a time limit they say nothing of time, so that games are reproducible."""
        nodes = self.nodes + self.helpers.nodes
        thoughts = thoughts_of(found, depth, nodes)
        thoughts |= {
            "seldepth": int(self.searcher["deepest"][0]),
            "hashfull": hashfull(self.table, int(self.searcher["age"][0])),
        }
        if budget.is_timed or budget.is_unlimited:
            thoughts["nps"] = round(nodes / max(clock.seconds, 1e-6))
        return thoughts
