"""The server of a tournament in which minds from elsewhere take part: they join it by name."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from arena.errors import PlanError, ServeError

if TYPE_CHECKING:
    from arena.crew.crew import CrewOf
    from arena.tournament.plan import Plan

OPTIONS = [
    click.option("--serve", "port", type=click.IntRange(0, 65535), metavar="PORT", help="Let minds join: remote:NAME."),
    click.option("--host", default="127.0.0.1", metavar="ADDRESS", help="Where --serve listens. [default: here alone]"),
    click.option("--password", metavar="TEXT", help="That they must know. [default: one is made, if not here alone]"),
]


def lobby_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of a lobby."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


@contextmanager
def lobby(plan: "Plan", port: int | None, host: str, password: str | None) -> "Iterator[CrewOf | None]":
    """A crew that reaches the plan's minds elsewhere, when all of them have joined; None where nothing is served."""
    if port is None:
        yield None
        return
    from arena.crew.threads import crew_with, remote_names

    names = remote_names(plan.minds)
    if not names:
        raise PlanError("--serve is for minds that join from elsewhere, remote:NAME; none is named")
    from arena.cli.serve import INSTALL, background, is_local, listen, own_names, say_where

    try:
        from starlette.applications import Starlette

        from world.server import Bounds, Lobby, RemotePlayer
    except ModuleNotFoundError as problem:
        raise ServeError(f"arena run --serve {INSTALL} ({problem.name})") from None
    if password is None:
        password = "" if is_local(host) else secrets.token_urlsafe(12)
    place = Lobby(names, password, Bounds(hosts=own_names(host)))
    with listen(host, port) as listening:
        say_where(listening, host)
        if password:
            click.echo(f"arena: the password is {password}", err=True)
        with background(Starlette(routes=place.routes()), listening):
            finished = False
            try:
                place.await_all(lambda words: click.echo(f"arena: {words}", err=True))
                yield crew_with(lambda mind, name, patience: RemotePlayer(place, mind, name, patience))
                finished = True
            finally:
                place.close(for_good=finished)
