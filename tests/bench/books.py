"""The worth of a book of openings, on minds/README.md: `python -m tests.bench.books FOLDER [GAMES]` (an hour).

5,004 games of four minds make a book in FOLDER. Then each mind plays with a book against itself without one, at 2,000
nodes a move, from the positions after two moves of our named openings, with both colours; other seeds draw other moves
from the book. Games that are the same move for move count once. What is in FOLDER already is not played again.
"""

import subprocess
import sys
from pathlib import Path

from minds import Position
from tests.arena.command import ARENA
from world.registry import find

NODES, SEED, PLIES, GAMES = 2000, 19, 4, 394
PLAYERS = ("champion", "pst-engine", "negamax", "champion-plain=champion:without=mobility")
MINDS = ("pst-engine", "negamax")


def arena(*words: object) -> None:
    """Run a command that prints its result here."""
    subprocess.run([ARENA, *map(str, words)], check=True)


def tournament(minds: tuple[str, ...], games: int, openings: str | Path, out: Path) -> None:
    """Play a tournament, or go on with it."""
    arena("run", *minds, "--games", games, "--nodes", NODES, "--seed", SEED, "--openings", openings, "--out", out)


def beginnings() -> list[str]:
    """The positions after the first moves of our named openings, each once."""
    found = {}
    for opening in find("chess").openings():
        position = Position(opening.start) if opening.start else Position()
        for action in opening.actions[:PLIES]:
            position.push(action)
        found[position.fen] = True
    return list(found)


def main(folder: Path, games: int) -> None:
    """Make the book, and let it play."""
    folder.mkdir(parents=True, exist_ok=True)
    tournament(PLAYERS, 834, "house", folder / "games")
    for name, options in (("all", ()), ("champion", ("--player", "champion", "--player", "champion-plain"))):
        arena("book", "build", folder / "games", *options, "-o", folder / f"{name}.bin")
    openings = folder / "beginnings.fen"
    openings.write_text("\n".join(beginnings()) + "\n", encoding="utf-8")
    for mind in MINDS:
        for book in (folder / "all.bin", folder / "champion.bin", "house"):
            pair = (f"plain={mind}", f"book={mind}:book={book}")
            tournament(pair, games, openings, folder / f"{mind}-{Path(book).stem}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else GAMES)
