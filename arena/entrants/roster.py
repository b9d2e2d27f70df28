"""The entrants of a tournament: entered together, named apart, and played from their own files."""

import shlex
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from pathlib import Path

import msgspec
from msgspec import Struct

from arena.entrants.bundle import Bundle
from arena.entrants.cache import unpacked
from arena.entrants.enter import enter
from arena.entrants.entrant import Entrant, Entry, Player
from arena.entrants.naming import check_name, split_name, unique_names
from arena.entrants.version import is_kept
from arena.errors import EntrantError
from minds.errors import SpecError, quoted
from minds.registry import check, label, read_spec, reject_misfits

MAX_ENTRANTS = 10_000


class Entered(Struct, frozen=True):
    """An entrant that has just been entered, with its files if it is a stranger's."""

    entrant: Entrant
    bundle: Bundle | None
    player: Player


def enter_all(entries: Iterable[str | Entry], world: str, taken: Sequence[str] = ()) -> list[Entered]:
    """Enter minds into a tournament in a world, where some names may be taken already.

    Raise an error if a mind does not exist, is wrong, or cannot play in the world; nothing of theirs is run.
    """
    found = [enter(one.spec, one.name, one.author) for one in map(entry_of, entries)]
    if len(found) > MAX_ENTRANTS:
        raise EntrantError(f"{len(found)} minds; expected at most {MAX_ENTRANTS}")
    specs = [playable(entrant, _given(bundle)) for entrant, bundle in found]
    for (entrant, _), spec in zip(found, specs, strict=True):
        _check_copy(spec, entrant)
    reject_misfits(specs, world)
    names = unique_names([entrant.name for entrant, _ in found], map(own_name, (one for one, _ in found), specs), taken)
    return [
        Entered(msgspec.structs.replace(entrant, name=name), bundle, Player(name, spec))
        for name, spec, (entrant, bundle) in zip(names, specs, found, strict=True)
    ]


def _check_copy(spec: str, entrant: Entrant) -> None:
    """Check the copy of an entrant's files; a SpecError names the file that was handed in."""
    try:
        check(spec)
    except SpecError as problem:
        given, copy = Path(read_spec(entrant.spec).target).parent, Path(read_spec(spec).target).parent
        raise type(problem)(str(problem).replace(str(copy), str(given))) from None


def entry_of(entry: str | Entry) -> Entry:
    """Return the entry of a text NAME=SPEC; check the name and the author that are given."""
    if isinstance(entry, str):
        name, spec = split_name(entry)
        return Entry(spec, name)
    if entry.name:
        check_name(entry.name)
    if not entry.author.isprintable():
        raise EntrantError(f"the author {quoted(entry.author)}; expected printable letters")
    return entry


def check_same(present: Sequence[Entrant], entered: Sequence[Entered]) -> None:
    """Raise EntrantError if minds that are entered again are not the ones that a tournament began with."""
    for entrant, one in zip(present, entered, strict=False):
        if one.entrant.version != entrant.version:
            raise EntrantError(
                f"{quoted(entrant.name)} has changed since it was entered; arena resume goes on with the version that "
                "was entered, and its --replace enters the new one"
            )


def successor(name: str, taken: Sequence[str]) -> str:
    """Return the name under which a new version of an entrant plays: ann@2, then ann@3."""
    base, _, number = name.rpartition("@")
    base, first = (base, int(number) + 1) if base and number.isdecimal() else (name, 2)
    return next(new for count_ in count(first) if (new := f"{base}@{count_}") not in taken)


def _given(bundle: Bundle | None) -> Callable[[str], Bundle]:
    """Return a fetch for `playable` that gives a bundle at hand."""

    def fetch(digest: str) -> Bundle:
        if bundle is None:
            raise EntrantError(f"no files for bundle {digest}")
        return bundle

    return fetch


def own_name(entrant: Entrant, spec: str) -> str:
    """Return the name that a mind has by itself, with the git revision it was taken from."""
    if read_spec(entrant.spec).files:
        return label(entrant.runs)
    revision = read_spec(entrant.spec).revision if entrant.bundle else ""
    return f"{label(spec)}@{revision}" if revision else label(spec)


def playable(entrant: Entrant, fetch: Callable[[str], Bundle]) -> str:
    """Return the spec by which an entrant plays on this machine; its files are fetched if they are not here yet."""
    if not entrant.bundle:
        return entrant.spec
    folder = unpacked(entrant.bundle, fetch)
    if not is_kept(entrant):
        spec = read_spec(entrant.runs)
        return spec.with_files({name: f"{folder}/{path}" for name, path in spec.files.items()})
    if not entrant.runs.startswith("cmd:"):
        return f"{folder}/{entrant.runs}"
    words = shlex.split(entrant.runs.removeprefix("cmd:"))
    return f"cmd:{shlex.join(f'{folder}/{word[2:]}' if word.startswith('./') else word for word in words)}"


def at_hand(spec: str) -> str:
    """Return a spec that plays here: of `path@REV` that of the file as it was, any other one unchanged."""
    if not read_spec(spec).revision:
        return spec
    entrant, bundle = enter(spec)
    return playable(entrant, _given(bundle))
