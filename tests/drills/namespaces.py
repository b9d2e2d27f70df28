"""Two machines on one: network namespaces with a cable between them, which can be unplugged. It takes root and `ip`."""

import os
import re
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
def two_machines(homes: Path | None = None) -> Iterator[Network]:
    """Yield two machines that reach each other by name, and nobody else; what runs on them must end before.

    With a folder of homes, root's home on each machine is the one there that is named like the machine.
    """
    names = {name: f"drill-{os.getpid()}-{name}" for name in ADDRESSES}
    network = Network(*(Host(ADDRESSES[name], _prefix(name, names[name])) for name in ADDRESSES))
    try:
        for name in ADDRESSES:
            _make(names[name], homes / name if homes is not None else None)
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


def _prefix(name: str, namespace: str) -> tuple[str, ...]:
    """Return the words before a command on a machine, by which it also has the machine's name."""
    in_network = ("ip", "netns", "exec", namespace)
    return (*in_network, "unshare", "--uts", "sh", "-c", f'hostname {name} && exec "$0" "$@"')


def _make(namespace: str, home: Path | None) -> None:
    """Make a namespace whose processes have files of host names and users of their own."""
    _run("ip", "netns", "add", namespace)
    _run("ip", "-n", namespace, "link", "set", "lo", "up")
    hosts = {"localhost": "127.0.0.1", **ADDRESSES}
    files = {"hosts": "".join(f"{address} {host}\n" for host, address in hosts.items())}
    if home is not None:
        home.mkdir(parents=True)
        users = Path("/etc/passwd").read_text(encoding="utf-8")
        files["passwd"] = re.sub("^root:.*$", f"root:x:0:0:root:{home}:/bin/bash", users, flags=re.MULTILINE)
    (FILES / namespace).mkdir(parents=True)
    for file, text in files.items():
        (FILES / namespace / file).write_text(text, encoding="utf-8")


def listening(machine: Host) -> set[str]:
    """Return the addresses, as HOST:PORT, at which processes of a machine listen."""
    lines = _run(*machine.prefix, "ss", "-Hltn").splitlines()
    return {line.split()[3] for line in lines}


def _run(*words: str) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout
