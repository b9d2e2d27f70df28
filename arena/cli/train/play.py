"""`arena train play`: play games to train a network from."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arena.cli.lobby import check_crew
from arena.cli.plan import CREW
from arena.cli.progress import Progress, as_time
from minds.errors import quoted
from minds.training.games.settings import MOST_NODES, MOST_PLIES, MOST_SCORE, Settings

if TYPE_CHECKING:
    from minds.training.games.file import Content, GamesWriter

MOST_GAMES = 10**8
NONE = "none"  # no adjudication


def numbers(form: str) -> Callable[[click.Context, click.Parameter, str], tuple[int, ...] | None]:
    """Return a callback that reads numbers of a form such as 2:1500; of one with colons also "none"."""
    pattern = re.sub("[0-9]+", "([0-9]{1,6})", form)

    def read(_context: click.Context, _parameter: click.Parameter, text: str) -> tuple[int, ...] | None:
        if text == NONE and ":" in form:
            return None
        found = re.fullmatch(pattern, text)
        if found is None:
            raise click.BadParameter(f"{quoted(text)}; expected {form}{f' or {NONE}' if ':' in form else ''}")
        return tuple(map(int, found.groups()))

    return read


@click.command(short_help="Play games to train a network from.")
@click.argument("mind", default="champion", metavar="[SPEC]")
@click.option("-o", "--out", required=True, type=click.Path(path_type=Path), metavar="FILE", help="File of games.")
@click.option(
    "--games",
    default=1000,
    type=click.IntRange(1, MOST_GAMES),
    show_default=True,
    metavar="N",
    help="Games in the file in the end.",
)
@click.option(
    "--nodes",
    default=4000,
    type=click.IntRange(1, MOST_NODES),
    show_default=True,
    metavar="N",
    help="Positions to search for each move.",
)
@click.option(
    "--seed", default=1, type=click.IntRange(0), show_default=True, metavar="N", help="Seed of everything random."
)
@click.option(
    "--random-plies",
    default="8-10",
    callback=numbers("8-10"),
    show_default=True,
    metavar="N-M",
    help="Plies at the beginning that are drawn by lot: a number from N to M.",
)
@click.option(
    "--level",
    default=400,
    type=click.IntRange(0, MOST_SCORE),
    show_default=True,
    metavar="CENTIPAWNS",
    help="Highest score after them, for either side; other beginnings are dropped.",
)
@click.option(
    "--random-moves",
    default=0.01,
    type=click.FloatRange(0, 1),
    show_default=True,
    metavar="SHARE",
    help="Share of later moves that are drawn by lot.",
)
@click.option(
    "--resign",
    default="2:1500",
    callback=numbers("2:1500"),
    show_default=True,
    metavar="N:S",
    help="Adjudicate a loss, after N moves of each side whose scores put one side S centipawns behind; or none.",
)
@click.option(
    "--draw",
    default="40:6:8",
    callback=numbers("40:6:8"),
    show_default=True,
    metavar="M:N:S",
    help="Adjudicate a draw, from move M on, after N moves of each side with scores within ±S centipawns; or none.",
)
@click.option(
    "--max-plies",
    default=400,
    type=click.IntRange(1, MOST_PLIES),
    show_default=True,
    metavar="N",
    help="Plies after which a game is a draw.",
)
@click.option(
    "--concurrency",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="Games played at once. [default: one for each core]",
)
@CREW
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def play(out: Path, games: int, concurrency: int | None, crew: str, as_json: bool, **chosen: Any) -> None:
    """Play games of SPEC against itself, and keep them in a file for `arena train fit`.

    SPEC is champion, pst-engine or prodigy:net=FILE; a small table, as in champion:hash=1, is the fastest. The same
    seed gives the same games, whatever plays them. Ctrl-C, a crash or kill -9 cost the games that are being played; the
    same command goes on, and with more --games it adds others. All moves are kept with their scores: `fit` decides
    which positions are good to learn from.
    """
    from minds.training.games.file import read_games, writing
    from minds.training.games.selfplay import mind_of
    from minds.training.games.settings import checked

    check_crew(crew, None)
    settings = checked(Settings(**chosen))
    mind_of(settings.mind)
    with writing(out, settings) as writer:
        if any(number not in writer.numbers for number in range(games)):
            play_games(writer, settings, games, crew, concurrency)
    tell(out, read_games(out), as_json)


def play_games(writer: "GamesWriter", settings: Settings, games: int, crew: str, concurrency: int | None) -> None:
    """Have the games played that are missing, and show how far they are."""
    from arena.cli.train.workers import crew_of
    from minds.training.games.generate import generate

    progress, positions = Progress("games"), 0

    def report(_games: int, more: int) -> None:
        nonlocal positions
        positions += more
        progress.update(
            len(writer.numbers), games, f"{positions / max(progress.seconds, 1e-3):,.0f} positions a second"
        )

    with crew_of(crew, concurrency) as workers:
        progress.update(len(writer.numbers), games)
        try:
            generate(writer, settings, games, workers, report)
        except BaseException:
            progress.end(f"{len(writer.numbers):,} games are kept; the same command goes on")
            raise
    progress.end(f"{len(writer.numbers):,} games; {positions:,} positions in {as_time(progress.seconds)}")


def tell(path: Path, content: "Content", as_json: bool) -> None:
    """Print what a file holds."""
    from minds.training.games.blocks import ENDINGS, RESULTS

    games, count = content.games, max(1, content.games.numbers.size)
    results = {name: int((games.results == place).sum()) for place, name in enumerate(RESULTS)}
    endings = {name: int((games.endings == place).sum()) for place, name in enumerate(ENDINGS)}
    found = {"games": games.numbers.size, "plies": games.plies, "positions": games.positions, "bytes": content.end}
    for damage in content.damages:
        click.echo(f"{path}: {damage}", err=True)
    if as_json:
        click.echo(json.dumps({"file": str(path), **found, "results": results, "endings": endings}))
        return
    click.echo(f"{path}: " + ", ".join(f"{number:,} {name}" for name, number in found.items()))
    for counts in (results, endings):
        click.echo(", ".join(f"{name} {100 * number / count:.1f} %" for name, number in counts.items() if number))
