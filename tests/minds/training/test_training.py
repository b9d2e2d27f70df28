"""Training recovers hidden numbers, writes them as Python, and checks every store it reads."""

import random
import re
import runpy
import sqlite3
from pathlib import Path

import numpy as np
import pytest

from minds import Position
from minds.board import tables as present
from minds.engine.engine import Engine
from minds.engine.entrypoints import entry_set_state
from minds.evaluation.tuned import weights
from minds.training import knowledge, tables
from minds.training.features import piece_features, share_of_midgame, tables_score
from minds.training.fitting import fit, fit_scale, loss
from minds.training.hindsight import expectation, outcomes
from minds.training.openings import random_openings
from minds.training.picture import draw
from minds.training.sample import Sample, gather, held_out, rows_of
from minds.training.store import Game, StoreError, games_in
from minds.training.writing import tables_source, weights_source
from tests.arena.command import arena
from tests.minds.conftest import middlegames

SCALE = 0.006


def made_up(worth: np.ndarray, rows: int = 40_000) -> Sample:
    """Rows with random features, and results drawn with the likelihood these numbers give them."""
    chance = np.random.default_rng(7)
    times = chance.integers(-2, 3, (rows, len(worth)))
    share = chance.random(rows)
    scores = (times @ worth[:, 0]) * share + (times @ worth[:, 1]) * (1 - share)
    results = (chance.random(rows) < 1 / (1 + np.exp(-SCALE * scores))).astype(float)
    starts = np.arange(rows + 1) * len(worth)
    columns = np.tile(np.arange(len(worth), dtype=np.int32), rows)
    numbers = np.arange(rows)
    flat = times.astype(np.int16).ravel()
    return Sample(starts, columns, flat, share, np.zeros(rows), results, results, numbers, numbers)


HIDDEN = np.array([[100.0, 150.0], [30.0, -20.0], [-80.0, 0.0]])


def test_what_is_hidden_is_found() -> None:
    """The numbers and scale behind random results are recovered."""
    sample = made_up(HIDDEN)
    assert fit_scale(sample, HIDDEN) == pytest.approx(SCALE, rel=0.05)
    found = fit(sample, np.zeros_like(HIDDEN), SCALE, np.zeros((3, 3)))
    assert np.abs(found - HIDDEN).max() < 12


def test_springs_hold() -> None:
    """Strong springs keep the numbers where they start."""
    sample, start = made_up(HIDDEN, 2000), np.full_like(HIDDEN, 5.0)
    assert np.abs(fit(sample, start, SCALE, np.eye(3)) - start).max() < 0.5


def test_a_perfect_forecast_is_no_surprise() -> None:
    """The loss is that of a coin toss without knowledge, and falls with it."""
    sample = made_up(HIDDEN, 5000)
    assert loss(sample, np.zeros_like(HIDDEN), SCALE) == pytest.approx(np.log(2))
    assert loss(sample, HIDDEN, SCALE) < 0.65


def test_rows_are_chosen_whole() -> None:
    """Each chosen row keeps its features."""
    sample = made_up(HIDDEN, 100)
    out = held_out(sample)
    assert out.sum() == 10
    part = rows_of(sample, out)
    assert part.counts.reshape(-1, 3).tolist() == sample.counts.reshape(-1, 3)[::10].tolist()


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    """The written tables hold the same numbers, values and phases."""
    worth = np.rint(tables.START + np.random.default_rng(3).normal(0, 40, tables.START.shape))
    path = tmp_path / "tables.py"
    path.write_text(tables_source(*tables.to_tables(worth), 10, 2), encoding="utf-8")
    read = runpy.run_path(str(path))
    assert (tables.to_array(read["MIDGAME"], read["ENDGAME"]) == worth).all()
    assert read["VALUES"] == present.VALUES
    assert read["PHASES"] == present.PHASES


def numbers_in(source: str) -> tuple[int, int]:
    """The positions and games that a written file names in its docstring."""
    found = re.search(r"([\d,]+)\s+quiet positions from ([\d,]+) games", source)
    assert found is not None
    return int(found[1].replace(",", "")), int(found[2].replace(",", ""))


def test_the_present_tables_were_written_so() -> None:
    """minds/board/tables.py is exactly what the training writes for its numbers, docstring included."""
    source = Path(present.__file__).read_text(encoding="utf-8")
    assert source == tables_source(present.MIDGAME, present.ENDGAME, *numbers_in(source))


def test_weights_can_be_read(tmp_path: Path) -> None:
    """Written weights read back as the same numbers."""
    worth = knowledge.to_term_weights(np.random.default_rng(3).normal(0, 40, (weights.SIZE, 2)))
    path = tmp_path / "weights.py"
    path.write_text(weights_source(worth, 10, 2), encoding="utf-8")
    assert runpy.run_path(str(path))["TERM_WEIGHTS"] == worth


def test_the_present_weights_were_written_so() -> None:
    """minds/evaluation/tuned/weights.py is exactly what the training writes for its numbers, docstring included."""
    source = Path(weights.__file__).read_text(encoding="utf-8")
    assert source == weights_source(weights.TERM_WEIGHTS, *numbers_in(source))


