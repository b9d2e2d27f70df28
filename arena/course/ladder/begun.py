"""The rules that a ladder has begun with, and the refusal to go on with it by others.

Its games are of one kind, with the same budget and limits for all, so that its ratings compare what is comparable.
"""

from pathlib import Path

import msgspec
from msgspec.structs import replace

from arena.course.settings import Course
from arena.errors import CourseError
from arena.store.store import FILE, Store, open_store
from arena.tournament.plan import Plan
from minds.errors import quoted

FOLDER = "ladder"
NAMES = "names"  # the circumstance of a ladder that says whether its names are real or pseudonyms
OTHERS = {"minds": (), "format": "", "name": "", "date": "", "concurrency": 0, "games": 0}  # that change no game of it


def check_begun(folder: Path, course: Course) -> None:
    """Raise CourseError if the ladder in a course's folder has begun by other rules."""
    if (folder / FOLDER / FILE).is_file():
        with open_store(folder / FOLDER) as store:
            if store.has_plan:
                check_rules(store, course.plan)
                check_names(store, course.names)


def check_rules(store: Store, plan: Plan) -> None:
    """Raise CourseError if a ladder has begun with other baselines, or its games with other settings."""
    kept = tuple(mind for mind in store.plan.minds if isinstance(mind, str))  # versions are entries
    if kept != plan.minds:
        raise CourseError(f"the ladder has begun with other baselines; expected {', '.join(kept)}, or {_step(store)}")
    before, now = (msgspec.to_builtins(replace(one, **OTHERS)) for one in (store.plan, plan))
    for field, value in before.items():
        if now[field] != value:
            wanted = f"no {field}" if value is None else f"{field} = {value!r}"
            raise CourseError(
                f"[play]: the ladder has begun with another {field}, {now[field]!r} is new; expected {wanted}, "
                f"or {_step(store)}"
            )


def check_names(store: Store, names: str) -> None:
    """Raise CourseError if a ladder has begun with real names where pseudonyms are wanted, or the other way round."""
    before = store.circumstance(NAMES) or "real"
    if before != names:
        raise CourseError(f'the ladder has begun with names = "{before}"; expected the same, or {_step(store)}')


def _step(store: Store) -> str:
    return f"another folder; or move {quoted(str(store.folder))} away, and all versions play anew"
