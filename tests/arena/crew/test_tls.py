"""TLS, by the commands of the page: a cluster plays for holders of its certificate, and for nobody else."""

import socket
import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from importlib import import_module
from pathlib import Path

import dask.config
import pytest

from arena.crew import cluster as dask_executor
from arena.crew.named import crew_named
from arena.errors import CrewError
from tests.arena.command import Here, arena
from tests.arena.crew.certificates import settings_in
from tests.arena.crew.dask_cluster import HERE, LOOPBACK, DaskCluster, dask_cluster
from tests.arena.crew.games import games_of, plan_in

LISTENS, LOOPBACK_IN_HEX = "0A", "0100007F"  # as in /proc/net/tcp
pytestmark = pytest.mark.filterwarnings("ignore")  # Dask's own


@contextmanager
def using(settings: dict[str, str]) -> Iterator[None]:
    """Have Dask in this process use some settings."""
    import_module("distributed")  # its defaults would be lost at the end if it were imported meanwhile
    with dask.config.set({name.removeprefix("DASK_").lower().replace("__", "."): settings[name] for name in settings}):
        yield


def speaks(port: int) -> bool:
    """True if a server at a port answers a client without a certificate."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    plain = socket.create_connection((LOOPBACK, port), timeout=30)
    with plain, suppress(ssl.SSLError, ConnectionError), context.wrap_socket(plain) as connection:
        return bool(connection.recv(1))
    return False


def ports_of(crew: str) -> dict[str, int]:
    """The ports of a cluster with one worker: of the scheduler, the worker, its nanny, and its page of figures."""
    executor = dask_executor.connect(crew)
    with closing(executor.client):
        ((address, worker),) = executor.client.scheduler_info()["workers"].items()
        addresses = {"scheduler": crew, "worker": address, "nanny": worker["nanny"]}
        ports = {name: int(one.rpartition(":")[2]) for name, one in addresses.items()}
        return ports | {"page": worker["services"]["dashboard"]}


def reachable_elsewhere(ports: set[int]) -> set[int]:
    """Those of some ports that processes listen on for other machines than this one."""
    found = set()
    for path in (Path("/proc/net/tcp"), Path("/proc/net/tcp6")):
        for _, local, _, state, *_ in map(str.split, path.read_text(encoding="ascii").splitlines()[1:]):
            address, _, port = local.partition(":")
            if state == LISTENS and address != LOOPBACK_IN_HEX and int(port, 16) in ports:
                found.add(int(port, 16))
    return found


def test_a_cluster_plays_for_holders_of_its_certificate_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over TLS the games are those of this machine; no port answers without the certificate, or to other machines."""
    plan = plan_in(tmp_path / "minds", minds=["any-random-legal-move", "minimax:depth=1"], games=6)
    here, ours = games_of(tmp_path / "here", plan, Here), settings_in(tmp_path / "ours")
    with dask_cluster(tmp_path, 0, ours) as cluster:
        with using(ours):
            start_as_slurm_does(cluster, tmp_path)
            crew = crew_named(cluster.crew)
            assert crew is not None
            assert games_of(tmp_path / "there", plan, crew) == here
            ports = ports_of(cluster.crew)
        assert {name: port for name, port in ports.items() if name != "page" and speaks(port)} == {}
        assert reachable_elsewhere(set(ports.values())) == set()
        monkeypatch.setattr(dask_executor, "TO_CONNECT", 1.0)
        with pytest.raises(CrewError, match="no scheduler answers there"):
            dask_executor.connect(cluster.crew.replace("dasks", "dask"))
        with using(settings_in(tmp_path / "theirs")), pytest.raises(CrewError, match="certificate does not match"):
            dask_executor.connect(cluster.crew)


def start_as_slurm_does(cluster: DaskCluster, folder: Path) -> None:
    """Start a worker by the script that `arena crew slurm` writes, in a shell without any settings of Dask."""
    done = arena("crew", "slurm", "-n", "1", "--scheduler", cluster.crew, "--dry-run")
    assert done.returncode == 0, done.stderr
    (folder / "job.sh").write_text(done.stdout, encoding="utf-8")
    cluster.settings = {}
    cluster.workers.append(cluster.start(HERE, "bash", str(folder / "job.sh"))[1])


@pytest.mark.parametrize(
    ("certificate", "said"),
    [
        ("", "wants a certificate, and Dask's settings name none"),
        ("none.pem", "but there is no such file"),
        ("text.pem", "is no certificate with its key"),
    ],
)
def test_a_certificate_that_cannot_be_used_is_one_line(tmp_path: Path, certificate: str, said: str) -> None:
    """Before anything else is done, a line says what is wrong with the certificate."""
    (tmp_path / "text.pem").write_text("no certificate", encoding="utf-8")
    path = str(tmp_path / certificate) if certificate else None
    import_module("distributed")
    with dask.config.set({"distributed.comm.tls.ca-file": path, "distributed.comm.tls.client.cert": path}):
        crew = ("--crew", "dasks://127.0.0.1:8786", "--out", str(tmp_path / "out"))
        done = arena("run", "minimax:depth=1", "alphabeta", *crew)
    assert (done.returncode, said in done.stderr, done.stderr.count("\n")) == (2, True, 1), done.stderr
    assert not (tmp_path / "out").exists()
