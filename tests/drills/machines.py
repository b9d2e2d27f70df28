"""Follow the page "On a cluster" on two machines: `python -m tests.drills.machines`.

The machines are network namespaces, alpha and beta, which has a real sshd. The commands of the page are run as they are
printed; the games must be those of one machine, and nothing may listen for others that the page does not name.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import arena
from tests.arena.crew.certificates import make_certificate
from tests.arena.crew.dask_cluster import Host, kill
from tests.drills import processes
from tests.drills.cluster_page import TO_STOP, Failed, Reader, commands_in, settle, stop
from tests.drills.namespaces import Network, lacking_of, listening, two_machines
from tests.drills.table import report

SSHD = "/usr/sbin/sshd"
PROGRAMS = ("ip", "ss", "ssh", SSHD)
SERVER = """ListenAddress {address}
HostKey {folder}/host_key
AuthorizedKeysFile {folder}/key.pub
PidFile none
StrictModes no
PermitRootLogin yes
UsePAM no
Subsystem sftp internal-sftp
"""
CLIENT = "IdentityFile {folder}/key\nStrictHostKeyChecking accept-new\nUserKnownHostsFile {folder}/known_hosts\n"
LOOPBACK = "127.0.0.1"


@dataclass
class Section:
    """A section of the page, and what came of its commands."""

    name: str
    done: str = ""
    wrong: list[str] = field(default_factory=list)

    def line(self) -> str:
        """Return the section's line of the table."""
        return f"{self.name:14}  {self.done}; wrong: {'; '.join(self.wrong) or 'none'}"


Follow = Callable[[Section, Reader, Network], None]


def one_machine(section: Section, reader: Reader, network: Network) -> None:
    """Follow a section whose commands are a scheduler, its workers and a tournament, and perhaps others before."""
    *_, scheduler, workers, play = commands_in(section.name)
    _play(section, reader, [(scheduler, "Scheduler at:"), (workers, "Registered to:")], play)
    foreign = {one for one in listening(network.alpha) if not one.startswith(LOOPBACK)}
    section.wrong += [f"alpha listens at {one}" for one in sorted(foreign)]


def with_ssh(section: Section, reader: Reader, network: Network) -> None:
    """Follow the section of two machines."""
    copy, scheduler, workers, play = commands_in(section.name)
    reader.run(copy)
    _play(section, reader, [(scheduler, "Scheduler at:"), (workers, "Registered to:")], play)
    ours = {f"{network.alpha.address}:8786", f"{LOOPBACK}:8787"}
    section.wrong += [f"alpha listens at {one}" for one in sorted(listening(network.alpha) - ours)]
    theirs = (network.beta.address, LOOPBACK)
    section.wrong += [f"beta listens at {one}" for one in sorted(listening(network.beta)) if not one.startswith(theirs)]


def _play(section: Section, reader: Reader, cluster: list[tuple[str, str]], play: str) -> None:
    """Start a cluster, by commands and what they say in the end, and play on it."""
    for command, said in cluster:
        reader.start(command, said)
    section.wrong += filter(None, [reader.play(play)])
    section.done = counts_in(reader, play)


def counts_in(reader: Reader, play: str) -> str:
    """Return how many games of a tournament each machine has played, in words."""
    workers = arena.load(reader.home / reader.folder_of(play)).games["worker"].str.partition(" ")[0]
    counts = ", ".join(f"{count} by {machine}" for machine, count in workers.value_counts().items())
    return f"{len(workers)} games: {counts}"


def follow(name: str, how: Follow, reader: Reader, network: Network) -> Section:
    """Follow a section; stop its scheduler, with which the workers must end."""
    section = Section(name)
    try:
        how(section, reader, network)
        first, *others = reader.terminals
        stop(first)
        for one in others:
            one.wait(TO_STOP)
        section.done += "; workers ended with the scheduler"
    except (Failed, subprocess.TimeoutExpired) as problem:
        section.wrong.append(str(problem))
        for one in reader.terminals:
            kill(one)
    reader.terminals.clear()
    return section


@contextmanager
def sshd(machine: Host, folder: Path, home: Path) -> Iterator[None]:
    """Have a machine answer to ssh, by a key that a home on the other one has."""
    for name in ("host_key", "key"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)
    (folder / "sshd_config").write_text(SERVER.format(folder=folder, address=machine.address), encoding="utf-8")
    (home / ".ssh").mkdir()
    (home / ".ssh" / "config").write_text(CLIENT.format(folder=folder), encoding="utf-8")
    Path("/run/sshd").mkdir(exist_ok=True)
    command = (*machine.prefix, SSHD, "-D", "-e", "-f", str(folder / "sshd_config"))
    with (folder / "sshd.log").open("wb") as log:
        server = subprocess.Popen(command, stderr=log, process_group=0)
    try:
        yield
    finally:
        kill(server)


def sections(folder: Path) -> Iterator[Section]:
    """Follow the sections that need no Slurm."""
    homes = folder / "homes"
    with two_machines(homes) as network:
        for name in ("alpha", "beta"):
            settle(homes / name)
        reader = Reader(network.alpha, homes / "alpha")
        yield follow("One machine", one_machine, reader, network)
        make_certificate(homes / "alpha")
        reader.scripts.append("crew.sh")
        yield follow("TLS", one_machine, reader, network)
        with sshd(network.beta, folder, homes / "alpha"):
            yield follow("Two machines", with_ssh, reader, network)
        processes.left_over(TO_STOP)


def main() -> int:
    """Run the drill; return the exit code."""
    if lacking := lacking_of(*PROGRAMS):
        print(f"this drill needs {lacking}", file=sys.stderr)
        return 2
    with processes.swept_folder() as folder:
        return report(sections(folder), f"{'section':14}  what was done")


if __name__ == "__main__":
    sys.exit(main())
