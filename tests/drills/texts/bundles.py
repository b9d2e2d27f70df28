"""Bundles: what is packed comes back, and no folder, packed text or path leads anywhere else or grows without bound."""

import os
import shutil
import tempfile
import zlib
from pathlib import Path

import msgspec
from hypothesis import strategies as st

from arena.entrants.bundle import MAX_FILES, Bundle, BundledFile, bundle_folder, check_paths, unpack
from arena.entrants.cache import remove, unpacked
from arena.errors import EntrantError

NAMES = st.sampled_from(["mind.py", "a", "b", "A", "x" * 250, "..", ".", "", "a\n", "\udcff", "é", ".git", "env", "-"])
PATHS = st.lists(NAMES | st.text(max_size=5), min_size=1, max_size=4).map("/".join)
FILES = st.lists(st.tuples(PATHS, st.booleans(), st.binary(max_size=9)), max_size=5)
KINDS = st.sampled_from(["file", "file", "file", "folder", "pipe", "link to itself", "link out", "link to a file"])
ODD = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 2**64 - 1) | st.text(max_size=3) | st.binary(max_size=3), st.lists
)
FOLDER = tempfile.TemporaryDirectory(prefix="bundles-")


@st.composite
def packed(draw: st.DrawFn) -> bytes:
    """Return packed files, perhaps damaged before or after they are compressed."""
    files: object = [[path.encode(errors="replace").decode(), *rest] for path, *rest in draw(FILES)]
    plain = msgspec.msgpack.encode([draw(st.just(files) | ODD)] * draw(st.sampled_from([1, 1, 1, 0, 2])))
    plain = draw(st.just(plain) | damaged(plain) | st.just(plain * 1000))
    whole = zlib.compress(plain)
    return draw(st.just(whole) | damaged(whole) | st.binary())


def damaged(text: bytes) -> st.SearchStrategy[bytes]:
    """Return a strategy of copies with a few bytes changed or lost."""
    places = st.tuples(st.integers(0, len(text)), st.integers(0, 3), st.binary(max_size=3))
    return places.map(lambda found: text[: found[0]] + found[2] + text[found[0] + found[1] :])


TEXTS = FILES | packed() | st.lists(st.tuples(PATHS, KINDS, st.binary(max_size=9)), max_size=6).map(tuple)


def check(given: bytes | list[tuple[str, bool, bytes]] | tuple[tuple[str, str, bytes], ...]) -> bool:
    """Unpack a text, or pack files, or read a folder."""
    if isinstance(given, bytes):
        return _check_packed(given)
    if isinstance(given, list):
        return _check_files(given)
    return _check_folder(given)


def _check_packed(text: bytes) -> bool:
    try:
        plain = zlib.decompressobj().decompress(text, 1 << 20)
        digest = msgspec.msgpack.decode(plain, type=Bundle).digest
    except (zlib.error, msgspec.MsgspecError, ValueError):
        digest = "0" * 32
    try:
        return _is_kept(unpack(text, digest))
    except EntrantError as error:
        assert "\n" not in str(error)
        return False


def _check_files(files: list[tuple[str, bool, bytes]]) -> bool:
    bundle = Bundle(tuple(BundledFile(*file) for file in files))
    try:
        check_paths(bundle)
    except EntrantError:
        return False
    assert unpack(bundle.pack(), bundle.digest) == bundle
    return _is_kept(bundle)


def _is_kept(bundle: Bundle) -> bool:
    """Unpack a bundle into an empty cache; check that just its files are there."""
    assert len(bundle.files) <= MAX_FILES
    root = Path(tempfile.mkdtemp(dir=FOLDER.name))
    before, os.environ["XDG_CACHE_HOME"] = os.environ.get("XDG_CACHE_HOME"), str(root)
    try:
        place = unpacked("0" * 32, lambda _: bundle)
        found = {path.relative_to(place).as_posix(): path.read_bytes() for path in place.rglob("*") if path.is_file()}
        assert found == {file.path: file.content for file in bundle.files}
        assert [path.name for path in place.parent.iterdir()] == [place.name]
        assert sorted(path.name for path in root.iterdir()) == ["mind-arena"]
    except EntrantError as error:
        assert "\n" not in str(error)
        return False
    finally:
        os.environ["XDG_CACHE_HOME"] = before or ""
        remove(root)
    return True


def _check_folder(entries: tuple[tuple[str, str, bytes], ...]) -> bool:
    root = Path(tempfile.mkdtemp(dir=FOLDER.name))
    try:
        for path, kind, content in entries:
            _make(root, path, kind, content)
        bundle = bundle_folder(root)
    except EntrantError as error:
        assert "\n" not in str(error)
        return False
    finally:
        shutil.rmtree(root, ignore_errors=True)
    assert unpack(bundle.pack(), bundle.digest) == bundle
    return _is_kept(bundle)


def _make(root: Path, path: str, kind: str, content: bytes) -> None:
    """Make an entry of a folder, if that is possible."""
    parts = [part for part in path.split("/") if part not in ("", ".", "..")]
    try:
        place = root.joinpath(*parts)
        place.parent.mkdir(parents=True, exist_ok=True)
        if place.exists() or place.is_symlink():
            return
        if kind == "file":
            place.write_bytes(content)
        elif kind == "folder":
            place.mkdir()
        elif kind == "pipe":
            os.mkfifo(place)
        else:
            targets = {"link to itself": place.name, "link out": "/etc/hostname", "link to a file": "mind.py"}
            place.symlink_to(targets[kind])
    except (OSError, ValueError):
        return
