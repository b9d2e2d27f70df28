"""A house mind with a book in a file: entered with the book, and known by it wherever it plays."""

import re
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from arena.cell.cell import Cell
from arena.entrants.enter import enter
from arena.entrants.entrant import Entry
from arena.entrants.roster import enter_all, playable
from arena.entrants.version import check_versions, house_version
from arena.errors import EntrantError
from arena.store.store import open_store
from arena.tournament.plan import Plan
from minds.book import BookBuilder
from minds.errors import ParameterError
from minds.registry import read_spec
from tests.arena.command import play_games
from tests.conftest import ROOT
from world.api import Run, State

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
EXAMPLES = re.findall(r"^```python\n(.*?)^```", (ROOT / "minds/README.md").read_text(encoding="utf-8"), re.M | re.S)
A3, H3 = "8,16", "15,23"
SLY = """
from minds import AskError, Mind


class Sly(Mind):
    name = "sly"

    def getaction(self, state):
        try:
            self.ask("pst-engine:book=/etc/hostname", state)
        except AskError as problem:
            self.thoughts = {"answer": str(problem)}
        return "12,28"
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("cache", "work", "elsewhere"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr("arena.entrants.cache.cache_folder", lambda: tmp_path / "cache")
    monkeypatch.chdir(tmp_path / "work")


def write(path: str, action: str = A3) -> str:
    """Write a book with one move for White."""
    builder = BookBuilder(moves=1, min_count=1)
    builder.add_line("", [action])
    Path(path).write_bytes(builder.to_bytes())
    return path


def played(spec: str) -> str:
    """The first move of a mind in a cell."""
    with closing(Cell(spec)) as cell:
        cell.newrun(Run("chess", 0))
        return cell.getaction(State(START, "chess")).action


def test_the_book_is_entered_with_the_mind() -> None:
    """Its bundle holds the book, by whose content and the house's sources its version is known."""
    write("my.bin")
    entrant, bundle = enter("pst-engine:book=my.bin,depth=3")
    assert bundle is not None
    assert [file.path for file in bundle.files] == ["my.bin"]
    assert entrant.runs == "pst-engine:book=my.bin,depth=3"
    versions = {house_version(), bundle.digest, entrant.version}
    write("my.bin", H3)
    versions.add(enter("pst-engine:book=my.bin,depth=3")[0].version)
    assert len(versions) == 4
    assert {len(version) for version in versions} == {16, 32}


def test_the_houses_own_book_needs_no_bundle() -> None:
    """A mind with book=house is a house mind like any other."""
    entrant, bundle = enter("champion:book=house")
    assert (entrant.version, entrant.bundle, bundle) == (house_version(), "", None)


def test_it_plays_from_the_book_that_was_entered() -> None:
    """The copy in the cache is played from, although the file has changed and gone since."""
    write("my.bin")
    entrant, bundle = enter("pst-engine:book=my.bin")
    write("my.bin", H3)
    assert played("pst-engine:book=my.bin") == H3  # by itself, from where we are
    Path("my.bin").unlink()
    assert played(playable(entrant, lambda _: bundle)) == A3  # type: ignore[arg-type,return-value]
    check_versions([entrant])


def test_it_is_named_by_its_book() -> None:
    """Two books are two entrants, named by their files without the folders."""
    Path("books").mkdir()
    write("books/a.bin")
    write("books/b.bin", H3)
    entered = enter_all(["pst-engine:book=books/a.bin", "pst-engine:book=books/b.bin"], "chess")
    assert [one.entrant.name for one in entered] == ["pst-engine:book=a.bin", "pst-engine:book=b.bin"]


def test_a_wrong_book_is_refused_by_its_own_name() -> None:
    """The message names the file that was given, not a copy of it."""
    Path("no.bin").write_bytes(b"no book at all")
    for name, problem in (
        ("no.bin", "'no.bin' has 14 bytes"),
        ("none.bin", "No such file"),
        ("/dev/zero", "not a file"),
    ):
        with pytest.raises(ParameterError, match=problem):
            enter(f"pst-engine:book={name}")


def test_a_book_may_be_as_large_as_a_bundle() -> None:
    """One of more than 16 MiB is refused, because it would be kept with every tournament."""
    Path("large.bin").write_bytes(bytes((16 << 20) + 16))
    with pytest.raises(EntrantError, match="more than 16 MiB"):
        enter("pst-engine:book=large.bin")


def test_a_changed_house_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The book of an entrant is kept, but not the house's sources: if these change, so has the mind."""
    write("my.bin")
    entrant, _ = enter("pst-engine:book=my.bin", "one")
    monkeypatch.setattr("arena.entrants.version.house_version", lambda: "another")
    with pytest.raises(EntrantError, match="'one' has changed since it was entered"):
        check_versions([entrant])


def test_a_file_named_like_a_house_mind_is_a_strangers() -> None:
    """A submission called pst-engine:book=x.py is still a Python file, jailed."""
    name = "pst-engine:book=x.py"
    Path(name).write_text("from minds import Mind\n\n\nclass Sly(Mind):\n    name = 'sly'\n")
    entrant, bundle = enter(name)
    assert bundle is not None
    assert entrant.version == bundle.digest
    spec = read_spec(playable(entrant, lambda _: bundle))
    assert (spec.is_foreign, spec.path.name, spec.parameters) == (True, name, {})


def test_a_tournament_plays_with_its_book_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its records show the book's moves; from another folder, with an empty cache and without the file, it plays on."""
    write("my.bin")
    minds = (Entry("pst-engine:book=my.bin"), Entry("pst-engine:depth=1"))
    play_games(tmp_path / "played", Plan(minds=minds, games=2, openings="none", nodes=50, max_plies=4))
    Path("my.bin").unlink()
    shutil.rmtree(tmp_path / "cache")
    (tmp_path / "cache").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    with open_store(tmp_path / "played", read_only=True) as store:
        (first,) = [record.plies[0] for record in store.records() if "book" in record.minds[0]]
        assert (first.action, first.thoughts) == (A3, {"book": 100.0})
        check_versions(store.entrants())
        assert played(store.players()[0].spec) == A3


def test_a_students_mind_has_its_book_in_the_jail(tmp_path: Path) -> None:
    """The example on the page, with a book beside it, plays a move of that book in its jail, and searches after it."""
    (example,) = [block for block in EXAMPLES if "Book(Path" in block]
    Path("mind.py").write_text(example)
    write("my.bin")
    entrant, bundle = enter("mind.py")
    spec = playable(entrant, lambda _: bundle)  # type: ignore[arg-type,return-value]
    Path("my.bin").unlink()
    with closing(Cell(spec)) as cell:
        cell.newrun(Run("chess", 0))
        assert cell.getaction(State(START, "chess")).action == A3
        assert cell.getaction(State("4k3/8/8/8/8/8/3q4/4K3 w - - 0 1", "chess")).action == "4,11"
        assert "landlock" in cell.layers


def test_a_strangers_mind_may_not_name_a_book() -> None:
    """A foreign mind that asks for a house mind with a book of its choice is refused: the arena would open the file."""
    write("my.bin")
    Path("sly.py").write_text(SLY)
    with closing(Cell("sly.py")) as cell:
        cell.newrun(Run("chess", 0))
        thoughts = cell.getaction(State(START, "chess")).thoughts
    assert "guests may not give parameter 'book'" in str(thoughts)
