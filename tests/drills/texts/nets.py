"""Files of networks: any bytes are refused, or give a network that judges as its reference does."""

import numpy as np
from hypothesis import strategies as st

from minds import Position
from minds.errors import NetworkError
from minds.evaluation.learned.evaluator import NetworkEvaluator
from minds.evaluation.learned.judge import learned_score
from minds.evaluation.learned.net_file import network_bytes, parse_network
from tests.minds.evaluation.learned.networks import random_network

FENS = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/8/8/qqqqqqqq/QQQQQQQQ/8/8/RNBQKBNR b - - 0 1",
    "4k3/8/8/8/8/8/P7/4K3 b - - 0 1",
)
POSITIONS = [Position(fen) for fen in FENS]
CONTENTS = [network_bytes(random_network(size, size)) for size in (32, 64)]
WORDS = (b'"hidden":32', b'"hidden":-1', b'"scale":400', b'"scale":10001', b"null", b"true", b"1e9", b"[", b"{}", b"\n")


def _changed(content: bytes, changes: list[tuple[float, bytes]]) -> bytes:
    """Some bytes written over others, most of them in the first line."""
    line = content.index(b"\n")
    changed = bytearray(content)
    for place, more in changes:
        start = int(place * line * 2) if place < 0.5 else int((2 * place - 1) * len(content))
        changed[start : start + len(more)] = more
    return bytes(changed)


def _weights(content: bytes, low: int, high: int, seed: int) -> bytes:
    """Random weights between two numbers, so that some overflow and some do not."""
    line, _, weights = content.partition(b"\n")
    numbers = np.random.default_rng(seed).integers(min(low, high), max(low, high) + 1, len(weights) // 2)
    return line + b"\n" + numbers.astype("<i2").tobytes()


NUMBER = st.integers(-2100, 2100)
CHANGE = st.tuples(st.floats(0, 1), st.binary(min_size=1, max_size=3) | st.sampled_from(WORDS))
TEXTS = (
    st.builds(_changed, st.sampled_from(CONTENTS), st.lists(CHANGE, max_size=4))
    | st.builds(_weights, st.sampled_from(CONTENTS), NUMBER, NUMBER, st.integers(0, 99))
    | st.binary(max_size=300)
)


def check(content: bytes) -> bool:
    """Read a network, and judge some positions one after the other."""
    try:
        network = parse_network(content)
    except NetworkError as problem:
        assert len(str(problem)) < 1000, problem
        return False
    assert parse_network(network_bytes(network)).origin == network.origin
    evaluator = NetworkEvaluator(network)
    record = evaluator.new_record()
    for ply, position in enumerate((*POSITIONS, *POSITIONS)):
        assert learned_score(record, position.state[0], ply % 4) == network.value(position)
    return True
