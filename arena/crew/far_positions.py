"""The far end of an analysis: a jailed engine in any process that an Executor has, wherever it is."""

from typing import TYPE_CHECKING

from arena.cell.prepare import require_jail
from arena.crew.messages import PositionBatch, Refused, encode
from arena.entrants.version import engine_version
from arena.errors import ArenaError, JailError
from minds.errors import MindsError, quoted
from minds.registry import read_spec

if TYPE_CHECKING:
    from arena.analyse.analyst import Analyst


class FarAnalyst:
    """An engine that judges positions; Refused if it is another one here, cannot be started, or would have no jail."""

    def __init__(self, batch: PositionBatch) -> None:
        self.analyst = _engine(batch)

    def judge(self, state: str) -> str:
        """Return the judgement of a position as JSON; raise AnalysisError if the engine fails again and again."""
        return encode(self.analyst.judge(state)).decode()

    def close(self) -> None:
        """End the engine."""
        self.analyst.close()


def _engine(batch: PositionBatch) -> "Analyst":
    from arena.analyse.analyst import Analyst

    judge = batch.judge
    try:
        spec = read_spec(judge.spec)
        if not batch.trusted:
            require_jail(spec)
        here = engine_version(spec)
    except JailError as problem:
        raise Refused("jail", str(problem)) from None
    except (ArenaError, MindsError, OSError) as problem:
        raise Refused("mind", f"{quoted(judge.spec)} cannot judge here: {problem}") from None
    if here != judge.version:
        raise Refused("mind", f"{quoted(judge.spec)} has version {here} here, {judge.version} there")
    return Analyst(judge, batch.trusted)
