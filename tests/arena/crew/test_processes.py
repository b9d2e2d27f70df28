"""Processes that compute: they start and end with their parent."""

from multiprocessing.process import BaseProcess
from pathlib import Path
from unittest.mock import patch

import pytest
from pebble.common import stop_process

from arena.crew.processes import Processes
from tests.conftest import until


def test_one_that_is_starting_ends_quietly(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A process that is still starting when its pool is stopped finds all that it needs, and prints no traceback."""
    ready = tmp_path / "ready"

    def stop_late(process: BaseProcess) -> None:
        until(lambda: ready.exists() or not process.is_alive())
        stop_process(process)

    processes = Processes(1, Path.touch, (ready,))
    with patch("pebble.pool.process.stop_process", stop_late):
        processes.submit(int)
        processes.shutdown(cancel_futures=True)
    assert ready.exists()
    assert "Traceback" not in capfd.readouterr().err
