"""The champion's ideas treat both sides alike, and each term is counted where it occurs."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from minds import Position
from minds.builtin.champion import Champion
from minds.engine.engine import Engine
from minds.engine.entrypoints import entry_set_state
from minds.evaluation.tuned.ideas import ALL_IDEAS, IDEAS
from minds.evaluation.tuned.weights import INDEX, SIZE, TERM_WEIGHTS
from minds.training import knowledge
from minds.training.ablation import TERMS
from minds.training.features import evaluate_at, knowledge_features
from tests.conftest import ROOT
from tests.minds.conftest import middlegames
from tests.minds.evaluation.test_practical import mirrored

ENGINE = Engine(mebibytes=1)


def evaluation(position: Position, ideas: int = ALL_IDEAS) -> int:
    """The champion's static evaluation with these ideas."""
    ENGINE.searcher["eval_trace"]["ideas"][0] = ideas
    entry_set_state(position._address, ENGINE.address)
    return int(evaluate_at(ENGINE.address))


def seen(fen: str, ideas: int = ALL_IDEAS) -> dict[str, int]:
    """The terms counted in a position by name; steps of a term are summed."""
    ENGINE.searcher["eval_trace"]["ideas"][0] = ideas
    entry_set_state(Position(fen)._address, ENGINE.address)
    columns, times = np.zeros(SIZE, np.int32), np.zeros(SIZE, np.int16)
    count = knowledge_features(ENGINE.address, columns, times)
    counts = np.zeros(SIZE, int)
    counts[columns[:count]] = times[:count]
    return {
        name: total
        for name in TERM_WEIGHTS
        if (total := int(counts[INDEX[name] : INDEX[name] + len(TERM_WEIGHTS[name])].sum())) != 0
    }


def test_both_sides_are_judged_alike() -> None:
    """A position and its mirror image have the same score for the side to move, idea by idea."""
    for position in middlegames(300):
        other = mirrored(position)
        for ideas in (ALL_IDEAS, *(1 << number for number in range(len(IDEAS)))):
            assert evaluation(position, ideas) == evaluation(other, ideas), (position.fen, ideas)


def test_without_ideas_the_tables_are_all() -> None:
    """Without ideas the evaluation is the piece-square score."""
    for position in middlegames(50):
        assert evaluation(position, 0) == position.score


def test_what_is_counted_is_what_is_evaluated() -> None:
    """The counts times their weights, tapered, are exactly the evaluation's score."""
    worth = np.array([pair for pairs in TERM_WEIGHTS.values() for pair in pairs])
    columns, times = np.zeros(SIZE, np.int32), np.zeros(SIZE, np.int16)
    for position in middlegames(100):
        total = evaluation(position) - position.score
        count = knowledge_features(ENGINE.address, columns, times)
        midgame, endgame = times[:count].astype(int) @ worth[columns[:count]]
        share = min(int(position.state[0].phase), 24)
        expected = int((midgame * share + endgame * (24 - share)) / 24)
        assert total == (expected if position.turn == 0 else -expected)


