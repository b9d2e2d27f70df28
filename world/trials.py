"""Trial states for a world that lists none: taken from random runs, and the same every time."""

from random import Random
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from world.api import Opening, World

MOST_TRIALS, MOST_RUNS, MOST_PLIES = 60, 600, 400


Trial: TypeAlias = tuple[str, str, tuple[str, ...]]  # the fields of an Opening: name, start, actions


def random_trials(kind: "type[World]") -> list[Trial]:
    """Return up to 60 different states, one from each random run from a world's openings."""
    world, chance, openings = kind(), Random(1), kind.openings()
    found: dict[str, Trial] = {}
    for _ in range(MOST_RUNS):
        if len(found) == MOST_TRIALS:
            break
        number = chance.randrange(len(openings))
        states, actions = _walk(world, openings[number], chance)
        on = chance.randrange(len(states)) if states else 0
        if states and states[on] not in found:
            name = f"opening {number + 1}, {on} action{'s' * (on != 1)} on"
            taken = (*openings[number].actions, *actions[:on])
            found[states[on]] = (name, openings[number].start, taken)
    return list(found.values())


def _walk(world: "World", opening: "Opening", chance: Random) -> tuple[list[str], list[str]]:
    """Play at random from an opening; return the states before the end and the actions between them."""
    world.newrun(opening.start)
    for action in opening.actions:
        world.takeaction(action)
    states: list[str] = []
    actions: list[str] = []
    while world.ending() is None and len(states) < MOST_PLIES:
        states.append(world.getstate())
        actions.append(chance.choice(world.actions()))
        world.takeaction(actions[-1])
    return states, actions
