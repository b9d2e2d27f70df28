"""Algebraic notation, compared with python-chess."""

import random
from pathlib import Path

import chess
import pytest

from world.errors import IllegalAction
from world.games.chess.referee import action_of, legal_move
from world.games.chess.san import san_moves

DATA = Path(__file__).parents[2] / "data"
LINES = [line for name in ("tricky", "standard", "mates") for line in (DATA / f"{name}.epd").read_text().splitlines()]
STARTS = [f"{' '.join(line.split()[:4])} 0 1" for line in LINES if line and not line.startswith("#")]
SQUARES = range(64)


def random_line(start: str, seed: int, plies: int) -> tuple[list[str], list[tuple[int, bool, str]]]:
    chance, board = random.Random(seed), chess.Board(start)
    actions, names = [], []
    while len(actions) < plies and (moves := list(board.legal_moves)):
        move = chance.choice(moves)
        actions.append(action_of(move))
        names.append((board.fullmove_number, board.turn, board.san_and_push(move)))
    return actions, names


@pytest.mark.parametrize("seed", range(30))
def test_random_games(seed: int) -> None:
    """A random game from the usual start is written as python-chess writes it."""
    actions, names = random_line(chess.STARTING_FEN, seed, 300)
    assert list(san_moves("", actions)) == names


def test_all_moves_of_hard_positions() -> None:
    """Every move, and a few after it, of positions with castling, promotions, pins and mates."""
    for seed, start in enumerate(STARTS):
        actions, names = random_line(start, seed, 30)
        assert list(san_moves(start, actions)) == names
        board = chess.Board(start)
        for move in board.legal_moves:
            assert [name for _, _, name in san_moves(start, [action_of(move)])] == [board.san(move)]


def test_illegal_moves_are_found() -> None:
    """An action that is not legal raises IllegalAction, also in the middle of a game."""
    chance = random.Random(1)
    for seed, start in enumerate(STARTS[::5]):
        actions, _ = random_line(start, seed, 10)
        board = chess.Board(start)
        for action in actions:
            board.push(legal_move(board, action) or chess.Move.null())
        for _ in range(100):
            action = f"{chance.choice(SQUARES)},{chance.choice(SQUARES)}"
            if legal_move(board, action) is None:
                with pytest.raises(IllegalAction) as caught:
                    list(san_moves(start, [*actions, action]))
                assert board.fen() in str(caught.value)
