"""The match in a plain loop of python-chess.

Run as a command: `python -m tests.bench.harness.simple_loop ENGINE FEN_FILE OUT CONCURRENCY`. Each process keeps two
engines, plays every position with both seatings, and writes the moves of each game on a line of a file in the folder
OUT. Games end as in the arena: by the rules, with threefold repetition and fifty moves claimed at once.
"""

import multiprocessing
import sys
from collections.abc import Iterator
from pathlib import Path

import chess
from chess.engine import Limit, SimpleEngine

HASH = 16


def is_over(board: chess.Board) -> bool:
    """Return True if the game has ended."""
    return board.is_game_over() or board.is_fifty_moves() or board.is_repetition(3)


def play(board: chess.Board, engines: tuple[SimpleEngine, SimpleEngine]) -> Iterator[chess.Move]:
    """Play a game to its end on the board, between engines for White and Black, and yield its moves."""
    game = object()  # python-chess announces a new game to an engine when this changes
    while not is_over(board):
        move = engines[0 if board.turn else 1].play(board, Limit(nodes=1), game=game).move
        assert move is not None
        board.push(move)
        yield move


def opened(engine: str, **options: int) -> SimpleEngine:
    """Return an engine that has been started with these options."""
    one = SimpleEngine.popen_uci(engine)
    one.configure(options)
    return one


def play_all(engine: str, fens: list[str], out: Path) -> None:
    """Play every position with both seatings, and write the moves."""
    with opened(engine, Hash=HASH) as one, opened(engine, Hash=HASH) as other, out.open("w") as file:
        for fen in fens:
            for engines in ((one, other), (other, one)):
                print(*play(chess.Board(fen), engines), file=file)


def main(engine: str, fens: Path, out: Path, concurrency: int) -> None:
    """Share the positions among the processes, and wait for them."""
    positions = fens.read_text().splitlines()
    out.mkdir(exist_ok=True)
    context = multiprocessing.get_context("fork")
    workers = [
        context.Process(target=play_all, args=(engine, positions[number::concurrency], out / f"{number}.txt"))
        for number in range(concurrency)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    sys.exit(max(worker.exitcode or 0 for worker in workers))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4]))
