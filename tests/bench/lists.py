"""The time of a page of games among many: `python -m tests.bench.lists [GAMES [MINDS]]`.

An index of 100,000 games of 1,000 minds is filled in memory, as the server does when it reads a tournament. Each line
is the processor time of one page in milliseconds, with its count of games.
"""

import os
import random
import sys
from pathlib import Path
from time import process_time

from arena.web.results.background import Background
from arena.web.results.filter import GameFilter
from arena.web.results.games import GAMES_A_PAGE, game_page
from arena.web.results.index import GameRow
from arena.web.results.tournament import Tournament

ENDINGS = ("checkmate", "stalemate", "fifty moves", "threefold repetition")
OPENINGS, FORFEITS = 500, 0.01
LAST = 10**9  # a page beyond the last is the last
WANTED = {
    "all": (GameFilter(), 1),
    "all, the last page": (GameFilter(), LAST),
    "the newest, the last page": (GameFilter(order="newest"), LAST),
    "the longest": (GameFilter(order="longest"), 1),
    "the shortest, the last page": (GameFilter(order="shortest"), LAST),
    "of a mind": (GameFilter(mind="m0003"), 1),
    "of two minds": (GameFilter(mind="m0003", opponent="m0007"), 1),
    "of an opening": (GameFilter(opening="opening 7"), 1),
    "with an ending": (GameFilter(ending="forfeit: illegal"), 1),
    "of a length": (GameFilter(min_plies=30, max_plies=40), 1),
    "drawn": (GameFilter(result="drawn"), 1),
    "a search for a mind": (GameFilter(search="m0003"), 1),
    "a search for an ending": (GameFilter(search="mate"), 1),
    "the same, its last page": (GameFilter(search="mate"), LAST),
}


def filled(games: int, minds: int) -> Tournament:
    """Return a tournament with games that were never stored."""
    tournament, chance = Tournament(Path("many"), Background()), random.Random(1)
    names = [(number, f"m{number:04}", "") for number in range(1, minds + 1)]
    tournament.index.db.executemany("INSERT INTO minds VALUES (?, ?, ?)", names)
    tournament.index._add([_game(number, minds, chance) for number in range(1, games + 1)])
    return tournament


def _game(number: int, minds: int, chance: random.Random) -> GameRow:
    first, second = chance.sample(range(1, minds + 1), 2)
    score, fault = chance.choice([0.0, 0.5, 1.0]), chance.random() < FORFEITS
    opening, ending = f"opening {chance.randrange(OPENINGS)}", "forfeit" if fault else chance.choice(ENDINGS)
    played = (opening, 4, score, 1 - score, ending, chance.randrange(20, 200), 1.0, 0.0, 0.0, number, f"{number}", None)
    return GameRow(
        number, f"g{number:06}", 1, "p", first, second, *played, *(("illegal", 0) if fault else (None, None))
    )


def main(games: int = 100_000, minds: int = 1000) -> None:
    """Print a line for each page."""
    tournament = filled(games, minds)
    print(f"{games:,} games of {minds:,} minds, {GAMES_A_PAGE} a page")
    for name, (wanted, page) in WANTED.items():
        began = process_time()
        found = game_page(tournament, wanted, page)
        print(f"{name:30}{1000 * (process_time() - began):8.1f} ms{found.found:10,}")
    print(f"machine: {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
