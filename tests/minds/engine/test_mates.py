"""Mates in two and three, composed by proof: what they are said to be, and found by the engine within depth."""

import chess
import chess.engine

from arena.bench.rivals import find_stockfish
from minds import Position
from minds.engine.engine import Engine
from tests.bench.mates import read_mates
from world.api import Budget

DEEP_ENOUGH = 16  # plies at which Stockfish would have seen a shorter one
OUR_DEPTH = 20  # plies within which the engine must find them all; the last took it 15


def test_there_are_enough() -> None:
    """Seventy mates in two and sixty in three at least, no position twice, and both sides mate."""
    mates = read_mates()
    assert sum(mate.moves == 2 for mate in mates) >= 70
    assert sum(mate.moves == 3 for mate in mates) >= 60
    assert len({mate.fen for mate in mates}) == len(mates)
    assert 0.4 < sum(" w " in mate.fen for mate in mates) / len(mates) < 0.6


def test_stockfish_agrees() -> None:
    """Every one is a mate in so many, by that move; and Stockfish, asked for one a move shorter, finds none."""
    program = find_stockfish()
    assert program is not None, "no stockfish on the PATH or where Debian puts games"
    with chess.engine.SimpleEngine.popen_uci(program) as fish:
        for number, mate in enumerate(read_mates()):
            for wanted, limit in (
                (mate.moves, chess.engine.Limit(mate=mate.moves)),
                (mate.moves - 1, chess.engine.Limit(mate=mate.moves - 1, depth=DEEP_ENOUGH)),
            ):
                found = fish.analyse(chess.Board(mate.fen), limit, game=(number, wanted))
                told = found["score"].relative.mate()
                assert (told is not None and 0 < told <= wanted) == (wanted == mate.moves), mate
                assert wanted < mate.moves or found["pv"][0].uci() == mate.key, mate


def test_the_engine_finds_them() -> None:
    """Within depth, knowing nothing before: how long it takes, and the only move that does it."""
    missed, budget = [], Budget(depth=OUR_DEPTH, nodes=3_000_000)
    for mate in read_mates():
        line, thoughts = Engine(mebibytes=4).find(Position(mate.fen), budget)
        if (thoughts.get("mate"), line.moves[0].uci) != (mate.moves, mate.key):
            missed.append((mate, thoughts))
    assert missed == []
