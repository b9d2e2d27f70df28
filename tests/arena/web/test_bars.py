"""The small pictures in the rows of tables."""

import re

from arena.web.bars import outcomes, rank_bar, rating_bar
from arena.web.results.counts import Tally
from arena.web.results.standings import StandingsRow

ROW = StandingsRow(2, "2", "ann", 4, 0, ranks="1–3", left=10.5, middle=50.0, right=89.5)


def test_outcomes_fill_the_bar() -> None:
    """Won, drawn and lost games take their shares of a hundred, one after the other; without games all are empty."""
    assert re.findall(r'width="([^"]+)" height', outcomes(Tally(4, 2.5, 2, 1, 1))) == ["50", "25", "25"]
    assert re.findall(r' x="([^"]+)"', outcomes(Tally(4, 2.5, 2, 1, 1))) == ["50", "75"]
    assert re.findall(r'width="([^"]+)" height', outcomes(Tally())) == ["0", "0", "0"]


def test_a_rating_is_between_its_ends() -> None:
    """The line goes from the lower to the upper end, and the dot is at the rating."""
    bar = rating_bar(ROW)
    assert 'x1="10.5%" x2="89.5%"' in bar
    assert 'cx="50.0%"' in bar


def test_an_interval_of_ranks_has_its_share() -> None:
    """Of four ranks, the interval from 1 to 3 is three quarters wide."""
    assert 'x="0%" width="75%"' in rank_bar(ROW, 4)
    alone = StandingsRow(1, "1", "ann", 4, 0, ranks="1")
    assert "<span>1</span>" in rank_bar(alone, 1)
