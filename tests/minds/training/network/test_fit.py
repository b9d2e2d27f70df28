"""A training learns, goes on after any interruption as if there had been none, and writes a network that plays."""

import os
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from minds.errors import TrainingError
from minds.evaluation.learned.net_file import read_network
from minds.evaluation.learned.network import Origin
from minds.training.network import fit as fitting
from minds.training.network.fit import Files, fit
from minds.training.network.settings import Settings
from minds.training.network.trainer import Training

SETTINGS = Settings(hidden=32, epochs=15, batch=64, rate=0.01, held_out=5)
ORIGIN = Origin(data="random games", command="none", seed=1)


def run(positions: np.ndarray, out: Path, stop_after: int = 0, settings: Settings = SETTINGS) -> Training:
    """Train to the end, or stop after a number of batches."""
    training, stop = Training(positions, settings), Event()

    def report(now: Training) -> None:
        if now.step == stop_after:
            stop.set()

    fit(training, "digest", ORIGIN, Files(out), report, stop)
    return training


@pytest.fixture(scope="module")
def whole(positions: np.ndarray, tmp_path_factory: pytest.TempPathFactory) -> tuple[Training, Path]:
    """A training from beginning to end, and its network's file."""
    out = tmp_path_factory.mktemp("whole") / "whole.net"
    return run(positions, out), out


def test_a_network_learns(whole: tuple[Training, Path]) -> None:
    """The error on held-out games falls when there is something to learn."""
    training, out = whole
    assert training.points[-1].validation < 0.9 * training.points[0].validation
    assert training.points[-1].training < 0.5 * training.points[0].validation
    assert training.seen == 15 * len(training.examples)
    network = read_network(out)
    assert (network.size, network.is_residual, network.origin) == (32, True, ORIGIN)
    assert sorted(path.name for path in out.parent.iterdir()) == ["whole.net", "whole.png"]


@pytest.mark.parametrize("batches", [1, 7, 50])
def test_an_interrupted_training_goes_on(
    whole: tuple[Training, Path], positions: np.ndarray, tmp_path: Path, batches: int
) -> None:
    """Stopped after any batch, the same command ends with the same network and curves, to the byte."""
    out = tmp_path / "whole.net"
    run(positions, out, batches)
    assert not out.exists()
    second = run(positions, out)
    assert out.read_bytes() == whole[1].read_bytes()
    assert np.array_equal(second.points, whole[0].points, equal_nan=True)


def test_a_killed_training_goes_on(
    whole: tuple[Training, Path], positions: np.ndarray, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process killed with -9 loses what came after its last checkpoint, and the same command makes it again."""
    out, saved = tmp_path / "whole.net", 0
    save = fitting.save

    def save_and_die(*arguments: object) -> None:
        nonlocal saved
        save(*arguments)  # type: ignore[arg-type]
        saved += 1
        if saved == 3:
            os._exit(9)

    monkeypatch.setattr(fitting, "save", save_and_die)
    monkeypatch.setattr(fitting, "INTERVAL", 0.0)
    if (child := os.fork()) == 0:
        run(positions, out)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    monkeypatch.undo()
    assert Files(out).checkpoint.exists()
    run(positions, out)
    assert out.read_bytes() == whole[1].read_bytes()


def test_a_checkpoint_of_another_training_is_refused(positions: np.ndarray, tmp_path: Path) -> None:
    """Other settings do not go on from a checkpoint, and leave it alone."""
    out = tmp_path / "net.net"
    run(positions, out, 3)
    before = Files(out).checkpoint.read_bytes()
    with pytest.raises(TrainingError, match="other data or settings"):
        run(positions, out, settings=Settings(hidden=64, held_out=5))
    assert Files(out).checkpoint.read_bytes() == before


@pytest.mark.parametrize("cut", [0, 10, 1000, -1])
def test_a_damaged_checkpoint_is_named(positions: np.ndarray, tmp_path: Path, cut: int) -> None:
    """A checkpoint that was cut or filled with noise is one line that says to delete it."""
    out = tmp_path / "net.net"
    run(positions, out, 3)
    checkpoint = Files(out).checkpoint
    checkpoint.write_bytes(checkpoint.read_bytes()[:cut])
    with pytest.raises(TrainingError, match=r"is damaged .* delete it"):
        run(positions, out)


def test_an_existing_network_is_not_overwritten(positions: np.ndarray, whole: tuple[Training, Path]) -> None:
    """A network that is there stays."""
    before = whole[1].read_bytes()
    with pytest.raises(TrainingError, match="exists; expected a new name"):
        run(positions, whole[1])
    assert whole[1].read_bytes() == before


def test_one_game_is_not_enough(positions: np.ndarray) -> None:
    """Without a game to keep for validation there is nothing to learn."""
    with pytest.raises(TrainingError, match="1 games; expected more"):
        Training(positions[:10], SETTINGS)
