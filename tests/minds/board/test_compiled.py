"""The core is cached where possible, runs interpreted on request, and can be called from one's own functions."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from minds import Position, jit
from minds.board import cache
from minds.board.core import ALL, count_moves, list_moves, make, target_of
from tests.conftest import ROOT

PERFT = "from minds import Position; print(Position().perft(3))"
DOT = "import numpy as np; from minds import jit; print(jit(lambda a: np.dot(a, a))(np.ones(3)))"


def python(code: str, **environment: str) -> "subprocess.Popen[str]":
    """Start another interpreter with a changed environment; it finds what is compiled where this one does."""
    left_out = ("TMPDIR", "NUMBA_DISABLE_JIT")
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", code],
        env=kept | {"PYTHONPATH": str(ROOT)} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def warm_copy(folder: Path, home: str = "mind-arena") -> Path:
    """A copy of the cache in use, for a test to damage."""
    assert cache.CACHE is not None
    return Path(shutil.copytree(cache.CACHE, folder / home / cache.CACHE.name))


def first_starts(folder: Path, least_compiling: int) -> None:
    """Start twice at once, with a folder for temporary files alone, where functions are not compiled yet.

    One of the two may come so late that all is compiled; it says nothing then.
    """
    homeless = {"HOME": "/dev/null", "XDG_CACHE_HOME": "", "TMPDIR": str(folder)}
    said = []
    for process in [python(PERFT, **homeless), python(PERFT, **homeless)]:
        out, err = process.communicate(timeout=120)
        assert (out, process.returncode) == ("8902\n", 0), err
        said += [err] if err else []
    assert len(said) >= least_compiling
    assert all(err.startswith("mind-arena: compiling 27 functions") and err.count("\n") == 1 for err in said)
    out, err = python(PERFT, **homeless).communicate(timeout=60)
    assert (out, err) == ("8902\n", "")
    (complete,) = folder.glob("mind-arena-*/*/complete")
    indices, codes = (sorted(complete.parent.glob(f"entrypoints.*.{ending}")) for ending in ("nbi", "nbc"))
    assert len(codes) == len(indices) > 10


def test_two_that_compile_at_once_without_a_home(tmp_path: Path) -> None:
    """Two starts with HOME not writable compile each missing function once; a third finds everything compiled."""
    folder = warm_copy(tmp_path, f"mind-arena-{os.getuid()}")
    (folder / cache.COMPLETE).unlink()
    for name in ("key", "castling", "copy"):
        for path in folder.glob(f"entrypoints.entry_{name}-*"):
            path.unlink()
    first_starts(tmp_path, least_compiling=1)


@pytest.mark.drill
def test_two_that_compile_everything_at_once(tmp_path: Path) -> None:
    """The same where nothing is compiled yet, which takes both of them a while."""
    first_starts(tmp_path, least_compiling=2)


def test_scipy_is_loaded_only_when_needed() -> None:
    """The rules of chess start without SciPy, which takes as long as a quarter of them; linear algebra loads it."""
    loaded = "import sys; print('scipy.linalg' in sys.modules)"
    out, err = python(f"{PERFT}; {loaded}; {DOT}; {loaded}").communicate(timeout=60)
    assert (out, err) == ("8902\nFalse\n3.0\nTrue\n", "")


def test_a_cache_that_cannot_be_written_is_still_read(tmp_path: Path) -> None:
    """A complete cache is used even where nothing can be written, as in a jail or a read-only image."""
    warm_copy(tmp_path)
    code = f"import tempfile; tempfile.TemporaryFile = lambda **_: 1 / 0; {PERFT}"
    assert python(code, XDG_CACHE_HOME=str(tmp_path)).communicate(timeout=120) == ("8902\n", "")


def damaged(content: bytes, damage: str, other: bytes) -> bytes:
    """Return what a damage makes of a file's content."""
    half = len(content) // 2
    flipped = content[:half] + bytes([content[half] ^ 1]) + content[half + 1 :]
    left = {"truncated": content[:half], "zeroed": bytes(len(content)), "rubbish": b"rubbish", "flipped": flipped}
    return left.get(damage, other if damage == "swapped" else b"")


