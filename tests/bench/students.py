"""The strength of the three steps of minds/README.md: `python -m tests.bench.students [GAMES]`, the table on that page.

Every pair of games has its own opening of six random plies, played with both colours, at 2,000 nodes a move. The
interval is that of the mean of the pairs' scores, 95 %; where all pairs have the same score it is that of the rule of
three. Then follows the cost of a position for the compiled mind and for the second, in one run.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from minds import Position
from minds.host import MindPlayer
from minds.registry import load
from tests.bench.strength import GAMES, meet
from tests.conftest import block_of
from world.api import Budget, Run, State

STEPS = ("1. one move", "2. and the answer", "3. compiled")
HOUSE = ("any-random-legal-move", "capture-priority-random-legal-move", "minimax", "alphabeta")
NODES = 2000
MIDDLEGAME = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def steps(folder: Path) -> list[str]:
    """The paths of the page's minds, each written to a file."""
    paths = [folder / f"step_{number}.py" for number in range(1, len(STEPS) + 1)]
    for number, path in enumerate(paths):
        path.write_text(block_of("minds/README.md", "python", number), encoding="utf-8")
    return [str(path) for path in paths]


def interval(score: float, error: float, games: int) -> str:
    """A score and its interval in per cent."""
    if error > 0:
        return f"{100 * score:.0f} ± {100 * error:.0f}"
    bound = 100 * 3 / (games // 2)
    return {0: f"0 (< {bound:.0f})", 1: f"100 (> {100 - bound:.0f})"}.get(score, f"{100 * score:.0f} ± {bound:.0f}")


def table(minds: list[str], games: int) -> Iterator[str]:
    """Yield the page's rows: each step against the house's minds and the steps before it."""
    yield f"| % of {games} games | {' | '.join(f'`{name}`' for name in HOUSE)} | step 1 | step 2 |"
    yield "|---" * (1 + len(HOUSE) + 2) + "|"
    for number, mind in enumerate(minds):
        rivals = [*HOUSE, *minds[:number]][: len(HOUSE) + 2]
        cells = [interval(*meet(mind, rival, Budget(nodes=NODES), games, {}), games) for rival in rivals]
        yield f"| {' | '.join([STEPS[number], *cells, *[''] * (len(HOUSE) + 2 - len(cells))])} |"


def seconds(mind: str, nodes: int) -> float:
    """The shortest time of an answer in a middlegame."""
    host = MindPlayer(load(mind))
    host.newrun(Run("chess", 0))
    asked = State(MIDDLEGAME, "chess", 0, Budget(nodes=nodes))
    return min(host.getaction(asked).seconds for _ in range(20))


def times_faster(second: str, third: str) -> float:
    """The number of positions the third mind searches while the second searches one."""
    position, nodes = Position(MIDDLEGAME), 200_000
    seen = position.perft(1) + position.perft(2)
    return (seconds(second, nodes) / seen) / (seconds(third, nodes) / nodes)


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        minds = steps(Path(folder))
        for row in table(minds, int(sys.argv[1]) if len(sys.argv) > 1 else GAMES):
            print(row, flush=True)
        print(f"\nThe third mind sees {times_faster(*minds[1:]):.1f} times as many positions as the second.")
