"""The maze world: maps are read and generated, and a run is scored by its length."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from world.api import IllegalAction
from world.errors import StartError
from world.games.maze import Maze
from world.games.maze.generate import generate_maze
from world.games.maze.map import read_map, shortest_length

SMALL = "S.#/..#/#.G"
MAPS = st.integers(1, 6).flatmap(
    lambda columns: st.lists(st.text("#.SG", min_size=columns, max_size=columns), min_size=1, max_size=6).map("/".join)
)


def walked(start: str, *actions: str) -> Maze:
    maze = Maze()
    maze.newrun(start)
    for action in actions:
        maze.takeaction(action)
    return maze


@given(MAPS)
def test_maps_are_read_or_rejected(text: str) -> None:
    """A map with one S and one G is read, and every cell has its name and neighbours."""
    if text.count("S") != 1 or text.count("G") != 1:
        with pytest.raises(StartError, match="expected rows"):
            read_map(text)
        return
    maze_map, rows = read_map(text), text.split("/")
    for row, line in enumerate(rows):
        for column, letter in enumerate(line):
            place = maze_map.place(row, column)
            assert maze_map.name(place) == f"{row},{column}"
            assert bool(maze_map.ground[place]) == (letter != "#")
            around = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
            inside = [(r, c) for r, c in around if 0 <= r < len(rows) and 0 <= c < len(line) and rows[r][c] != "#"]
            assert [maze_map.name(near) for near in maze_map.neighbours(place)] == [f"{r},{c}" for r, c in inside]


@pytest.mark.parametrize(
    "text",
    ["S", "S/G.", "S.G/..", "S.G/....", "SG/", "/SG", "SG//", "S\tG", "SxG", "S" + "." * 1000 + "G", "rooms 9x9"],
)
def test_malformed_mazes(text: str) -> None:
    """A malformed map raises a StartError that says what was expected."""
    with pytest.raises(StartError, match="expected"):
        walked(text)


def test_without_a_way_there_is_no_run() -> None:
    """A goal behind walls raises a StartError."""
    with pytest.raises(StartError, match="no way leads"):
        walked("S#G")


@settings(max_examples=40)
@given(st.sampled_from(["random", "rooms"]), st.integers(16, 60), st.integers(16, 60), st.integers(0, 10**6))
def test_there_is_always_a_way(kind: str, rows: int, columns: int, seed: int) -> None:
    """A generated maze has a way and the right size, and a seed always makes the same maze."""
    text = generate_maze(f"{kind} {rows}x{columns}", seed)
    generate_maze.cache_clear()
    assert generate_maze(f"{kind} {rows}x{columns}", seed) == text
    maze_map = read_map(text)
    assert (maze_map.rows, maze_map.columns) == (rows, columns)
    least = shortest_length(maze_map)
    assert least is not None
    assert least >= 1


def test_the_obstacles_are_as_many_as_asked_for() -> None:
    """Three in ten cells are walls by default; the corners are free."""
    text = generate_maze("random 100x100", 1)
    assert 2700 < text.count("#") < 3300
    assert 800 < generate_maze("random 100x100 10%", 1).count("#") < 1200
    assert (text[0], text[-1]) == ("S", "G")


def test_a_way_is_scored_against_the_shortest() -> None:
    """The shortest way scores 1, a detour less, and a run that does not arrive 0."""
    assert walked(SMALL, "1,0", "1,1", "2,1", "2,2").getscore() == (1.0,)
    detour = walked(SMALL, "1,0", "0,0", "1,0", "1,1", "2,1", "2,2")
    ending = detour.ending()
    assert ending is not None
    assert (ending.kind, ending.result) == ("at the goal", (round(4 / 6, 6),))
    lost = walked(SMALL, *["1,0", "0,0"] * 3)
    ending = lost.ending()
    assert ending is not None
    assert (ending.kind, ending.result, lost.actions()) == ("out of steps", (0.0,), [])


def test_the_first_state_is_the_map_and_the_others_are_short() -> None:
    """States after the first are the present cell only."""
    maze = walked(SMALL)
    assert maze.getstate() == SMALL
    maze.takeaction("1,0")
    assert maze.getstate() == "1,0"
    with pytest.raises(IllegalAction, match="expected one of 0,0 1,1"):
        maze.takeaction("2,0")


def test_pictures_show_depths() -> None:
    """The picture shows a mind's depths, and ignores malformed ones."""
    maze = walked("S.../..../...G", "0,1")
    plain = maze.getimage()
    maze.hear({"depths": [0, 1, 2, 3, 1, 77, 3, 4, -1, -1, -1, -1]})
    assert ">77</text>" in maze.getimage()
    maze.hear(None)
    assert ">77</text>" in maze.getimage(), "what was told last is still to be seen when the way is walked"
    for nonsense in ([1], ["x"] * 12, {"a": 1}, [-5] * 12, [2.5] * 12, "0123456789ab", [None] * 12):
        maze.hear({"depths": nonsense})
        assert maze.getimage() == plain


def test_large_mazes_are_kept_within_bounds() -> None:
    """Picture, text and steps of a maze of a million cells stay within bounds."""
    for words in ("random 1000x1000", "rooms 1000x1000"):
        maze = walked(words)
        assert len(maze.getimage()) < 1_000_000
        lines = maze.gettext().splitlines()
        assert (len(lines), {len(line) for line in lines}) == (16, {72})
        assert "@" in maze.gettext()
        assert maze.most == 10_000


def test_openings_may_be_maps_or_words() -> None:
    """A file of openings is read line by line, and an error names the line."""
    assert [one.name for one in Maze.openings(f"{SMALL}\n\nrooms 20x30\n")] == ["maze 1", "rooms 20x30"]
    with pytest.raises(StartError, match="line 2"):
        Maze.openings(f"{SMALL}\nS#G\n")
    assert len(Maze.openings()) == 5


def test_cells_can_be_pointed_at_where_they_are_large_enough() -> None:
    """Each neighbouring cell is an action; a large maze has no grid."""
    maze = Maze()
    maze.newrun("S./.G")
    grid = maze.getgrid()
    assert grid is not None
    assert (grid.rows, grid.columns, grid.actions) == (2, 2, {"0,1": ((0, 1),), "1,0": ((1, 0),)})
    maze.newrun("random 40x40")
    assert maze.getgrid() is None
