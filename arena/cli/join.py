"""`arena join`: a mind of one's own machine plays on a server elsewhere."""

import json
import re
import threading
import time
from contextlib import closing
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from arena.cli.plan import TRUST
from arena.errors import ServeError
from arena.report.words import visible
from minds.errors import quoted

if TYPE_CHECKING:
    from collections.abc import Callable

    from arena.remote.responder import Guest
    from minds.host import Told

INSTALL = "needs what is not installed: pip install 'mind-arena[server]'"
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds before another try
TO_OPEN = 10.0
MOST_GAMES = 16  # at once, however many the server would like
DONE, ENOUGH, REPLACED, REFUSED = 1000, 1008, 4001, 4003
WHY = {
    403: "it answers 403; expected the address of a run, or with --name that of arena run … --serve, which plays now",
    404: "it answers 404; expected the address of a run",
}
ENDS = {ENOUGH: "the server has had enough of it", REPLACED: "somebody else has come to this seat"}


@click.command(short_help="Play on a server with a mind from here.")
@click.argument("url")
@click.argument("spec")
@click.option("--token", metavar="TOKEN", help="Of a seat: URL is that of the run.")
@click.option("--name", metavar="NAME", help="Join as remote:NAME: URL is that of arena run … --serve.")
@click.option("--password", default="", metavar="TEXT", help="As arena run … --serve has told it.")
@click.option(
    "--patience",
    default=300.0,
    type=click.FloatRange(0, 10**6),
    show_default=True,
    metavar="SECONDS",
    help="So long a server may be gone.",
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
    """Play on a server with a mind from here: a seat for which you have the token, or a tournament under a name.

    A connection that breaks is made again, and the game goes on where its clock stands.
    """
    try:
        import websockets  # noqa: F401
    except ModuleNotFoundError as problem:
        raise ServeError(f"arena join {INSTALL} ({problem.name})") from None
    from arena.cell.admission import admit
    from minds.registry import check

    if (token is None) == (name is None):
        raise click.UsageError("either --token of a seat, or --name to join under; both or none was given")
    check(spec)
    admit([spec], trusted)
    if token is not None:
        told = play_seat(seat_url(url), token, spec, patience, trusted)
        click.echo(json.dumps(told) if as_json else visible(f"{told['ending']} {told['score']}"))
        return
    Joined(base_url(url), str(name), password, spec, patience, trusted).play()


def seat_url(url: str) -> str:
    """Of a run, where its seats are."""
    return f"{base_url(url)}/seat"


def base_url(url: str) -> str:
    """An address for WebSockets."""
    try:
        parts = urlsplit(url)
        valid = parts.scheme in ("http", "https", "ws", "wss") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        valid = False
    if not valid:
        raise ServeError(f"{quoted(url)} is no address of a server; expected the like of http://127.0.0.1:8000/runs/…")
    return f"{parts.scheme.replace('http', 'ws')}://{parts.netloc}{parts.path.rstrip('/')}"


def play_seat(url: str, token: str, spec: str, patience: float, trusted: bool) -> dict[str, Any]:
    """Play one run to its end; how it ended."""
    from arena.cell.cell import Cell
    from arena.remote.responder import Guest, score

    with closing(Cell(spec, trusted=trusted)) as cell:
        cell.start()
        guest = Guest(cell)
        converse(url, token, guest_hears(guest), patience)
        if guest.told is None:
            raise ServeError(f"{quoted(url)} ended without saying how the run did")
        ended = guest.told
        return {"ending": in_words(ended), "result": ended.result, "score": score(ended.result)}


def in_words(told: "Told") -> str:
    """How a run ended, and why, if that was a fault of ours."""
    return f"{told.ending} ({told.reason})" if told.reason else told.ending


def guest_hears(guest: "Guest") -> "Callable[[str], str | None]":
    """What a guest answers; what the server complains of is passed on."""

    def hear(line: str) -> str | None:
        verb, _, told = line.partition("\t")
        if verb == "error":
            click.echo(f"arena: the server says: {visible(told[:300])}", err=True)
        return guest.hear(line)

    return hear


def converse(url: str, token: str, hear: "Callable[[str], str | None]", patience: float) -> None:
    """Answer what comes until the server has nothing more to say; who is cut off comes back."""
    from websockets.exceptions import InvalidStatus, WebSocketException
    from websockets.sync.client import connect

    pause, last = FIRST_PAUSE, time.monotonic()
    while True:
        code, said = 0, "the connection was cut"
        try:
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            with connect(url, additional_headers=headers, open_timeout=TO_OPEN, proxy=None, compression=None) as socket:
                try:
                    for line in socket:
                        pause, last = FIRST_PAUSE, time.monotonic()
                        answer = hear(line if isinstance(line, str) else line.decode(errors="replace"))
                        if answer is not None:
                            socket.send(answer)
                finally:
                    last = time.monotonic() if pause == FIRST_PAUSE else last  # who says nothing was not there
                    code, said = socket.close_code or 0, socket.close_reason or said
        except InvalidStatus as problem:
            code = REFUSED if problem.response.status_code in (401, 403, 404) else 0
            said = WHY.get(problem.response.status_code, f"it answers {problem.response.status_code}")
        except (OSError, WebSocketException) as problem:
            said = said if code else str(problem) or said
        if code == DONE:
            return
        if code in (ENOUGH, REPLACED, REFUSED):
            raise ServeError(f"{quoted(url)}: {ENDS.get(code, said)}")
        if time.monotonic() - last > patience:
            raise ServeError(f"{quoted(url)} has not been there for {patience:g} s: {said}")
        time.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def read_call(told: str) -> tuple[str, str]:
    """The run of a call, a path on the server that calls and nowhere else, and the token for it."""
    try:
        call = json.loads(told)
        run, token = str(call["run"]), str(call["token"])
    except (ValueError, TypeError, KeyError, RecursionError):
        run = token = ""
    if re.fullmatch("/runs/[0-9a-f]{1,64}", run) is None:
        raise ServeError(f"the server calls with {quoted(told[:100])}; expected a run and a token")
    return run, token


class Joined:
    """A mind that has joined by name, and plays the games that it is called to, each in a connection of its own."""

    def __init__(self, url: str, name: str, password: str, spec: str, patience: float, trusted: bool) -> None:
        self.url, self.name, self.password = url, name, password
        self.spec, self.patience, self.trusted = spec, patience, trusted
        self.playing: dict[str, threading.Thread] = {}

    def play(self) -> None:
        """Until the server has no more games."""
        click.echo(f"arena: joining {self.url} as {self.name}", err=True)
        converse(f"{self.url}/minds/{self.name}", self.password, self.hear, self.patience)
        for thread in list(self.playing.values()):
            thread.join()
        click.echo("arena: the tournament is over", err=True)

    def hear(self, line: str) -> str | None:
        """A call to a game."""
        verb, _, told = line.partition("\t")
        if verb == "error":
            raise ServeError(f"{self.url}: {visible(told[:300])}")
        self.playing = {run: thread for run, thread in self.playing.items() if thread.is_alive()}
        if verb == "play" and len(self.playing) < MOST_GAMES:
            run, token = read_call(told)
            if run not in self.playing:
                self.playing[run] = threading.Thread(target=self._play, args=[run, token], daemon=True)
                self.playing[run].start()
        return None

    def _play(self, run: str, token: str) -> None:
        try:
            told = play_seat(f"{self.url}{run}/seat", token, self.spec, self.patience, self.trusted)
            click.echo(visible(f"arena: {told['ending']} {told['score']}"), err=True)
        except ValueError as problem:  # this game is lost; there may be others
            click.echo(f"arena: {problem}", err=True)
