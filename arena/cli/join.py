"""`arena join`: a mind on this machine plays on a server elsewhere."""

import json
import threading
import time
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from arena.cli.http_server import INSTALL
from arena.cli.plan import TRUST
from arena.errors import ServeError
from minds.errors import quoted
from world.errors import printable
from world.wire import ERROR, PLAY, Call, EndRun, WireError, read_call, read_notice

if TYPE_CHECKING:
    from collections.abc import Callable

    from websockets.sync.client import ClientConnection

    from arena.remote.responder import Responder

FIRST_PAUSE, MAX_PAUSE = 0.1, 5.0  # seconds before connecting again
TO_OPEN = 10.0
MAX_GAMES = 16  # at once, however many the server calls to
DONE, ENOUGH, REPLACED, REFUSED = 1000, 1008, 4001, 4003
WHY = {
    403: "it answers 403; expected the address of a run, or with --name that of arena run … --serve, which plays now",
    404: "it answers 404; expected the address of a run",
}
ENDS = {ENOUGH: "the server closed the connection after too many errors", REPLACED: "another connection took this seat"}


@click.command(short_help="Play on a server with a mind on this machine.")
@click.argument("url")
@click.argument("spec")
@click.option("--token", metavar="TOKEN", help="Token of a seat; URL is that of the run.")
@click.option("--name", metavar="NAME", help="Join as remote:NAME: URL is that of arena run … --serve.")
@click.option("--password", default="", metavar="TEXT", help="Password that arena run … --serve has printed.")
@click.option(
    "--patience",
    default=300.0,
    type=click.FloatRange(0, 10**6),
    show_default=True,
    metavar="SECONDS",
    help="Seconds to keep trying while the server is gone.",
)
@TRUST
@click.option("--json", "as_json", is_flag=True, help="Print how the run ended as JSON.")
def join(
    url: str,
    spec: str,
    token: str | None,
    name: str | None,
    password: str,
    patience: float,
    trusted: bool,
    as_json: bool,
) -> None:
    """Play on a server with a mind on this machine: on a seat whose token you have, or in a tournament under a name.

    A broken connection is made again, and the game goes on; its clock does not stop.
    """
    try:
        import websockets  # noqa: F401
    except ModuleNotFoundError as problem:
        raise ServeError(f"arena join {INSTALL} ({problem.name})") from None
    from arena.cell.admission import admit
    from minds.registry import check

    if (token is None) == (name is None):
        given = "neither --token nor --name" if name is None else "both --token and --name"
        raise click.UsageError(f"{given} given; expected --token for a seat, --name for a tournament")
    check(spec)
    admit([spec], trusted)
    if token is not None:
        played = play_seat(seat_url(url), token, spec, patience, trusted)
        click.echo(json.dumps(played) if as_json else printable(f"{played['ending']} {played['score']}"))
        return
    Joined(base_url(url), str(name), password, spec, patience, trusted).play()


def seat_url(url: str) -> str:
    """Return the address of a run's seats."""
    return f"{base_url(url)}/seat"


def base_url(url: str) -> str:
    """Return an address for WebSockets."""
    try:
        parts = urlsplit(url)
        valid = parts.scheme in ("http", "https", "ws", "wss") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        valid = False
    if not valid:
        raise ServeError(f"{quoted(url)} is no address of a server; expected the like of http://127.0.0.1:8000/runs/…")
    return f"{parts.scheme.replace('http', 'ws')}://{parts.netloc}{parts.path.rstrip('/')}"


def play_seat(
    url: str, token: str, spec: str, patience: float, trusted: bool, over: threading.Event | None = None
) -> dict[str, Any]:
    """Play one run to its end; return how it ended. It is lost if its connection breaks when all is `over`."""
    from arena.cell.cell import Cell
    from arena.remote.responder import Responder, score

    with closing(Cell(spec, trusted=trusted)) as cell:
        cell.use_clock("wall")  # as the server does
        cell.start()
        responder = Responder(cell)
        converse(url, token, responding(responder), patience, over)
        if responder.ended is None:
            raise ServeError(f"{quoted(url)} closed the connection without saying how the run ended")
        ended = responder.ended
        return {"ending": in_words(ended), "result": ended.result, "score": score(ended.result)}


def in_words(ended: EndRun) -> str:
    """Return how a run ended, with the reason of a forfeit of ours."""
    return f"{ended.ending} ({ended.reason})" if ended.reason else ended.ending


def responding(responder: "Responder") -> "Callable[[str], str | None]":
    """Return a function that answers a line from the server, and prints the server's error messages."""

    def respond(line: str) -> str | None:
        verb, text = read_notice(line)
        if verb == ERROR:
            click.echo(f"arena: the server says: {printable(text[:300])}", err=True)
        return responder.respond(line)

    return respond


