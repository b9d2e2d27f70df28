"""Listening and serving with uvicorn, for `arena serve` and `arena run --serve`."""

import asyncio
import ipaddress
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING, Any

import click

from arena.errors import ServeError
from minds.errors import quoted

if TYPE_CHECKING:
    from socket import socket

    import uvicorn
    from starlette.applications import Starlette

INSTALL = "needs a package that is not installed; install it with: pip install 'mind-arena[server]'"
STOP_TIMEOUT = 8.0  # seconds
MAX_OPEN_FILES = 8192


def listen(host: str, port: int) -> "socket":
    """Return a listening socket; port 0 takes any free port."""
    import socket

    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, port), family=family, backlog=1024)
    except (OSError, UnicodeError, OverflowError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise ServeError(f"cannot listen on {quoted(host)}, port {port}: {reason}") from None
    # Connections inherit it; without it the second part of each answer waits 40 ms for the first to be acknowledged.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def is_local(host: str) -> bool:
    """Return True if only this machine can reach the address."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def host_names(host: str) -> tuple[str, ...]:
    """Return the host names that a local server accepts, against DNS rebinding; none, that is any, if not local."""
    return tuple(dict.fromkeys(("127.0.0.1", "localhost", "[::1]", host))) if is_local(host) else ()


def print_address(listening: "socket", host: str) -> None:
    """Print the server's URL on stderr, and a warning if other machines can reach it."""
    port = listening.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    reach = "only this machine can reach it" if is_local(host) else "WARNING: OTHER MACHINES CAN REACH IT"
    click.echo(f"arena: listening on http://{shown}:{port}; {reach}", err=True)


def configure(app: "Starlette") -> "uvicorn.Config":
    """Return uvicorn's settings: every size and time is bounded, and no version is sent."""
    import uvicorn

    raise_file_limit()
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


def run_server(app: "Starlette", listening: "socket", on_stop: "Callable[[], None]") -> None:
    """Serve until a signal comes, then call `on_stop`: it must end everything that keeps connections open."""
    import uvicorn

    class Server(uvicorn.Server):
        def handle_exit(self, sig: int, frame: Any) -> None:
            self.should_exit = True  # without raising the signal again: the command ends with exit code 0

        async def shutdown(self, sockets: Any = None) -> None:
            await asyncio.to_thread(on_stop)
            await super().shutdown(sockets)

    Server(configure(app)).run(sockets=[listening])


@contextmanager
def in_background(app: "Starlette", listening: "socket") -> "Iterator[None]":
    """Serve in a thread during the `with` block."""
    import uvicorn

    server = uvicorn.Server(configure(app))
    thread = Thread(target=server.run, args=[[listening]], daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join(STOP_TIMEOUT)


def raise_file_limit() -> None:
    """Raise the limit of open files: every connection is one."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = min(MAX_OPEN_FILES, hard) if hard != resource.RLIM_INFINITY else MAX_OPEN_FILES
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
