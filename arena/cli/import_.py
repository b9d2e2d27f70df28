"""`arena import`: make a results folder of games that were played elsewhere."""

import json
import sys
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import click
import msgspec

from arena.cli import FAILED
from arena.errors import StoreError
from minds.errors import quoted
from world.errors import printable

if TYPE_CHECKING:
    from arena.importing.importer import Imported

MAX_LISTED = 20  # games that were left out
INTERVAL = 5.0  # seconds between two lines of progress


@click.command("import", short_help="Make a results folder of any games of chess.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE.pgn...")
@click.option(
    "--out", type=click.Path(path_type=Path), required=True, metavar="DIR", help="New folder for the results."
)
@click.option("--json", "as_json", is_flag=True, help="Print the games left out and the standings as JSON.")
def import_(files: tuple[Path, ...], out: Path, as_json: bool) -> None:
    """Import games of chess from PGN files, such as those of fastchess, cutechess, lichess and python-chess.

    Players become entrants, comments become scores, depths and clocks, and every move is played by the referee. Then
    the report is written; `arena why`, `arena export` and the web pages work too. Games that cannot be read are listed
    and left out; so are games without a result, and games of other variants.
    """
    from arena.cli.tournament import make_report, show
    from arena.importing.importer import import_games
    from arena.store.store import open_store

    _check(files, out)
    progress = _Progress()
    made = not out.exists()
    out.mkdir(parents=True, exist_ok=True)
    try:
        with open_store(out, must_exist=False) as store, store.alone():
            found = import_games(store, files, progress.update)
            _list(found)
            if not found.games:
                raise click.exceptions.Exit(FAILED)
    finally:
        if made and out.exists() and not any(out.iterdir()):
            out.rmdir()
    summary = make_report(out)
    if as_json:
        left_out = msgspec.to_builtins(found.left_out)
        click.echo(json.dumps({"games": found.games, "left_out": left_out, "standings": json.loads(summary.json)}))
    else:
        show(out, as_json, summary)


def _check(files: tuple[Path, ...], out: Path) -> None:
    """Raise StoreError for a file that cannot be read, or a folder that holds something."""
    for path in files:
        try:
            is_file = path.is_file()
            path.open("rb").close()
        except (OSError, ValueError) as problem:  # ValueError: a NUL in the name
            reason = problem.strerror if isinstance(problem, OSError) else problem
            raise StoreError(f"{quoted(str(path))}: {reason}; expected a PGN file") from None
        if not is_file:
            raise StoreError(f"{quoted(str(path))} is not a file; expected a PGN file")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise StoreError(f"--out {quoted(str(out))} exists already; expected a new or an empty folder")


def _list(found: "Imported") -> None:
    """Say on stderr which games were left out."""
    for one in found.left_out[:MAX_LISTED]:
        print(f"{printable(one.file)}, line {one.line}: {one.reason}", file=sys.stderr)
    if more := len(found.left_out) - MAX_LISTED:
        if more > 0:
            print(f"… and {more:,} more", file=sys.stderr)
    came = f"{found.games:,} game{'' if found.games == 1 else 's'} imported"
    left = f", {len(found.left_out):,} left out" if found.left_out else ""
    print(f"arena: {came if found.games else 'no game imported'}{left}", file=sys.stderr)


class _Progress:
    """A line on stderr from time to time."""

    def __init__(self) -> None:
        self.began = self.printed_at = monotonic()

    def update(self, games: int, left_out: int) -> None:
        """Say how many games came in, unless the last line was a moment ago."""
        now = monotonic()
        if now - self.printed_at >= INTERVAL:
            self.printed_at = now
            left = f", {left_out:,} left out" if left_out else ""
            print(f"{games:,} games, {games / (now - self.began):.0f} a second{left}", file=sys.stderr, flush=True)
