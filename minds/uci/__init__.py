"""UCI, the language of chess engines: any mind as an engine (server.py), and any engine as a mind (engine.py)."""

from minds.uci.engine import EngineError as EngineError
from minds.uci.engine import UciEngine as UciEngine
from minds.uci.engine import check_engine as check_engine
from minds.uci.server import Seat as Seat
from minds.uci.server import Uci as Uci
