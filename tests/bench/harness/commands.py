"""The match as a command of each harness: an engine against itself at one node a move, the same games for all."""

import random
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.pgn

from tests.bench.harness.simple_loop import HASH, is_over

SEED, OPENING_PLIES = 16, 8


@dataclass(frozen=True)
class Match:
    """The match: two games, one with each seating, from every position."""

    engine: str
    positions: Path
    games: int
    concurrency: int


def write_positions(path: Path, count: int) -> None:
    """Write positions after random legal moves, always the same ones."""
    chance, found = random.Random(SEED), []
    while len(found) < count:
        board = chess.Board()
        for _ in range(OPENING_PLIES):
            board.push(chance.choice(list(board.legal_moves)))
            if is_over(board):
                break
        else:
            found.append(board.fen())
    path.write_text("\n".join(found) + "\n")


def arena(match: Match, out: Path) -> list[str]:
    """Return the command of `arena run`."""
    spec = f"uci:{match.engine}?Hash={HASH}"
    words = [sys.executable, "-P", "-m", "arena", "run", f"a={spec}", f"b={spec}", "--nodes", "1"]
    words += ["--openings", str(match.positions), "--order", "sequential", "--out", str(out / "results")]
    return [*words, "--games", str(match.games), "--concurrency", str(match.concurrency)]


def python_chess(match: Match, out: Path) -> list[str]:
    """Return the command of the loop in simple_loop.py."""
    loop = [sys.executable, "-m", "tests.bench.harness.simple_loop", match.engine, str(match.positions), str(out)]
    return [*loop, str(match.concurrency)]


def fastchess(match: Match, out: Path) -> list[str]:
    """Return the command of fastchess; its openings serve both games of a round by default."""
    return ["fastchess", *_options(match), "-pgnout", f"file={out / 'games.pgn'}"]


def cutechess(match: Match, out: Path) -> list[str]:
    """Return the command of cutechess-cli."""
    return ["cutechess-cli", *_options(match), "-repeat", "-pgnout", str(out / "games.pgn")]


def _options(match: Match) -> list[str]:
    """Return the options that fastchess has from cutechess-cli."""
    engines = [word for name in "ab" for word in ("-engine", f"cmd={match.engine}", f"name={name}")]
    each = ["-each", "proto=uci", "nodes=1", "tc=inf", f"option.Hash={HASH}"]
    openings = ["-openings", f"file={match.positions}", "format=epd", "order=sequential"]
    rounds = ["-rounds", str(match.games // 2), "-games", "2", "-concurrency", str(match.concurrency)]
    return [*engines, *each, *openings, *rounds]


COMMANDS: dict[str, Callable[[Match, Path], list[str]]] = {
    "arena run": arena,
    "python-chess": python_chess,
    "fastchess": fastchess,
    "cutechess-cli": cutechess,
}


def present() -> list[str]:
    """Return the names of the harnesses that are installed here."""
    return [name for name in COMMANDS if name in ("arena run", "python-chess") or shutil.which(name)]


def count_plies(out: Path) -> tuple[int, int]:
    """Return the number of games and plies that a harness has written into a folder."""
    pages = [*out.glob("games.pgn"), *out.glob("results/games.pgn")]
    games = [list(map(str, moves)) for page in pages for moves in _moves_of(page)]
    games += [line.split() for path in out.glob("?.txt") for line in path.read_text().splitlines()]
    return len(games), sum(map(len, games))


def _moves_of(page: Path) -> list[list[chess.Move]]:
    found = []
    with page.open() as file:
        while (game := chess.pgn.read_game(file)) is not None:
            found.append(list(game.mainline_moves()))
    return found
