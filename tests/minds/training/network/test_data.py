"""Games and positions from any files reach the training, and the choice among them is as asked for."""

from pathlib import Path

import numpy as np
import pytest

from minds import Move
from minds.errors import TrainingError
from minds.training.games.blocks import UNSCORED, Game, encode
from minds.training.games.replay import CAPTURE, IN_CHECK
from minds.training.games.settings import Settings
from minds.training.network.data import read_all
from minds.training.network.select import Selection, selected
from tests.minds.training.network.test_position_file import write

PLIES = {"e2e4": 20, "d7d5": -30, "e4d5": 50, "d8d5": -3100, "b1c3": UNSCORED, "d5e5": 0, "f1e2": -40}


def games_file(path: Path, damaged: bool = False) -> Path:
    """A file of two equal games, the first of which may be damaged."""
    codes = [Move(text).notation_code for text in PLIES]
    first, second = (encode([Game(number, "", codes, list(PLIES.values()), 2, 0)]) for number in (7, 9))
    if damaged:
        first = first[:30] + b"xx" + first[32:]
    path.write_bytes(Settings("champion").to_line() + first + second)
    return path


def test_files_of_both_kinds_are_joined(positions: np.ndarray, tmp_path: Path) -> None:
    """Games come with the scores of the moves that were searched, and are numbered through with the positions."""
    files = (games_file(tmp_path / "my.games"), write(tmp_path / "my.xz", positions))
    found, told = read_all(files, pytest.fail), list[str]()
    scores = [score for score in PLIES.values() if score != UNSCORED]
    assert found["score"].tolist() == [*scores, *scores, *positions["score"]]
    assert found["game"].tolist() == [0] * 6 + [1] * 6 + [2 + game for game in positions["game"]]
    kept = read_all([games_file(tmp_path / "cut.games", damaged=True)], told.append)
    assert len(kept) == 6
    assert "cut.games': games are lost at 1 places, at the first: byte" in told[0]


def test_quiet_positions_are_selected(tmp_path: Path) -> None:
    """Checks, captures, scores beyond the bound and the first plies are left out, each unless asked for."""
    found = read_all([games_file(tmp_path / "my.games")], pytest.fail)[:6]
    assert found["flags"].tolist() == [0, 0, CAPTURE, CAPTURE, 0, IN_CHECK]

    def scores(selection: Selection) -> list[int]:
        return selected(found, selection)["score"].tolist()

    assert scores(Selection()) == [20, -30, 0]
    assert scores(Selection(quiet=False)) == [20, -30, 50, 0, -40]
    assert scores(Selection(max_score=25)) == [20, 0]
    assert scores(Selection(min_ply=1)) == [-30, 0]
    with pytest.raises(TrainingError, match="none of 6 positions is left"):
        selected(found, Selection(min_ply=99))


def test_other_files_are_refused(tmp_path: Path) -> None:
    """A folder, a missing file and a text are named."""
    (tmp_path / "text").write_text("1. e4")
    for name, message in ((".", "is not a file"), ("none", "is not a file"), ("text", "is not a file of positions")):
        with pytest.raises(TrainingError, match=message):
            read_all([tmp_path / name], pytest.fail)
