"""`arena serve`: the web arena, worlds over HTTP and WebSocket and the pages."""

from pathlib import Path

import click

from arena.cli.http_server import INSTALL, host_names, listen, print_address, run_server
from arena.cli.server_log import bounded_log
from arena.errors import ServeError

STORE = "served.sqlite"


@click.command(short_help="Serve the web pages, and worlds over HTTP and WebSocket.")
@click.option(
    "--port",
    default=8000,
    type=click.IntRange(0, 65535),
    show_default=True,
    metavar="PORT",
    help="Port to listen on; 0 takes any free one.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="Address to listen on. By default only this machine can reach it; 0.0.0.0 opens it to the network.",
)
@click.option(
    "--data",
    default=Path("results"),
    type=click.Path(path_type=Path),
    show_default=True,
    metavar="DIR",
    help="Folder of the tournaments to show. Runs played on the server are saved in it too.",
)
@click.option(
    "--idle",
    default=3600.0,
    type=click.FloatRange(1, 10**6),
    show_default=True,
    metavar="SECONDS",
    help="Time without an action after which a run without a clock expires.",
)
@click.option(
    "--runs",
    "most_runs",
    default=256,
    type=click.IntRange(1, 10_000),
    show_default=True,
    metavar="N",
    help="Maximum number of runs under way.",
)
@click.option(
    "--minds",
    "most_minds",
    default=32,
    type=click.IntRange(0, 1000),
    show_default=True,
    metavar="N",
    help="Maximum number of the server's own minds playing at once, in all runs.",
)
def serve(port: int, host: str, data: Path, idle: float, most_runs: int, most_minds: int) -> None:
    """Serve the web pages, and worlds to curl, programs and remote minds. world/README.md describes the protocol.

    Ctrl-C stops it. Unfinished runs are resumed at the next start.
    """
    try:
        from arena.remote.seats import hint_of, minds, prepare, seat_of
        from arena.web.app import build_app
        from world.server import Bounds, Runs
    except ModuleNotFoundError as problem:
        raise ServeError(f"arena serve {INSTALL} ({problem.name})") from None
    with bounded_log(), listen(host, port, most_minds) as listening:
        data.mkdir(parents=True, exist_ok=True)
        bounds = Bounds(runs=most_runs, minds=most_minds, idle=idle, hosts=host_names(host))
        runs = Runs(data / STORE, seat_of, hint_of, minds(), bounds)
        prepare()
        try:
            print_address(listening, host)
            click.echo(f"arena: runs are saved in {data / STORE}; press Ctrl-C to stop", err=True)
            run_server(build_app(data, runs), listening, runs.close)
        finally:
            runs.close()
