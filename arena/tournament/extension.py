"""Changes to a tournament between two sittings: more games, more minds, minds withdrawn, replaced or reinstated."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from arena.entrants.entrant import Entry
from arena.entrants.roster import Entered, enter_all, successor
from arena.errors import EntrantError, PlanError
from arena.store.before_entrants import renew
from arena.store.store import Store
from arena.tournament import formats
from arena.tournament.plan import FIELDS, Plan, make_plan
from minds.errors import quoted


class Extension(Struct, frozen=True):
    """A plan as it is to be played on, all of its minds, and the names of those that leave it."""

    plan: Plan
    entered: tuple[Entered, ...]
    leaving: tuple[str, ...] = ()
    returning: tuple[str, ...] = ()

    @property
    def specs(self) -> list[str]:
        """The specs of the minds that go on playing."""
        playing = [one for one in self.entered if one.entrant.is_playing or one.entrant.name in self.returning]
        return [one.player.spec for one in playing if one.entrant.name not in self.leaving]

    def set_standings(self, store: Store) -> None:
        """Withdraw the minds that leave, whose games stay, and let those play again that return."""
        for name in self.leaving:
            store.set_standing(name, "withdrawn")
        for name in self.returning:
            store.reinstate(name)


def extend(
    store: Store,
    specs: Sequence[str] = (),
    games: int | None = None,
    concurrency: int | None = None,
    withdrawn: Sequence[str] = (),
    replaced: Sequence[str] = (),
    reinstated: Sequence[str] = (),
) -> Extension:
    """Return a store's tournament with these changes, all of which are checked; nothing is written yet.

    `replaced` are texts NAME=SPEC: the entrant NAME leaves, and the mind of SPEC enters as NAME@2.
    """
    if store.plan.is_imported:
        raise PlanError(f"{quoted(str(store.folder))} holds games that were played elsewhere; there is nothing to play")
    renew(store)
    plan, present = store.plan, [Entered(one, None, store.player(one)) for one in store.entrants()]
    names = [one.entrant.name for one in present]
    replacements = [_replacement(text, names) for text in replaced]
    leaving = (*withdrawn, *(name for name, _ in replacements))
    for name in (*leaving, *reinstated):
        _, entrant = store.entrant(name)  # which says what names there are
        if name in reinstated and (entrant.is_playing or name in leaving):
            raise EntrantError(f"--reinstate {quoted(name)}: it is playing, or is to leave; expected one that has left")
    new: list[str | Entry] = [
        *(spec for spec in specs if spec not in plan.minds),
        *(entry for _, entry in replacements),
    ]
    _check_format(plan, games, new, (*leaving, *reinstated))
    fields: dict[str, Any] = {name: getattr(plan, name) for name in FIELDS} | {"minds": [*plan.minds, *new]}
    fields |= {name: value for name, value in (("games", games), ("concurrency", concurrency)) if value is not None}
    entered = enter_all(new, plan.world, names)
    return Extension(make_plan(**msgspec.to_builtins(fields)), (*present, *entered), leaving, tuple(reinstated))


def _replacement(text: str, names: Sequence[str]) -> tuple[str, Entry]:
    """Return the entrant that leaves and the entry that takes its place; an entrant's own name may hold a `=`."""
    old = max((name for name in names if text.startswith(f"{name}=")), key=len, default=None)
    if old is None:
        known = ", ".join(names)
        raise EntrantError(f"--replace {quoted(text)} names no entrant; expected NAME=SPEC with NAME one of {known}")
    return old, Entry(text.removeprefix(f"{old}="), successor(old, names))


def _check_format(plan: Plan, games: int | None, new: Sequence[object], leaving: Iterable[str]) -> None:
    if games is not None and games < plan.games:
        raise PlanError(f"--games {games}: the plan has {plan.games} for each pairing already; expected more")
    if not formats.find(plan.format).can_be_extended and (games is not None or new or tuple(leaving)):
        raise PlanError(f"a {plan.format} cannot be changed, because results decide its pairings; start a new one")
