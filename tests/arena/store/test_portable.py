"""The portable form of a results folder: everything comes back from it, and damage is explained."""

import gzip
import os
import shutil
from pathlib import Path

import pytest

import arena
from arena.errors import StoreError
from arena.store.portable import rebuild
from arena.store.store import open_store
from tests.arena.command import without_plots as command
from tests.drills.texts.portable import PARTS, PLAN

MIND = """from minds import Mind


class Learner(Mind):
    name = "learner"

    def getaction(self, state):
        self.thoughts = {"note": "x", "depth": 1}
        if len(state.history) > 8:
            raise ValueError("tired")
        return state.position.legal_moves()[0]

    def endrun(self):
        return self.memory + "1"
"""
VIEWS = ("games.pgn", "standings.csv", "crosstable.csv", "games.csv", "moves.csv")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament with a submitted mind that learns and fails, a file of openings, and the exported files in `out`."""
    folder = tmp_path_factory.mktemp("portable")
    (folder / "learner.py").write_text(MIND, encoding="utf-8")
    (folder / "book.epd").write_text("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n", encoding="utf-8")
    minds = [f"ann={folder / 'learner.py'}", "any-random-legal-move", "minimax:depth=1"]
    options = ["--games", "4", "--max-plies", "20", "--nodes", "200", "--openings", str(folder / "book.epd")]
    done = command("run", *minds, *options, "--out", str(folder / "played"))
    assert done.returncode == 0, done.stderr
    done = command("export", str(folder / "played"), "--out", str(folder / "out"))
    assert done.returncode == 0, done.stderr
    return folder


def test_two_kinds_of_files_hold_everything(played: Path, tmp_path: Path) -> None:
    """A report made from the exported files alone is the same, file by file, and so is a second export."""
    assert {path.name for path in (played / "out").iterdir()} == {"plan.toml", "records-0001.jsonl.gz"}
    shutil.copytree(played / "out", tmp_path / "copy")
    done = command("report", str(tmp_path / "copy"))
    assert done.returncode == 0, done.stderr
    for name in VIEWS:
        assert (tmp_path / "copy" / name).read_bytes() == (played / "played" / name).read_bytes(), name
    assert not (tmp_path / "copy" / "arena.sqlite").exists()
    assert command("export", str(tmp_path / "copy"), "--out", str(tmp_path / "again")).returncode == 0
    for path in (played / "out").iterdir():
        assert (tmp_path / "again" / path.name).read_bytes() == path.read_bytes()


def test_it_can_be_resumed(played: Path, tmp_path: Path) -> None:
    """With the submitted file and the openings gone, the rebuilt tournament is resumed like the original one."""
    shutil.copytree(played / "out", tmp_path / "copy")
    assert command("resume", str(tmp_path / "copy"), "--games", "6").returncode == 0
    shutil.copytree(played / "played", tmp_path / "original")
    assert command("resume", str(tmp_path / "original"), "--games", "6").returncode == 0
    assert (tmp_path / "copy" / "games.pgn").read_bytes() == (tmp_path / "original" / "games.pgn").read_bytes()


def test_all_that_is_known_comes_back(played: Path) -> None:
    """Entrants, bundles, memories, faults and circumstances are those of the original store."""
    with open_store(played / "played") as one, open_store(played / "out") as other:
        assert other.entrants() == one.entrants()
        assert list(other.records()) == list(one.records())
        assert all(record.worker is not None and record.worker.cores for record in other.records())
        for table in ("memories", "incidents", "moves", "circumstances", "bundles", "openings"):
            rows = [sorted(store.db.execute(f"SELECT * FROM {table}").fetchall(), key=repr) for store in (one, other)]
            assert rows[0] == rows[1], table
            assert rows[0], table


@pytest.mark.parametrize("damage", ["cut", "junk", "stranger", "plan", "pipe", "link"])
def test_damage_is_explained(played: Path, tmp_path: Path, damage: str) -> None:
    """A part that is cut, junk, or of another tournament is a StoreError, and leaves no half store behind."""
    shutil.copytree(played / "out", tmp_path / "copy")
    part = tmp_path / "copy" / "records-0001.jsonl.gz"
    if damage == "cut":
        part.write_bytes(part.read_bytes()[:-200])
    elif damage == "junk":
        part.write_bytes(b"junk")
    elif damage == "pipe":
        part.unlink()
        os.mkfifo(part)
    elif damage == "link":
        part.unlink()
        part.symlink_to(played / "out" / part.name)
    elif damage == "plan":
        (tmp_path / "copy" / "plan.toml").write_text("games = 'many'")
    else:
        text = gzip.decompress(part.read_bytes()).replace(b'"minds":["ann"', b'"minds":["eve"')
        part.write_bytes(gzip.compress(text))
    with pytest.raises(StoreError, match="damaged"):
        arena.load(tmp_path / "copy")
    assert command("resume", str(tmp_path / "copy")).returncode == 2
    assert not (tmp_path / "copy" / "arena.sqlite").exists()


@pytest.mark.parametrize("place", range(60, 400, 20))
def test_a_flipped_bit_is_explained(tmp_path: Path, place: int) -> None:
    """A bit that is flipped in a compressed part is a StoreError, and leaves no half store behind."""
    part = bytearray(gzip.compress("\n".join(PARTS).encode(), mtime=0))
    part[place] ^= 4
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    (tmp_path / "records-0001.jsonl.gz").write_bytes(part)
    with pytest.raises(StoreError, match="damaged"):
        rebuild(tmp_path, tmp_path / "into")
    assert not (tmp_path / "into" / "arena.sqlite").exists()


@pytest.mark.parametrize("odd", [('"seed":3', f'"seed":{2**63}'), ('"round":"1.1"', f'"round":"{"9" * 30}"')])
def test_numbers_that_no_store_holds_are_explained(tmp_path: Path, odd: tuple[str, str]) -> None:
    """A number beyond 64 bits is a StoreError, not a traceback."""
    lines = [PARTS[0], PARTS[-2].replace(*odd)]
    assert lines[1] != PARTS[-2]
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    (tmp_path / "records-0001.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    with pytest.raises(StoreError, match="damaged"):
        rebuild(tmp_path, tmp_path / "into")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"ann"', '"\\u001b[2Jann"'),
        ('"ann"', '""'),
        ('"ann"', f'"{"a" * 1000}"'),
        ('"ann"', '"bob"'),
        ('"spec":"minimax"', '"spec":"minimax","author":"A\\u0000"'),
        ("max plies", "\\u001b[31m"),
        ("001-002-00001a", "001-002-\\u0000001a"),
        ("001-002-00001a", "final"),
        ('"tournament"', f'"{"x" * 5000}"'),
        ('"round"', '"event":"x\\u0000","round"'),
        ('"round"', '"opening_name":"x\\u0000","round"'),
        ('"round"', '"date":"0000.99.99","round"'),
    ],
)
def test_texts_that_no_arena_has_written_are_explained(tmp_path: Path, old: str, new: str) -> None:
    """A sent tournament cannot move the cursor of a terminal, nor have two minds of one name."""
    lines = [part.replace(old, new) for part in (PARTS[0], PARTS[-2])]
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    (tmp_path / "records-0001.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    with pytest.raises(StoreError, match="damaged") as caught:
        rebuild(tmp_path, tmp_path / "into")
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize("line", ['date = "0000.99.99"', 'name = "a\\u0000b"'])
def test_plans_that_no_arena_has_written_are_explained(tmp_path: Path, line: str) -> None:
    """A day that no calendar has, and a name with a NUL, are a StoreError that names them."""
    (tmp_path / "plan.toml").write_text(f"{PLAN}{line}\n", encoding="utf-8")
    (tmp_path / "records-0001.jsonl.gz").write_bytes(gzip.compress("\n".join(PARTS).encode()))
    with pytest.raises(StoreError, match=r"damaged tournament: (date|name) "):
        rebuild(tmp_path, tmp_path / "into")


@pytest.mark.parametrize(("old", "new"), [("seed = 1\n", "seed = 9\n"), ("max_plies = 20\n", ""), ("200", "208")])
def test_a_changed_plan_is_explained(played: Path, tmp_path: Path, old: str, new: str) -> None:
    """A plan with one other value, or one less, is a StoreError; a comment and other line ends are not."""
    shutil.copytree(played / "out", tmp_path / "copy")
    path = tmp_path / "copy" / "plan.toml"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_bytes(f"# ours\n{text}".replace("\n", "\r\n").encode())
    rebuild(tmp_path / "copy", tmp_path / "good")
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(StoreError, match=r"plan.toml is not the plan that was exported"):
        rebuild(tmp_path / "copy", tmp_path / "bad")


def test_a_plan_without_checksum_is_read(tmp_path: Path) -> None:
    """A tournament that an older arena has exported is read."""
    assert '"plan"' not in PARTS[0].replace('"plan":""', "")
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    old = [PARTS[0].replace(',"plan":""', ""), PARTS[-2]]
    (tmp_path / "records-0001.jsonl.gz").write_bytes(gzip.compress("\n".join(old).encode()))
    rebuild(tmp_path, tmp_path / "into")