@dataclass
class _Connection:
    """One connection to a server, and how it ended."""

    was_open: bool = False
    has_lines: bool = False
    code: int = 0
    reason: str = "the connection was cut"

    def answer(self, url: str, token: str, respond: "Callable[[str], str | None]") -> None:
        """Connect, and answer lines until the connection ends."""
        from websockets.exceptions import InvalidStatus, WebSocketException
        from websockets.sync.client import connect

        headers = {"Authorization": f"Bearer {token}"} if token else {}
        try:
            with connect(url, additional_headers=headers, open_timeout=TO_OPEN, proxy=None, compression=None) as socket:
                self.was_open = True
                try:
                    self._answer_lines(socket, respond)
                finally:
                    self.code, self.reason = socket.close_code or 0, socket.close_reason or self.reason
        except InvalidStatus as problem:
            status = problem.response.status_code
            self.code = REFUSED if status in (401, 403, 404) else 0
            self.reason = WHY.get(status, f"it answers {status}")
        except (OSError, WebSocketException) as problem:
            self.reason = self.reason if self.code else in_short(problem) or self.reason

    def _answer_lines(self, socket: "ClientConnection", respond: "Callable[[str], str | None]") -> None:
        for line in socket:
            self.has_lines = True
            answer = respond(line if isinstance(line, str) else line.decode(errors="replace"))
            if answer is not None:
                socket.send(answer)


def in_short(problem: Exception) -> str:
    """Return an error's text without its number: "connection refused"."""
    text = problem.strerror if isinstance(problem, OSError) else None
    return text[:1].lower() + text[1:] if text else str(problem)


def converse(
    url: str,
    token: str,
    respond: "Callable[[str], str | None]",
    patience: float,
    over: threading.Event | None = None,
) -> None:
    """Answer lines until the server closes the connection; connect again if it breaks, unless all is `over`."""
    over = over or threading.Event()
    pause, last, is_announced = FIRST_PAUSE, time.monotonic(), False
    while True:
        connection = _Connection()
        connection.answer(url, token, respond)
        if connection.has_lines:
            pause = FIRST_PAUSE
        if connection.was_open and pause == FIRST_PAUSE:  # a server that sends nothing does not count as there
            last, is_announced = time.monotonic(), False
        if connection.code == DONE:
            return
        if connection.code in (ENOUGH, REPLACED, REFUSED):
            raise ServeError(f"{quoted(url)}: {ENDS.get(connection.code, connection.reason)}")
        if over.is_set():
            raise ServeError(f"{quoted(url)}: the tournament is over, and this game is lost")
        if time.monotonic() - last > patience:
            raise ServeError(f"no server at {quoted(url)} after {patience:g} s: {connection.reason}; is it running?")
        if not connection.was_open and not is_announced:
            is_announced = True
            trying = f"trying for {patience:g} s, Ctrl-C stops"
            click.echo(printable(f"arena: cannot reach {quoted(url)} ({connection.reason}); {trying}"), err=True)
        over.wait(pause)
        pause = min(2 * pause, MAX_PAUSE)


def called_to(text: str) -> Call:
    """Return the game that a server calls to."""
    try:
        return read_call(text)
    except WireError:
        raise ServeError(f"the server calls with {quoted(text[:100])}; expected a run and a token") from None


class Joined:
    """A mind that has joined by name; it plays each game that it is called to over a connection of its own."""

    def __init__(self, url: str, name: str, password: str, spec: str, patience: float, trusted: bool) -> None:
        self.url, self.name, self.password = url, name, password
        self.spec, self.patience, self.trusted = spec, patience, trusted
        self.playing: dict[str, threading.Thread] = {}
        self.over = threading.Event()

    def play(self) -> None:
        """Play until the server has no more games."""
        click.echo(f"arena: joining {self.url} as {self.name}", err=True)
        converse(f"{self.url}/minds/{self.name}", self.password, self.answer_call, self.patience)
        self.over.set()
        for thread in list(self.playing.values()):
            thread.join()
        click.echo("arena: the tournament is over", err=True)

    def answer_call(self, line: str) -> None:
        """Start the game that a line calls to."""
        verb, text = read_notice(line)
        if verb == ERROR:
            raise ServeError(f"{self.url}: {printable(text[:300])}")
        self.playing = {run: thread for run, thread in self.playing.items() if thread.is_alive()}
        if verb == PLAY and len(self.playing) < MAX_GAMES:
            call = called_to(text)
            if call.run not in self.playing:
                self.playing[call.run] = threading.Thread(target=self._play, args=[call], daemon=True)
                self.playing[call.run].start()

    def _play(self, call: Call) -> None:
        try:
            url = f"{self.url}{call.run}/seat"
            played = play_seat(url, call.token, self.spec, self.patience, self.trusted, self.over)
            click.echo(printable(f"arena: {played['ending']} {played['score']}"), err=True)
        except ValueError as problem:  # this game is lost; there may be others
            click.echo(f"arena: {problem}", err=True)
