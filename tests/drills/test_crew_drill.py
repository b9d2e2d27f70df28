"""The drill of crews in its small form."""

from pathlib import Path

import pytest

from tests.drills import crews, machines, processes, slurm
from tests.drills.namespaces import lacking_of
from tests.drills.slurm_nodes import PROGRAMS


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


@pytest.mark.drill
@pytest.mark.skipif(bool(lacking_of(*machines.PROGRAMS)), reason="needs root, ip, ss and sshd")
def test_the_page_is_true_of_two_machines() -> None:
    """The page's commands play the games of one machine, also over ssh, and open no port that it does not name."""
    with processes.swept_folder() as folder:
        folder.chmod(0o755)
        assert {one.name: one.wrong for one in machines.sections(folder) if one.wrong} == {}


@pytest.mark.drill
@pytest.mark.skipif(bool(lacking_of("ip", *PROGRAMS)), reason="needs root, ip, and Slurm")
def test_the_page_is_true_of_slurm() -> None:
    """A real Slurm plays the games of one machine, whatever becomes of its jobs, which end with their scheduler."""
    with processes.swept_folder() as folder:
        folder.chmod(0o755)
        assert [one.wrong for one in slurm.parts(folder, 60)] == [[], [], []]
