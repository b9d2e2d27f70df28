"""The connect four world: discs fall, lines win in every direction, and impossible starts are rejected."""

import pytest

from world.errors import StartError
from world.games.connect4 import EMPTY, ConnectFour


def played(actions: str, start: str = "") -> ConnectFour:
    world = ConnectFour()
    world.newrun(start)
    for action in actions:
        world.takeaction(action)
    return world


def test_discs_fall() -> None:
    """A disc falls to the lowest empty cell of its column."""
    assert played("333").getstate() == "......./......./......./...x.../...o.../...x... o"
    assert played("333333").actions() == ["0", "1", "2", "4", "5", "6"]


@pytest.mark.parametrize("actions", ["0101010", "0011223", "01122323363", "65544343303"])
def test_four_in_a_line_win(actions: str) -> None:
    """Four in a vertical, horizontal or diagonal line win."""
    ending = played(actions).ending()
    assert ending is not None
    assert (ending.kind, ending.result) == ("four in a line", (1.0, 0.0))
    assert played(actions[:-1]).ending() is None


def test_a_full_board_is_a_draw() -> None:
    """Forty-two discs without a line are a draw."""
    world = played("", "o.xoxox/oxxxoxx/oxoxoxo/xoxooox/xoooxxo/xxoxoxo o")
    assert world.actions() == ["1"]
    world.takeaction("1")
    ending = world.ending()
    assert ending is not None
    assert (ending.kind, ending.result, world.actions()) == ("full board", (0.5, 0.5), [])


@pytest.mark.parametrize(
    "start",
    [
        "x",
        EMPTY[:-1] + "o",
        EMPTY.replace("/", ""),
        EMPTY.replace(".", "x", 1)[:-1] + "o",
        "......./......./......./......./......./xxxxooo x",
        "......./......./......./...x.../...x.../...x... x",
        "......./......./......./......./ooo..../xxxx... x",
    ],
)
def test_impossible_starts(start: str) -> None:
    """A start with a floating disc, wrong numbers or a finished game raises a StartError."""
    with pytest.raises(StartError):
        played("", start)


def test_there_are_many_openings() -> None:
    """The openings are many, so that games between the same two minds differ."""
    openings = ConnectFour.openings()
    assert len({one.actions for one in openings}) == 49
    for one in openings:
        played("".join(one.actions))
    assert [one.start for one in ConnectFour.openings(f"{EMPTY}\n")] == [EMPTY]


def test_a_column_is_a_field() -> None:
    """The grid has one field for each column that is not full."""
    world = ConnectFour()
    for action in "000000":
        world.takeaction(action)
    grid = world.getgrid()
    assert grid is not None
    assert (grid.rows, grid.columns) == (1, 7)
    assert grid.actions == {str(column): ((0, column),) for column in range(1, 7)}
    assert grid.labels[0][0] == "column 0, 6 of 6 discs"
