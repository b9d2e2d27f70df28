"""The versions of an entrant, and what each changed. Sources themselves are not shown: they are their authors'."""

from collections import Counter
from itertools import pairwise

from arena.entrants.bundle import Bundle
from arena.entrants.entrant import Entrant
from arena.errors import ArenaError
from arena.store.store import Store, open_store
from arena.web.results.entrants import EntrantRow, entrants
from arena.web.results.tournament import Tournament

MAX_FILES = 5  # named in what changed
MAX_BYTES = 200_000  # of a file whose lines are counted


def versions(tournament: Tournament, names: tuple[str, ...]) -> list[tuple[EntrantRow, str]]:
    """Return these versions of an entrant, each with what it changed of the one before."""
    if not names:
        return []
    by_name = {one.name: one for one in tournament.minds}
    brief = {one.name: one for one in entrants(tournament)}
    if tournament.is_private:
        return [(brief[name], f"version {by_name[name].version[:12]}") for name in names]
    news = tournament.counted(("versions", names), lambda: _news(tournament, [by_name[name] for name in names]))
    return [(brief[name], text) for name, text in zip(names, news, strict=True)]


def _news(tournament: Tournament, found: list[Entrant]) -> list[str]:
    with open_store(tournament.folder, read_only=True, examine=tournament.examine) as store:
        changes = [_change(store, before, now) for before, now in pairwise(found)]
    return ["the first version", *changes]


def _change(store: Store, before: Entrant, now: Entrant) -> str:
    """Return what changed between two versions in a few words."""
    parts = [f"plays {now.spec}"] if now.spec != before.spec else []
    parts += [f"by {now.author}"] if now.author != before.author else []
    if now.version != before.version:
        parts.append(_files(store, before, now) or f"version {now.version[:12]}")
    return ", ".join(parts) or "nothing"


def _files(store: Store, before: Entrant, now: Entrant) -> str:
    """Return which files changed and by how much; "" where no files are kept, as of house minds."""
    if not (before.bundle and now.bundle):
        return ""
    try:
        old, new = _contents(store.bundle(before.bundle)), _contents(store.bundle(now.bundle))
    except ArenaError:
        return ""
    changed = [path for path in sorted({**old, **new}) if old.get(path) != new.get(path)]
    left = len(changed) - MAX_FILES
    found = [_counted(path, old.get(path, b""), new.get(path, b"")) for path in changed[:MAX_FILES]]
    return ", ".join(found) + (f" and {left} more files" if left > 0 else "")


def _contents(bundle: Bundle) -> dict[str, bytes]:
    return {file.path: file.content for file in bundle.files}


def _counted(path: str, old: bytes, new: bytes) -> str:
    if max(len(old), len(new)) > MAX_BYTES:
        return path
    before, after = Counter(old.splitlines()), Counter(new.splitlines())
    return f"{path} (+{(after - before).total()} −{(before - after).total()} lines)"
