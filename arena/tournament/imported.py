"""The format of games that were played elsewhere: there is nothing to play, and they are ranked by Elo."""

from arena.tournament.schedule import Format

FORMAT = Format(
    "games that were played elsewhere", lambda _plan, _openings, _results: (), lambda _plan: None, can_be_extended=False
)
