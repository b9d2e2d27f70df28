"""Versions: they change with what decides a mind's play, and with nothing else."""

from pathlib import Path

import pytest

from arena.entrants.version import _playing_sources, digest_of, engine_version, house_version
from arena.errors import EntrantError
from minds.registry import Spec
from tests.conftest import ROOT


def test_the_house_has_one_version() -> None:
    """The digest of the playing sources is the same at every call."""
    assert house_version() == house_version()
    assert len(house_version()) == 16


def test_the_houses_book_decides_how_it_plays() -> None:
    """The house's version is also that of its book of openings, and of the numbers that positions are found by."""
    names = {path.relative_to(ROOT).as_posix() for path in _playing_sources(ROOT / "minds")}
    assert {"minds/book/house.bin", "minds/book/keys.txt", "minds/spec.py"} <= names
    assert not any(name.startswith(("minds/students/", "minds/training/")) for name in names)


def test_a_changed_file_is_another_version(tmp_path: Path) -> None:
    """Content and names below the root count, dates do not."""
    (tmp_path / "a.py").write_text("x = 1")
    before = digest_of([tmp_path / "a.py"], tmp_path)
    (tmp_path / "a.py").touch()
    assert digest_of([tmp_path / "a.py"], tmp_path) == before
    (tmp_path / "a.py").rename(tmp_path / "b.py")
    assert digest_of([tmp_path / "b.py"], tmp_path) != before


def test_an_engine_is_its_program_and_its_files(tmp_path: Path) -> None:
    """A changed network file is another version, even if the program is the same."""
    program, network = tmp_path / "engine", tmp_path / "net.bin"
    program.write_bytes(b"program")
    network.write_bytes(b"one")
    spec = Spec("uci:engine", "uci", str(program), "", {"EvalFile": str(network), "Hash": "16"})
    before = engine_version(spec)
    network.write_bytes(b"two")
    assert engine_version(spec) != before


def test_a_device_is_no_program() -> None:
    """A device that never ends is refused."""
    with pytest.raises(EntrantError, match="no file"):
        digest_of([Path("/dev/zero")])
