"""The composed mates in two and three are correct, and the engine finds them."""

import chess
import chess.engine
import pytest

from arena.bench.rivals import find_stockfish
from minds import Position
from minds.engine.engine import Engine
from minds.evaluation.learned.evaluator import NetworkEvaluator
from minds.evaluation.learned.own_net import own_network
from tests.bench.mates import read_mates
from world.api import Budget

DEEP_ENOUGH = 16  # plies at which Stockfish would find a shorter mate
OUR_DEPTH = 20  # plies within which the engine must find them all; the last takes 15


def test_there_are_enough() -> None:
    """There are at least seventy mates in two and sixty in three, all different, by both sides."""
    mates = read_mates()
    assert sum(mate.moves == 2 for mate in mates) >= 70
    assert sum(mate.moves == 3 for mate in mates) >= 60
    assert len({mate.fen for mate in mates}) == len(mates)
    assert 0.4 < sum(" w " in mate.fen for mate in mates) / len(mates) < 0.6


def test_stockfish_agrees() -> None:
    """Stockfish finds each mate by its key, and none that is a move shorter."""
    program = find_stockfish()
    assert program is not None, "no stockfish on the PATH or where Debian puts games"
    with chess.engine.SimpleEngine.popen_uci(program) as fish:
        for number, mate in enumerate(read_mates()):
            for wanted, limit in (
                (mate.moves, chess.engine.Limit(mate=mate.moves)),
                (mate.moves - 1, chess.engine.Limit(mate=mate.moves - 1, depth=DEEP_ENOUGH)),
            ):
                found = fish.analyse(chess.Board(mate.fen), limit, game=(number, wanted))
                distance = found["score"].relative.mate()
                assert (distance is not None and 0 < distance <= wanted) == (wanted == mate.moves), mate
                assert wanted < mate.moves or found["pv"][0].uci() == mate.key, mate


@pytest.mark.parametrize("mind", ["pst-engine", "prodigy"])
def test_the_engine_finds_them(mind: str) -> None:
    """The engine with an empty table finds the length and the only key of each mate, also with a network."""
    evaluator = NetworkEvaluator(own_network("")) if mind == "prodigy" else None
    missed, budget = [], Budget(depth=OUR_DEPTH, nodes=3_000_000)
    for mate in read_mates():
        line, thoughts = Engine(mebibytes=4, evaluator=evaluator).find(Position(mate.fen), budget)
        if (thoughts.get("mate"), line.moves[0].uci) != (mate.moves, mate.key):
            missed.append((mate, thoughts))
    assert missed == []
