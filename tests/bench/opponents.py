"""The engine's strength against other chess programs: `python -m tests.bench.opponents [NAME …]`.

Four seconds a game plus 0.04 a move, one thread each, one game at a time, our openings with both colours. Both sides
pay for processor time. The programs are Debian's, with their books closed. A game is adjudicated when both sides agree
for long enough on eight pawns or on 0. Games are kept in the results folder and continued from there.
"""

from pathlib import Path

import click

from arena.rate.elo import Estimate, estimate
from arena.store.store import Store, open_store
from arena.tournament.driver import play_tournament
from arena.tournament.plan import make_plan

STOCKFISH = "uci:stockfish?UCI_LimitStrength=true&UCI_Elo="
PROGRAMS = {
    "1600": f"{STOCKFISH}1600",
    "1900": f"{STOCKFISH}1900",
    "2200": f"{STOCKFISH}2200",
    "gnuchess": "uci:gnuchessu?OwnBook=false",
    "toga2": "uci:toga2?OwnBook=false",
    "glaurung": "uci:glaurung?Threads=1&OwnBook=false",
}
PAIRINGS = {
    **{f"pst-{name}": ("pst-engine", spec) for name, spec in PROGRAMS.items()},
    "champion-gnuchess": ("champion", PROGRAMS["gnuchess"]),
    "champion-glaurung": ("champion", PROGRAMS["glaurung"]),
    **{f"prodigy-{name}": ("prodigy", PROGRAMS[name]) for name in ("2200", "toga2", "glaurung")},
    "prodigy-2500": ("prodigy", f"{STOCKFISH}2500"),
    "prodigy-champion": ("prodigy", "champion"),
}
CLOCK, RESIGN, DRAW = "4+0.04", "4:800", "50:8:10"


def outcome(store: Store) -> tuple[Estimate, tuple[int, int, int]]:
    """The estimate from the pairs of games, and the first mind's wins, draws and losses."""
    results, pairs, single = store.results(), [0] * 5, [0] * 3
    for name, one in results.items():
        other = results.get(f"{name[:-1]}b")
        if name.endswith("a") and other is not None:
            pairs[round(2 * (one[0] + other[1]))] += 1
            for points in (one[0], other[1]):
                single[round(2 - 2 * points)] += 1
    return estimate(tuple(pairs)), (single[0], single[1], single[2])


def row(folder: Path, name: str, games: int) -> str:
    """One row of the table, after playing the games that are missing."""
    mind, program = PAIRINGS[name]
    (folder / name).mkdir(parents=True, exist_ok=True)
    plan = make_plan(minds=PAIRINGS[name], tc=CLOCK, games=games, concurrency=1, resign=RESIGN, draw=DRAW)
    with open_store(folder / name, must_exist=False) as store, store.alone():
        if not store.has_plan:
            store.set_plan(plan)
        if store.plan.identity != plan.identity:
            raise click.ClickException(f"{folder / name} holds games of another plan; choose another --out")
        play_tournament(store, lambda results, news: click.echo(f"{name}: {len(results)}", err=True) if news else None)
        found, (won, drawn, lost) = outcome(store)
    points, error = 100 * found.score, 100 * found.score_error
    return (
        f"| `{mind}` | `{program}` | {won} – {drawn} – {lost} "
        f"| {points:.1f} ± {error:.1f} % | {found.elo:+.0f} ± {found.elo_error:.0f} |"
    )


@click.command(help=__doc__)
@click.argument("names", nargs=-1, type=click.Choice(list(PAIRINGS)), metavar="[NAME]…")
@click.option("--games", default=100, show_default=True, help="Games against each program.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("results/opponents"),
    show_default=True,
    help="Folder of results.",
)
def opponents(names: tuple[str, ...], games: int, out: Path) -> None:
    """Print the table."""
    click.echo("| mind | against | won – drawn – lost | points | as Elo |\n|---|---|---|---|---|")
    for name in names or PAIRINGS:
        click.echo(row(out, name, games))


if __name__ == "__main__":
    opponents()
