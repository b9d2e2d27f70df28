"""The format of a course's ladder: which games are played is decided while they are, and they are ranked by Elo."""

from arena.tournament.schedule import Format

FORMAT = Format(
    "who is least clear to be above or below meets",
    lambda _plan, _openings, _results: (),
    lambda _plan: None,
    can_be_extended=False,
)
