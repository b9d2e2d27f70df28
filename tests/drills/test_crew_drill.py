"""The drill of crews in its small form."""

from pathlib import Path

import pytest

from tests.drills import crews, processes


@pytest.mark.drill
def test_a_cluster_that_is_killed_loses_no_game() -> None:
    """Dead workers, a dead arena and a restarted scheduler cost no game, and leave the games as on one machine."""
    with processes.swept_folder() as folder:
        drill = crews.run(Path(folder), 100)
    assert drill.wrong == []
    assert len(drill.done) == len(crews.HARMS)