# Of compiled functions, each with a damage of its own: to its code, or to the index of its codes.
DAMAGES = {
    "entrypoints.entry_key-*.nbc": "truncated",
    "entrypoints.entry_castling-*.nbc": "zeroed",
    "entrypoints.entry_insufficient-*.nbc": "rubbish",
    "entrypoints.entry_copy-*.nbc": "flipped",
    "entrypoints.entry_piece_at-*.nbc": "swapped",
    "entrypoints.entry_score-*.nbc": "gone",
    "entrypoints.entry_squares-*.nbi": "truncated",
    "entrypoints.entry_number-*.nbi": "zeroed",
    "entrypoints.entry_play-*.nbi": "rubbish",
}


def test_damaged_files_are_made_anew(tmp_path: Path) -> None:
    """A file damaged by a power cut, by a flipped bit, or by code of another function costs one compilation each."""
    folder = warm_copy(tmp_path)
    other, left = next(folder.glob("entrypoints.entry_list-*.nbc")).read_bytes(), {}
    for pattern, damage in DAMAGES.items():
        (victim,) = folder.glob(pattern)
        left[pattern] = damaged(victim.read_bytes(), damage, other)
        if damage == "gone":
            victim.unlink()
        else:
            victim.write_bytes(left[pattern])
    out, err = python(PERFT, XDG_CACHE_HOME=str(tmp_path)).communicate(timeout=120)
    assert (out, err.count("\n")) == ("8902\n", 1), err
    for pattern, content in left.items():
        assert [path for path in folder.glob(pattern) if path.read_bytes() != content], pattern
    assert python(PERFT, XDG_CACHE_HOME=str(tmp_path)).communicate(timeout=120) == ("8902\n", "")


def test_a_full_disk_is_not_taken_for_a_complete_cache(tmp_path: Path) -> None:
    """A start on a full disk works, says that it compiles, and does not mark the cache complete."""
    folder = warm_copy(tmp_path)
    (folder / cache.COMPLETE).unlink()
    (victim,) = folder.glob("entrypoints.entry_key-*.nbi")
    victim.unlink()
    code = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)); {PERFT}"
    for _ in range(2):
        out, err = python(code, XDG_CACHE_HOME=str(tmp_path)).communicate(timeout=120)
        assert out == "8902\n"
        assert err.startswith("mind-arena: compiling")
    assert not (folder / cache.COMPLETE).exists()


def test_without_any_folder_there_is_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without even a temporary folder, only the home directory is offered and no cache is used."""

    def none() -> str:
        raise FileNotFoundError("No usable temporary directory found")

    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", "/dev/null")
    monkeypatch.setattr(cache.tempfile, "gettempdir", none)
    assert list(cache.cache_homes()) == [Path("/dev/null/.cache/mind-arena")]
    assert cache.find_cache() is None


def test_interpreted_it_is_the_same() -> None:
    """With NUMBA_DISABLE_JIT=1 the whole core runs as plain Python, with the same counts and moves."""
    code = """
import random, threading
from minds import Position
from minds.board import compiled
assert compiled.INTERPRETED
kiwipete = Position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
thread = threading.Thread(target=lambda: print(Position().perft(2)))
thread.start()
thread.join()
print(Position().perft(3), kiwipete.perft(2), kiwipete.score, kiwipete.key)
rng, position = random.Random(8), Position()
for _ in range(60):
    position.push(rng.choice(position.legal_captures() or position.legal_moves()))
    assert (Position(position.fen).state == position.state).all()
print(position.fen, position.in_check, position.repetitions, position.score)
"""
    interpreted = python(code, NUMBA_DISABLE_JIT="1")
    compiled = python(code.replace("assert compiled.INTERPRETED", ""))
    out, err = interpreted.communicate(timeout=120)
    assert (interpreted.returncode, err) == (0, "")
    assert out.startswith("400\n8902 2039 ")
    assert compiled.communicate(timeout=120)[0] == out


def test_minds_loads_without_numba() -> None:
    """`import minds` and `arena --help` load neither Numba nor numpy."""
    for code in ("import minds", "import arena.cli; arena.cli.arena(['--help'], standalone_mode=False)"):
        check = f"{code}\nimport sys\nassert not {{'numba', 'numpy', 'matplotlib', 'pandas'}} & set(sys.modules)"
        process = python(check)
        assert process.communicate(timeout=60)[1] == ""
        assert process.returncode == 0


def test_homes_in_their_order(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """XDG_CACHE_HOME comes before ~/.cache, and the user's temporary folder last."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    first, second, third = cache.cache_homes()
    assert first == tmp_path / "xdg" / "mind-arena"
    assert second == tmp_path / "home" / ".cache" / "mind-arena"
    assert third.name == f"mind-arena-{os.getuid()}"
    assert cache.find_cache() == first / cache.digest()
    assert stat.S_IMODE(first.stat().st_mode) == 0o700


