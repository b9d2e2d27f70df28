"""`arena serve`: worlds over HTTP and WebSocket."""

import asyncio
import ipaddress
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import click

from arena.errors import ServeError
from minds.errors import quoted

if TYPE_CHECKING:
    from socket import socket

    import uvicorn
    from starlette.applications import Starlette

    from world.server import Runs

INSTALL = "needs what is not installed: pip install 'mind-arena[server]'"
KEPT = "served.sqlite"
TO_END = 8.0  # seconds


@click.command(short_help="Let anybody play over HTTP and WebSocket.")
@click.option("--port", default=8000, type=click.IntRange(0, 65535), show_default=True, help="0: any that is free.")
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Where to listen.")
@click.option(
    "--data",
    default=Path("results"),
    type=click.Path(path_type=Path),
    show_default=True,
    metavar="DIR",
    help="A folder of tournaments, to be shown; what is played here is kept there too.",
)
@click.option(
    "--idle",
    default=3600.0,
    type=click.FloatRange(1, 10**6),
    show_default=True,
    metavar="SECONDS",
    help="After which a run without a clock expires.",
)
@click.option(
    "--runs",
    "most_runs",
    default=256,
    type=click.IntRange(1, 10_000),
    show_default=True,
    metavar="N",
    help="Runs under way at once.",
)
@click.option(
    "--minds",
    "most_minds",
    default=32,
    type=click.IntRange(0, 1000),
    show_default=True,
    metavar="N",
    help="Of the server's own, at once.",
)
def serve(port: int, host: str, data: Path, idle: float, most_runs: int, most_minds: int) -> None:
    """Serve the worlds to curl, programs and browsers: world/README.md has the protocol.

    Without --host only this machine can reach it. Runs under way are gone on with at the next start.
    """
    try:
        from arena.remote.seats import hint_of, minds, prepare, seat_of
        from world.server import Bounds, Runs
    except ModuleNotFoundError as problem:
        raise ServeError(f"arena serve {INSTALL} ({problem.name})") from None
    with listen(host, port) as listening:
        data.mkdir(parents=True, exist_ok=True)
        bounds = Bounds(runs=most_runs, minds=most_minds, idle=idle, hosts=own_names(host))
        runs = Runs(data / KEPT, seat_of, hint_of, minds(), bounds)
        prepare()
        try:
            say_where(listening, host)
            click.echo(f"arena: kept in {data / KEPT}; Ctrl-C ends it", err=True)
            run_server(compose(data, runs), listening, runs.close)
        finally:
            runs.close()


def compose(data: Path, runs: "Runs") -> "Starlette":
    """All that is served."""
    from arena.web.app import build_app

    return build_app(data, runs)


def listen(host: str, port: int) -> "socket":
    """The socket, or one line about why there is none."""
    import socket

    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, port), family=family, backlog=1024)
    except (OSError, UnicodeError, OverflowError) as problem:
        said = getattr(problem, "strerror", None) or str(problem)
        raise ServeError(f"cannot listen on {quoted(host)}, port {port}: {said}") from None
    # Connections inherit it; without it the second part of each answer waits 40 ms for the first to be acknowledged.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def is_local(host: str) -> bool:
    """Whether only this machine reaches it."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def own_names(host: str) -> tuple[str, ...]:
    """The names by which a server of this machine alone may be called; another page's tricks with names end here."""
    return tuple(dict.fromkeys(("127.0.0.1", "localhost", "[::1]", host))) if is_local(host) else ()


def say_where(listening: "socket", host: str) -> None:
    """On stderr: the address, and who can reach it."""
    port = listening.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    who = "only this machine can reach it" if is_local(host) else "WHOEVER REACHES THIS MACHINE CAN REACH IT"
    click.echo(f"arena: listening on http://{shown}:{port}, {who}", err=True)


def configure(app: "Starlette") -> "uvicorn.Config":
    """How it is served: bounded in everything, and saying nothing of itself."""
    import uvicorn

    raise_limit_of_files()
    return uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=16 * 1024,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        access_log=False,
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        lifespan="off",
        limit_concurrency=4000,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=5,
        h11_max_incomplete_event_size=32 * 1024,
    )


def run_server(app: "Starlette", listening: "socket", on_end: "Callable[[], None]") -> None:
    """Serve until a signal comes; then what is under way is interrupted first, so that nobody waits for it."""
    import uvicorn

    class Server(uvicorn.Server):
        def handle_exit(self, sig: int, frame: Any) -> None:
            self.should_exit = True  # and no signal is raised again: this is how a server ends

        async def shutdown(self, sockets: Any = None) -> None:
            await asyncio.to_thread(on_end)
            await super().shutdown(sockets)

    Server(configure(app)).run(sockets=[listening])


@contextmanager
def background(app: "Starlette", listening: "socket") -> "Iterator[None]":
    """Serve in a thread, beside what the command is about."""
    import uvicorn

    server = uvicorn.Server(configure(app))
    thread = Thread(target=server.run, args=[[listening]], daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join(TO_END)


def raise_limit_of_files() -> None:
    """Every watcher is an open file."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = min(8192, hard) if hard != resource.RLIM_INFINITY else 8192
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
