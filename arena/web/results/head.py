"""The head of a tournament: what every tab shows."""

from msgspec import Struct

from arena.report.headline import basics, budget_words
from arena.tournament import formats
from arena.web.results.tournament import Tournament


class Head(Struct, frozen=True):
    """The tournament in figures: world, format, minds, games so far and in all."""

    name: str  # of the folder
    event: str  # of the plan
    date: str
    world: str
    format: str
    budget: str  # in words
    minds: int
    games: int  # that are finished
    total: int  # of the whole tournament; 0 if it is not known in advance
    playing: bool
    solo: bool  # a world with one seat
    by_points: bool  # ranked by points and the figures of the format
    colours: tuple[str, ...]  # of the seats
    judged: bool  # `arena analyse` has judged moves
    damage: str  # a line on games that are left out because the store is damaged
    reading: bool = False  # more games are stored than were read so far
    basics: tuple[str, ...] = ()  # world, format and minds in words
    failures: tuple[str, ...] = ()  # what cannot be computed at present, and why, as sentences


def head(tournament: Tournament) -> Head:
    """Return the head of a tournament."""
    plan = tournament.plan
    return Head(
        name=tournament.name,
        event=plan.event,
        date=plan.date,
        world=plan.world,
        format=plan.format,
        budget=budget_words(plan),
        minds=len(tournament.minds),
        games=tournament.index.count,
        total=tournament.total,
        playing=tournament.playing,
        solo=tournament.is_solo,
        by_points=formats.find(plan.format).places is not None,
        colours=tournament.colours,
        judged=tournament.is_judged,
        damage=tournament.damage,
        reading=not tournament.is_complete,
        basics=basics(plan.world, plan.format, len(tournament.minds)),
        failures=tournament.failures,
    )
