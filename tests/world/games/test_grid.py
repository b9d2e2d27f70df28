"""The clickable grid of a chess board: squares, names, both sides, promotions."""

from world.games.chess import Chess
from world.games.tictactoe import TicTacToe


def test_squares_are_where_they_are_seen() -> None:
    """White sees e2e4 in the fifth column, Black in the fourth, upside down."""
    chess = Chess()
    white, black = chess.getgrid(0), chess.getgrid(1)
    assert white is not None
    assert black is not None
    assert white.actions["12,28"] == ((6, 4), (4, 4))
    assert black.actions["12,28"] == ((1, 3), (3, 3))
    assert white.labels[6][4] == black.labels[1][3] == "e2, white pawn"
    assert white.labels[4][4] == "e4"
    assert black.labels[7][7] == "a8, black rook"


def test_promotions_share_their_fields() -> None:
    """Four promotions share two squares and differ by name."""
    chess = Chess()
    chess.newrun("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    grid = chess.getgrid()
    assert grid is not None
    same = [action for action, fields in grid.actions.items() if fields == ((1, 0), (0, 0))]
    assert sorted(map(chess.describe, same)) == ["a8=B", "a8=N", "a8=Q", "a8=R"]


def test_black_sees_the_board_from_the_other_side() -> None:
    """The two views differ, and the world's picture is White's."""
    chess = Chess()
    assert chess.getview(0) == chess.getimage() != chess.getview(1)


def test_a_cell_is_an_action() -> None:
    """In tic-tac-toe each empty cell is one action, and no other field is."""
    game = TicTacToe()
    game.takeaction("4")
    grid = game.getgrid()
    assert grid is not None
    assert grid.actions["5"] == ((1, 2),)
    assert "4" not in grid.actions
    assert grid.labels[1][1] == "4, x"
