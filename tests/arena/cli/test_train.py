"""`arena train fit` trains a network from files, and says in a line what is wrong with a call."""

import json
import signal
from pathlib import Path
from threading import Event

import pytest

from arena.cli.train.fit import stoppable
from minds.evaluation.learned.net_file import read_network
from minds.training.network.export import Accuracy
from tests.arena.command import arena
from tests.minds.training.network.tables import table
from tests.minds.training.network.test_position_file import write


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of 300 positions of 30 games."""
    return write(tmp_path_factory.mktemp("data") / "games.xz", table(300))


def test_fit_writes_a_network_with_its_origin(data: Path, tmp_path: Path) -> None:
    """A network, its picture and a line of figures; the network says how it was made, without anybody's folders."""
    out = tmp_path / "small.net"
    options = ("--hidden", "32", "--epochs", "2", "--pure", "--held-out", "3", "--no-mirror")
    done = arena("train", "fit", str(data), "--out", str(out), *options, "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert (result["file"], result["positions"], result["games"]) == (str(out), 300, 30)
    assert 0 < result["validation_error"] < 0.2
    origin = read_network(out).origin
    assert origin.command == (
        "arena train fit games.xz --out small.net --hidden 32 --pure --epochs 2 --no-mirror --held-out 3"
    )
    assert "300 positions of 30 games of games.xz, sha256 " in origin.data
    assert "400 positions; epoch 2 of 2, validation error " in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["small.net", "small.png"]


@pytest.mark.parametrize(
    ("out", "options", "message"),
    [
        ("a.txt", (), "expected a file that ends in .net"),
        ("none/a.net", (), "expected a folder that exists and can be written"),
        ("a.net", ("--hidden", "33"), "hidden 33; expected a multiple of 32"),
        ("a.net", ("--result-share", "2"), "'--result-share': 2.0 is not in the range 0<=x<=1"),
        ("a.net", ("--min-ply", "255"), "none of 300 positions is left to learn from"),
    ],
)
def test_a_mistake_is_one_line(data: Path, tmp_path: Path, out: str, options: tuple[str, ...], message: str) -> None:
    """A call that cannot work ends with exit code 2 and leaves nothing behind."""
    done = arena("train", "fit", str(data), "--out", str(tmp_path / out), *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_interruption_waits_for_the_checkpoint() -> None:
    """Ctrl-C has the training stop after its batch, and the command ends only then."""
    stopped = []

    def work(stop: Event) -> Accuracy | None:
        signal.raise_signal(signal.SIGINT)
        stopped.append(stop.is_set())
        return None

    with pytest.raises(KeyboardInterrupt):
        stoppable(work)
    assert stopped == [True]
