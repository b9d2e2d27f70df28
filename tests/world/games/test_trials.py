"""The trial positions are what their themes claim, and can be played."""

from collections.abc import Callable

import chess
import pytest

from world.api import Opening
from world.games.chess.trials import house_trials
from world.games.chess.world import Chess
from world.games.tictactoe import TicTacToe

TRIALS = house_trials()


def theme(trial: Opening) -> str:
    return trial.name.rpartition(" ")[0]


def bitboard_of(trial: Opening) -> chess.Board:
    """Return the position as a python-chess board, with its history."""
    board = chess.Board(trial.start)
    for action in trial.actions:
        source, target, *letter = action.split(",")
        promotion = chess.PIECE_SYMBOLS.index(letter[0]) if letter else None
        board.push(chess.Move(int(source), int(target), promotion))
    return board


def after(board: chess.Board, holds: Callable[[chess.Board], bool]) -> list[chess.Move]:
    """Return the moves after which a condition holds."""
    found = []
    for move in board.legal_moves:
        board.push(move)
        found += [move] if holds(board) else []
        board.pop()
    return found


def among(board: chess.Board, which: Callable[[chess.Move], object]) -> int:
    return sum(bool(which(move)) for move in board.legal_moves)


def only(board: chess.Board, which: Callable[[chess.Move], object]) -> bool:
    return 0 < among(board, which) == board.legal_moves.count()


def king_steps(board: chess.Board) -> int:
    return among(board, lambda move: board.piece_type_at(move.from_square) == chess.KING)


def promotes(move: chess.Move) -> bool:
    return move.promotion is not None


def pseudo_passing(board: chess.Board) -> bool:
    return any(map(board.is_en_passant, board.generate_pseudo_legal_moves()))


def attacked_rook(board: chess.Board) -> bool:
    return any(board.is_attacked_by(not board.turn, square) for square in board.pieces(chess.ROOK, board.turn))


def pieces(board: chess.Board) -> int:
    return chess.popcount(board.occupied)


CLAIMS: dict[str, Callable[[chess.Board], object]] = {
    "promotion": lambda board: among(board, promotes),
    "promotion by capture": lambda board: among(board, lambda move: promotes(move) and board.is_capture(move)),
    "promotion as the only way": lambda board: only(board, promotes),
    "promotion to a knight mates": lambda board: (
        [move.promotion for move in after(board, chess.Board.is_checkmate)] == [chess.KNIGHT]
    ),
    "en passant": lambda board: among(board, board.is_en_passant) == 1,
    "en passant from both sides": lambda board: among(board, board.is_en_passant) == 2,
    "en passant out of check": lambda board: board.is_check() and among(board, board.is_en_passant),
    "en passant as the only way": lambda board: only(board, board.is_en_passant) and board.legal_moves.count() == 1,
    "en passant forbidden": lambda board: not among(board, board.is_en_passant) and pseudo_passing(board),
    "castling both ways": lambda board: among(board, board.is_castling) == 2,
    "castling with the rook attacked": lambda board: among(board, board.is_castling) and attacked_rook(board),
    "castling forbidden": lambda board: board.castling_rights and not among(board, board.is_castling),
    "castling without a path": lambda board: (
        board.castling_rights and not any(map(board.is_castling, board.generate_pseudo_legal_moves()))
    ),
    "one legal action": lambda board: board.legal_moves.count() == 1,
    "check": lambda board: len(board.checkers()) == 1,
    "check to be taken": lambda board: board.is_check() and only(board, board.is_capture) and not king_steps(board),
    "check to be blocked": lambda board: (
        board.is_check() and not among(board, board.is_capture) and not king_steps(board)
    ),
    "check in three ways": lambda board: (
        board.is_check() and among(board, board.is_capture) and 0 < king_steps(board) < board.legal_moves.count()
    ),
    "check by a knight": lambda board: [board.piece_type_at(square) for square in board.checkers()] == [chess.KNIGHT],
    "double check": lambda board: len(board.checkers()) == 2 and king_steps(board) == board.legal_moves.count(),
    "mate in one": lambda board: len(after(board, chess.Board.is_checkmate)) == 1,
    "nearly empty": lambda board: pieces(board) <= 4,
    "many moves": lambda board: board.legal_moves.count() >= 100,
    "stalemate to be avoided": lambda board: after(board, chess.Board.is_stalemate),
    "opening": lambda board: board.fullmove_number <= 5 and pieces(board) > 28,
    "middlegame": lambda board: pieces(board) > 18 and board.legal_moves.count() > 25,
    "endgame": lambda board: 4 < pieces(board) <= 16,
    "long game": lambda board: board.ply() >= 200,
    "long game, seen twice": lambda board: board.ply() >= 100 and board.is_repetition(2),
    "long game, almost fifty moves": lambda board: 95 <= board.halfmove_clock < 100,
}


def test_there_are_sixty_and_all_different() -> None:
    """All sixty positions and names differ."""
    assert len(TRIALS) == 60
    assert len({bitboard_of(trial).fen() for trial in TRIALS}) == 60
    assert len({trial.name for trial in TRIALS}) == 60
    assert {theme(trial) for trial in TRIALS} == set(CLAIMS)


@pytest.mark.parametrize("trial", TRIALS, ids=lambda trial: trial.name)
def test_trials_are_what_they_claim(trial: Opening) -> None:
    """Each trial is a legal start where a side can move, and its theme is true."""
    world = Chess()
    world.newrun(trial.start)
    for action in trial.actions:
        world.takeaction(action)
    board = bitboard_of(trial)
    assert world.ending() is None
    assert len(world.actions()) == board.legal_moves.count()
    assert CLAIMS[theme(trial)](board), board.fen()


def test_mates_and_castling_are_for_both_colours() -> None:
    """Some trials of a theme are for White and some for Black."""
    for wanted in ("mate in one", "castling both ways", "promotion", "en passant", "double check", "many moves"):
        assert {bitboard_of(trial).turn for trial in TRIALS if theme(trial) == wanted} == {True, False}, wanted


def test_other_worlds_have_trials_of_their_own() -> None:
    """A world without its own trials gets 60 different states from random runs, the same every time."""
    trials = TicTacToe.trials()
    assert len(trials) == 60
    assert trials == TicTacToe.trials()
    world, states = TicTacToe(), set()
    for trial in trials:
        world.newrun(trial.start)
        for action in trial.actions:
            world.takeaction(action)
        assert trial.name == f"opening 1, {len(trial.actions)} action{'s' * (len(trial.actions) != 1)} on"
        states.add(world.getstate())
    assert len(states) == 60
