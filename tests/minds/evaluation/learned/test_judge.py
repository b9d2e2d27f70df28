"""The compiled evaluation gives the reference's numbers, whatever was judged before."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minds import Move, Position
from minds.board.state import MAX_PLIES
from minds.evaluation.learned.evaluator import NetworkEvaluator
from minds.evaluation.learned.judge import learned_score
from minds.evaluation.learned.network import Network
from tests.minds.board.test_compiled import python
from tests.minds.conftest import middlegames
from tests.minds.evaluation.learned.networks import random_network, with_changes

STARTS = (
    Position().fen,
    "r3k2r/pppq1ppp/2n1bn2/3pp3/3PP3/2N1BN2/PPPQ1PPP/R3K2R w KQkq - 0 1",  # both may castle on both sides
    "7k/PPPP4/8/8/8/8/pppp4/7K w - - 0 1",  # promotions
    "rnbqkbnr/8/8/pPpPpPpP/PpPpPpPp/8/8/RNBQKBNR w KQkq a6 0 1",  # en passant
)
SIZES = (32, 64, 128, 256)


@cache
def evaluator(size: int, is_residual: bool = True) -> NetworkEvaluator:
    return NetworkEvaluator(random_network(size, is_residual=is_residual))


def judged(handle: int, position: Position, ply: int, passing: bool = False) -> int:
    """The compiled score of a position, or of the one after a null move."""
    state = position.state
    state["turn"] ^= passing
    return int(learned_score(handle, state[0], ply))


def expected(network: Network, position: Position, passing: bool = False) -> int:
    output = network.centipawns(position.squares, position.turn ^ passing)
    table = -position.score if passing else position.score
    return table + output if network.is_residual else output


def is_lone(position: Position) -> bool:
    men = [number for number in position.squares if number]
    return 6 not in men and 12 not in men and not (any(2 <= one <= 6 for one in men) and any(one > 7 for one in men))


def special(position: Position, move: Move) -> str:
    """The name of a move that changes more than two squares or kinds of pieces, else an empty text."""
    piece, leap = position.piece_at(move.source), abs(move.source - move.target)
    if piece in (1, 7) and leap == 2:
        return "castling"
    if piece in (6, 12) and leap in (7, 9) and position.piece_at(move.target) == 0:
        return "en passant"
    return "promotion" if move.promotion else ""


def game(start: str, chance: random.Random) -> Iterator[tuple[Position, str]]:
    """Yield the positions of a random game that likes special moves, and the name of the move that led there."""
    position = Position(start)
    while (moves := position.legal_moves()) and not position.is_drawn:
        liked = [move for move in moves if special(position, move)]
        move = chance.choice(liked if liked and chance.random() < 0.5 else moves)
        name = special(position, move)
        position = position.play(move)
        yield position, name


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(STARTS), st.sampled_from(SIZES), st.booleans(), st.integers())
def test_any_game_in_any_order(start: str, size: int, residual: bool, seed: int) -> None:
    """Positions of a game, judged at any ply or left out, before or after a null move, have the reference's scores."""
    judge, chance, ply = evaluator(size, residual), random.Random(seed), 0
    handle = judge.new_record()
    for position, _ in islice(game(start, chance), 80):
        ply = min(max(0, ply + chance.choice((1, 1, 1, 1, 2, -1, -3))), MAX_PLIES - 1)
        if chance.random() < 0.8 and not is_lone(position):
            passing = chance.random() < 0.2
            assert judged(handle, position, ply, passing) == expected(judge.network, position, passing)


def test_games_have_all_kinds_of_moves() -> None:
    """The games from these starts hold castling, en passant and promotions, so that the test above means something."""
    names = Counter(name for start in STARTS for _, name in islice(game(start, random.Random(3)), 80))
    assert min(names["castling"], names["en passant"], names["promotion"]) > 0


def test_a_slot_may_have_stood_for_anything() -> None:
    """Positions without any order, all at one ply, have the same scores; so has one that is judged again."""
    judge = evaluator(128)
    handle = judge.new_record()
    for position in middlegames(100):
        assert judged(handle, position, 5) == judged(handle, position, 5) == expected(judge.network, position)
        assert judged(handle, position, 6) == expected(judge.network, position)


@pytest.mark.parametrize("sign", [1, -1])
def test_the_largest_weights_do_not_overflow(sign: int) -> None:
    """With hidden units of up to 32,767 and sums of up to 2**31, which the bounds allow, the scores are the same."""
    network = random_network(128)
    features = np.where(network.features > 0, 1023, -1023).astype(np.int16) * np.int16(sign)
    weights = np.full((2, 128), 127, np.int16) * np.int16(sign)
    network = with_changes(network, features=features, output=weights, hidden_bias=np.full(128, 30, np.int16), scale=30)
    judge = NetworkEvaluator(network)
    handle = judge.new_record()
    for position in middlegames(40):
        assert judged(handle, position, 0) == expected(network, position)
    everything = with_changes(network, hidden_bias=np.full(128, 255, np.int16), features=features * np.int16(0))
    judge = NetworkEvaluator(everything)
    assert judged(judge.new_record(), middlegames(1)[0], 0) == expected(everything, middlegames(1)[0])


def test_threads_do_not_disturb_each_other() -> None:
    """Two records of one network are two accumulators."""
    judge = evaluator(64)
    one, other = judge.new_record(), judge.new_record()
    for position, unlike in zip(middlegames(40), reversed(middlegames(40)), strict=True):
        assert judged(one, position, 3) == expected(judge.network, position)
        assert judged(other, unlike, 3) == expected(judge.network, unlike)


def test_a_lone_king_is_driven_by_hand() -> None:
    """Against a lone king without pawns on the board the hand-made evaluation counts, and the network does not."""
    one, other = evaluator(32).new_record(), evaluator(64).new_record()
    centre, corner = Position("8/8/8/3k4/8/8/8/K6R w - - 0 1"), Position("3k4/8/8/8/8/8/8/K6R w - - 0 1")
    for position in (centre, corner):
        assert judged(one, position, 0) == judged(other, position, 0)
    assert judged(one, corner, 0) > judged(one, centre, 0)
    with_a_pawn = Position("8/8/8/3k4/8/8/P7/K6R w - - 0 1")
    assert judged(one, with_a_pawn, 0) != judged(other, with_a_pawn, 0)


PLAINLY = """
from tests.minds.evaluation.learned.test_judge import evaluator, judged
from tests.minds.conftest import middlegames
handle = evaluator(32).new_record()
print([judged(handle, position, number % 3) for number, position in enumerate(middlegames(8))])
"""


def test_plain_python_judges_alike() -> None:
    """Interpreted and compiled, the scores are the same."""
    handle = evaluator(32).new_record()
    scores = [judged(handle, position, number % 3) for number, position in enumerate(middlegames(8))]
    out, err = python(PLAINLY, NUMBA_DISABLE_JIT="1").communicate(timeout=120)
    assert out.strip() == str(scores), err
