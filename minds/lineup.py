"""Who plays where nobody is named: of the house's minds those that know the world, and whoever is installed."""

from minds.games import rules_of
from minds.spec import builtin, names

# Of those that play chess, the ones that a tournament of ten minutes has time for. With the other two it would be 36
# pairings instead of 21, and where nobody sets a limit `negamax` thinks for five seconds a move.
CHESS = (
    "alphabeta",
    "any-random-legal-move",
    "capture-priority-random-legal-move",
    "champion",
    "minimax",
    "pst-engine",
    "society",
)
UPON_REQUEST = ("control", "negamax")
GAMES = ("alphabeta", "any-random-legal-move", "minimax")  # need nothing but a Game to search
PATHS = ("astar", "bfs", "dfs", "dijkstra", "greedy-search")  # need a Problem


def lineup(world: str) -> list[str]:
    """The minds of a tournament in this world, in the order of their names."""
    ours = builtin()
    return [name for name in names() if name not in ours or name in _known(world)]


def knows(name: str, world: str) -> bool:
    """Whether a mind would know what to do in a world; of installed ones nobody knows."""
    return name not in builtin() or name in _known(world) or (world == "chess" and name in UPON_REQUEST)


def _known(world: str) -> tuple[str, ...]:
    if world == "chess":
        return CHESS
    return PATHS if hasattr(rules_of(world), "problem_of") else GAMES
