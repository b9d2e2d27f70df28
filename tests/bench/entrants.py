"""The cost of entrants: entering a thousand, and finding an entrant's files for a game.

python -m tests.bench.entrants
"""

import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from arena.entrants.bundle import Bundle
from arena.entrants.roster import Entered, enter_all, playable
from arena.entrants.submissions import entries_of, submissions_in

COUNT, ROUNDS = 1000, 3
MIND = '''"""A mind of the benchmark."""

from minds import Mind


class Greedy(Mind):
    name = "greedy"

    def __init__(self, hunger: int = {number}) -> None:
        self.hunger = hunger

    def getaction(self, state):
        return max(state.position.legal_moves(), key=lambda move: (move.captured_value, self.rng.random()))
'''


def submissions(folder: Path) -> Path:
    """Write a thousand different submissions, each in a folder of its own."""
    for number in range(COUNT):
        mine = folder / f"student{number:04}"
        mine.mkdir()
        (mine / "mind.py").write_text(MIND.format(number=number))
    return folder


def seconds_to_enter(folder: Path) -> tuple[float, list[Entered]]:
    """Return the seconds that it takes to enter all of a folder, and the entrants."""
    began = perf_counter()
    entered = enter_all(entries_of(submissions_in(folder)), "chess")
    return perf_counter() - began, entered


def _unpacked_before(digest: str) -> Bundle:
    raise AssertionError(f"{digest} is not in the cache")


def seconds_to_find(entered: list[Entered]) -> float:
    """Return the seconds that it takes to find the files of one entrant, which are in the cache."""
    began = perf_counter()
    for one in entered:
        playable(one.entrant, _unpacked_before)
    return (perf_counter() - began) / len(entered)


def main() -> None:
    """Print the medians of three rounds."""
    with tempfile.TemporaryDirectory() as folder:
        place = submissions(Path(folder))
        rounds = [seconds_to_enter(place) for _ in range(ROUNDS)]
        print(f"{COUNT} entrants entered in {median(seconds for seconds, _ in rounds):.2f} s")
        print(f"files found in {1000 * median(seconds_to_find(entered) for _, entered in rounds):.3f} ms a game")


if __name__ == "__main__":
    main()
