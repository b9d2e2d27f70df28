"""Listening and serving with uvicorn, for `arena serve` and `arena run --serve`.

uvicorn is told which of its parts to use, so that no library that happens to be installed changes what is bounded here.
"""

import asyncio
import ipaddress
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from arena.cli.connections import MAX_QUEUED, Connections, Listener
from arena.cli.signals import EndedBySignal
from arena.errors import ServeError
from arena.turns import SHORT_TURN, ask_for_turns
from minds.errors import quoted

if TYPE_CHECKING:
    import uvicorn
    from starlette.applications import Starlette

INSTALL = "needs a package that is not installed; install it with: pip install 'mind-arena[server]'"
HANG_UP = getattr(signal, "SIGHUP", 0)  # which some systems lack
STOP_TIMEOUT = 8.0  # seconds
TO_PART, PART_CHECK = 3.0, 0.01  # seconds for connections that are being closed
MAX_CONNECTIONS = 8000
SHARE = 0.75  # of all connections, for one address
FILES_OF_MIND = 8
OTHER_FILES = 128  # the store, and connections that are accepted before others are closed
ACCEPTED_AT_ONCE = 16  # few, so that those accepted before count as idle when a place is sought
THREAD_TURN = 0.001  # seconds that a thread computes before the one that answers all requests has its turn
UNREAD_TIMEOUT = 20_000  # milliseconds until a client is cut that does not read what it is sent


def listen(host: str, port: int, minds: int = 0) -> Listener:
    """Return a listening socket of a server with so many minds of its own; port 0 takes any free port."""
    from world.server import Slots

    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        created = socket.create_server((host, port), family=family, backlog=MAX_QUEUED)
    except (OSError, UnicodeError, OverflowError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise ServeError(f"cannot listen on {quoted(host)}, port {port}: {reason}") from None
    listening = Listener(created.family, created.type, created.proto, fileno=created.detach())
    listening.connections = Connections(Slots(max_connections(OTHER_FILES + FILES_OF_MIND * minds), SHARE))
    # Connections inherit it; without it the second part of each answer waits 40 ms for the first to be acknowledged.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # or closing a connection would wait for ever for a client that never reads
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_TIMEOUT)
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


def print_address(listening: Listener, host: str) -> None:
    """Print the server's URL on stderr, and a warning if other machines can reach it."""
    port = listening.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    reach = "only this machine can reach it" if is_local(host) else "WARNING: OTHER MACHINES CAN REACH IT"
    click.echo(f"arena: listening on http://{shown}:{port}; {reach}", err=True)


def configure(app: "Starlette", listening: Listener) -> "uvicorn.Config":
    """Return uvicorn's settings: every size and time is bounded, and no version is sent."""
    import uvicorn

    from arena.cli.http_protocol import protocol_with

    return uvicorn.Config(
        app,
        loop="asyncio",
        http=protocol_with(listening.connections),
        ws="websockets-sansio",
        ws_max_size=16 * 1024,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        access_log=False,
        log_level="warning",
        log_config=None,
        server_header=False,
        proxy_headers=False,
        lifespan="off",
        backlog=ACCEPTED_AT_ONCE,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=5,
    )


def run_server(app: "Starlette", listening: Listener, on_stop: "Callable[[], None]") -> None:
    """Serve until a signal comes, then call `on_stop`: it must end everything that keeps connections open.

    Ctrl-C and SIGTERM are how a server is stopped; SIGHUP raises EndedBySignal when it has stopped.
    """
    import uvicorn

    sys.setswitchinterval(THREAD_TURN)  # five times as often as usual: each request needs several turns
    ask_for_turns(SHORT_TURN)  # of the processor, beside all that plays and checks
    ended_by: list[int] = []

    class Server(uvicorn.Server):
        def handle_exit(self, sig: int, frame: Any) -> None:
            self.should_exit = True  # without raising the signal again: the command ends with exit code 0
            ended_by.append(sig)

        async def shutdown(self, sockets: Any = None) -> None:
            await asyncio.to_thread(on_stop)
            await super().shutdown(sockets)

    server = Server(configure(app, listening))
    with handled_by(server.handle_exit):
        server.run(sockets=[listening])
    if HANG_UP in ended_by:
        raise EndedBySignal(HANG_UP)


@contextmanager
def handled_by(handler: Callable[[int, Any], None]) -> Iterator[None]:
    """Have SIGHUP, which uvicorn leaves alone, handled by a function, unless it is ignored, as under nohup."""
    if not HANG_UP or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(HANG_UP)
    if before != signal.SIG_IGN:
        signal.signal(HANG_UP, handler)
    try:
        yield
    finally:
        signal.signal(HANG_UP, before)


@contextmanager
def in_background(app: "Starlette", listening: Listener) -> "Iterator[None]":
    """Serve in a thread during the `with` block; what closes its connections before the end is sent to clients."""
    import uvicorn

    server = uvicorn.Server(configure(app, listening))
    thread = threading.Thread(target=server.run, args=[[listening]], daemon=True)
    thread.start()
    try:
        yield
    finally:
        end = time.monotonic() + TO_PART
        while server.server_state.connections and time.monotonic() < end:
            time.sleep(PART_CHECK)  # else uvicorn would tell clients to come back before they are told anything else
        server.should_exit = True
        thread.join(STOP_TIMEOUT)


def max_connections(other_files: int) -> int:
    """Return how many connections there may be beside so many other files, after raising the limit of open files."""
    if sys.platform == "win32":
        return MAX_CONNECTIONS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_CONNECTIONS + other_files
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return (
        MAX_CONNECTIONS if soft == resource.RLIM_INFINITY else min(MAX_CONNECTIONS, soft - min(other_files, soft // 2))
    )
