"""The options and the server of a tournament with remote minds, which join it by name."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from arena.errors import PlanError, ServeError
from minds.errors import quoted

if TYPE_CHECKING:
    from arena.crew.crew import CrewOf

LOCAL = "local"  # the crew of this machine
REMOTE = (
    "a remote mind is connected to this machine, whose own workers alone can play with it; leave out --crew, or the "
    "remote minds"
)
MINDS = 64  # that this process may run beside the server
OPTIONS = [
    click.option(
        "--serve",
        "port",
        type=click.IntRange(0, 65535),
        metavar="PORT",
        help="Port on which remote minds, remote:NAME, join the tournament.",
    ),
    click.option(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="Address that --serve listens on. [default: 127.0.0.1, which only this machine can reach]",
    ),
    click.option(
        "--password",
        metavar="TEXT",
        help="Password that remote minds must give. [default: none on this machine, else a random one]",
    ),
]


def lobby_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a lobby to a command."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def check_crew(crew: str, port: int | None) -> None:
    """Raise an error for a crew that there is not, or that shall play with a server for remote minds."""
    if crew == LOCAL:
        return
    if port is not None:
        raise PlanError(f"--serve and --crew {quoted(crew)}: {REMOTE}")
    from arena.crew.named import crew_named

    crew_named(crew)


def check_remote(crew: str, specs: "Sequence[str]") -> None:
    """Raise PlanError for remote minds that shall play with a crew elsewhere."""
    if crew == LOCAL:
        return
    from arena.crew.threads import remote_names

    if names := remote_names(specs):
        raise PlanError(f"remote:{names[0]} and --crew {quoted(crew)}: {REMOTE}")


@contextmanager
def crew_or_lobby(
    crew: str, specs: "Sequence[str]", port: int | None, host: str, password: str | None
) -> "Iterator[CrewOf | None]":
    """Yield what makes the crew of --crew, or one that reaches the remote minds of --serve; None for the usual one."""
    if crew != LOCAL:
        from arena.crew.named import crew_named

        yield crew_named(crew)
        return
    with lobby(specs, port, host, password) as crew_of:
        yield crew_of


@contextmanager
def lobby(specs: "Sequence[str]", port: int | None, host: str, password: str | None) -> "Iterator[CrewOf | None]":
    """Wait until all remote minds have joined, and yield a crew that reaches them; None without --serve."""
    if port is None:
        yield None
        return
    from arena.crew.threads import crew_with, remote_names

    names = remote_names(specs)
    if not names:
        raise PlanError("--serve needs a remote mind, remote:NAME, in the tournament")
    from arena.cli.http_server import INSTALL, host_names, in_background, is_local, listen, print_address
    from arena.cli.server_log import bounded_log

    try:
        from starlette.applications import Starlette

        from world.server import Bounds, Lobby, RemotePlayer
    except ModuleNotFoundError as problem:
        raise ServeError(f"arena run --serve {INSTALL} ({problem.name})") from None
    if password is None:
        password = "" if is_local(host) else secrets.token_urlsafe(12)
    server = Lobby(names, password, Bounds(hosts=host_names(host)))
    with bounded_log(), listen(host, port, MINDS) as listening:
        print_address(listening, host)
        if password:
            click.echo(f"arena: the password is {password}", err=True)
        with in_background(Starlette(routes=server.routes()), listening):
            finished = False
            try:
                server.await_all(lambda words: click.echo(f"arena: {words}", err=True))
                yield crew_with(lambda mind, name, patience: RemotePlayer(server, mind, name, patience))
                finished = True
            finally:
                server.close(for_good=finished)
