"""Small pictures in the rows of tables: outcomes, ratings and ranks as bars.

They are written here because a table has hundreds of them: a macro of a template takes ten times as long for each.
"""

from typing import Protocol

from markupsafe import Markup, escape

from arena.web.results.standings import StandingsRow

OUTCOMES = (
    '<svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">\n'
    '<rect class="won" width="{0:.4g}" height="8"/>\n'
    '<rect class="drawn" x="{0:.4g}" width="{1:.4g}" height="8"/>\n'
    '<rect class="lost" x="{2:.4g}" width="{3:.4g}" height="8"/>\n'
    "</svg>\n"
)
RATING = (
    '<svg class="bar" aria-hidden="true"><use href="#grid"/>'
    '<line class="span" x1="{0}%" x2="{2}%" y1="50%" y2="50%"/>'
    '<line class="cap" x1="{0}%" x2="{0}%" y1="30%" y2="70%"/>'
    '<line class="cap" x1="{2}%" x2="{2}%" y1="30%" y2="70%"/>'
    '<circle cx="{1}%" cy="50%" r="4.5"/></svg>\n'
)
RANKS = (
    '<span>{0}</span><svg class="range" aria-hidden="true">'
    '<rect class="track" y="40%" width="100%" height="20%"/>'
    '<rect class="span" x="{1:.4g}%" width="{2:.4g}%" y="10%" height="80%" rx="2"/>'
    '<line class="at" x1="{3:.4g}%" x2="{3:.4g}%" y2="100%"/></svg>\n'
)


class Outcomes(Protocol):
    """Anything with games that were won, drawn and lost."""

    @property
    def wins(self) -> int: ...

    @property
    def draws(self) -> int: ...

    @property
    def losses(self) -> int: ...


def outcomes(row: Outcomes) -> Markup:
    """Return the shares of games that were won, drawn and lost."""
    played = (row.wins + row.draws + row.losses) or 1
    counts = (row.wins, row.draws, row.wins + row.draws, row.losses)
    return Markup(OUTCOMES.format(*(100 * count / played for count in counts)))


def rating_bar(row: StandingsRow) -> Markup:
    """Return a rating with its interval, on the scale of the table's head."""
    return Markup(RATING.format(row.left, row.middle, row.right))


def rank_bar(row: StandingsRow, minds: int) -> Markup:
    """Return the interval of a rank in words and as a bar, among so many minds."""
    step, best, worst = 100 / minds, row.best_rank, row.worst_rank
    places = (step * (best - 1), step * (worst - best + 1), step * (row.rank - 0.5))
    return Markup(RANKS.format(escape(row.ranks), *places))
