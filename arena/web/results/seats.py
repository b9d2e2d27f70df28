"""The seats of a world, by the names of their colours."""

from functools import cache

from world.errors import WorldError
from world.registry import find

OTHERWISE = ("first", "second")


def colours(world: str) -> tuple[str, ...]:
    """Return the names of a world's seats; of a world that is not installed here, general ones."""
    try:
        return _colours(world)
    except WorldError:
        return OTHERWISE


@cache  # to find a world takes 10 ms
def _colours(world: str) -> tuple[str, ...]:
    found = find(world)
    return tuple(found.colours[: found.seats])
