"""A mind in another language: the page's own in JavaScript, played by the real Node."""

from pathlib import Path

import pytest

from arena.tournament.play import play_game
from tests.conftest import block_of


@pytest.fixture
def careful(tmp_path: Path) -> str:
    path = tmp_path / "careful.js"
    path.write_text(block_of("world/README.md", "javascript"), encoding="utf-8")
    return f"cmd:node {path}"


@pytest.mark.parametrize("seat", [0, 1])
def test_a_mind_in_javascript_plays(careful: str, seat: int) -> None:
    """From either seat it plays to the end by the rules, tells its thoughts, and says goodbye."""
    specs = [careful, "any-random-legal-move"] if seat == 0 else ["any-random-legal-move", careful]
    record = play_game("tictactoe", specs, seed=2)
    assert record.ending.kind in ("three in a row", "full board")
    assert record.minds[seat] == "careful.js"
    assert record.plies[seat].thoughts == {"nodes": 9 - seat}
    assert record.late == ()


@pytest.mark.parametrize(
    ("opening", "action"),
    [
        (["0", "3", "1", "4"], "2"),  # wins
        (["0", "3", "8", "4"], "5"),  # prevents
        ([], "0"),
    ],
)
def test_it_wins_and_prevents(careful: str, opening: list[str], action: str) -> None:
    """It sees what one more mark would do, for itself first."""
    record = play_game("tictactoe", [careful, "minimax"], opening=opening)
    assert record.plies[len(opening)].action == action
