"""Our speed beside that of others: `python -m tests.bench.harness`.

Stockfish plays itself at one node a move in every harness that is installed here: `arena run`, a plain loop of
python-chess, fastchess, cutechess-cli. All play the same games, one harness after the other, several times over; the
tables show medians. Processor time is that of all processes while the engines run, by their role.
"""

import tempfile
from pathlib import Path
from statistics import median

import click

from tests.bench.harness import own_minds
from tests.bench.harness.commands import COMMANDS, Match, count_plies, present, write_positions
from tests.bench.harness.latency import PERCENTILES, latencies, percentiles
from tests.bench.harness.measure import Measured, measure

YARDSTICK = "fastchess"  # ratios are to this one
ENGINE = "/usr/games/stockfish"


def play(harness: str, match: Match, folder: Path, plies: set[int]) -> Measured:
    """Play a match once, and check that all its games were played."""
    out = Path(tempfile.mkdtemp(dir=folder))
    measured = measure(COMMANDS[harness](match, out), Path(match.engine).name, out)
    games, moves = count_plies(out)
    if games != match.games:
        raise RuntimeError(f"{harness} has played {games} games; expected {match.games}, see {out}")
    plies.add(moves)
    return measured


def speeds(found: dict[str, list[Measured]], games: int) -> list[tuple[str, float]]:
    """Return games a second by harness, ours also without the time before the first game and after the last."""
    rows = [(name, median(games / one.total for one in runs)) for name, runs in found.items()]
    playing = median(games / one.playing for one in found["arena run"])
    return [rows[0], ("arena run, without start and report", playing), *rows[1:]]


def show_speeds(found: dict[str, list[Measured]], games: int, concurrency: int) -> None:
    """Print the table of games a second."""
    rows = speeds(found, games)
    plain = dict(rows).get(YARDSTICK)
    click.echo(f"\n| concurrency {concurrency} | games/s | × {YARDSTICK} |\n|---|---|---|")
    for name, speed in rows:
        click.echo(f"| {name} | {speed:.1f} | {f'{speed / plain:.2f}' if plain else '–'} |")
    outside = median(one.total - one.playing for one in found["arena run"])
    click.echo(f"\nstart and report of `arena run`: {outside:.2f} s")


def show_cpu(found: dict[str, list[Measured]], plies: float) -> None:
    """Print the table of processor time a ply."""
    click.echo("\n| processor time a ply while the engines run | µs | of which |\n|---|---|---|")
    for name, runs in found.items():
        roles = {role: median(1e6 * one.cpu.get(role, 0.0) / plies for one in runs) for role in runs[0].cpu}
        parts = ", ".join(f"{'arena' if name == 'arena run' and role == 'harness' else role} {cost:.0f}"
                          for role, cost in roles.items() if cost >= 1)  # fmt: skip
        click.echo(f"| {name} | {sum(roles.values()):.0f} | {parts} |")


@click.command(help=__doc__)
@click.option("--games", default=200, show_default=True, help="Games of each match, two for each position.")
@click.option("--rounds", default=3, show_default=True, help="Repetitions, of which the median is shown.")
@click.option("--concurrency", "levels", multiple=True, default=(1, 2), show_default=True, help="Games at once.")
@click.option("--engine", default=ENGINE, show_default=True, help="Program of the engine.")
@click.option("--own", default=60, show_default=True, help="Games of our own minds, for the profile; 0 for none.")
def harness(games: int, rounds: int, levels: tuple[int, ...], engine: str, own: int) -> None:
    """Print the tables."""
    with tempfile.TemporaryDirectory() as name:
        folder, plies = Path(name), set[int]()
        write_positions(folder / "positions.epd", games // 2)
        click.echo(f"{games} games of {Path(engine).name} against itself, 1 node a move, median of {rounds}")
        for level in levels:
            match = Match(engine, folder / "positions.epd", games, level)
            runs: dict[str, list[Measured]] = {name: [] for name in present()}
            for _ in range(rounds):
                for one, measured in runs.items():
                    measured.append(play(one, match, folder, plies))
            show_speeds(runs, games, level)
            show_cpu(runs, median(plies))
            show_latency(Path(tempfile.mkdtemp(dir=folder)), games, level)
        click.echo(f"\nplies a game: {', '.join(f'{number / games:.1f}' for number in sorted(plies))}")
    if own:
        click.echo("\nOur own minds, one game at a time on one core:\n")
        own_minds.main(own)


def show_latency(folder: Path, games: int, level: int) -> None:
    """Print the percentiles of the time from one engine's answer to the other's next question."""
    found = percentiles(latencies(folder, games, level))
    shown = ", ".join(f"p{share} {1e6 * value:.0f} µs" for share, value in zip(PERCENTILES, found, strict=True))
    click.echo(f"\nfrom an answer to the next question, `arena run` at concurrency {level}: {shown}")


if __name__ == "__main__":
    harness()
