"""Tables that fit into a terminal."""

import pytest

from arena.cli.tables import fitted, print_table
from arena.cli.tournament import SHORT_HEADINGS
from arena.report.summary import aligned

COLUMNS = [
    "rank",
    "mind",
    "ranks",
    "tier",
    "points",
    "elo",
    "±",
    "games",
    "wins",
    "draws",
    "losses",
    "%",
    "forfeits",
    "unplayed",
]
ROW = [
    "22=",
    "a-mind-with-a-long-name-and-a-number-17",
    "17–22",
    "2",
    "25.5",
    "-531",
    "279",
    "118",
    "60",
    "30",
    "28",
    "56.6",
    "5",
    "37",
]


@pytest.mark.parametrize("width", [80, 100, 120])
def test_names_stay_readable_in_the_widest_standings(width: int) -> None:
    """With every column there is, a mind's name keeps at least twelve letters, of both of its ends."""
    space = 2 if width >= 100 else 1
    headings, [row] = fitted(COLUMNS, [ROW], width, space, SHORT_HEADINGS)
    assert len(row[1]) >= 12
    assert row[1][0] == "a"
    assert row[1].endswith("17")
    assert sum(max(map(len, cells)) + space for cells in zip(headings, row, strict=True)) <= width


def test_nothing_is_cut_where_there_is_room() -> None:
    """A wide terminal and a pipe get the whole names and headings."""
    assert fitted(COLUMNS, [ROW], 1000, 2, SHORT_HEADINGS) == (COLUMNS, [ROW])


def test_numbers_are_aligned_at_their_ends(capsys: pytest.CaptureFixture[str]) -> None:
    """A column of numbers is aligned to the right, one of other texts to the left."""
    print_table(("mind", "elo"), [["one", "+398"], ["b", "-5"]])
    assert capsys.readouterr().out.splitlines() == ["mind   elo", "one   +398", "b       -5"]


def test_decimal_points_stand_below_each_other() -> None:
    """A column of decimal numbers has the same places in each row; other columns stay as they are."""
    assert aligned(["83.3", "50", "0"]) == ["83.3", "50.0", "0.0"]
    assert aligned(["1", "12"]) == ["1", "12"]
    assert aligned(["+1.5", "2"]) == ["+1.5", "2"]
    assert aligned([]) == []
