"""The portable form of a results folder: `plan.toml` and `records-*.jsonl.gz`, which hold everything.

The first lines describe the tournament: its entrants, circumstances, openings, bundles, and the judgements of positions
by engines. Every other line is the record of a game. The SQLite file can be rebuilt from these files.
"""

import base64
import gzip
import hashlib
import os
import shutil
import tomllib
import zlib
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from arena.analyse.judgement import Judge, Judgement
from arena.entrants.bundle import Bundle, unpack
from arena.entrants.cache import cache_folder
from arena.entrants.entrant import Entrant, Player
from arena.entrants.roster import Entered
from arena.errors import StoreError
from arena.store.judgements import enrol, judges_in
from arena.store.schema import MIGRATIONS
from arena.store.store import FILE, Store
from arena.tournament.plan import check_texts
from arena.tournament.schedule import Task, number_in_pairing
from arena.tournament.settings import Plan
from arena.tournament.toml import read_toml
from minds.errors import quoted
from world.api import Opening
from world.errors import RecordError, printable
from world.record import Record, read_record

PLAN_FILE, PARTS = "plan.toml", "records-*.jsonl.gz"
ENOUGH = 800_000  # compressed bytes of a part; the compressor may hold back some 200,000 more
# What damaged files raise: TOML and JSON ValueErrors, SQLite an OverflowError for a number that is too large.
DAMAGES = (OSError, EOFError, StopIteration, ValueError, RecursionError, OverflowError, zlib.error)
MAX_TEXT_LENGTH = 200
JUDGEMENTS_OF_A_LINE = 500
MAX_LINE_BYTES, MAX_BYTES = 64 << 20, 4 << 30  # decompressed


class Heading(Struct, frozen=True, forbid_unknown_fields=True, tag="tournament", tag_field="kind"):
    """All that is known of a tournament besides its plan, its files and its games."""

    entrants: tuple[Entrant, ...]
    circumstances: dict[str, str]
    plan: str = ""  # the checksum of the plan's file; empty if an older arena has written it


class PackedBundle(Struct, frozen=True, forbid_unknown_fields=True, tag="bundle", tag_field="kind"):
    """The files of a submitted mind."""

    digest: str
    packed: str  # base64


class OpeningsText(Struct, frozen=True, forbid_unknown_fields=True, tag="openings", tag_field="kind"):
    """The text of the plan's file of openings."""

    text: str


class Judged(Struct, frozen=True, forbid_unknown_fields=True, tag="judgements", tag_field="kind"):
    """Some judgements of an engine; the engine that was used last comes last."""

    judge: Judge
    found: tuple[Judgement, ...]


Line = Heading | PackedBundle | OpeningsText | Judged


def export(store: Store, folder: Path) -> list[Path]:
    """Write a store's tournament into a folder, and return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(PARTS):
        old.unlink()
    plan = folder / PLAN_FILE
    plan.write_text(store.plan.to_toml(), encoding="utf-8")
    return [plan, *_write_parts(_lines(store), folder)]


def _lines(store: Store) -> Iterator[bytes]:
    circumstances = dict(store.db.execute("SELECT name, value FROM circumstances ORDER BY name"))
    checksum = _checksum(tomllib.loads(store.plan.to_toml()))
    yield msgspec.json.encode(Heading(tuple(store.entrants()), circumstances, checksum))
    if (text := store.openings_text) is not None:
        yield msgspec.json.encode(OpeningsText(text))
    for (digest,) in store.db.execute("SELECT digest FROM bundles ORDER BY digest").fetchall():
        packed = store.bundle(digest).pack()
        yield msgspec.json.encode(PackedBundle(digest, base64.b64encode(packed).decode()))
    for judged in judges_in(store.db, store.folder / FILE):
        judgements = iter(judged)
        while found := tuple(islice(judgements, JUDGEMENTS_OF_A_LINE)):
            yield msgspec.json.encode(Judged(judged.judge, found))
    for record in store.records(in_order_of_playing=True):
        yield record.to_json().encode()


def _write_parts(lines: Iterable[bytes], folder: Path) -> Iterator[Path]:
    """Write lines into numbered files of about a megabyte; equal lines give equal files."""
    lines, number = iter(lines), 0
    while (line := next(lines, None)) is not None:
        number += 1
        path = folder / PARTS.replace("*", f"{number:04}")
        with path.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as file:
            file.write(line + b"\n")
            while raw.tell() < ENOUGH and (line := next(lines, None)) is not None:
                file.write(line + b"\n")
        yield path


def is_portable(folder: Path) -> bool:
    """Return True if a folder holds the portable form of a tournament."""
    plan = folder / PLAN_FILE
    return plan.is_file() and not plan.is_symlink() and any(folder.glob(PARTS))


def cached_store(folder: Path) -> Path:
    """Return a folder of the cache with the store of a portable tournament, made when it is first needed."""
    mark = hashlib.sha256(str(len(MIGRATIONS)).encode())  # an arena with another form of store makes its own
    for path in _files(folder):
        mark.update(path.read_bytes())
    place = cache_folder().parent / "results" / mark.hexdigest()[:32]
    if not (place / FILE).is_file():
        draft = place.with_name(f"{place.name}-{os.getpid()}")
        rebuild(folder, draft)
        try:
            draft.rename(place)
        except OSError:  # another process was faster
            shutil.rmtree(draft, ignore_errors=True)
    return place


def rebuild(folder: Path, into: Path) -> None:
    """Make the store of a portable tournament in another folder, or in the same one."""
    into.mkdir(parents=True, exist_ok=True)
    if (into / FILE).exists():
        raise StoreError(f"{quoted(str(into))} holds a store already")
    try:
        fields = read_toml(folder / PLAN_FILE)
        plan = msgspec.convert(fields, Plan)
        check_texts(plan)
        lines = _read_parts(folder)
        heading = msgspec.json.decode(next(lines), type=Heading)
        if heading.plan not in ("", _checksum(fields)):
            raise ValueError(f"{PLAN_FILE} is not the plan that was exported")
        _fill(Store(into), plan, heading, lines)
    except DAMAGES as problem:
        (into / FILE).unlink(missing_ok=True)
        said = printable(str(problem))[:MAX_TEXT_LENGTH]  # which may quote any file
        raise StoreError(f"{quoted(str(folder))} holds a damaged tournament: {said}") from None


def _checksum(fields: dict[str, Any]) -> str:
    """Return a checksum of the fields of a plan's file, which neither line ends nor comments change."""
    return hashlib.sha256(msgspec.json.encode(fields, order="sorted")).hexdigest()[:16]


