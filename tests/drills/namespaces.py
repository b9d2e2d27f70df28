"""Two machines on one: network namespaces with a cable between them, which can be unplugged. It takes root and `ip`."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from tests.arena.crew.dask_cluster import Host

ADDRESSES = {"alpha": "10.77.0.1", "beta": "10.77.0.2"}  # of names that both machines know
CABLE = "cable"
FILES = Path("/etc/netns")  # those in a folder NAME are shown in /etc to processes of namespace NAME


class Network(NamedTuple):
    """Two machines."""

    alpha: Host
    beta: Host

    def plug(self, is_in: bool) -> None:
        """Plug the cable in or out."""
        _run(*self.alpha.prefix, "ip", "link", "set", CABLE, "up" if is_in else "down")


def lacking_of(*programs: str) -> str:
    """Return what is not here of root's rights and some programs, in words; empty if all is here."""
    lacking = ["root's rights"] if os.geteuid() != 0 else []
    lacking += [f"the program {program}" for program in programs if shutil.which(program) is None]
    return " and ".join(lacking)


@contextmanager
def two_machines() -> Iterator[Network]:
    """Yield two machines that reach each other by name, and nobody else; what runs on them must end before."""
    names = {name: f"drill-{os.getpid()}-{name}" for name in ADDRESSES}
    network = Network(*(Host(ADDRESSES[name], ("ip", "netns", "exec", names[name])) for name in ADDRESSES))
    try:
        for name in names.values():
            _make(name)
        peer = ("peer", "name", CABLE, "netns", names["beta"])
        _run("ip", "link", "add", CABLE, "netns", names["alpha"], "type", "veth", *peer)
        for machine in network:
            _run(*machine.prefix, "ip", "address", "add", f"{machine.address}/24", "dev", CABLE)
            _run(*machine.prefix, "ip", "link", "set", CABLE, "up")
        yield network
    finally:
        for name in names.values():
            shutil.rmtree(FILES / name, ignore_errors=True)
            with suppress(subprocess.CalledProcessError):
                _run("ip", "netns", "delete", name)


def _make(name: str) -> None:
    """Make a namespace that knows all machines by name."""
    _run("ip", "netns", "add", name)
    _run("ip", "-n", name, "link", "set", "lo", "up")
    (FILES / name).mkdir(parents=True)
    hosts = {"localhost": "127.0.0.1", **ADDRESSES}
    text = "".join(f"{address} {host}\n" for host, address in hosts.items())
    (FILES / name / "hosts").write_text(text, encoding="utf-8")


def _run(*words: str) -> None:
    subprocess.run(words, check=True, capture_output=True)
