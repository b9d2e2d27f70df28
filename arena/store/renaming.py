"""Other names for the entrants of a store: its games and everything shown name them as they are called now."""

import time
import tomllib
from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from arena.entrants.entrant import Entrant, Entry
from arena.store.change import change
from arena.store.checksums import add_table_checksums
from arena.store.recent import write_back
from arena.store.store import FILE, Store
from arena.tournament.plan import Plan


def rewrite(store: Store, changed: Mapping[int, Entrant]) -> None:
    """Write entrants anew, by their indices in the plan, in one transaction: two may swap their names.

    The plan with the new names comes after those of before, which keep the names of then.
    """
    with change(store.db, store.folder / FILE):
        for place, one in changed.items():
            replace_entrant(store, place, one)
        plan = _named(store.plan, store.entrants())
        values = (plan.identity, plan.to_toml(), time.strftime("%Y-%m-%d %H:%M:%S"))
        store.db.execute("INSERT INTO plans (hash, toml, began) VALUES (?, ?, ?)", values)
        add_table_checksums(store.db)
    write_back(store.db)


def replace_entrant(store: Store, place: int, one: Entrant) -> None:
    """Write an entrant anew, by its index in the plan, within a transaction."""
    fields = msgspec.structs.asdict(one)
    marks = ", ".join(f"{name} = ?" for name in fields)
    store.db.execute(f"UPDATE minds SET {marks} WHERE number = ?", (*fields.values(), place + 1))


def rewrite_plans(store: Store) -> None:
    """Name the entrants in all plans as they are named now, within a transaction."""
    entrants = store.entrants()
    for number, found in _plans(store):
        plan = _named(found, entrants)
        store.db.execute(
            "UPDATE plans SET toml = ?, hash = ? WHERE number = ?", (plan.to_toml(), plan.identity, number)
        )


def _named(plan: Plan, entrants: Sequence[Entrant]) -> Plan:
    minds = [
        Entry(entrant.spec, entrant.name, entrant.author) if isinstance(mind, Entry) else mind
        for mind, entrant in zip(plan.minds, entrants, strict=False)
    ]
    return replace(plan, minds=tuple(minds))


def former_names(store: Store) -> dict[str, str]:
    """Return the present names of entrants by those that they had before, unless somebody else has these now."""
    present = [one.name for one in store.entrants()]
    found = {}
    for _, plan in _plans(store):
        for mind, name in zip(plan.minds, present, strict=False):
            if isinstance(mind, Entry) and mind.name not in present:
                found[mind.name] = name
    return found


def _plans(store: Store) -> list[tuple[int, Plan]]:
    rows = store.db.execute("SELECT number, toml FROM plans").fetchall()
    return [(number, msgspec.convert(tomllib.loads(toml), Plan)) for number, toml in rows]
