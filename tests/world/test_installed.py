"""What other packages bring is found by their entry points, also if they are installed later."""

from importlib import metadata
from pathlib import Path

import pytest

from world.installed import entry_points


def install(folder: Path, name: str) -> None:
    """Write what an installer leaves of a package that brings a mind."""
    about = folder.parent / f"{name}-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[arena.minds]\n{name} = {name}:Mind\n", encoding="utf-8")
    about.rename(folder / about.name)


def test_a_package_is_found_as_soon_as_it_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that is installed or removed while this process runs is known or gone at the next question."""
    folder = tmp_path / "packages"
    folder.mkdir()
    known = set(entry_points(group="arena.minds").names)
    monkeypatch.syspath_prepend(folder)
    install(folder, "first")
    assert entry_points(group="arena.minds").names == known | {"first"}
    install(folder, "second")
    assert entry_points(group="arena.minds").names == known | {"first", "second"}
    (folder / "first-1.dist-info").rename(tmp_path / "gone")
    assert entry_points(group="arena.minds").names == known | {"second"}


def test_packages_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """While nothing is installed, packages are not read again."""
    first = entry_points(group="arena.minds")
    monkeypatch.setattr(metadata, "entry_points", lambda **_: pytest.fail("read again"))
    assert entry_points(group="arena.minds") is first
