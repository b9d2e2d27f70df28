"""A `.net` file: one line of JSON, then the weights as little-endian integers, nothing else.

The line is ASCII, shorter than 4,096 bytes, and has these keys: `format` ("mind-arena net 1"), `hidden` (N),
`activation_one` (255), `weight_one` (64), `scale` (the centipawns that an output of 1 stands for), `residual` (true if
the output is added to the piece-square score, false if it is the value) and `origin` (data, command, seed, commit,
strength). The weights follow without gaps: features int16 [768][N], hidden bias int16 [N], output int16 [2][N] (the
mover's half, then the other's), output bias int32, in the unit of the output's sum. A file may be anybody's: it is
bounded, its numbers are checked, and it is refused if they could overflow.
"""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import msgspec
import numpy as np

from minds.errors import NetworkError, quoted
from minds.evaluation.learned.bounds import BLOCK, MAX_SIZE, check
from minds.evaluation.learned.inputs import INPUTS
from minds.evaluation.learned.network import ACTIVATION_ONE, WEIGHT_ONE, Network, Origin

FORMAT = "mind-arena net 1"
MAX_HEADER_BYTES = 4096
INT16, INT32 = np.dtype("<i2"), np.dtype("<i4")


class Header(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The first line of a file."""

    format: str
    hidden: int
    activation_one: int
    weight_one: int
    scale: int
    residual: bool
    origin: Origin


def weight_bytes(size: int) -> int:
    """Return the bytes that the weights of this many hidden units take."""
    return (INPUTS + 3) * size * INT16.itemsize + INT32.itemsize


MAX_BYTES = MAX_HEADER_BYTES + weight_bytes(MAX_SIZE)


def read_network(path: str | os.PathLike[str]) -> Network:
    """Return the network in a file; a NetworkError says why it is none."""
    try:
        return parse_network(_content(Path(path)))
    except NetworkError as problem:
        raise NetworkError(f"{quoted(str(path))}: {problem}") from None


def write_network(network: Network, path: str | os.PathLike[str]) -> None:
    """Write a network to a file, whole or not at all; raise a NetworkError if its integers could overflow."""
    content = network_bytes(network)
    with NamedTemporaryFile(dir=Path(path).absolute().parent, prefix=".net.", delete=False) as draft:
        try:
            draft.write(content)
            draft.close()
            os.chmod(draft.name, 0o644)
            os.replace(draft.name, path)
        except BaseException:
            os.unlink(draft.name)
            raise


def network_bytes(network: Network) -> bytes:
    """Return the content of a network's file."""
    check(network)
    header = Header(
        FORMAT, network.size, ACTIVATION_ONE, WEIGHT_ONE, network.scale, network.is_residual, network.origin
    )
    line = msgspec.json.encode(header)
    if not line.isascii():
        raise NetworkError("its origin has letters beyond ASCII; expected plain English letters")
    if len(line) >= MAX_HEADER_BYTES:
        raise NetworkError(f"its first line has {len(line)} bytes; expected less than {MAX_HEADER_BYTES}")
    arrays = (network.features, network.hidden_bias, network.output)
    weights = b"".join(array.astype(INT16).tobytes() for array in arrays)
    return line + b"\n" + weights + np.array(network.output_bias, INT32).tobytes()


def parse_network(content: bytes) -> Network:
    """Return the network that a file's content describes."""
    line, newline, weights = content.partition(b"\n")
    if not newline or len(line) >= MAX_HEADER_BYTES or not line.isascii():
        raise NetworkError(f"no first line of JSON in ASCII within {MAX_HEADER_BYTES} bytes; expected a network")
    try:
        header = msgspec.json.decode(line, type=Header)
    except (msgspec.DecodeError, RecursionError) as problem:
        raise NetworkError(f"its first line is not a network's: {problem}") from None
    if (header.format, header.activation_one, header.weight_one) != (FORMAT, ACTIVATION_ONE, WEIGHT_ONE):
        found = quoted(f"{header.format}, {header.activation_one}, {header.weight_one}")
        raise NetworkError(f"it is of the format {found}; expected {FORMAT}, {ACTIVATION_ONE}, {WEIGHT_ONE}")
    size = header.hidden
    if size % BLOCK or not BLOCK <= size <= MAX_SIZE:
        raise NetworkError(f"{size} hidden units; expected a multiple of {BLOCK} up to {MAX_SIZE}")
    if len(weights) != weight_bytes(size):
        raise NetworkError(f"{len(weights)} bytes of weights; expected {weight_bytes(size)} for {size} hidden units")
    network = Network(*_arrays(weights, size), header.scale, header.residual, header.origin)
    check(network)
    return network


def _arrays(weights: bytes, size: int) -> tuple[Any, Any, Any, int]:
    """Return features, hidden bias, output and output bias."""
    numbers = np.frombuffer(weights, INT16, (INPUTS + 3) * size).astype(np.int16)
    features, hidden_bias, output = np.split(numbers, (INPUTS * size, (INPUTS + 1) * size))
    (output_bias,) = np.frombuffer(weights[-INT32.itemsize :], INT32).tolist()
    return features.reshape(INPUTS, size), hidden_bias, output.reshape(2, size), output_bias


def _content(path: Path) -> bytes:
    """Return the bytes of a regular file that is not too long: a pipe would keep us waiting."""
    try:
        is_other = path.exists() and not path.is_file()
        content = b"" if is_other else _start_of(path)
    except (OSError, ValueError) as problem:
        raise NetworkError(f"{getattr(problem, 'strerror', None) or problem}; expected a network") from None
    if is_other:
        raise NetworkError("not a file; expected a network")
    if len(content) > MAX_BYTES:
        raise NetworkError(f"it has more than {MAX_BYTES} bytes; expected a network")
    return content


def _start_of(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)
