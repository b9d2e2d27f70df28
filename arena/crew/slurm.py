"""Dask workers as jobs of Slurm: the script of a job array, and its submission by sbatch."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from arena.crew.scheduler import PAGE, Scheduler, certificates, is_address, read_scheduler, security_for
from arena.errors import CrewError
from minds.errors import quoted

PATIENCE = 60  # seconds that a worker waits for its scheduler, and that we wait for sbatch
NAME = r"[A-Za-z0-9_][A-Za-z0-9_.,+-]*"
TEXTS = {  # of options: the pattern, and what is expected
    "name": (NAME, "letters, digits and _ . , + -"),
    "partition": (NAME, "letters, digits and _ . , + -"),
    "time": (r"(\d+-)?\d+(:\d\d){0,2}", "30 for minutes, 1:30:00 or 2-12:00:00"),
    "memory": (r"[1-9]\d*[KMGT]?", "4000M or 4G"),
}
DIRECTIVE = r"--([a-z][a-z-]*)(=[A-Za-z0-9_.,:;/@%+*^()&|\[\]=~-]+)?"
OURS = {  # options of sbatch, and those of ours that set them
    "job-name": "--name",
    "array": "-n",
    "cpus-per-task": "--cpus",
    "time": "--time",
    "partition": "--partition",
    "mem": "--memory",
    "nodes": "none: a job is one task",
    "ntasks": "none: a job is one task",
    "wrap": "none: a job is a script of workers",
}


class JobArray(Struct, frozen=True, kw_only=True):
    """Jobs that each run workers, one for each processor of the job."""

    jobs: int
    scheduler: str  # as in --crew
    cpus: int = 1
    name: str = "arena-crew"
    time: str = ""
    partition: str = ""
    memory: str = ""
    more: tuple[str, ...] = ()  # options for sbatch
    is_network_trusted: bool = False

    def __post_init__(self) -> None:
        for option, (pattern, expected) in TEXTS.items():
            text = getattr(self, option)
            if (text or option == "name") and not re.fullmatch(pattern, text, re.ASCII):
                raise CrewError(f"--{option} {quoted(text)}; expected {expected}")
        for text in self.more:
            found = re.fullmatch(DIRECTIVE, text, re.ASCII)
            if found is None:
                raise CrewError(f"--sbatch {quoted(text)}; expected one option of sbatch, such as --account=chess")
            if option := OURS.get(found[1], ""):
                raise CrewError(f"--sbatch {quoted(text)}; the option for that is {option}")


def script_of(array: JobArray) -> str:
    """Return the script of a job array; raise CrewError if its scheduler cannot be used, or by anyone."""
    scheduler = read_scheduler(array.scheduler)
    if not (scheduler.is_encrypted or scheduler.is_on_loopback or array.is_network_trusted):
        raise CrewError(
            f"{scheduler.address} has no TLS: anyone who reaches the workers could run code as you; "
            f"{PAGE}, or say --trust-network if you trust everyone there"
        )
    command = " \\\n    ".join(" ".join(map(shlex.quote, part)) for part in _command(array, scheduler))
    directives = "\n".join(f"#SBATCH {directive}" for directive in _directives(array))
    comment = "# Workers for `arena run --crew`; they end when their scheduler does."
    return f"#!/bin/bash\n{directives}\n{comment}\nexec {command}\n"


def _directives(array: JobArray) -> Iterator[str]:
    yield f"--job-name={array.name}"
    yield f"--array=1-{array.jobs}"
    yield from ("--nodes=1", "--ntasks=1", f"--cpus-per-task={array.cpus}")
    values = {"time": array.time, "partition": array.partition, "mem": array.memory}
    yield from (f"--{option}={value}" for option, value in values.items() if value)
    yield from array.more


def _command(array: JobArray, scheduler: Scheduler) -> Iterator[tuple[str, ...]]:
    """Yield the parts of the command that starts a job's workers."""
    yield sys.executable, "-m", "dask", "worker"
    if is_address(array.scheduler):
        yield (scheduler.address,)
    else:
        yield "--scheduler-file", str(Path(array.scheduler).resolve())
    if scheduler.is_encrypted:
        for option, file in certificates(security_for(scheduler, "worker"), "worker").items():
            yield f"--tls-{option}", str(Path(file).resolve())
    yield "--nworkers", str(array.cpus), "--nthreads", "1", "--death-timeout", str(PATIENCE)
    if scheduler.is_on_loopback:  # Dask's workers listen on all networks otherwise
        yield "--host", scheduler.host.strip("[]")
    yield "--no-dashboard", "--dashboard-address", "127.0.0.1:0"  # a page of figures is served all the same


def submit(script: str) -> str:
    """Have sbatch queue a script; return the number of its job."""
    try:
        done = subprocess.run(
            ["sbatch", "--parsable"], input=script, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except FileNotFoundError:
        raise CrewError("no program sbatch here; expected Slurm's commands, or --dry-run for the script") from None
    except subprocess.TimeoutExpired:
        raise CrewError(
            f"sbatch has not answered for {PATIENCE} seconds; squeue says whether the job is queued"
        ) from None
    number = done.stdout.partition(";")[0].strip()
    if done.returncode or not number.isdecimal():
        lines = [line.removeprefix("sbatch: ").removeprefix("error: ") for line in done.stderr.splitlines()]
        raise CrewError(f"sbatch refuses the job: {'; '.join(lines)[:500] or f'exit code {done.returncode}'}")
    return number
