"""The parameter `net` of the built-in mind that plays by a network: a file, or "" or "house" for the house's own."""

from pathlib import Path
from typing import TYPE_CHECKING

from minds.errors import NetworkError, ParameterError
from minds.spec import HOUSE

if TYPE_CHECKING:
    from minds.evaluation.learned.network import Network

HOUSE_FILE = Path(__file__).with_name("prodigy.net")


def own_network(net: str) -> "Network":
    """Return the network that the parameter names; a ParameterError says why there is none."""
    from minds.evaluation.learned.net_file import read_network

    try:
        return read_network(HOUSE_FILE if net in ("", HOUSE) else net)
    except NetworkError as problem:
        raise ParameterError(f"net={net}: {problem}, or net={HOUSE}") from None
