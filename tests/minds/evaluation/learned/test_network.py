"""The reference network: its inputs, its rounding, and the bounds of its integers."""

import numpy as np
import pytest

from minds import Position
from minds.errors import NetworkError
from minds.evaluation.learned.bounds import check, hidden_reach, output_reach
from minds.evaluation.learned.inputs import INPUTS, input_of, inputs_of
from minds.evaluation.learned.network import Network, zero_network
from tests.minds.evaluation.learned.networks import random_network, with_changes

POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
]


def test_each_piece_on_each_square_is_an_input_of_its_own() -> None:
    """Either side sees the 768 pairs of piece and square as 768 different inputs."""
    for viewer in (0, 1):
        pairs = [input_of(viewer, number, square) for number in range(1, 13) for square in range(64)]
        assert sorted(pairs) == list(range(INPUTS))


def test_inputs_are_numbered_as_the_format_says() -> None:
    """White's king on e1 is input 4 for White; Black sees it as the other side's, on e8."""
    assert input_of(0, 1, 4) == 4
    assert input_of(1, 1, 4) == 384 + 60
    assert input_of(1, 12, 52) == 64 * 5 + 12
    assert input_of(0, 12, 52) == 384 + 64 * 5 + 52


@pytest.mark.parametrize("fen", POSITIONS)
def test_a_mirrored_position_has_the_same_value(fen: str) -> None:
    """With colours exchanged and ranks mirrored, the side to move stands as it did."""
    network = random_network(32)
    placement, turn, castling, *rest = fen.split()
    mirrored = "/".join(reversed(placement.split("/"))).swapcase()
    castled = "".join(sorted(castling.swapcase()))
    other = Position(" ".join([mirrored, "b" if turn == "w" else "w", castled, *rest]))
    assert network.value(Position(fen)) == network.value(other)


@pytest.mark.parametrize("fen", POSITIONS)
def test_a_residual_is_added_to_the_piece_square_score(fen: str) -> None:
    """The same weights give the output alone, or on top of the score; zeros add nothing."""
    position = Position(fen)
    residual, pure = random_network(32), random_network(32, is_residual=False)
    assert residual.value(position) == pure.value(position) + position.score
    assert zero_network(32).value(position) == position.score


@pytest.mark.parametrize("fen", POSITIONS)
def test_rounding_changes_a_value_by_little(fen: str) -> None:
    """A network of integers judges as the floats do that it was made of, within 8 centipawns."""
    rng, position = np.random.default_rng(5), Position(fen)
    features, bias = rng.normal(0, 0.15, (INPUTS, 64)), rng.normal(0, 0.3, 64)
    output = np.clip(rng.normal(0, 0.2, (2, 64)), -1.98, 1.98)
    network = Network.from_floats(features, bias, output, 0.1, 400, False)
    exact = 0.1
    for weights, viewer in zip(output, (position.turn, 1 - position.turn), strict=True):
        hidden = bias + features[inputs_of(position.squares, viewer)].sum(axis=0)
        exact += (np.clip(hidden, 0, 1) ** 2 * weights).sum()
    assert abs(network.value(position) - 400 * exact) < 8


def test_weights_that_are_no_integers_of_16_bits_are_refused() -> None:
    """A float that is too large, or none at all, is refused rather than wrapped around."""
    zeros = np.zeros((INPUTS, 32)), np.zeros(32), np.zeros((2, 32))
    for wrong in (129.0, -129.0, np.nan, np.inf):
        with pytest.raises(NetworkError, match="a weight of"):
            Network.from_floats(zeros[0] + wrong, zeros[1], zeros[2], 0.0, 400, True)


def test_hidden_units_that_some_board_would_overflow_are_refused() -> None:
    """Fifteen queens and a king may add up to 32,767, and to no more; the first rank's pawns count nothing."""
    network = zero_network(32)
    features = network.features.copy()
    features[0:64, 3] = features[64:128, 3] = 2047
    features[320:328, 5] = 30_000
    assert hidden_reach(with_changes(network, features=features)) == 16 * 2047
    bias = network.hidden_bias.copy()
    bias[3] = 15
    check(with_changes(network, features=features, hidden_bias=bias))
    bias[3] = 16
    with pytest.raises(NetworkError, match="hidden units of up to 32768; expected at most 32767"):
        check(with_changes(network, features=features, hidden_bias=bias))


def test_a_sum_that_could_overflow_is_refused() -> None:
    """Weights of 127 fit for 128 hidden units but not for 160, and a bias counts too."""
    small, large = zero_network(128), zero_network(160)
    check(with_changes(small, output=np.full((2, 128), 127, np.int16)))
    with pytest.raises(NetworkError, match="sums of up to"):
        check(with_changes(large, output=np.full((2, 160), 127, np.int16)))
    full = with_changes(small, output=np.full((2, 128), -127, np.int16))
    with pytest.raises(NetworkError, match="sums of up to"):
        check(with_changes(full, output_bias=-(2**31) + output_reach(full)))


def test_an_output_is_clipped() -> None:
    """However large the weights, an output stays within 100 pawns and looks like no mate."""
    network = with_changes(zero_network(32), output_bias=2**31 - 1, scale=10_000)
    assert network.value(Position(POSITIONS[0])) == 10_000
    assert with_changes(network, output_bias=-(2**31) + 1).value(Position(POSITIONS[0])) == -10_000
