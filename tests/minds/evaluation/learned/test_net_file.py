"""Files of networks: what is written is read again, and nothing else is read."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minds.errors import NetworkError
from minds.evaluation.learned.bounds import BLOCK, check
from minds.evaluation.learned.net_file import network_bytes, parse_network, read_network, write_network
from minds.evaluation.learned.network import Network, Origin
from tests.minds.evaluation.learned.networks import random_network, with_changes

NETWORK = random_network(BLOCK)
CONTENT = network_bytes(NETWORK)
LINE, _, WEIGHTS = CONTENT.partition(b"\n")


def same(one: Network, other: Network) -> bool:
    arrays = ("features", "hidden_bias", "output")
    rest = ("output_bias", "scale", "is_residual", "origin")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in arrays) and all(
        getattr(one, name) == getattr(other, name) for name in rest
    )


def test_a_written_network_is_read_again(tmp_path: Path) -> None:
    """Reading a file gives the network that was written, with its origin."""
    origin = Origin("a thousand games", "arena train fit", 7, "d7d89cf", "+1 Elo [-1, +3]")
    network = with_changes(NETWORK, origin=origin, output_bias=-123_456)
    write_network(network, tmp_path / "my.net")
    assert same(read_network(tmp_path / "my.net"), network)
    assert [path.name for path in tmp_path.iterdir()] == ["my.net"]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "no first line"),
        (b"x" * 5000 + b"\n", "no first line"),
        (b"[" * 4000 + b"\n", "not a network's"),
        (b'{"format":1}\n', "not a network's"),
        (LINE.replace(b'"hidden":32', b'"hidden":33') + b"\n" + WEIGHTS, "33 hidden units; expected a multiple of 32"),
        (LINE.replace(b'"hidden":32', b'"hidden":0') + b"\n" + WEIGHTS, "0 hidden units"),
        (LINE.replace(b'"hidden":32', b'"hidden":-32') + b"\n" + WEIGHTS, "-32 hidden units"),
        (LINE.replace(b'"hidden":32', b'"hidden":1' + b"0" * 99) + b"\n" + WEIGHTS, "hidden units; expected"),
        (LINE.replace(b'"hidden":32', b'"hidden":64') + b"\n" + WEIGHTS, "bytes of weights; expected 98692 for 64"),
        (LINE.replace(b"net 1", b"net 2") + b"\n" + WEIGHTS, "format 'mind-arena net 2, 255, 64'; expected"),
        (LINE.replace(b'"scale":400', b'"scale":0') + b"\n" + WEIGHTS, "a scale of 0; expected 1 to 10000"),
        (LINE.replace(b'"seed":0', b'"seed":0,"more":1') + b"\n" + WEIGHTS, "unknown field"),
        (LINE.replace(b'"format"', b'"more":1,"format"') + b"\n" + WEIGHTS, "unknown field"),
        (LINE + b"\n" + WEIGHTS[:-1], "bytes of weights"),
        (LINE + b"\n" + WEIGHTS + b"\0", "bytes of weights"),
        (LINE + b"\n" + b"\x00\x7f" * (len(WEIGHTS) // 2), "an output weight of 32512; expected at most 128"),
    ],
)
def test_what_is_no_network_is_refused(content: bytes, expected: str) -> None:
    """A damaged or foreign file is refused with what was found and what was expected."""
    with pytest.raises(NetworkError, match=expected):
        parse_network(content)


@settings(deadline=None)
@given(st.data())
def test_a_damaged_file_is_refused_or_safe(data: st.DataObject) -> None:
    """A file with one changed byte is refused, or is a network whose integers cannot overflow."""
    place = data.draw(st.one_of(st.integers(0, len(LINE) + 40), st.integers(0, len(CONTENT) - 1)))
    damaged = bytearray(CONTENT)
    damaged[place] = data.draw(st.integers(0, 255))
    try:
        network = parse_network(bytes(damaged))
    except NetworkError:
        return
    check(network)


def test_what_is_no_regular_file_is_refused(tmp_path: Path) -> None:
    """A folder, a missing file and a file that is too long are refused by name."""
    (tmp_path / "long.net").write_bytes(b"x" * 2_000_000)
    for name, expected in (("", "not a file"), ("none.net", "No such file"), ("long.net", "more than")):
        with pytest.raises(NetworkError, match=expected):
            read_network(tmp_path / name)
    with pytest.raises(NetworkError, match="null"):
        read_network("a\0b")


def test_the_first_line_is_json_in_ascii() -> None:
    """Anybody can read the first line; letters that it cannot hold are rejected when writing."""
    assert json.loads(LINE)["hidden"] == BLOCK
    with pytest.raises(NetworkError, match="ASCII"):
        network_bytes(with_changes(NETWORK, origin=Origin(data="é")))
    with pytest.raises(NetworkError, match="first line has"):
        network_bytes(with_changes(NETWORK, origin=Origin(data="e" * 5000)))
