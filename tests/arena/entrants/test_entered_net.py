"""Prodigy with a network in a file: entered with it, and known by it wherever it plays."""

from contextlib import closing
from pathlib import Path

import pytest

from arena.cell.cell import Cell
from arena.entrants import version
from arena.entrants.enter import enter
from arena.entrants.roster import enter_all, playable
from arena.entrants.version import check_versions, house_version
from arena.errors import EntrantError
from minds.book import BookBuilder
from minds.errors import ParameterError
from minds.evaluation.learned.net_file import write_network
from minds.evaluation.learned.own_net import HOUSE_FILE
from tests.minds.evaluation.learned.networks import random_network
from world.api import Run, State

ENDGAME = State("4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1", "chess")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("cache", "work"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr("arena.entrants.cache.cache_folder", lambda: tmp_path / "cache")
    monkeypatch.chdir(tmp_path / "work")


def write(path: str, seed: int = 1) -> str:
    write_network(random_network(32, seed), path)
    return path


def write_book(path: str) -> None:
    """Write a book with one move for White."""
    builder = BookBuilder(moves=1, min_count=1)
    builder.add_line("", ["8,16"])
    Path(path).write_bytes(builder.to_bytes())


def score(spec: str) -> object:
    """The score that a mind reports from its cell."""
    with closing(Cell(spec)) as cell:
        cell.newrun(Run("chess", 0))
        return (cell.getaction(ENDGAME).thoughts or {})["score"]


def test_two_networks_are_two_entrants() -> None:
    """They are named by their files, and have versions of their own; so has one whose file has changed."""
    Path("nets").mkdir()
    one, other = write("nets/a.net"), write("nets/b.net", 2)
    entered = enter_all([f"prodigy:net={one}", f"prodigy:net={other}", "prodigy"], "chess")
    assert [found.entrant.name for found in entered] == ["prodigy:net=a.net", "prodigy:net=b.net", "prodigy"]
    versions = {found.entrant.version for found in entered}
    write(one, 3)
    versions.add(enter(f"prodigy:net={one}")[0].version)
    assert len(versions) == 4
    assert house_version() in versions


def test_it_plays_with_the_network_that_was_entered() -> None:
    """The copy in the cache is played with, although the file has changed and gone since."""
    write("my.net")
    entrant, bundle = enter("prodigy:depth=3,net=my.net")
    first = score("prodigy:depth=3,net=my.net")
    write("my.net", 2)
    assert score("prodigy:depth=3,net=my.net") != first
    Path("my.net").unlink()
    assert score(playable(entrant, lambda _: bundle)) == first  # type: ignore[arg-type,return-value]
    check_versions([entrant])


def test_a_book_and_a_network_are_entered_together() -> None:
    """The bundle holds both files, and the mind plays from the copies."""
    write("my.net")
    write_book("my.bin")
    entrant, bundle = enter("prodigy:book=my.bin,net=my.net,depth=2")
    assert bundle is not None
    assert [file.path for file in bundle.files] == ["my.bin", "my.net"]
    spec = playable(entrant, lambda _: bundle)  # type: ignore[arg-type,return-value]
    Path("my.bin").unlink()
    Path("my.net").unlink()
    assert isinstance(score(spec), int)


def test_a_wrong_network_is_refused_by_its_own_name() -> None:
    """The message names the file that was given, and what was expected."""
    Path("no.net").write_bytes(b"no network at all")
    for name, problem in (("no.net", "'no.net': no first line"), ("none.net", "No such"), ("/dev/zero", "not a file")):
        with pytest.raises(ParameterError, match=problem):
            enter(f"prodigy:net={name}")


def test_a_book_and_a_network_have_different_names() -> None:
    """Two files of one name cannot lie in one bundle."""
    Path("a").mkdir()
    write_book("a/same")
    write("same")
    with pytest.raises(EntrantError, match="two files are called the same"):
        enter("prodigy:book=a/same,net=same")


def test_the_houses_network_is_part_of_the_houses_version() -> None:
    """A new network of the house is a new version of its minds."""
    sources = version._playing_sources(HOUSE_FILE.parents[2])
    assert HOUSE_FILE.resolve() in [path.resolve() for path in sources]
