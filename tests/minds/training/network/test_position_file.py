"""A file of positions is read as it was written, and anything else is refused in a line."""

import json
import lzma
from pathlib import Path

import numpy as np
import pytest

from minds.errors import TrainingError
from minds.training.games.replay import POSITION
from minds.training.network.export import squares_of
from minds.training.network.position_file import COLUMNS as NAMES
from minds.training.network.position_file import read_positions
from minds.training.network.positions import digest_of, joined
from tests.minds.conftest import middlegames

COLUMNS = [[name, POSITION[name].base.str, list(POSITION[name].shape)] for name in NAMES]


def write(path: Path, positions: np.ndarray, head: object = None, more: bytes = b"") -> Path:
    """Write a file of positions, its first line as given."""
    described = {"positions": len(positions), "columns": COLUMNS} if head is None else head
    columns = b"".join(np.ascontiguousarray(positions[name]).tobytes() for name in NAMES)
    path.write_bytes(lzma.compress(json.dumps(described).encode() + b"\n" + columns + more, preset=0))
    return path


def test_positions_come_back(positions: np.ndarray, tmp_path: Path) -> None:
    """All columns are read, and the pieces stand where they stood."""
    found = read_positions(write(tmp_path / "file.xz", positions))
    assert found.tobytes() == positions.tobytes()
    assert [squares_of(one) for one in found] == [position.squares for position in middlegames(500)]


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ({"positions": 10**12, "columns": COLUMNS}, "positions; expected 0 to 200,000,000"),
        ({"positions": -1, "columns": COLUMNS}, "positions; expected 0 to"),
        ({"positions": True, "columns": COLUMNS}, "positions; expected 0 to"),
        ({"positions": 501, "columns": COLUMNS}, "ends before its last column"),
        ({"positions": 499, "columns": COLUMNS}, "goes on after its last column"),
        ({"positions": 500, "columns": COLUMNS[1:]}, "columns .*; expected"),
        ({"positions": 500, "columns": [["occupied", "O", []], *COLUMNS[1:]]}, "columns .*; expected"),
        ({"positions": 500}, "does not describe columns"),
        ([1, 2], "does not describe columns"),
        ("x" * 5000, "no first line of JSON within 4096 bytes"),
    ],
)
def test_a_wrong_first_line_is_refused(positions: np.ndarray, tmp_path: Path, head: object, expected: str) -> None:
    """Sizes and columns are checked before anything is read by them."""
    with pytest.raises(TrainingError, match=expected):
        read_positions(write(tmp_path / "file.xz", positions, head))


def test_what_is_no_xz_file_is_refused(positions: np.ndarray, tmp_path: Path) -> None:
    """A file that is cut, damaged, missing or of another kind is named."""
    content = write(tmp_path / "file.xz", positions).read_bytes()
    for name, wrong in (("cut", content[:-100]), ("text", b"hello"), ("empty", b""), ("noise", b"\xff" + content[1:])):
        (tmp_path / name).write_bytes(wrong)
        with pytest.raises(TrainingError, match="not a file of positions"):
            read_positions(tmp_path / name)
    with pytest.raises(TrainingError, match="cannot be read: No such file"):
        read_positions(tmp_path / "none")


@pytest.mark.parametrize(
    ("column", "value", "expected"),
    [
        ("occupied", 1, "two kings and at most 32 pieces"),
        ("occupied", 2**64 - 1, "two kings and at most 32 pieces"),
        ("pieces", 0x66, "pieces of 0 to 5 and 8 to 13"),
        ("pieces", 0, "one king of each colour"),
        ("result", 3, "a result of 0, 1 or 2"),
        ("turn", 2, "a turn of 0 or 1"),
    ],
)
def test_what_is_no_position_is_refused(
    positions: np.ndarray, tmp_path: Path, column: str, value: int, expected: str
) -> None:
    """Numbers that would index beyond the network's inputs are found before training."""
    wrong = positions.copy()
    wrong[column][77] = value
    with pytest.raises(TrainingError, match=f"position 77: .*; expected .*{expected}"):
        read_positions(write(tmp_path / "file.xz", wrong))


def test_games_of_several_files_stay_apart(positions: np.ndarray) -> None:
    """Joined, games are numbered anew, and each keeps its positions."""
    both = joined([positions, positions])
    assert both["game"].tolist() == np.repeat(np.arange(100), 10).tolist()
    assert digest_of(both) != digest_of(positions) == digest_of(positions.copy())
    with pytest.raises(TrainingError, match="no positions"):
        joined([positions[:0]])
