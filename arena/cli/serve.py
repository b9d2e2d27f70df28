"""`arena serve`: the web arena, worlds over HTTP and WebSocket and the pages."""

import ipaddress
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from arena.cli.http_server import INSTALL, host_names, listen, print_address, run_server
from arena.cli.server_log import bounded_log
from arena.errors import ServeError
from arena.sparing import sparing_environment
from minds.errors import quoted

if TYPE_CHECKING:
    from arena.web.course.serving import ServedCourse

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
@click.option(
    "--course",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Folder of a course that `arena course init` has made: take hand-ins, check them, and play their ladder.",
)
@click.option(
    "--trusted-proxy",
    default="",
    metavar="ADDRESS",
    callback=lambda _context, _option, text: _address(text),
    help="Address of a proxy that says by the header X-Remote-User which person of people.csv a request is from. "
    "Nobody else is believed.",
)
@click.option(
    "--url",
    default="",
    metavar="URL",
    callback=lambda _context, _option, text: _url(text),
    help="Address by which people reach the course, if a proxy is in between: https://course.example.org.",
)
def serve(
    port: int,
    host: str,
    data: Path,
    idle: float,
    most_runs: int,
    most_minds: int,
    course: Path | None,
    trusted_proxy: str,
    url: str,
) -> None:
    """Serve the web pages, and worlds to curl, programs and remote minds. world/README.md describes the protocol.

    Ctrl-C stops it. Unfinished runs are resumed at the next start.
    """
    try:
        from arena.remote.seats import hint_of, minds, prepare, seat_of
        from arena.web.app import build_app
        from world.server import Bounds, Runs
    except ModuleNotFoundError as problem:
        raise ServeError(f"arena serve {INSTALL} ({problem.name})") from None
    os.environ.update(sparing_environment())  # before any library reads it
    if course is None and (trusted_proxy or url):
        raise click.UsageError("--trusted-proxy and --url are for a course; expected --course FOLDER")
    served = _course(course, trusted_proxy, url)
    with bounded_log(), listen(host, port, most_minds) as listening, served as found:
        data = course or data
        data.mkdir(parents=True, exist_ok=True)
        hosts = host_names(host)
        hosts += (urlsplit(url).hostname or "",) if hosts and url else ()
        bounds = Bounds(runs=most_runs, minds=most_minds, idle=idle, hosts=hosts)
        runs = Runs(data / STORE, seat_of, hint_of, minds(), bounds)
        if course is None:  # few play against minds on a course's server, and loading them takes 120 MB
            prepare()
        try:
            print_address(listening, host)
            if found:
                click.echo(
                    "arena: all sign in at /sign-in with their tokens; the organiser goes on to /organiser", err=True
                )
            click.echo(f"arena: runs are saved in {data / STORE}; press Ctrl-C to stop", err=True)
            run_server(build_app(data, runs, found), listening, runs.close)
        finally:
            runs.close()


@contextmanager
def _course(folder: Path | None, proxy: str, url: str) -> "Iterator[ServedCourse | None]":
    """Take hand-ins for the course in a folder, if there is one, and work for it, during the `with` block."""
    if folder is None:
        yield None
        return
    from arena.course.child import working_for
    from arena.course.hand_ins.intake import Intake
    from arena.course.ladder.begun import check_begun
    from arena.course.people import read_people
    from arena.course.settings import read_course
    from arena.web.course.serving import ServedCourse

    check_begun(folder, read_course(folder))
    read_people(folder)  # before anything starts
    with working_for(folder) as tell:
        intake = Intake(folder, tell)
        course = ServedCourse(folder, intake, proxy, url)
        try:
            yield course
        finally:
            course.close()
            intake.register.close()


def _address(text: str) -> str:
    """Return an address as connections show it."""
    try:
        return str(ipaddress.ip_address(text)) if text else ""
    except ValueError:
        raise click.BadParameter(f"{quoted(text)} is no address; expected one such as 127.0.0.1 or ::1") from None


def _url(text: str) -> str:
    """Return the address of a server without a slash at its end."""
    try:
        parts = urlsplit(text)
        is_known = (
            parts.scheme in ("http", "https") and parts.hostname and not parts.path.strip("/") and not parts.query
        )
    except ValueError:
        is_known = False
    if text and not is_known:
        raise click.BadParameter(f"{quoted(text)}; expected http://HOST, https://HOST, or the same with :PORT")
    return text.rstrip("/")
