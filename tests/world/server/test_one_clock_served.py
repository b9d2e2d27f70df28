"""All runs of a server go by the wall clock, and so do tournaments with remote minds."""

from collections.abc import Iterator

import pytest

from tests.world.server.serving import Server, serving
from world.server import Lobby, RemotePlayer
from world.timekeeping import set_clocks


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("served")) as server:
        yield server


def test_a_servers_record_names_the_wall(server: Server) -> None:
    """The record of a run with a clock says that it goes by the wall, also while it goes on; others name none."""
    timed, _ = server.open(world="chess", seats=[None, "minimax"], budget={"bank": 60})
    assert '[ClockKind "wall"]' in server.ask("GET", f"{timed}/record").text
    untimed, _ = server.open(world="chess", seats=[None, "minimax"])
    assert "ClockKind" not in server.ask("GET", f"{untimed}/record").text


def test_a_remote_mind_is_not_measured() -> None:
    """The processor time of a mind that joins a tournament is not known here."""
    assert set_clocks([RemotePlayer(Lobby(["ann"]), "ann", "Ann", 1.0)]) == "wall: Ann is remote"