def test_a_folder_that_others_may_write_is_not_trusted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder that others can write to, or a link, is passed over, because a cache's contents are executed."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "xdg" / "mind-arena").mkdir(parents=True)
    (tmp_path / "xdg" / "mind-arena").chmod(0o777)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "home" / ".cache").mkdir(parents=True)
    (tmp_path / "home" / ".cache" / "mind-arena").symlink_to(tmp_path / "elsewhere")
    monkeypatch.setattr(cache.tempfile, "gettempdir", lambda: str(tmp_path))
    assert cache.find_cache() == tmp_path / f"mind-arena-{os.getuid()}" / cache.digest()


def test_a_folder_of_another_user_is_not_trusted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder that belongs to another user is passed over."""
    assert cache.is_ours(tmp_path)
    monkeypatch.setattr(cache.os, "getuid", lambda: 12345)
    assert not cache.is_ours(tmp_path)


def test_a_change_of_the_core_makes_a_new_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The folder's name changes with the text of a compiled source, and not with that of a mind."""
    monkeypatch.setattr(cache, "PACKAGE", tmp_path)
    names = []
    for room, text in (("board", "a"), ("board", "b"), ("builtin", "c")):
        (tmp_path / room).mkdir(exist_ok=True)
        (tmp_path / room / "file.py").write_text(text)
        names.append(cache.digest())
    assert names[0] != names[1] == names[2]


def test_old_compilations_are_forgotten(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A new complete cache leaves only the newest few; other files are left alone."""
    folders = [tmp_path / f"{number:016x}" for number in range(10)]
    for age, folder in enumerate(folders):
        folder.mkdir()
        (folder / cache.COMPLETE).touch()
        os.utime(folder / cache.COMPLETE, (age, age))
    (tmp_path / "notes").mkdir()
    (folders[-1] / cache.COMPLETE).unlink()
    monkeypatch.setattr(cache, "CACHE", folders[-1])
    cache.mark_complete()
    assert sorted(tmp_path.iterdir()) == [*folders[-cache.MAX_FOLDERS :], tmp_path / "notes"]


def test_no_folder_at_all_means_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a writable folder the core is compiled for this process only."""
    monkeypatch.setattr(cache, "cache_homes", lambda: iter([Path("/dev/null/nowhere")]))
    assert cache.find_cache() is None


@jit
def mobility(state: np.ndarray) -> int:
    """A student's function: the number of legal moves."""
    return count_moves(state[0])


@jit
def replies(workspace: np.ndarray) -> int:
    """A student's search: the least number of replies that a move leaves the other side."""
    workspace = workspace[0]
    fewest, target = 1000, -1
    for i in range(list_moves(workspace.states[0], workspace.moves[0], ALL)):
        make(workspace.states[0], workspace.states[1], workspace.moves[0][i])
        count = count_moves(workspace.states[1])
        if count < fewest:
            fewest, target = count, target_of(workspace.moves[0][i])
    return 100 * fewest + target


def test_students_compile_functions_of_their_own() -> None:
    """A @jit function calls the core on a position's state, or searches on its workspace."""
    position = Position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    assert mobility(position.state) == 48
    expected = min((len(position.play(move).legal_moves()), n) for n, move in enumerate(position.legal_moves()))
    assert replies(position.workspace) == 100 * expected[0] + position.legal_moves()[expected[1]].target


def test_what_students_compile_is_not_kept() -> None:
    """A @jit function leaves nothing in the cache."""
    assert cache.CACHE is not None
    assert mobility(Position().state) == 20
    assert list(cache.CACHE.glob("test_compiled*")) == []
    assert list(cache.CACHE.glob("entrypoints.entry_play*")) != []


def test_a_copied_state_is_the_students_own() -> None:
    """Writing to a state returned by a position does not change the position."""
    position = Position()
    state = position.state
    state["turn"] = 1
    state["pieces"] = 0
    assert position == Position()


@jit
def target_in_compiled_code(code: int) -> int:
    return target_of(code)


def test_an_inlined_function_is_machine_code_only_for_python() -> None:
    """An inlined function has no entry of its own until Python calls it, and then gives compiled code's answer."""
    code = 12 | 28 << 6
    assert target_in_compiled_code(code) == 28
    assert {compiled.library.get_pointer_to_function("") for compiled in target_of.linked.overloads.values()} == {0}
    assert target_of(code) == 28