def test_springs_cost_nothing_for_a_whole_kind() -> None:
    """Changing all knights costs nothing, one knight does; pawns' impossible squares are ignored."""
    hold = tables.springs(1.0, 1.0, 1.0)
    knights = np.zeros(tables.COUNT)
    knights[64 * 4 : 64 * 5] = 1
    assert np.abs(hold @ knights).max() < 1e-9
    one = np.zeros(tables.COUNT)
    one[64 * 4 + 20] = 1
    assert one @ hold @ one > 1
    assert not hold[64 * 5 : 64 * 5 + 8].any()
    assert np.allclose(hold, hold.T)


SCHEMA = """
    CREATE TABLE games (number INTEGER PRIMARY KEY, start TEXT, score_first REAL, ending TEXT, moves_hash TEXT);
    CREATE TABLE moves (game INTEGER, ply INTEGER, action TEXT, score REAL, PRIMARY KEY (game, ply)) WITHOUT ROWID;
"""


def store_of(path: Path, games: int = 3, result: object = 1.0, action: str | None = None) -> Path:
    """A store of random games as the arena writes it, with the last game duplicated."""
    chance = random.Random(5)
    with sqlite3.connect(path) as connection:
        connection.executescript(SCHEMA)
        for number in range(1, games + 1):
            position, start = Position(), Position().fen
            for ply in range(1, 31):
                move = chance.choice(position.legal_moves())
                row = (number, ply, action if action and ply == 20 else move.action, 10.0)
                connection.execute("INSERT INTO moves VALUES (?, ?, ?, ?)", row)
                position.push(move)
            connection.execute(
                "INSERT INTO games VALUES (?, ?, ?, 'checkmate', ?)", (number, start, result, str(number))
            )
        connection.execute(
            "INSERT INTO games SELECT number + 1, start, score_first, ending, moves_hash FROM games WHERE number = ?",
            (games,),
        )
        connection.execute("INSERT INTO moves SELECT game + 1, ply, action, score FROM moves WHERE game = ?", (games,))
    connection.close()
    return path


def test_a_store_is_read(tmp_path: Path) -> None:
    """Duplicate games are read once, and only quiet positions are kept, with all their material."""
    games = list(games_in(store_of(tmp_path / "arena.sqlite")))
    assert [game.number for game in games] == [1, 2, 3]
    sample = gather(games)
    assert 10 < len(sample.results) < 78
    assert set(sample.results) == {1.0}
    totals = np.add.reduceat(np.abs(sample.counts), sample.starts[:-1])
    assert totals.max() <= 32
    assert totals.min() > 16


def test_rows_add_up_to_the_score() -> None:
    """A position's features times the present tables are its score."""
    worth, engine = tables.to_array(present.MIDGAME, present.ENDGAME), Engine(mebibytes=1)
    columns, times = np.zeros(64, np.int32), np.zeros(64, np.int16)
    for position in middlegames(100):
        entry_set_state(position._address, engine.address)
        count = piece_features(engine.address, columns, times)
        midgame, endgame = times[:count] @ worth[columns[:count]]
        share = share_of_midgame(engine.address)
        score = position.score if position.turn == 0 else -position.score
        assert abs(midgame * share + endgame * (1 - share) - score) < 1
        assert tables_score(engine.address) == score


@pytest.mark.parametrize(
    ("options", "message"),
    [({"result": 0.7}, "result '0.7'"), ({"action": "0,63"}, "cannot be played"), ({"action": "hello"}, "not a move")],
)
def test_damaged_games_are_refused(tmp_path: Path, options: dict[str, object], message: str) -> None:
    """A damaged game is rejected with what is wrong in it."""
    path = store_of(tmp_path / "arena.sqlite", **options)  # type: ignore[arg-type]
    with pytest.raises(StoreError, match=message):
        gather(games_in(path))


def test_what_is_no_store_is_told_in_one_line(tmp_path: Path) -> None:
    """A missing file, a text file and an empty database end the command with one line."""
    text, empty = tmp_path / "text", tmp_path / "empty"
    text.write_text("hello " * 500, encoding="utf-8")
    empty.touch()
    for path in (tmp_path / "missing", text, empty):
        with pytest.raises(StoreError):
            list(games_in(path))
    done = arena("train", "tables", str(text), "--out", str(tmp_path / "out"))
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_openings_are_level_and_repeatable() -> None:
    """Openings are different, level, and the same for the same seed."""
    found = list(random_openings(4, seed=11))
    assert len(set(found)) == 4
    assert found == list(random_openings(4, seed=11))
    assert found != list(random_openings(4, seed=12))
    assert all(abs(Position(fen).score) < 600 for fen in found)


def test_hindsight_ends_with_the_result() -> None:
    """The last target is nearly the result; an early one also depends on the players' scores."""
    game = Game(1, "", 1.0, [""] * 200, [-300.0 if ply % 2 == 0 else 300.0 for ply in range(200)])
    came_to = outcomes(game, 0)  # White's scores are bad throughout, but White wins
    assert came_to[-1] > 0.95
    assert came_to == sorted(came_to)
    assert expectation(-300) < came_to[0] < 0.25
    assert outcomes(game, 1)[0] > 0.85  # if Black moved first, the scores agree with the result


def test_the_picture_is_drawn(tmp_path: Path) -> None:
    """The picture is written as PNG."""
    draw(tmp_path / "tables.png")
    assert (tmp_path / "tables.png").read_bytes().startswith(b"\x89PNG")
