"""A mind that has learned chess from the arena's games: the search of pst-engine with a network."""

from typing import TYPE_CHECKING

from minds.builtin.pst_engine import PstEngine
from minds.evaluation.learned.own_net import own_network

if TYPE_CHECKING:
    from minds.engine.engine import Engine


class Prodigy(PstEngine):
    """The search of pst-engine with a network that was trained on the arena's games; `net` names another network."""

    name = "prodigy"
    needs = "position"

    # The same as pst-engine's, because parameters are read from a mind's own source without running it.
    def __init__(
        self,
        depth: int = 60,
        hash: int = 16,  # noqa: A002
        threads: int = 1,
        without: str = "",
        book: str = "",
        book_moves: int = 0,
        net: str = "",
    ) -> None:
        super().__init__(depth, hash, threads, without, book, book_moves)
        self.net = net
        self.network = own_network(net) if net else None  # a wrong file is refused at once

    def new_engine(self) -> "Engine":
        """Make the engine with its network."""
        from minds.engine.engine import Engine
        from minds.evaluation.learned.evaluator import NetworkEvaluator

        network = self.network or own_network(self.net)
        return Engine(self.on, self.ideas, self.hash, self.threads, NetworkEvaluator(network))
