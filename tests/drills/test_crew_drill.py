"""The drill of crews in its small form."""

from pathlib import Path

import pytest

from tests.drills import crews, processes
from tests.drills.namespaces import lacking_of


@pytest.mark.drill
@pytest.mark.parametrize(("name", "harms"), [("one machine", 4), ("two machines", 5)])
def test_a_cluster_that_is_killed_loses_no_game(name: str, harms: int) -> None:
    """Dead workers, a dead arena, a restarted scheduler and no network cost no game, and leave the games as here."""
    has_network = name == "two machines"
    if has_network and lacking_of("ip"):
        pytest.skip(f"needs {lacking_of('ip')}")
    with processes.swept_folder() as folder:
        drill = crews.run(name, Path(folder), 100, has_network)
    assert drill.wrong == []
    assert len(drill.done) == harms
