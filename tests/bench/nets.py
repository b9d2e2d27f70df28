"""Ranks networks by games: `python -m tests.bench.nets SPEC… --against SPEC [--nodes 5000] [--games 400] [--out FILE]`.

Each engine plays the same one in this process, at equal nodes, from random openings with both seatings. Without clocks
and processes a game takes a fraction of a second. A line of JSON for each game goes to the file; the same command goes
on where it was stopped. The table shows Elo with 95 % intervals by pairs of games.
"""

import json
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from random import Random

import click

from arena.rate.elo import estimate
from minds.board.draws import FIFTY_MOVES, REPETITIONS
from minds.board.position import Position
from minds.engine.engine import Engine
from minds.training.games.selfplay import mind_of
from world.api import Budget

RANDOM_PLIES = (6, 9)
LEVEL = 150  # centipawns by which an opening may favour a side
RESIGNED, AGREED = 1000, 3  # a game ends when each side has seen such a score for so many moves
DULL, DULL_MOVES, FIRST_DULL = 10, 6, 80  # it is drawn when both have seen no more for so many moves, from this ply on
MOST_PLIES = 300


class Match:
    """Two engines that play each other."""

    def __init__(self, ours: Engine, theirs: Engine, nodes: int) -> None:
        self.engines, self.budget = (ours, theirs), Budget(nodes=nodes)

    def pair(self, number: int) -> list[float]:
        """Play the two games of an opening; return our points in each."""
        opening = self.opening(number)
        return [self.play(opening, first) for first in (0, 1)]

    def opening(self, number: int) -> Position:
        """Return the opening of a pair: random moves to a position that the other engine finds level."""
        chance = Random(f"nets {number}")
        while True:
            position = Position()
            for _ in range(chance.randint(*RANDOM_PLIES)):
                if moves := position.legal_moves():
                    position.push(chance.choice(moves))
            if position.legal_moves():
                self.engines[1].forget()
                if abs(self.engines[1].find(position, self.budget)[0].score) <= LEVEL:
                    return position

    def play(self, opening: Position, first: int) -> float:
        """Return our points in a game in which we move first (0) or second (1)."""
        position, scores = copy(opening), list[int]()
        for engine in self.engines:
            engine.forget()
        while (winner := decided(position, scores)) is None:
            line, _ = self.engines[(len(scores) + first) % 2].find(position, self.budget)
            scores.append(line.score)
            position.push(line.moves[0])
        if winner < 0:
            return 0.5
        return float((winner + first) % 2 == 0)  # 0: who moved first in this game has won


def decided(position: Position, scores: list[int]) -> int | None:
    """Return 0 if the side that moved first has won, 1 if the other has, -1 for a draw, None if the game goes on."""
    mover = len(scores) % 2
    if not position.legal_moves():
        return 1 - mover if position.in_check else -1
    if position.is_insufficient_material or position.halfmoves >= FIFTY_MOVES or len(scores) >= MOST_PLIES:
        return -1
    if position.repetitions >= REPETITIONS:
        return -1
    last = [-score if place % 2 else score for place, score in enumerate(scores)]  # for the side that moved first
    if len(last) >= 2 * AGREED:
        if min(last[-2 * AGREED :]) >= RESIGNED:
            return 0
        if max(last[-2 * AGREED :]) <= -RESIGNED:
            return 1
    is_dull = len(last) >= FIRST_DULL and max(map(abs, last[-2 * DULL_MOVES :])) <= DULL
    return -1 if is_dull else None


def kept(path: Path | None, ours: str, theirs: str, nodes: int) -> list[list[float]]:
    """Return the pairs of a match that are in a file."""
    if path is None or not path.exists():
        return []
    rows = map(json.loads, path.read_text("utf-8").splitlines())
    return [row["points"] for row in rows if (row["spec"], row["against"], row["nodes"]) == (ours, theirs, nodes)]


def played(ours: str, theirs: str, nodes: int, pairs: int, out: Path | None) -> Iterator[list[list[float]]]:
    """Play a match to its end; yield all pairs after each."""
    done, match = kept(out, ours, theirs, nodes), None
    while len(done) < pairs:
        match = match or Match(mind_of(ours).new_engine(), mind_of(theirs).new_engine(), nodes)
        done.append(match.pair(len(done)))
        if out is not None:
            row = {"spec": ours, "against": theirs, "nodes": nodes, "points": done[-1]}
            with out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
        yield done
    yield done


def row(ours: str, theirs: str, pairs: list[list[float]]) -> str:
    """Return a row of the table."""
    points = [sum(pair) for pair in pairs]
    found = estimate([points.count(half / 2) for half in range(5)])
    games = [point for pair in pairs for point in pair]
    wins, draws, losses = (games.count(point) for point in (1, 0.5, 0))
    elo = f"{found.elo:+.0f} [{found.elo - found.elo_error:+.0f}, {found.elo + found.elo_error:+.0f}]"
    return f"| {ours} | {theirs} | {len(games)} | +{wins} ={draws} −{losses} | {elo} |"


@click.command(help=__doc__)
@click.argument("specs", nargs=-1, required=True, metavar="SPEC…")
@click.option("--against", default="champion", show_default=True, metavar="SPEC", help="Engine that all play.")
@click.option("--nodes", default=5000, show_default=True, help="Nodes a move.")
@click.option("--games", default=400, show_default=True, help="Games of each match.")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="File that keeps the games.")
def nets(specs: tuple[str, ...], against: str, nodes: int, games: int, out: Path | None) -> None:
    """Print the table."""
    click.echo("| engine | against | games | | Elo (95 %) |\n|---|---|---|---|---|")
    for spec in specs:
        pairs: list[list[float]] = []
        for pairs in played(spec, against, nodes, -(-games // 2), out):
            if len(pairs) % 25 == 0:
                click.echo(row(spec, against, pairs), err=True)
        click.echo(row(spec, against, pairs))


if __name__ == "__main__":
    nets()
