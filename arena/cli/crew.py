"""`arena crew`: workers for `--crew`, on a cluster."""

import json
import shlex

import click


@click.group(short_help="Start workers on a cluster.")
def crew() -> None:
    """Start workers on a cluster, which play for `arena run --crew`."""


@crew.command(short_help="Start workers as jobs of Slurm.")
@click.option(
    "-n",
    "--jobs",
    required=True,
    type=click.IntRange(1, 100_000),
    metavar="N",
    help="Jobs of the array; each starts a process for each of its processors.",
)
@click.option(
    "--scheduler",
    default="scheduler.json",
    show_default=True,
    metavar="CREW",
    help="Dask scheduler of the workers: dask://HOST:PORT, dasks://HOST:PORT with TLS, or a scheduler file.",
)
@click.option(
    "--cpus",
    default=1,
    show_default=True,
    type=click.IntRange(1, 1024),
    metavar="N",
    help="Processors of each job, which plays as many games at once.",
)
@click.option("--time", metavar="TIME", default="", help="Time limit of each job: 30 (minutes), 1:30:00 or 2-12:00:00.")
@click.option("--memory", metavar="SIZE", default="", help="Memory of each job, such as 4G.")
@click.option("--partition", metavar="NAME", default="", help="Partition of Slurm.")
@click.option("--name", default="arena-crew", show_default=True, metavar="NAME", help="Name of the jobs.")
@click.option(
    "--sbatch",
    "more",
    multiple=True,
    metavar="OPTION",
    help="Another option of sbatch, such as --account=chess; may be given several times.",
)
@click.option(
    "--trust-network",
    "is_network_trusted",
    is_flag=True,
    help="Let workers listen without TLS: anyone on their network can run code as you.",
)
@click.option("--dry-run", is_flag=True, help="Print the script, and submit nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print the job as JSON.")
def slurm(jobs: int, scheduler: str, cpus: int, dry_run: bool, as_json: bool, **options: object) -> None:
    """Submit a job array of Dask workers with sbatch, or print it.

    Start a scheduler first, where all nodes reach it: dask scheduler --scheduler-file scheduler.json. The workers run
    this installation, whose folder the nodes must share. With TLS they use the certificates of Dask's settings.
    """
    from arena.crew.slurm import JobArray, script_of, submit

    array = JobArray(jobs=jobs, scheduler=scheduler, cpus=cpus, **options)  # type: ignore[arg-type]
    script = script_of(array)
    play = f"arena run SPEC SPEC --crew {shlex.quote(scheduler)}"
    if dry_run:
        click.echo(script, nl=False)
        click.echo(f"not submitted; without --dry-run it is, and then: {play}", err=True)
        return
    number = submit(script)
    if as_json:
        click.echo(json.dumps({"job": int(number), "jobs": jobs, "workers": jobs * cpus, "scheduler": scheduler}))
        return
    click.echo(f"job {number}: {jobs * cpus} workers in {jobs} jobs")
    click.echo(f"play with them: {play}", err=True)
    click.echo(f"end them: scancel {number}", err=True)
