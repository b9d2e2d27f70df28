"""Negamax is the textbook's alpha-beta on plain ideas, with or without a table."""

import pytest

from minds import Position
from minds.engine.negamax_search import NegamaxSearch
from minds.evaluation.plain.evaluation import plain_score
from minds.evaluation.plain.ideas import ideas_of
from minds.games.chess import Chess
from minds.host import MindPlayer
from minds.registry import load
from minds.search.alphabeta import alphabeta
from minds.search.game import WIN
from tests.bench.mates import read_mates
from tests.minds.conftest import middlegames
from world.api import UNLIMITED, Budget, Run, State

NAMES = "material+control+attacked"


class Plain(Chess):
    """Chess with plain ideas, in plain Python."""

    def play(self, move: object) -> "Plain":
        return Plain(self.position.play(move))  # type: ignore[arg-type]

    def evaluate(self) -> int:
        if self.position.is_checkmate:
            return -WIN
        return 0 if self.over() else plain_score(self.position, NAMES)


def test_it_is_the_textbooks_alphabeta() -> None:
    """Without a table it finds the same line and score as the textbook's alpha-beta."""
    engine = NegamaxSearch(ideas_of(NAMES))
    for number, known in enumerate(middlegames(40, seed=8)):
        position = Position(known.fen)  # without history, because the two count repetitions differently
        depth = 1 + number % 3
        assert engine.find(position, depth, UNLIMITED)[0] == alphabeta(Plain(position), depth), position.fen


def test_a_memory_changes_no_score() -> None:
    """A fresh table changes no score, and saves nodes."""
    names, saved = ideas_of("material+mobility"), 0
    for position in middlegames(40, seed=4):
        fresh, plain = NegamaxSearch(names, 1), NegamaxSearch(names)
        with_memory, without = (engine.find(position, 4, UNLIMITED) for engine in (fresh, plain))
        assert with_memory[0].score == without[0].score, position.fen
        saved += without[1]["nodes"] - with_memory[1]["nodes"]
    assert saved > 0


@pytest.mark.parametrize("spec", ["negamax:depth=4", "control:depth=4"])
def test_mates_in_two_are_found(spec: str) -> None:
    """Four plies find every mate in two."""
    host = MindPlayer(load(spec))
    mates = [mate for mate in read_mates() if mate.moves == 2][:30]
    for mate in mates:
        host.newrun(Run("chess", 0))
        reply = host.getaction(State(mate.fen, "chess", budget=Budget(depth=4)))
        assert (reply.thoughts or {})["mate"] == 2, mate.fen
    assert len(mates) == 30


def test_what_is_winning_does_not_repeat() -> None:
    """One repetition counts as a draw, so a winning side avoids it."""
    position = Position("7k/8/8/8/8/8/8/1Q4K1 w - - 0 1")
    for action in ("1,2", "63,55", "2,1", "55,63"):
        position.push(action)
    engine = NegamaxSearch(ideas_of("material"))
    line, _ = engine.find(position, 2, UNLIMITED)
    assert line.moves[0].action != "1,2"
    assert line.score > 0


def test_depths_without_a_limit() -> None:
    """Without a limit `control` searches four plies and `negamax` six."""
    for name, depth in (("control", 4), ("negamax", 6)):
        host = MindPlayer(load(name))
        host.newrun(Run("chess", 0))
        reply = host.getaction(State("6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1", "chess"))
        assert (reply.thoughts or {})["depth"] == depth
