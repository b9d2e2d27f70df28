"""A program that measures the speed of python-chess, for comparison with the project's own rules.

It reads jobs as JSON and prints one figure each. It runs as a process, so that the arena need not import the referee.
"""

import json
import sys
import time
from collections.abc import Callable
from typing import Any

from world.games.chess.referee import Board, Move, scan_forward

# A piece-square table for each kind, pawns first: its value, and a little more near the centre.
TABLES = [
    [value + 5 * (6 - abs(2 * (square % 8) - 7) // 2 - abs(2 * (square // 8) - 7) // 2) for square in range(64)]
    for value in (100, 320, 325, 500, 900, 0)
]


def perft(board: Board, depth: int) -> int:
    """Count the lines of play; the last move of each is counted but not made."""
    if depth == 1:
        return board.legal_moves.count()
    lines = 0
    for move in board.legal_moves:
        board.push(move)
        lines += perft(board, depth - 1)
        board.pop()
    return lines


class AlphaBeta:
    """A minimal alpha-beta search, line by line the same as in `arena.bench.rules`."""

    def __init__(self, evaluate: Callable[[Board], int]) -> None:
        self.evaluate, self.nodes = evaluate, 0

    def search(self, board: Board, depth: int, alpha: int = -30_000, beta: int = 30_000) -> int:
        self.nodes += 1
        if depth == 0:
            return self.evaluate(board)
        for move in list(board.legal_moves):
            board.push(move)
            alpha = max(alpha, -self.search(board, depth - 1, -beta, -alpha))
            board.pop()
            if alpha >= beta:
                break
        return alpha


def score(board: Board) -> int:
    """Return the piece-square score for the side to move, summed over python-chess's bitboards."""
    white, black = board.occupied_co[True], board.occupied_co[False]
    kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
    total = 0
    for table, kind in zip(TABLES, kinds, strict=True):
        for square in scan_forward(kind & white):
            total += table[square]
        for square in scan_forward(kind & black):
            total -= table[square ^ 56]
    return total if board.turn else -total


def referee_game(actions: list[str]) -> None:
    """Referee a game with python-chess alone: for each move test it, play it, test for the end, write the FEN."""
    board = Board()
    for action in actions:
        source, target, *promotion = action.split(",")
        move = Move(int(source), int(target), "..nbrq".index(promotion[0]) if promotion else None)
        if move not in board.legal_moves:
            raise ValueError(f"{action} is illegal in {board.fen()}")
        board.push(move)
        if board.outcome(claim_draw=True) is not None:
            raise ValueError("the measured game ended early; expected a game that goes on")
        board.fen()


def nothing(_board: Board) -> int:
    """Return 0: without an evaluation, a search costs what the rules cost."""
    return 0


def microseconds(work: Callable[[], Any], at_once: int = 50, seconds: float = 0.2) -> float:
    """Return the mean time of a call, over as many calls as fit into `seconds`."""
    calls, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        for _ in range(at_once):
            work()
        calls += at_once
    return spent / calls * 1e6


def measure(job: dict[str, Any]) -> float:
    """Return a job's figure: nodes a second, or microseconds a call."""
    board = Board(job["fen"])
    what, depth = job["what"], job["depth"]
    if what == "list":
        return microseconds(lambda: list(board.legal_moves))
    if what == "play":
        move = Move.from_uci(job["move"])

        def there_and_back() -> None:
            board.push(move)
            board.pop()

        return microseconds(there_and_back)
    if what == "alphabeta":
        evaluate = score if job["scored"] else nothing
        player = AlphaBeta(evaluate)
        player.search(board, depth)
        return player.nodes / microseconds(lambda: AlphaBeta(evaluate).search(board, depth), at_once=1) * 1e6
    if what == "referee":
        return microseconds(lambda: referee_game(job["line"]), at_once=1) / len(job["line"])
    start = time.perf_counter()
    return perft(board, depth) / (time.perf_counter() - start)


if __name__ == "__main__":
    print(json.dumps([measure(job) for job in json.load(sys.stdin)]))
