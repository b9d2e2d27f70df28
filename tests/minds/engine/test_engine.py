"""The engine handles mates, draws and budgets correctly and reproducibly."""

import pytest

from minds import Position
from minds.engine.engine import Engine
from minds.engine.table import MATE_BOUND, from_table_score, to_table_score
from minds.search.game import WIN
from tests.minds.board.test_compiled import python
from tests.minds.conftest import middlegames
from world.api import Budget


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 1),
        ("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", 2),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("8/8/8/8/8/k1K5/8/1q6 b - - 0 1", 4),
        ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3),
    ],
)
def test_mates_are_found(fen: str, moves: int) -> None:
    """The engine finds the shortest mate, its length, and a line that ends in it."""
    position = Position(fen)
    line, thoughts = Engine().find(position, Budget(nodes=3_000_000), 12)
    assert thoughts["mate"] == moves
    assert line.score == WIN - (2 * moves - 1)
    assert len(line.moves) == 2 * moves - 1
    for move in line.moves:
        position.push(move)
    assert position.is_checkmate


def test_being_mated_is_seen() -> None:
    """A coming mate against the side to move is reported as a negative number."""
    _, thoughts = Engine().find(Position("7k/R7/8/8/8/8/8/1R2K3 b - - 0 1"), Budget(nodes=100_000), 8)
    assert thoughts["mate"] == -1


def test_a_draw_is_taken_by_who_is_losing() -> None:
    """The losing side finds perpetual check, with a score of 0."""
    line, _ = Engine().find(Position("6k1/6p1/8/6KQ/1r6/q2b4/8/8 w - - 0 1"), Budget(nodes=500_000), 10)
    assert line.score == 0
    assert line.moves[0].uci == "h5e8"


def test_fifty_moves_are_seen() -> None:
    """Near the fifty-move limit a won endgame scores 0, unless a capture or pawn move resets the clock."""
    hopeless = Position("7k/8/8/8/8/8/8/KR6 w - - 96 120")
    assert Engine().find(hopeless, Budget(nodes=200_000), 8)[0].score == 0
    pawn = Position("7k/8/8/8/P7/8/8/KR6 w - - 98 120")
    assert Engine().find(pawn, Budget(nodes=200_000), 8)[0].score > 500


def test_a_remembered_mate_does_not_outlive_the_fifty_moves() -> None:
    """A mate stored in the table with a young clock is not used with an old one."""
    engine, fen = Engine(), "6k1/8/5K2/8/8/8/7P/R7 w - - {} 135"
    _, thoughts = engine.find(Position(fen.format(0)), Budget(nodes=60_000), 60)
    assert thoughts["mate"] == 3
    line, thoughts = engine.find(Position(fen.format(98)), Budget(nodes=60_000), 60)
    assert line.moves[0].uci in ("h2h3", "h2h4"), "only the pawn starts the count anew"


def test_a_repetition_is_seen_at_the_last_ply() -> None:
    """At depth 1 a winning side still avoids the threefold repetition."""
    position = Position("8/8/1k6/4Q3/3K4/8/8/8 w - - 33 18")
    for action in ["36,34", "41,49", "27,28", "49,57", "34,36", "57,48", "28,27", "48,41"]:
        position.push(action)
    line, _ = Engine().find(position, Budget(), 1)
    assert position.play(line.moves[0]).repetitions < 2


def test_what_is_remembered_saves_work() -> None:
    """The same search again takes less than half the nodes, until the table is cleared."""
    engine, nodes = Engine(), []
    for position in [middlegames(5)[3]] * 2:
        nodes.append(engine.find(position, Budget(depth=10))[1]["nodes"])
    engine.forget()
    nodes.append(engine.find(position, Budget(depth=10))[1]["nodes"])
    assert nodes[1] < nodes[0] / 2
    assert nodes[2] == nodes[0]


def test_time_stops_it() -> None:
    """A search stops when its time is over, whatever its depth."""
    _, thoughts = Engine().find(middlegames(5)[3], Budget(movetime=0.05), 60)
    assert 1 <= thoughts["depth"] < 60


def test_a_mate_in_one_is_played() -> None:
    """A mate in one is played at any budget that covers all moves."""
    engine = Engine()
    for position in middlegames(2000, seed=9):
        if any(position.play(move).is_checkmate for move in position.legal_moves()):
            line, thoughts = engine.find(position, Budget(nodes=3000), 60)
            assert position.play(line.moves[0]).is_checkmate, position.fen
            assert thoughts["mate"] == 1


def test_it_does_not_stop_in_mid_exchange() -> None:
    """At depth one a protected pawn is not taken with the queen."""
    position = Position("4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1")
    line, _ = Engine().find(position, Budget(), 1)
    assert line.moves[0].uci != "d2d5"


def test_the_same_nodes_give_the_same_thoughts() -> None:
    """Under a node budget two engines report the same move by move."""
    first, second = Engine(), Engine()
    for position in middlegames(30):
        assert first.find(position, Budget(nodes=5000), 60) == second.find(position, Budget(nodes=5000), 60)


@pytest.mark.parametrize("nodes", [1, 2, 10, 1000, 12_345])
def test_nodes_are_never_overspent(nodes: int) -> None:
    """The node budget is never exceeded, and there is always a move."""
    engine = Engine()
    for position in middlegames(20):
        line, thoughts = engine.find(position, Budget(nodes=nodes), 60)
        assert thoughts["nodes"] <= nodes
        assert position.parse(line.moves[0].action)


def test_depth_is_a_budget() -> None:
    """The search goes no deeper than asked."""
    assert Engine().find(Position(), Budget(depth=3), 60)[1]["depth"] == 3


def test_lines_can_be_played() -> None:
    """Every move of the principal variation is legal."""
    engine = Engine()
    for position in middlegames(50):
        line, _ = engine.find(position, Budget(nodes=3000), 60)
        played = position
        for move in line.moves:
            played = played.play(move)


def test_mates_in_the_table_are_counted_from_the_position() -> None:
    """A mate score converts to the table and back at any ply, and other scores do not change."""
    for score in (WIN - 3, 3 - WIN, 100, -100, 0, MATE_BOUND - 1):
        for ply in (0, 2, 7):
            assert from_table_score(to_table_score(score, ply), ply) == score
    assert from_table_score(to_table_score(WIN - 9, 4), 2) == WIN - 7


def test_forgetting_is_complete() -> None:
    """After `forget` the engine plays as if it were new."""
    engine = Engine()
    fresh = engine.find(Position(), Budget(nodes=20_000), 60)
    for position in middlegames(20):
        engine.find(position, Budget(nodes=5000), 60)
    engine.forget()
    assert engine.find(Position(), Budget(nodes=20_000), 60) == fresh


def test_interpreted_it_thinks_alike() -> None:
    """With NUMBA_DISABLE_JIT=1 the whole search runs as plain Python, with the same result and nodes."""
    code = """
from minds import Position
from minds.engine.engine import Engine
from minds.evaluation.tuned.ideas import ALL_IDEAS
from world.api import Budget
engine = Engine(ideas=ALL_IDEAS, mebibytes=1)
for fen in ("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", "8/8/2r1B3/4kP2/8/1K6/8/8 w - - 81 99"):
    print(engine.find(Position(fen), Budget(depth=4)))
"""
    interpreted, compiled = python(code, NUMBA_DISABLE_JIT="1"), python(code)
    report, errors = interpreted.communicate(timeout=120)
    assert (report.count("Line("), errors) == (2, "")
    assert compiled.communicate(timeout=120)[0] == report
