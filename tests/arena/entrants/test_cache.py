"""Unpacked bundles: read-only, made once, and whole even if two make them at the same time."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arena.entrants.bundle import Bundle, BundledFile
from arena.entrants.cache import cache_folder, remove, unpacked

BUNDLE = Bundle((BundledFile("lib/help.py", False, b"x = 1"), BundledFile("mind", True, b"#!/bin/sh\n")))


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def test_files_are_there_and_read_only() -> None:
    """Content and the right to execute come back, the right to write does not."""
    place = unpacked(BUNDLE.digest, lambda _: BUNDLE)
    assert (place / "lib" / "help.py").read_bytes() == b"x = 1"
    assert (place / "mind").stat().st_mode & 0o777 == 0o555
    assert (place / "lib").stat().st_mode & 0o222 == 0


def test_a_bundle_is_fetched_once() -> None:
    """The second call finds the files and fetches nothing."""
    fetched: list[str] = []

    def fetch(digest: str) -> Bundle:
        fetched.append(digest)
        return BUNDLE

    assert unpacked(BUNDLE.digest, fetch) == unpacked(BUNDLE.digest, fetch)
    assert fetched == [BUNDLE.digest]


def flip(place: Path) -> None:
    (place / "mind").chmod(0o755)
    (place / "mind").write_bytes(b"#!/bin/si\n")
    (place / "mind").chmod(0o555)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "a flipped bit": flip,
    "a lost file": lambda place: (place / "mind").unlink(),
    "a file more": lambda place: (place / "random.py").touch(),
    "a link": lambda place: (place / "link.py").symlink_to("/etc/hostname"),
    "a lost right": lambda place: (place / "mind").chmod(0o444),
    "a file for the folder": lambda place: (remove(place), place.write_bytes(b"")),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_damaged_files_are_unpacked_again(damage: Callable[[Path], object]) -> None:
    """Files that are not those of the bundle any more are never played with: they are unpacked again."""
    place = unpacked(BUNDLE.digest, lambda _: BUNDLE)
    place.chmod(0o755)
    damage(place)
    assert unpacked(BUNDLE.digest, lambda _: BUNDLE) == place
    assert {path.name for path in place.rglob("*")} == {"lib", "help.py", "mind"}
    assert (place / "mind").read_bytes() == b"#!/bin/sh\n"
    assert (place / "mind").stat().st_mode & 0o777 == 0o555
    assert [path.name for path in cache_folder().iterdir()] == [BUNDLE.digest]


def test_many_at_once_leave_one_folder() -> None:
    """Eight threads that unpack the same bundle all get the whole folder, and no draft is left."""
    with ThreadPoolExecutor(8) as pool:
        places = list(pool.map(lambda _: unpacked(BUNDLE.digest, lambda _: BUNDLE), range(8)))
    assert {len(list(place.rglob("*"))) for place in places} == {3}
    assert [path.name for path in cache_folder().iterdir()] == [BUNDLE.digest]


def test_a_folder_others_may_write_is_not_used(tmp_path: Path) -> None:
    """Code in a folder that others may write in is not ours to run."""
    (tmp_path / "mind-arena" / "bundles").mkdir(parents=True)
    (tmp_path / "mind-arena" / "bundles").chmod(0o777)
    assert not cache_folder().is_relative_to(tmp_path / "mind-arena")
