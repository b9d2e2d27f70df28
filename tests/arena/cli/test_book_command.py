"""`arena book`: build a book of games, look into it, and the house's own."""

import json
from pathlib import Path

import chess
import chess.polyglot
import pytest

from arena.entrants.entrant import Entry
from arena.store.store import open_store
from arena.tournament.plan import Plan
from minds.book import book_named
from tests.arena.command import arena, play_games
from tests.conftest import ROOT, block_of
from world.games.chess.pgn import write_pgn

REFERENCE = str(ROOT / "results" / "reference")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament of eight games."""
    folder = tmp_path_factory.mktemp("book") / "played"
    minds = (Entry("pst-engine:depth=1"), Entry("champion:depth=1"))
    play_games(folder, Plan(minds=minds, games=8, nodes=50, max_plies=40))
    return folder


def test_the_houses_book_is_rebuilt_to_the_byte(tmp_path: Path) -> None:
    """The command on the page makes the house's book again, from our openings and the reference tournament."""
    (command,) = [line for line in block_of("minds/README.md", "sh").splitlines() if "house.bin" in line]
    words = command.split()
    assert words[-2:] == ["-o", "minds/book/house.bin"]
    words = [REFERENCE if word == "results/reference" else word for word in words[1:-1]]
    done = arena(*words, str(tmp_path / "house.bin"))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "house.bin").read_bytes() == (ROOT / "minds" / "book" / "house.bin").read_bytes()
    assert len(book_named("house").path.read_bytes()) < 200_000


def test_a_book_of_a_tournament(played: Path, tmp_path: Path) -> None:
    """The book holds the moves of the games, up to a move number; python-chess reads it, and two builds are equal."""
    words = ("book", "build", str(played), "--min-count", "1", "--moves", "6", "--json")
    for name in ("one.bin", "two.bin"):
        done = arena(*words, "-o", str(tmp_path / name))
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "one.bin").read_bytes() == (tmp_path / "two.bin").read_bytes()
    found = json.loads(done.stdout)
    assert (found["games"], found["left_out"]) == (8, 0)
    assert found["bytes"] == 16 * found["moves"] == (tmp_path / "one.bin").stat().st_size
    with chess.polyglot.open_reader(tmp_path / "one.bin") as reader:
        assert len(reader) == found["moves"]
        assert {entry.weight > 0 for entry in reader.find_all(chess.Board())} == {True}


def test_a_pgn_gives_the_book_of_its_tournament(played: Path, tmp_path: Path) -> None:
    """The games as PGN give the same bytes; a damaged one among them is named by its line and left out."""
    with open_store(played, read_only=True) as store:
        games = [write_pgn(record) for record in store.records()]
    pgn = tmp_path / "games.pgn"
    pgn.write_text("\n".join([*games, games[0].replace("1. ", "1. Ke2 ", 1)]))
    words = ("--min-count", "1", "-o")
    assert arena("book", "build", str(played), *words, str(tmp_path / "one.bin")).returncode == 0
    done = arena("book", "build", str(pgn), *words, str(tmp_path / "two.bin"))
    assert done.returncode == 0
    assert (tmp_path / "one.bin").read_bytes() == (tmp_path / "two.bin").read_bytes()
    assert "not legal" in done.stderr
    assert done.stderr.endswith("\n1 game left out\n")


def test_only_the_moves_of_a_player(played: Path, tmp_path: Path) -> None:
    """With --player the book is smaller; with a name that nobody has there is none."""
    both, one = tmp_path / "both.bin", tmp_path / "one.bin"
    words = ("book", "build", str(played), "--min-count", "1")
    assert arena(*words, "-o", str(both)).returncode == 0
    assert arena(*words, "-o", str(one), "--player", "champion:depth=1").returncode == 0
    assert 0 < one.stat().st_size < both.stat().st_size
    done = arena(*words, "-o", str(tmp_path / "no.bin"), "--player", "nobody")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "no finished games of 'nobody'" in done.stderr
    assert not (tmp_path / "no.bin").exists()


def test_show_lists_moves_with_weight_and_share() -> None:
    """The house's book opens with several moves, the heaviest first; the shares add up to one."""
    found = json.loads(arena("book", "show", "--json").stdout)
    rows = found["moves"]
    assert found["fen"] == chess.STARTING_FEN
    assert (rows[0]["uci"], rows[0]["san"], rows[0]["action"]) == ("e2e4", "e4", "12,28")
    assert [row["weight"] for row in rows] == sorted((row["weight"] for row in rows), reverse=True)
    assert sum(row["share"] for row in rows) == pytest.approx(1)
    table = arena("book", "show", "startpos").stdout.splitlines()
    assert table[0].split() == ["move", "uci", "weight", "%"]
    assert table[1].split()[:2] == ["e4", "e2e4"]


def test_show_says_where_the_book_ends() -> None:
    """A position that is not in the book is one line, not an error."""
    done = arena("book", "show", *["4k3/8/8/8/8/8/8/4K3", "w", "-", "-", "0", "1"])
    assert (done.returncode, done.stdout) == (0, "house has no move in 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("show", "--book", "none.bin"), "'none.bin': No such file or directory; expected a Polyglot book"),
        (("show", "--book", str(ROOT / "README.md")), "expected a Polyglot book"),
        (("show", "nonsense"), "FEN"),
        (("build", "-o", "x.bin"), "GAMES"),
        (
            ("build", "no-such-file", "-o", "x.bin"),
            "no 'no-such-file'; expected a results folder, a PGN file",
        ),
        (("build", str(ROOT / "pyproject.toml"), "-o", "x.bin"), "no finished games in"),
        (("build", "openings", "-o", "no-such-folder/x.bin"), "'no-such-folder/x.bin' cannot be written: No such file"),
        (("build", "openings", "--moves", "0", "-o", "x.bin"), "--moves"),
        (("burn",), "burn"),
    ],
)
def test_mistakes_are_one_line(
    words: tuple[str, ...], problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong file, position or option is one line with what was expected, exit code 2, and no file."""
    monkeypatch.chdir(tmp_path)
    done = arena("book", *words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert problem in done.stderr
    assert list(tmp_path.iterdir()) == []