def _files(folder: Path) -> list[Path]:
    """Return the plan's file and the parts; raise StoreError if one is a link, or a pipe that would never end."""
    paths = [folder / PLAN_FILE, *sorted(folder.glob(PARTS))]
    for path in paths:
        if path.is_symlink() or not path.is_file():
            raise StoreError(f"{quoted(str(folder))} holds a damaged tournament: {path.name} is not a regular file")
    return paths


def _read_parts(folder: Path) -> Iterator[bytes]:
    """Yield all lines; a part may be anybody's, so that it is a regular file and does not grow without end."""
    left = MAX_BYTES
    for path in _files(folder)[1:]:
        with gzip.open(path) as file:
            while line := file.readline(MAX_LINE_BYTES):
                left -= len(line)
                if left < 0:
                    raise StoreError(f"more than {MAX_BYTES >> 20} MiB of records")
                yield line.rstrip(b"\n")


def _check_texts(*texts: str) -> None:
    """Raise ValueError for names and words that no arena has written: they are shown in terminals."""
    for text in texts:
        if not text or not text.isprintable() or len(text) > MAX_TEXT_LENGTH:
            raise ValueError(f"the text {quoted(text[:MAX_TEXT_LENGTH])}; expected 1 to {MAX_TEXT_LENGTH} letters")


def _fill(store: Store, plan: Plan, heading: Heading, lines: Iterator[bytes]) -> None:
    bundles: dict[str, Bundle] = {}
    openings, first = None, None
    for line in lines:
        if not line.startswith(b'{"kind":'):
            first = line
            break
        other = msgspec.json.decode(line, type=PackedBundle | OpeningsText | Judged)
        if isinstance(other, OpeningsText):
            openings = other.text
        elif isinstance(other, Judged):
            _check_texts(other.judge.spec, other.judge.version)
            enrol(store.db, other.judge, store.folder / FILE).add(other.found)
        else:
            bundles[other.digest] = unpack(base64.b64decode(other.packed), other.digest)
    _check_texts(*(one.name for one in heading.entrants))
    if not all(f"{one.spec}{one.author}{one.runs}".isprintable() for one in heading.entrants):
        raise ValueError("a spec or an author that cannot be shown")
    if len({one.name for one in heading.entrants}) < len(heading.entrants):
        raise ValueError("two entrants have the same name")
    entered = [Entered(one, bundles.get(one.bundle), Player(one.name, one.spec)) for one in heading.entrants]
    store.set_plan(plan, entered, openings)
    store.db.execute("DELETE FROM circumstances")  # which are those of this machine
    for name, value in heading.circumstances.items():
        store.note(name, value)
    places = {entrant.name: place for place, entrant in enumerate(heading.entrants)}
    if first is not None:
        store.add(_games([first], places))
    store.add(_games(lines, places))
    store.close()


def _games(lines: Iterable[bytes], places: dict[str, int]) -> Iterator[tuple[Task, Record]]:
    for line in lines:
        record = read_record(line)
        if not all(name in places for name in record.minds):
            raise RecordError(f"game {quoted(record.name)} names a mind that is not an entrant")
        _check_texts(record.ending.kind, record.name)
        number_in_pairing(record.name)  # raises ValueError for a name that no arena has given
        seats = tuple(places[name] for name in record.minds)
        round_ = int(record.round.partition(".")[0])
        yield Task(record.name, round_, seats, Opening(record.opening_name), record.seed), record
