"""The worlds that a mind can play in, derived from what it needs and what they offer."""

from collections.abc import Iterable

from minds.card import NOTHING, Card, card
from minds.errors import UnfitError, quoted
from minds.games import IN_WORDS, offers, worlds
from minds.spec import names


def is_fit(about: Card, world: str) -> bool:
    """Return True if a mind can play in a world. One that does not declare what it needs can play in all of them."""
    return (about.needs or NOTHING) <= offers(world)


def lineup(world: str) -> list[str]:
    """Return the minds that play in a world by default, in the order of their names.

    Where there is a way to find, only minds that look for it: the others would wander about.
    """
    cards = [about for about in map(card, names()) if about.by_default and is_fit(about, world)]
    if "problem" in offers(world):
        cards = [about for about in cards if about.needs != NOTHING]
    return [about.spec for about in cards]


def why_unfit(text: str, world: str) -> str | None:
    """Return the reason why the mind of a spec cannot play in a world, or None if it can."""
    about = card(text)
    if is_fit(about, world):
        return None
    missing = " and ".join(IN_WORDS[need] for need in IN_WORDS if need in (about.needs or NOTHING) - offers(world))
    able = ", ".join(name for name in names() if is_fit(card(name), world))
    rules = "" if offers(world) else f" (its rules would go into minds/games/{world}.py)"
    places = ", ".join(place for place in worlds() if is_fit(about, place))
    plays = f"; it plays in {places}" if places else ""
    expected = f"expected one of {able}, which play in {world}"
    return f"{quoted(text)} cannot play in {world}, which does not offer {missing}{rules}{plays}; {expected}"


def reject_misfits(texts: Iterable[str], world: str) -> None:
    """Raise an UnfitError for the first mind that cannot play in a world."""
    for text in texts:
        if reason := why_unfit(text, world):
            raise UnfitError(reason)
