"""Connect four for minds: the same rules as the world's, and a search that plays it well."""

import random

import pytest

from minds.api import State
from minds.games.connect4 import FULL, ConnectFour, completing, game_of
from minds.host import MindPlayer
from minds.registry import load
from minds.search.alphabeta import alphabeta
from minds.search.game import WIN
from minds.search.minimax import minimax
from world.games.connect4 import ConnectFour as World
from world.run import run

GAMES = 100


def positions(games: int) -> list[tuple[World, ConnectFour]]:
    """Yield every position of some random games, as the world has it and as minds do."""
    chance, found = random.Random(4), []
    for _ in range(games):
        actions: list[str] = []
        while True:
            world, game = World(), ConnectFour(0, 0)
            for action in actions:
                world.takeaction(action)
                game = game.play(action)
            found.append((world, game))
            if world.ending():
                break
            actions.append(chance.choice(world.actions()))
    return found


def test_minds_know_the_worlds_rules() -> None:
    """Moves, endings and positions read from the text are the same as the world's."""
    known = positions(40)
    for world, game in known:
        assert game == game_of(State(world.getstate(), "connect4"))
        ending = world.ending()
        assert game.over() == (ending is not None)
        assert game.over() or sorted(game.moves()) == world.actions()
        if ending is not None:
            assert game.evaluate() == (0 if ending.kind == "full board" else -WIN)
    assert {world.turn() for world, game in known if game.over()} == {0, 1}


def test_what_completes_a_line() -> None:
    """A cell completes a line if a disc there makes four, even if it cannot be played yet."""
    for _, game in positions(15):
        other = game.own ^ game.all
        for cell in (1 << bit for bit in range(49) if FULL >> bit & 1):
            wins = not game.all & cell and ConnectFour(0, game.own | cell).lost()
            assert bool(completing(game.own, game.all) & cell) == wins or ConnectFour(other, game.all).lost()


def test_a_position_is_worth_the_negative_to_the_other() -> None:
    """A position is worth the negative to the other side, until the game is won."""
    for _, game in positions(15):
        if not game.over():
            assert game.evaluate() == -ConnectFour(game.own ^ game.all, game.all).evaluate()


def test_alphabeta_is_minimax() -> None:
    """Both searches find the same score and the same move."""
    for _, game in positions(8)[::5]:
        if not game.over():
            assert alphabeta(game, 3) == minimax(game, 3)


@pytest.mark.parametrize(("moves", "answer"), [("3344", "25"), ("0123", "0123456"), ("303030", "3"), ("30303", "3")])
def test_wins_are_taken_and_threats_met(moves: str, answer: str) -> None:
    """A line of three is completed, and one of the opponent's is blocked."""
    game = ConnectFour(0, 0)
    for move in moves:
        game = game.play(move)
    assert alphabeta(game, 4).moves[0] in answer


def beaten(seats: tuple[int, ...]) -> int:
    """Count the games that alpha-beta at depth 6 wins against random play, from these seats."""
    ours, chance = MindPlayer(load("alphabeta:depth=6")), MindPlayer(load("any-random-legal-move"))
    won = 0
    for seed, seat in enumerate(seats):
        record = run(World(), (ours, chance) if seat == 0 else (chance, ours), seed=seed)
        won += record.ending.result[seat] == 1
    return won


def test_chance_is_beaten() -> None:
    """It wins six of six games against random play."""
    assert beaten((0, 1) * 3) == 6


@pytest.mark.drill
def test_chance_is_beaten_a_hundred_times() -> None:
    """It wins all of a hundred games against random play."""
    assert beaten((0, 1) * (GAMES // 2)) == GAMES
