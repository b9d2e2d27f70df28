"""`arena submit`: hand in a mind to a course."""

import json
import time
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import click

from arena.errors import ServeError
from minds.errors import quoted
from world.errors import printable

TIMEOUT = 30.0  # seconds for an answer
POLL = 1.0  # seconds between two looks at the check
MAX_ANSWER = 1_000_000  # bytes


@click.command(short_help="Hand in a mind to a course.")
@click.argument("url", metavar="URL")
@click.argument("path", type=click.Path(path_type=Path, exists=True), metavar="FILE|FOLDER")
@click.option(
    "--token", envvar="ARENA_TOKEN", metavar="TOKEN", help="Token of your invitation. [default: $ARENA_TOKEN]"
)
@click.option("--no-wait", is_flag=True, help="Do not wait for the check.")
@click.option("--json", "as_json", is_flag=True, help="Print the hand-in as JSON.")
def submit(url: str, path: Path, token: str | None, no_wait: bool, as_json: bool) -> None:
    """Hand in a mind, a file or the folder of a mind.py, to the course that is served at URL.

    It is checked there as `arena check` does at home, and plays if it is ready. The exit code is 1 if it is refused.
    """
    from arena.entrants.bundle import bundle_file, bundle_folder

    if not token:
        raise click.UsageError("no token; expected --token or the variable ARENA_TOKEN, as your invitation says")
    bundle = bundle_folder(path) if path.is_dir() else bundle_file(path)
    found = _ask(url, "/hand-ins", token, bundle.pack())
    if not as_json:
        late = ", after the season has closed" if found["is_late"] else ""
        again = "" if found["state"] == "waiting" else "; the same files as before, which are not checked again"
        click.echo(f"hand-in {found['number']}: {printable(found['name'])}{late}{again}", err=True)
    while found["state"] == "waiting" and not no_wait:
        time.sleep(POLL)
        found = _ask(url, f"/hand-ins/{int(found['number'])}", token)
    if as_json:
        click.echo(json.dumps(found))
    elif found["state"] != "waiting":
        click.echo("\n".join(map(printable, str(found["words"]).splitlines())))
        click.echo(f"\n{found['state']}")
    if found["state"] in ("waiting", "accepted") and not as_json:
        click.echo(f"its page, after you sign in: {url.rstrip('/')}/mine/hand-ins/{int(found['number'])}", err=True)
    raise SystemExit(0 if found["state"] in ("waiting", "accepted") else 1)


def _ask(url: str, path: str, token: str, body: bytes | None = None) -> dict[str, Any]:
    """Return the server's answer; raise ServeError with its words if it refuses."""
    address = f"{url.rstrip('/')}{path}"
    if not address.startswith(("http://", "https://")):
        raise ServeError(f"{quoted(url)} is no address; expected http://HOST:PORT or https://HOST")
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/octet-stream"}
    try:
        with urlopen(Request(address, body, headers), timeout=TIMEOUT) as answer:
            found = json.loads(answer.read(MAX_ANSWER))
    except HTTPError as refusal:
        raise ServeError(_words(refusal, url)) from None
    except (URLError, HTTPException, OSError, ValueError) as problem:
        reason = getattr(problem, "reason", problem)
        raise ServeError(f"{quoted(url)} does not answer as a course does: {reason}") from None
    if not isinstance(found, dict) or not {"number", "name", "state", "words", "is_late"} <= found.keys():
        raise ServeError(f"{quoted(url)} does not answer as a course does")
    return found


def _words(refusal: HTTPError, url: str) -> str:
    """Return why the server has refused."""
    try:
        found = json.loads(refusal.read(MAX_ANSWER))
        words = [found["error"], *([f"expected {found['expected']}"] if "expected" in found else [])]
    except (ValueError, KeyError, TypeError, OSError):
        words = [f"it answers {refusal.code}"]
    if refusal.code in (404, 405):
        words.append("expected the address of `arena serve --course`")
    return f"{quoted(url)}: {printable('; '.join(map(str, words)))}"
