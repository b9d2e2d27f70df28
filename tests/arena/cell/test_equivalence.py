"""Games of UCI engines in the arena are move for move those of a plain python-chess loop."""

from pathlib import Path

import chess
import pytest

from arena.store.store import open_store
from tests.arena.command import arena, arena_process
from tests.bench.harness.simple_loop import is_over, opened, play
from world.record import Record
from world.registry import find

ENGINE, OPTIONS = "/usr/games/stockfish", {"Hash": 1, "Threads": 1}
SPEC = f"uci:{ENGINE}?Hash=1&Threads=1"


def command(games: int, out: Path) -> list[str]:
    return ["run", f"a={SPEC}", f"b={SPEC}", "--nodes", "1", "--games", str(games), "--out", str(out)]


def board_after_opening(record: Record) -> chess.Board:
    board = chess.Board(record.start)
    for ply in record.plies[: record.opening]:
        board.push_uci(uci_of(board, ply.action))
    return board


def uci_of(board: chess.Board, action: str) -> str:
    """Return an action such as "12,28" as a move such as e2e4; a pawn becomes a queen unless the action says else."""
    start, end, *piece = action.split(",")
    move = chess.Move(int(start), int(end))
    at_end = board.piece_type_at(move.from_square) == chess.PAWN and chess.square_rank(move.to_square) in (0, 7)
    return move.uci() + (piece[0] if piece else "q" if at_end else "")


def assert_same_games(out: Path, games: int) -> None:
    """Assert that a plain loop plays the games of a results folder again, to the same end."""
    with opened(ENGINE, **OPTIONS) as one, opened(ENGINE, **OPTIONS) as other, open_store(out) as store:
        records = list(store.records())
        assert len(records) == games
        for record in records:
            engines = (one, other) if record.minds[0] == "a" else (other, one)
            board, replayed = board_after_opening(record), board_after_opening(record)
            moves = [move.uci() for move in play(board, engines)]
            for number, ply in enumerate(record.plies[record.opening :]):
                assert moves[number : number + 1] == [uci_of(replayed, ply.action)], (record.name, number)
                replayed.push_uci(moves[number])
            assert len(moves) == len(record.plies) - record.opening
            assert is_over(replayed)


def test_the_arena_plays_the_moves_of_a_plain_loop(tmp_path: Path) -> None:
    """Six games from three openings of Stockfish against itself at one node are those of a plain loop."""
    done = arena(*command(6, tmp_path))
    assert done.returncode == 0, done.stderr
    assert_same_games(tmp_path, 6)


@pytest.mark.drill
def test_a_hundred_games_are_those_of_a_plain_loop(tmp_path: Path) -> None:
    """A hundred games from fifty openings, two at once, are those of a plain loop."""
    assert len(find("chess").openings()) >= 50
    done = arena_process(*command(100, tmp_path), "--concurrency", "2")
    assert done.returncode == 0, done.stderr
    assert_same_games(tmp_path, 100)
