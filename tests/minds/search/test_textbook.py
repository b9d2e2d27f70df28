"""Minimax and alpha-beta: the same score and the same move, in plain Python and compiled, in any game."""

from collections.abc import Callable
from typing import Any

import pytest

from minds import Position
from minds.engine.compiled_search import CompiledSearch
from minds.engine.textbook import long_alphabeta, long_minimax
from minds.games.chess import Chess
from minds.games.tictactoe import TicTacToe
from minds.search.alphabeta import alphabeta
from minds.search.deepening import deepen
from minds.search.game import INFINITE, WIN, Line, settled
from minds.search.minimax import minimax
from tests.minds.conftest import middlegames
from world.api import UNLIMITED, Budget

COMPILED = {minimax: long_minimax, alphabeta: long_alphabeta}


def think(search: Callable[[int, int], int], position: Position, depth: int, budget: Budget = UNLIMITED) -> Line[Any]:
    return CompiledSearch().deepen(search, position, depth, budget)[0]


def test_alphabeta_is_minimax() -> None:
    """At the same depth both find the same score and the same move, in 500 positions."""
    driver = CompiledSearch()
    for number, position in enumerate(middlegames(500)):
        depth = 1 + number % 3
        slow, _ = driver.deepen(long_minimax, position, depth, UNLIMITED)
        fast, _ = driver.deepen(long_alphabeta, position, depth, UNLIMITED)
        assert (slow.score, slow.moves[0]) == (fast.score, fast.moves[0]), position.fen
        assert abs(fast.score) < INFINITE


@pytest.mark.parametrize("search", [minimax, alphabeta])
def test_compiled_twins_think_the_same(search: Any) -> None:
    """The search in Python and its compiled twin give the same score and the same line."""
    driver = CompiledSearch()
    for number, position in enumerate(middlegames(60, seed=7)):
        depth = 1 + number % (2 if search is minimax else 3)
        plain = search(Chess(position), depth)
        twin, _ = driver.deepen(COMPILED[search], position, depth, UNLIMITED)
        assert plain == twin, position.fen


ENDS = [
    "7k/8/8/8/8/8/1p6/K7 w - - 0 1",  # to take leaves nobody able to mate
    "7k/8/4Q1K1/8/8/8/8/8 w - - 0 1",  # stalemate lurks
    "7k/R7/6K1/8/8/8/8/1R6 w - - 98 90",  # a mate just before the fifty moves are over
    "6k1/5ppp/8/8/8/8/r7/4R1K1 w - - 0 1",
    "4k3/8/8/8/8/8/PPP5/2K4R w - - 0 1",
]


@pytest.mark.parametrize("fen", ENDS)
def test_twins_agree_where_games_end(fen: str) -> None:
    """Both score mates, stalemates and draws by rule alike."""
    position = Position(fen)
    for search, twin in COMPILED.items():
        assert search(Chess(position), 3) == think(twin, position, 3)


def test_twins_know_what_has_been() -> None:
    """Both score a third repetition as a draw, and avoid it when two queens up."""
    position = Position("7k/6pp/8/8/8/8/5PPP/Q5K1 w - - 0 1")
    for action in ("0,1", "63,62", "1,0", "62,63") * 2:
        position.push(action)
    assert position.repetitions == 3
    position.pop()
    assert Chess(position.play("62,63")).over()
    for search, twin in COMPILED.items():
        plain = search(Chess(position), 2)
        assert plain == think(twin, position, 2)
        assert plain.moves[0].action == "62,63", "whoever is losing takes the draw"
        assert plain.score == 0


def mates_in_one(count: int) -> list[Position]:
    found = []
    for position in middlegames(4000, seed=9):
        if any(position.play(move).is_checkmate for move in position.legal_moves()):
            found.append(position)
        if len(found) == count:
            break
    return found


def test_a_mate_in_one_is_never_missed() -> None:
    """A mate in one is played at once, at any depth."""
    driver = CompiledSearch()
    positions = mates_in_one(40)
    assert len(positions) == 40
    for position in positions:
        for twin, depth in ((long_minimax, 1), (long_minimax, 3), (long_alphabeta, 2), (long_alphabeta, 5)):
            line, thoughts = driver.deepen(twin, position, depth, UNLIMITED)
            assert position.play(line.moves[0]).is_checkmate, position.fen
            assert (line.score, thoughts["mate"]) == (WIN - 1, 1)


def test_tictactoe_is_a_draw() -> None:
    """Both searches find that tic-tac-toe is a draw, and alpha-beta looks at far fewer positions."""
    whole, few = (deepen(search, TicTacToe("." * 9, "x"), 9, UNLIMITED) for search in (minimax, alphabeta))
    assert whole[0].score == few[0].score == 0
    assert whole[1]["nodes"] == 549_945  # every way to play, first position not counted
    assert few[1]["nodes"] < 40_000


def test_sooner_wins_are_better() -> None:
    """A win now is worth more than a win later, and a loss later more than a loss now."""
    assert settled(-WIN, 2) > settled(-WIN, 0)
    assert settled(WIN, 0) > settled(WIN, 2)
    assert settled(0, 5) == 0
    assert minimax(TicTacToe("xx.oo....", "x"), 5).moves == ("2",)


@pytest.mark.parametrize(("nodes", "depth"), [(1, 0), (30, 1), (2000, 3)])
def test_nodes_limit_a_search(nodes: int, depth: int) -> None:
    """If the nodes do not suffice, the deepest finished search counts, and no extra node is spent."""
    line, thoughts = deepen(alphabeta, Chess(Position()), 5, Budget(nodes=nodes))
    assert len(line.moves) >= 1
    assert thoughts["nodes"] <= nodes
    assert thoughts["depth"] == depth


def test_a_depth_budget_holds_a_mind_back() -> None:
    """A depth in the budget limits a mind that would look further."""
    _, thoughts = deepen(minimax, TicTacToe("." * 9, "x"), 5, Budget(depth=2))
    assert (thoughts["depth"], thoughts["nodes"]) == (2, 81)
