"""The built-in minds: their contract, their needs, the default line-ups, and how they play."""

import pytest

from minds import Mind, Position
from minds.conformance import check_mind
from minds.errors import UnfitError
from minds.games import game_of
from minds.games.tictactoe import TicTacToe
from minds.host import MindPlayer
from minds.registry import card, lineup, load, names, why_unfit
from world.api import Reply, Run, State
from world.registry import names as worlds
from world.registry import new_world
from world.run import run

CHESS_MINDS = [name for name in names() if why_unfit(name, "chess") is None]
GAMES = ["alphabeta", "any-random-legal-move", "minimax"]
PATHS = ["astar", "bfs", "dfs", "dijkstra", "greedy-search"]
LINEUPS = {  # of each world: what its default minds need, and some of them
    "chess": (
        ["", "position", "game"],
        [*GAMES[:2], "capture-priority-random-legal-move", "champion", "minimax", "prodigy", "pst-engine", "society"],
    ),
    "tictactoe": (["", "game"], GAMES),
    "connect4": (["", "game"], GAMES),
    "maze": (["problem"], PATHS),
    "graph": (["problem"], PATHS),
}


@pytest.mark.parametrize("name", CHESS_MINDS)
def test_built_in_minds_keep_the_contract(name: str) -> None:
    """Built-in minds pass the checks for students' minds."""
    check_mind(load(name))


@pytest.mark.parametrize("name", names())
def test_every_built_in_mind_declares_what_it_needs(name: str) -> None:
    """A built-in mind says in its own file what it needs, and some world offers that."""
    assert card(name).needs is not None, f"add a line such as needs = None to minds/builtin/{name}.py"
    assert any(why_unfit(name, world) is None for world in worlds())


@pytest.mark.parametrize(("world", "needs", "minds"), [(world, *found) for world, found in LINEUPS.items()])
def test_lineups(world: str, needs: list[str], minds: list[str]) -> None:
    """The minds that play where none are named are derived from what they need and what the world offers."""
    cards = [card(name) for name in names()]
    fit = [about for about in cards if about.by_default and (about.needs or {""}) <= set(needs)]
    assert lineup(world) == [about.spec for about in fit]
    assert set(minds) <= set(lineup(world))


def test_slow_minds_play_only_by_name() -> None:
    """`control` and `negamax` can play chess, but not by default; no mind plays by default that says it does not."""
    by_name = set(CHESS_MINDS) - set(lineup("chess"))
    assert by_name >= {"control", "negamax"}
    assert by_name == {name for name in CHESS_MINDS if not card(name).by_default}


class _Cheat(Mind):
    name = "cheat"

    def getaction(self, state: State) -> str:
        return "0,0"


class _Dice(Mind):
    name = "dice"

    def getaction(self, state: State) -> str:
        import random

        return random.SystemRandom().choice(Position(state.text).legal_moves()).action


class _Keeper(Mind):
    name = "keeper"
    asked = 0

    def getaction(self, state: State) -> str:
        moves = Position(state.text).legal_moves()
        self.asked += 1  # which newrun should set to 0
        return moves[self.asked % len(moves)].action


class _Fragile(Mind):
    name = "fragile"

    def getaction(self, state: State) -> str:
        return Position(state.text).legal_captures()[0].action


class _Nameless(Mind):
    name = "\n"


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (_Cheat, "illegal|is not a move"),
        (_Dice, "draw from self.rng only"),
        (_Keeper, "it keeps something from game to game: reset it in newrun"),
        (_Fragile, "IndexError"),
        (_Nameless, "printed"),
    ],
)
def test_broken_minds_are_found_out(broken: type[Mind], said: str) -> None:
    """check_mind names each way to break the contract."""
    with pytest.raises(AssertionError, match=said):
        check_mind(broken())


def asked(name: str, fen: str, seed: int = 0) -> Reply:
    host = MindPlayer(load(name))
    host.newrun(Run("chess", 0, seed))
    return host.getaction(State(fen, "chess"))


def test_capture_priority_takes() -> None:
    """It captures at random if it can, else it plays any legal move at random."""
    fen = "4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1"
    assert {asked("capture-priority-random-legal-move", fen, seed).action for seed in range(10)} == {"11,35"}
    start = Position().fen
    assert len({asked("capture-priority-random-legal-move", start, seed).action for seed in range(30)}) > 8
    assert len({asked("any-random-legal-move", fen, seed).action for seed in range(40)}) > 8


def test_the_practicals_depths() -> None:
    """By default minimax looks three plies ahead in chess, and alpha-beta five."""
    start = Position().fen
    assert (asked("minimax", start).thoughts or {})["depth"] == 3
    assert (asked("alphabeta", start).thoughts or {})["depth"] == 5


@pytest.mark.parametrize("first", ["minimax:depth=9", "alphabeta:depth=9"])
@pytest.mark.parametrize("second", ["minimax:depth=8", "alphabeta:depth=8"])
def test_tictactoe_among_the_perfect_is_a_draw(first: str, second: str) -> None:
    """Minimax and alpha-beta draw tic-tac-toe against each other."""
    record = run(new_world("tictactoe"), (MindPlayer(load(first)), MindPlayer(load(second))), opening=["4"])
    assert record.ending.kind == "full board"


def test_tictactoe_is_played_perfectly() -> None:
    """Alpha-beta never loses tic-tac-toe, against every line of play and from either seat."""
    mind = MindPlayer(load("alphabeta:depth=9"))

    def explore(game: TicTacToe, mine: bool) -> int:
        if game.over():
            assert not (game.lost() and mine), game.cells
            return 1
        if not mine:
            return sum(explore(game.play(move), True) for move in game.moves())
        mind.newrun(Run("tictactoe", 0))
        return explore(game.play(mind.getaction(State(f"{game.cells}/{game.mark}", "tictactoe")).action), False)

    assert explore(TicTacToe("." * 9, "x").play("0"), False) > 10
    assert explore(TicTacToe("." * 9, "x"), False) > 100


def test_worlds_without_rules_are_named() -> None:
    """A search in a world without rules raises an error that names the line to add."""
    with pytest.raises(UnfitError, match='go does not offer rules to search; add the line needs = "game"'):
        game_of(State("", "go"))


@pytest.mark.parametrize(("white", "black"), [("minimax", "alphabeta"), ("pst-engine", "minimax")])
def test_the_same_seed_gives_the_same_game(white: str, black: str) -> None:
    """With the same seed and nodes a game is the same to the byte."""
    from world.budget import Budget

    def game() -> str:
        world = new_world("chess")
        record = run(
            world,
            (MindPlayer(load(white)), MindPlayer(load(black))),
            budgets=[Budget(nodes=2000)],
            seed=3,
            max_plies=40,
        )
        return type(world).getrecord(record)

    assert game() == game()
