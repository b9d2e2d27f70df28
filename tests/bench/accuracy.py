"""The experiment of seed 002, with our engines: `python -m tests.bench.accuracy FOLDER [PLAYER …]`.

Our engines meet Stockfish at full strength, all at a second of processor time a move: one game from each of 20 named
openings, with the colour that the seed's engine had. Then Stockfish judges all moves. That takes a core three quarters
of an hour for each player. What is in FOLDER is neither played nor judged again. The table shows the average centipawn
loss of each game and the accuracy (lichess's formula, not the seed's CAPS), beside what the seed found, and means over
the games.
"""

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
from msgspec.structs import replace

import arena
from arena.analyse.intervals import clustered_mean
from arena.tournament.play import cells, play_in
from tests.arena.command import ARENA
from world.budget import budget
from world.games.chess.referee import Move, action_of
from world.registry import new_world

if TYPE_CHECKING:
    import pandas as pd

RIVAL, PLAYERS = "uci:stockfish", ("pst-engine", "champion", "prodigy", "prodigy:book=house")
SECONDS, SEED = 1.0, 2
COLOURS = ("White", "Black")


class Game(NamedTuple):
    """A game of the seed: the seat of its engine, what it found, the opening."""

    seat: int
    loss: float
    caps: float
    name: str
    moves: str


GAMES = (
    Game(0, 37, 0.85, "Scotch Gambit", "e2e4 e7e5 g1f3 b8c6 d2d4 e5d4 f1c4"),
    Game(0, 45, 0.80, "Ruy Lopez, Berlin", "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6"),
    Game(0, 35, 0.88, "Queen's Gambit Declined, Vienna", "d2d4 d7d5 c2c4 e7e6 g1f3 g8f6 b1c3 d5c4"),
    Game(0, 39, 0.89, "English, Anglo-Indian", "c2c4 g8f6"),
    Game(0, 58, 0.78, "Nimzo-Larsen", "b2b3"),
    Game(0, 45, 0.81, "Caro-Kann, Advance", "e2e4 c7c6 d2d4 d7d5 e4e5"),
    Game(0, 33, 0.89, "Modern", "e2e4 g7g6"),
    Game(0, 46, 0.84, "French, Horwitz", "e2e4 e7e6 b2b3"),
    Game(0, 35, 0.90, "Nimzo-Indian", "d2d4 g8f6 c2c4 e7e6 b1c3 f8b4"),
    Game(0, 38, 0.85, "Scandinavian", "e2e4 d7d5"),
    Game(1, 48, 0.78, "Ruy Lopez, Morphy", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6"),
    Game(1, 42, 0.82, "Caro-Kann, main line", "e2e4 c7c6 d2d4 d7d5 b1c3 d5e4 c3e4"),
    Game(1, 35, 0.75, "Old Sicilian", "e2e4 c7c5 g1f3 b8c6"),
    Game(1, 50, 0.82, "Giuoco Piano", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5"),
    Game(1, 37, 0.90, "French, Exchange", "e2e4 e7e6 d2d4 d7d5 e4d5"),
    Game(1, 39, 0.90, "Old Benoni", "d2d4 c7c5"),
    Game(1, 32, 0.91, "Queen's Gambit Declined, Semi-Tarrasch", "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 g1f3 c7c5"),
    Game(1, 42, 0.86, "Queen's Gambit Declined, Vienna", "d2d4 d7d5 c2c4 e7e6 g1f3 g8f6 b1c3 d5c4"),
    Game(1, 35, 0.93, "King's English", "c2c4 e7e5"),
    Game(1, 39, 0.86, "Semi-Slav", "d2d4 d7d5 c2c4 c7c6 g1f3 g8f6 b1c3 e7e6"),
)


def play(file: Path, player: str) -> None:
    """Play the games of a player that the file lacks."""
    done = file.read_text(encoding="utf-8").count("[Event ") if file.exists() else 0
    for number, game in enumerate(GAMES, 1):
        if number > done:
            text = play_one(number, player, game)
            with file.open("a", encoding="utf-8") as out:
                out.write(text)


def play_one(number: int, player: str, game: Game) -> str:
    """Play a game, and return it as PGN."""
    world = new_world("chess")
    specs = [player, RIVAL] if game.seat == 0 else [RIVAL, player]
    opening = [action_of(Move.from_uci(move)) for move in game.moves.split()]
    with cells(specs) as players:
        record = play_in(world, players, seed=SEED, budgets=[budget(movetime=SECONDS)], opening=opening)
    record = replace(record, event="Seed 002", round=str(number), name=str(number), opening_name=game.name)
    click.echo(f"{number}: {' - '.join(specs)}, {game.name}: {record.ending}", err=True)
    return type(world).getrecord(record)


def analysed(folder: Path, nodes: int) -> "pd.DataFrame":
    """Import the games, have all moves judged, and return them."""
    if not folder.joinpath("results").exists():
        subprocess.run([ARENA, "import", folder / "games.pgn", "--out", folder / "results"], check=True)
    subprocess.run([ARENA, "analyse", folder / "results", "--nodes", str(nodes)], check=True)
    return arena.load(folder / "results").analysis


def show(moves: "pd.DataFrame", player: str) -> None:
    """Print a player's figures by game, and their means over games."""
    own = moves[moves["mind"] == player].groupby(["seat", "opening"])[["loss", "move_accuracy"]].mean()
    print(f"\n{'':49}seed 002     {player}")
    print(f"{'':8}{'opening':40}{'ACPL':>6}{'CAPS':>7}{'ACPL':>8}{'accuracy':>10}")
    for game in GAMES:
        loss, accuracy = own.loc[(game.seat, game.name)]
        print(f"{COLOURS[game.seat]:8}{game.name:40}{game.loss:6.0f}{game.caps:7.2f}{loss:8.1f}{accuracy:10.1f}")
    for name, seats in (("White", (0,)), ("Black", (1,)), ("all", (0, 1))):
        chosen = own[own.index.get_level_values("seat").isin(seats)]
        seeds = [(game.loss, game.caps) for game in GAMES if game.seat in seats]
        means = [sum(column) / len(seeds) for column in zip(*seeds, strict=True)]
        print(f"{name:48}{means[0]:6.1f}{means[1]:7.3f}   {_mean(chosen['loss'])}   {_mean(chosen['move_accuracy'])}")


def _mean(games: "pd.Series[float]") -> str:
    mean, error = clustered_mean(games.to_numpy(), range(len(games)))
    return f"{mean:.1f} ± {error:.1f}"


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("players", nargs=-1, metavar="[PLAYER]…")
@click.option("--nodes", default=200_000, show_default=True, help="Nodes with which Stockfish judges a position.")
def main(folder: Path, players: tuple[str, ...], nodes: int) -> None:
    """Play what is not played yet, have it judged, and print the tables."""
    for player in players or PLAYERS:
        place = folder / player.translate(str.maketrans(":=", "--"))
        place.mkdir(parents=True, exist_ok=True)
        play(place / "games.pgn", player)
        show(analysed(place, nodes), player)


if __name__ == "__main__":
    main()
