"""The speed of the engine and the growth of its tree: `python -m tests.bench.engine`.

Millions of nodes per second of processor time in the signature's middlegames: medians of three rounds, each of which
runs all engines in turn. A node is a position searched, in the main or the quiescence search; pruned moves do not
count. The effective branching factor is the ratio of nodes from one depth to the next.
"""

import sys
from collections import Counter
from statistics import median
from time import process_time

from arena.bench.signature import positions
from minds import Position
from minds.engine.engine import Engine
from minds.engine.techniques import without
from minds.evaluation.learned.evaluator import NetworkEvaluator
from minds.evaluation.learned.network import zero_network
from minds.evaluation.learned.own_net import own_network
from minds.evaluation.tuned.ideas import ALL_IDEAS
from world.api import Budget, Thoughts

NODES, ROUNDS, FROM, DEPTH, MEN = 400_000, 3, 6, 14, 8
ENGINES = {
    "pst-engine": lambda: Engine(),
    "champion": lambda: Engine(ideas=ALL_IDEAS),
    "prodigy": lambda: Engine(evaluator=NetworkEvaluator(own_network(""))),
    "prodigy with 128 hidden units, untrained": lambda: Engine(evaluator=NetworkEvaluator(zero_network(128))),
    "pst-engine, hash 1": lambda: Engine(mebibytes=1),
    "pst-engine, hash 256": lambda: Engine(mebibytes=256),
    "pst-engine without all but table, exchanges, delta": lambda: Engine(
        without("killers+countermoves+history+follow-ups+null-move+reductions+futility+reverse-futility+late-moves")
    ),
}


def middlegames() -> list[Position]:
    """The signature's positions with at least eight pieces, not counting kings and pawns."""
    found = [Position(fen) for fen in positions()]
    return [one for one in found if sum(letter in "qrbnQRBN" for letter in one.fen.split()[0]) >= MEN]


def speed(engine: Engine, games: list[Position]) -> float:
    """Nodes per second."""
    nodes, seconds = 0, 0.0
    for position in games:
        engine.forget()
        start = process_time()
        nodes += int(engine.find(position, Budget(nodes=NODES))[1]["nodes"])
        seconds += process_time() - start
    return nodes / seconds


def growth(engine: Engine, games: list[Position], depth: int) -> list[int]:
    """The nodes spent until each depth was reached, over all positions."""
    total = Counter[int]()

    def report(thoughts: Thoughts) -> None:
        total[thoughts["depth"]] += thoughts["nodes"]

    for position in games:
        engine.forget()
        engine.find(position, Budget(depth=depth), report=report)
    return [total[number] for number in range(1, depth + 1)]


def main() -> None:
    """Print both."""
    games = middlegames()
    engines = {name: new() for name, new in ENGINES.items()}
    rounds = []
    for number in range(ROUNDS):
        print(f"round {number + 1} of {ROUNDS}", file=sys.stderr)
        rounds.append({name: speed(engine, games) for name, engine in engines.items()})
    for name in ENGINES:
        print(f"{name}: {median(one[name] for one in rounds) / 1e6:.2f} Mn/s")
    nodes = growth(engines["pst-engine"], games, DEPTH)
    factor = (nodes[-1] / nodes[FROM - 1]) ** (1 / (DEPTH - FROM))
    print(f"effective branching factor, depth {FROM} to {DEPTH}: {factor:.2f}")
    print(f"nodes to depth {DEPTH}: {nodes[-1] / len(games):.0f}")


if __name__ == "__main__":
    main()