@pytest.mark.parametrize(
    ("fen", "idea", "expected"),
    [
        # A passed pawn, and the kings' distances to the square in front of it.
        ("7k/8/8/4P3/8/8/8/4K3 w - - 0 1", "pawns",
         {"passed pawn": 1, "isolated pawn": 1, "own king's way to a passed pawn": 5,
          "enemy king's way to a passed pawn": 3}),
        ("7k/8/4n3/4P3/8/8/8/4K3 w - - 0 1", "pawns",
         {"passed pawn": 1, "blocked passed pawn": 1, "isolated pawn": 1, "own king's way to a passed pawn": 5,
          "enemy king's way to a passed pawn": 3}),
        # An enemy pawn on a neighbouring file: not passed.
        ("7k/3p4/8/8/4P3/8/8/4K3 w - - 0 1", "pawns", {}),
        ("7k/8/8/8/4P3/4P3/8/4K3 w - - 0 1", "pawns",
         {"passed pawn": 1, "isolated pawn": 2, "doubled pawn": 1,
          "own king's way to a passed pawn": 4, "enemy king's way to a passed pawn": 3}),
        ("7k/8/8/8/8/8/3PP3/4K3 w - - 0 1", "pawns", {"passed pawn": 2, "pawns side by side": 2}),
        ("7k/8/8/8/8/4P3/3P4/4K3 w - - 0 1", "pawns",
         {"passed pawn": 2, "protected pawn": 1, "protected passed pawn": 1}),
        # d3 can neither be protected by a pawn nor advance.
        ("7k/8/8/2p5/4P3/3P4/8/4K3 w - - 0 1", "pawns", {"passed pawn": 1, "protected pawn": 1,
         "protected passed pawn": 1, "backward pawn": 1, "isolated pawn": -1,
         "own king's way to a passed pawn": 4, "enemy king's way to a passed pawn": 3}),
        ("7k/8/8/8/8/8/8/N3K3 w - - 0 1", "mobility", {"knight's squares": 1}),
        ("k7/8/8/8/8/8/8/BR1QK3 b - - 0 1", "mobility",
         {"bishop's squares": 1, "rook's squares": 1, "queen's squares": 1}),
        ("6k1/8/8/8/8/8/5PPP/6K1 w - - 0 1", "kings",
         {"pawn before the king": 3, "half-open file at the king": -3}),
        ("6k1/5ppp/8/8/8/8/8/K7 w - - 0 1", "kings", {"pawn before the king": -3, "open file at the king": 2}),
        ("6k1/5p2/8/8/8/6P1/5P1P/6K1 w - - 0 1", "kings",
         {"pawn before the king": 1, "pawn two ranks before the king": 1, "half-open file at the king": -2}),
        ("7k/8/8/8/8/8/8/BB2K3 b - - 0 1", "pieces", {"bishop pair": 1}),
        ("r6k/p7/8/8/8/8/8/3RK3 w - - 0 1", "pieces", {"rook on an open file": 1}),
        ("7k/p7/8/8/8/8/1P6/R3K3 w - - 0 1", "pieces", {"rook on a half-open file": 1}),
        ("7k/8/8/3N4/4P3/8/8/4K3 w - - 0 1", "pieces", {"knight on an outpost": 1}),
        ("7k/8/8/3B4/4P3/8/8/4K3 w - - 0 1", "pieces", {"bishop on an outpost": 1}),
        ("7k/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1", "pieces", {}),
        ("7k/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "threats",
         {"pawn attacks minor piece": 1, "unguarded piece attacked": 1}),
        ("7k/8/4p3/3r4/4P3/8/8/4K3 w - - 0 1", "threats", {"pawn attacks major piece": 1}),
        ("7k/8/8/8/3q4/8/4N3/4K3 w - - 0 1", "threats",
         {"minor piece attacks major": 1, "unguarded piece attacked": 1}),
        ("7k/8/8/4p3/3q4/8/8/3RK3 w - - 0 1", "threats",
         {"rook attacks queen": 1}),
        ("7k/8/8/8/8/8/8/4K3 b - - 0 1", "tempo", {"the move": -1}),
    ],
)  # fmt: skip
def test_each_idea_is_seen(fen: str, idea: str, expected: dict[str, int]) -> None:
    """In a small position for each idea, that idea alone counts these terms."""
    found = seen(fen, 1 << IDEAS.index(idea))
    steps = {name: total for name, total in found.items() if not name.startswith("attack on the king")}
    assert steps == {name: times for name, times in expected.items() if times}


def test_every_thing_belongs_to_one_idea() -> None:
    """Each term belongs to exactly one idea, the one that counts it."""
    for name in TERM_WEIGHTS:
        assert sum(any(word in name for word in words) for words in TERMS.values()) == 1, name
    for position in middlegames(50):
        for number, idea in enumerate(IDEAS):
            for name in seen(position.fen, 1 << number):
                assert any(word in name for word in TERMS[idea]), (name, idea)


def test_an_idea_can_be_left_out() -> None:
    """Ideas and techniques can be left out by name; an unknown name is rejected with both lists."""
    mind = Champion(without="mobility+null-move+kings")
    mind.newrun()
    assert mind.engine is not None
    left = int(mind.engine.searcher["eval_trace"]["ideas"][0])
    assert [idea for number, idea in enumerate(IDEAS) if not left >> number & 1] == ["mobility", "kings"]
    mind.newrun()
    assert int(mind.engine.searcher["eval_trace"]["ideas"][0]) == left, "also in its second game"
    with pytest.raises(ValueError, match=r"'patience'.*null-move.*mobility"):
        Champion(without="patience").newrun()


def test_springs_hold_neighbouring_steps() -> None:
    """A change of all steps of a term is penalised less than a change of one."""
    hold = knowledge.springs(1.0, 1.0)
    one, all_ = np.zeros(SIZE), np.zeros(SIZE)
    first = INDEX["rook's squares"]
    one[first + 5] = 1
    all_[first : first + len(TERM_WEIGHTS["rook's squares"])] = 1
    assert all_ @ hold @ all_ < one @ hold @ one


PLAINLY = """
from tests.minds.evaluation.test_knowledge import evaluation
from tests.minds.conftest import middlegames
print([evaluation(position) for position in middlegames(5)])
"""


def test_plain_python_judges_alike() -> None:
    """Interpreted and compiled, the scores are the same."""
    environment: dict[str, Any] = {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT), "PATH": ""}
    command = (sys.executable, "-W", "error", "-c", PLAINLY)
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout.strip() == str([evaluation(position) for position in middlegames(5)]), done.stderr
