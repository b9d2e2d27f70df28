"""A real Slurm of Debian's packages on two machines that are network namespaces, configured in a folder."""

import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.arena.crew.dask_cluster import Host, kill
from tests.conftest import until
from tests.drills.namespaces import Network

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch")
CPUS = 2  # of a node, as Slurm believes
TO_START = 60.0  # seconds
CONFIGURATION = f"""ClusterName=drill
SlurmctldHost=alpha({{alpha.address}})
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={{folder}}/munge.socket
StateSaveLocation={{folder}}/state
SlurmdSpoolDir={{folder}}/spool-%n
SlurmctldPidFile={{folder}}/slurmctld.pid
SlurmdPidFile={{folder}}/slurmd-%n.pid
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
MpiDefault=none
NodeName=alpha NodeAddr={{alpha.address}} CPUs={CPUS}
NodeName=beta NodeAddr={{beta.address}} CPUs={CPUS}
PartitionName=main Nodes=ALL Default=YES State=UP
"""


class Slurm:
    """Slurm's controller on alpha, and its nodes alpha and beta."""

    def __init__(self, network: Network, folder: Path) -> None:
        self.network, self.folder = network, folder
        self.settings: Mapping[str, str] = {"SLURM_CONF": str(folder / "slurm.conf")}

    def jobs(self, *options: str) -> list[str]:
        """Return the jobs in the queue, each as its number and, in an array, its place there: 7_1."""
        command = (*self.network.alpha.prefix, "squeue", "--noheader", "--array", "--format=%i", *options)
        done = subprocess.run(command, env={**os.environ, **self.settings}, capture_output=True, text=True, check=True)
        return done.stdout.split()

    def start(self, host: Host, *command: str) -> "subprocess.Popen[bytes]":
        """Start one of Slurm's services on a machine."""
        with (self.folder / f"{command[0]}-{host.address}.log").open("wb") as log:
            return subprocess.Popen(
                (*host.prefix, *command), stdout=log, stderr=log, env={**os.environ, **self.settings}, process_group=0
            )


@contextmanager
def slurm_on(network: Network, folder: Path) -> Iterator[Slurm]:
    """Yield a Slurm whose nodes are idle; its services are killed at the end."""
    slurm = Slurm(network, folder)
    (folder / "state").mkdir()
    folder.chmod(0o755)  # munge's clients must reach its socket
    configuration = CONFIGURATION.format(folder=folder, alpha=network.alpha, beta=network.beta)
    (folder / "slurm.conf").write_text(configuration, encoding="utf-8")
    (folder / "cgroup.conf").write_text(
        "CgroupPlugin=cgroup/v1\n", encoding="utf-8"
    )  # none is shown to namespaces, or used
    (folder / "munge.key").write_bytes(os.urandom(1024))
    (folder / "munge.key").chmod(0o400)
    files = {"socket": "munge.socket", "key-file": "munge.key", "pid-file": "munge.pid", "seed-file": "munge.seed"}
    with ExitStack() as stack:
        munge = (f"--{option}={folder / file}" for option, file in files.items())
        stack.callback(kill, slurm.start(network.alpha, "munged", "--foreground", *munge))
        until((folder / "munge.socket").exists, TO_START)
        stack.callback(kill, slurm.start(network.alpha, "slurmctld", "-D"))
        for machine, name in zip(network, ("alpha", "beta"), strict=True):
            (folder / f"spool-{name}").mkdir()
            stack.callback(kill, slurm.start(machine, "slurmd", "-D"))
        until(lambda: _idle(slurm) == ["idle", "idle"], TO_START)
        yield slurm


def _idle(slurm: Slurm) -> list[str]:
    """Return the states of the nodes."""
    command = (*slurm.network.alpha.prefix, "sinfo", "--noheader", "--Node", "--format=%t")
    done = subprocess.run(command, env={**os.environ, **slurm.settings}, capture_output=True, text=True, check=False)
    return done.stdout.split()
