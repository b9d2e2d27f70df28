"""The strength of the practical's minds: `python -m tests.bench.strength [GAMES]`.

Every pair of games has its own opening of six random plies, played with both colours. The interval is that of the mean
of the pairs' scores, 95 %. Then follows the time the textbook's minds take in middlegames.
"""

import random
import sys
from statistics import mean, median, stdev
from time import perf_counter

from minds import Position
from minds.host import MindPlayer
from minds.registry import load
from tests.minds.conftest import middlegames
from world.api import UNLIMITED, Budget, Player, Run, State
from world.registry import new_world
from world.run import run

GAMES, PLIES = 100, 6
MATCHES = (
    ("capture-priority-random-legal-move", "any-random-legal-move", UNLIMITED, "> 50 %"),
    ("minimax", "capture-priority-random-legal-move", UNLIMITED, "≥ 90 %"),
    ("alphabeta", "minimax", UNLIMITED, "> 50 %"),
    ("pst-engine", "alphabeta", Budget(movetime=0.05), "≥ 80 %"),
)


def opening(seed: int) -> list[str]:
    """Random plies after which the game is not over."""
    chance, position, actions = random.Random(seed), Position(), []
    for _ in range(PLIES):
        actions.append(chance.choice(position.legal_moves()).action)
        position.push(actions[-1])
    return actions if position.legal_moves() else opening(seed + 1_000_000)


def pair(first: Player, second: Player, seed: int, budget: Budget, endings: dict[str, int]) -> float:
    """The first player's mean score in two games with colours exchanged."""
    scores = []
    for players in ((first, second), (second, first)):
        record = run(new_world("chess"), players, seed=seed, budgets=[budget], opening=opening(seed))
        scores.append(record.ending.result[players.index(first)])
        fault = record.ending.fault
        kind = f"forfeit of {record.minds[fault.seat]}: {fault.kind}" if fault else record.ending.kind
        endings[kind] = endings.get(kind, 0) + 1
    return mean(scores)


def meet(first: str, second: str, budget: Budget, games: int, endings: dict[str, int]) -> tuple[float, float]:
    """The first mind's mean score, and half of its interval."""
    one, other = MindPlayer(load(first), first), MindPlayer(load(second), second)
    scores = [pair(one, other, seed, budget, endings) for seed in range(games // 2)]
    return mean(scores), 1.96 * stdev(scores) / len(scores) ** 0.5


def match(first: str, second: str, budget: Budget, games: int) -> str:
    """One line with the score and its interval."""
    endings = dict[str, int]()
    score, error = meet(first, second, budget, games, endings)
    counts = ", ".join(f"{count} {kind}" for kind, count in sorted(endings.items()))
    return f"{first} – {second}, {budget}: {100 * score:.1f} ± {100 * error:.1f} % of {games} ({counts})"


def seconds(name: str) -> str:
    """The median and longest time of an answer in middlegames."""
    host, times = MindPlayer(load(name)), []
    host.newrun(Run("chess", 0))
    for position in middlegames(200):
        start = perf_counter()
        host.getaction(State(position.fen, "chess"))
        times.append(perf_counter() - start)
    return f"{name}: median {median(times):.4f} s, at most {max(times):.3f} s"


if __name__ == "__main__":
    played = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    for first, second, budget, wanted in MATCHES:
        print(f"{match(first, second, budget, played)}; wanted {wanted}", flush=True)
    for name in ("minimax", "alphabeta"):
        print(seconds(name), flush=True)
