"""Other names for the entrants of a store: its games, plans and everything shown name them as they are called now."""

import tomllib
from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from arena.entrants.entrant import Entrant, Entry
from arena.store.change import change
from arena.store.checksums import add_table_checksums
from arena.store.recent import write_back
from arena.store.store import FILE, Store
from arena.tournament.plan import Plan


def rewrite(store: Store, changed: Mapping[int, Entrant]) -> None:
    """Write entrants anew, by their indices in the plan, in one transaction: two may swap their names."""
    with change(store.db, store.folder / FILE):
        for place, one in changed.items():
            replace_entrant(store, place, one)
        rewrite_plans(store)
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
    for number, toml in store.db.execute("SELECT number, toml FROM plans").fetchall():
        plan = msgspec.convert(tomllib.loads(toml), Plan)
        minds = [
            Entry(entrant.spec, entrant.name, entrant.author) if isinstance(mind, Entry) else mind
            for mind, entrant in zip(plan.minds, entrants, strict=False)
        ]
        plan = replace(plan, minds=tuple(minds))
        store.db.execute(
            "UPDATE plans SET toml = ?, hash = ? WHERE number = ?", (plan.to_toml(), plan.identity, number)
        )
