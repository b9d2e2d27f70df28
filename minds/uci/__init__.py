"""UCI, the language of chess engines: any mind as an engine. An engine as a mind is a cell: see arena/cell/uci."""

from minds.uci.server import Seat as Seat
from minds.uci.server import Uci as Uci
