"""The verdicts on faulty UCI engines: `python -m tests.bench.zoo [WORD]`.

Each engine of tests/arena/cell/zoo.py plays under nodes, under a time for the move and on a clock. The table shows the
kind of its fault and how long the game took; what is wrong with a verdict is listed below. WORD selects engines.
"""

import sys
from unittest.mock import patch

from arena.cell.launch import zygote
from tests.arena.cell.zoo import BUDGETS, TO_START, ZOO, meet, wrong


def main(word: str) -> list[str]:
    """Print the table; return what is wrong."""
    found = []
    print(f"| an engine that … | {' | '.join(BUDGETS)} |\n|---|{'---|' * len(BUDGETS)}")
    for beast in (beast for beast in ZOO if word in beast.name):
        verdicts = {name: meet(beast, limit) for name, limit in BUDGETS.items()}
        found += [f"{beast.name}, {name}: {'; '.join(problems)}" for name, verdict in verdicts.items()
                  if (problems := wrong(beast, BUDGETS[name], verdict))]  # fmt: skip
        print(f"| {beast.name} | {' | '.join(map(str, verdicts.values()))} |", flush=True)
    return found


if __name__ == "__main__":
    for hosts_minds in (True, False):
        zygote(hosts_minds).await_ready()
    with patch("arena.cell.cell.TO_START", TO_START):
        problems = main(sys.argv[1] if len(sys.argv) > 1 else "")
    print("\n" + ("\n".join(f"- {problem}" for problem in problems) or "every verdict is as expected"))
    sys.exit(bool(problems))
