"""Follow the page "On a cluster" with a real Slurm: `python -m tests.drills.slurm [--games N]`.

Slurm's controller and two nodes run in network namespaces. The page's commands are run as they are printed. Then a
tournament is played while a job is cancelled, a worker of another one and all of a third one are killed; its games must
be those of one machine. In the end the jobs must end with their scheduler.
"""

import argparse
import os
import re
import signal
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from tests.arena.crew.certificates import make_certificate, settings_of
from tests.conftest import until
from tests.drills import processes
from tests.drills.cluster_page import Failed, Reader, commands_in, settle, stop
from tests.drills.crews import GAMES, Arena, Drill, compare, disturb, play_alone
from tests.drills.machines import Section, counts_in
from tests.drills.namespaces import lacking_of, two_machines
from tests.drills.slurm_nodes import PROGRAMS, Slurm, slurm_on
from tests.drills.table import Part, report
from tests.drills.tournaments import write_stranger

TO_END = 120.0  # seconds until jobs have ended
REFUSALS = {"--partition nowhere": "sbatch refuses the job", "--sbatch '--qos=a b'": "expected one option of sbatch"}


def follow(reader: Reader, slurm: Slurm) -> tuple[Section, str]:
    """Follow the section, and leave its cluster running; return the number of the jobs, too."""
    section, job = Section("Slurm"), ""
    scheduler, submit, play = commands_in(section.name)
    try:
        reader.start(scheduler, "Scheduler at:")
        reader.run(f"{submit} --dry-run > job.sh && sbatch --test-only job.sh")
        for options, said in REFUSALS.items():
            if said not in (text := reader.run(f"{submit} {options}", code=2)):
                section.wrong.append(f"{options} says: {text[-300:]}")
        found = re.search(r"job (\d+): 20 workers in 20 jobs", reader.run(submit))
        job = found[1] if found else ""
        if len(slurm.jobs("--jobs", job)) != 20:
            section.wrong.append(f"job {job!r} has {len(slurm.jobs())} jobs in the queue")
        section.wrong += filter(None, [reader.play(play)])
        section.done = f"20 jobs submitted, {counts_in(reader, play)}"
    except Failed as problem:
        section.wrong.append(str(problem))
    return section, job


def disturbed(folder: Path, games: int, reader: Reader, slurm: Slurm) -> Drill:
    """Play a tournament while jobs are cancelled and killed."""
    drill, minds = Drill("jobs killed", folder, games), [str(write_stranger(folder)), "minimax:depth=1"]
    alone = play_alone(drill, minds)
    settings = {**settings_of(reader.home), **slurm.settings}
    arena = Arena(drill, minds, slurm.network.alpha, settings, str(reader.home / "scheduler.json"))
    harms = {
        "job cancelled": partial(cancel_one, reader, slurm),
        "worker killed": partial(kill_one, "spawn_main"),
        "arena killed": arena.kill,
        "job killed": partial(kill_one, "dask worker"),
    }
    disturb(drill, arena, harms)
    compare(drill, alone)
    return drill


def cancel_one(reader: Reader, slurm: Slurm) -> None:
    """Cancel one of the jobs that run."""
    reader.run(f"scancel {slurm.jobs('--states=running')[0]}")


def kill_one(words: str) -> None:
    """Kill one of the processes with these words in their commands, with no chance to tidy up."""
    found = [one for one in processes.descendants(os.getpid()).values() if words in one.command]
    os.kill(found[0].number, signal.SIGKILL)


def ending(reader: Reader, slurm: Slurm, job: str) -> Section:
    """Stop the scheduler; the jobs that run must end by themselves, and the others when they are cancelled."""
    section = Section("the end")
    running = slurm.jobs("--states=running")
    stop(reader.terminals[0])
    try:
        until(lambda: not set(running) & set(slurm.jobs()), TO_END)
        section.done = f"{len(running)} jobs ended with the scheduler"
    except AssertionError:
        section.wrong.append(f"{len(set(running) & set(slurm.jobs()))} jobs of {len(running)} go on")
    reader.run(f"scancel {job}")
    until(lambda: not slurm.jobs(), TO_END)
    section.wrong += [f"left over: {one}" for one in workers_left()]
    return section


def workers_left() -> list[str]:
    """Return the processes of workers and minds that are there."""
    return [
        one.command[:100]
        for one in processes.descendants(os.getpid()).values()
        if not one.is_zombie and re.search("dask|arena|spawn_main", one.command)
    ]


def parts(folder: Path, games: int) -> Iterator[Part]:
    """Run the parts of the drill."""
    home = folder / "homes" / "alpha"
    (folder / "slurm").mkdir()
    with two_machines(folder / "homes") as network, slurm_on(network, folder / "slurm") as slurm:
        settle(home)
        make_certificate(home)
        reader = Reader(network.alpha, home, dict(slurm.settings))
        reader.scripts.append("crew.sh")
        section, job = follow(reader, slurm)
        yield section
        if not section.wrong:
            yield disturbed(folder, games, reader, slurm)
            yield ending(reader, slurm, job)
        processes.left_over(0.0)


def main() -> int:
    """Run the drill; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=GAMES, help=f"games of the tournament (default: {GAMES})")
    options = parser.parse_args()
    if lacking := lacking_of("ip", *PROGRAMS):
        print(f"this drill needs {lacking} (Debian: apt install slurmctld slurmd munge iproute2)", file=sys.stderr)
        return 2
    with processes.swept_folder() as folder:
        folder.chmod(0o755)
        return report(parts(folder, options.games), f"{'part':14}  what was done")


if __name__ == "__main__":
    sys.exit(main())
