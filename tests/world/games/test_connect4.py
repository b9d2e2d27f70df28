"""Connect four: discs fall, lines win in every direction, and impossible starts are refused."""

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
    """To the bottom of their column, on top of what is there."""
    assert played("333").getstate() == "......./......./......./...x.../...o.../...x... o"
    assert played("333333").actions() == ["0", "1", "2", "4", "5", "6"]


@pytest.mark.parametrize("actions", ["0101010", "0011223", "01122323363", "65544343303"])
def test_four_in_a_line_win(actions: str) -> None:
    """Upwards, sideways, and aslant both ways."""
    ending = played(actions).ending()
    assert ending is not None
    assert (ending.kind, ending.result) == ("four in a line", (1.0, 0.0))
    assert played(actions[:-1]).ending() is None


def test_a_full_board_is_a_draw() -> None:
    """Forty-two discs and no line."""
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
def test_impossible_starts_are_refused(start: str) -> None:
    """Discs in the air, too many of one kind, or a game that is over for whoever is to move."""
    with pytest.raises(StartError):
        played("", start)


def test_there_are_beginnings_enough() -> None:
    """Or every game between the same two would be the same."""
    openings = ConnectFour.openings()
    assert len({one.actions for one in openings}) == 49
    for one in openings:
        played("".join(one.actions))
    assert [one.start for one in ConnectFour.openings(f"{EMPTY}\n")] == [EMPTY]


def test_a_whole_column_is_pointed_at() -> None:
    """One field for each column, and none for one that is full."""
    world = ConnectFour()
    for action in "000000":
        world.takeaction(action)
    grid = world.getgrid()
    assert grid is not None
    assert (grid.rows, grid.columns) == (1, 7)
    assert grid.actions == {str(column): ((0, column),) for column in range(1, 7)}
    assert grid.labels[0][0] == "column 0, 6 of 6 discs"
