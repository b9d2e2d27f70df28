"""The picture of a game in a terminal of any size."""

import pytest
from rich.cells import cell_len

from arena.report.frame import Frame

CHESS = "\n".join([*(f"{rank}  . . . . . . . ." for rank in range(8, 0, -1)), "", "   a b c d e f g h"])
MAZE = "\n".join(["█·" * 36] * 16)
LONG = ("a-mind-with-a-very-long-name-that-somebody-chose", "心" * 30)


def frame(
    board: str, names: tuple[str, ...] = ("minimax", "alphabeta"), plies: int = 30, score: str = "+0.50"
) -> Frame:
    rows = tuple(
        (str(ply), names[ply % 2], "Nbxd7+", score, "12", "100.00 s") for ply in range(plies - 9, plies + 1) if ply > 0
    )
    last = f"{names[0]} (White) plays Nbxd7+: the knight from b8 takes the queen on d7; check"
    return Frame(names, " – ".join(names), board, rows, 6, last, f"{names[1]} (Black) to move")


@pytest.mark.parametrize("board", [CHESS, MAZE, "at a, to b; 0 paid", ""])
@pytest.mark.parametrize("names", [("minimax", "alphabeta"), LONG])
def test_it_fits_into_any_terminal(board: str, names: tuple[str, ...]) -> None:
    """No line is wider and no picture higher than the terminal."""
    for width in (1, 10, 20, 39, 40, 58, 59, 60, 79, 80, 120, 200):
        for height in (7, 10, 18, 24, 60):
            lines = frame(board, names).lines(width, height)
            assert max(cell_len(line.plain) for line in lines) <= width
            assert len(lines) <= height


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_the_last_move_and_the_player_to_move_are_always_there(width: int) -> None:
    """The last two lines are the last move and who is to move, however large the board is."""
    *_, last, turn = (line.plain for line in frame(MAZE).lines(width, 12))
    assert last.startswith("minimax (White) plays Nbxd7+")
    assert turn == "alphabeta (Black) to move"


def test_moves_stand_beside_the_board_where_there_is_room() -> None:
    """At 80 columns all figures of a move stand beside a chess board; at 40, moves with scores stand below it."""
    assert "8  . . . . . . . .      ply  mind" in frame(CHESS).lines(80, 24)[2].plain
    assert "alphabeta  Nbxd7+    +0.50     12  100.00 s" in frame(CHESS).lines(80, 24)[3].plain
    narrow = [line.plain for line in frame(CHESS).lines(40, 24)]
    assert narrow[2] == "8  . . . . . . . ."
    assert "minimax    Nbxd7+    +0.50" in narrow[15]


def test_nothing_jumps_while_the_table_fills() -> None:
    """The lines of a picture are as many before the first move as after the tenth, with the columns in one place."""
    empty, full = (frame(CHESS, plies=plies).lines(80, 24) for plies in (0, 10))
    assert len(empty) == len(full)
    assert empty[2].plain == full[2].plain


def test_scores_are_explained_where_there_are_any() -> None:
    """The note on scores is not shown if no mind has told one."""
    assert any("in pawns" in line.plain for line in frame(CHESS).lines(80, 24))
    assert not any("in pawns" in line.plain for line in frame(CHESS, score="").lines(80, 24))
