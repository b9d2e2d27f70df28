"""A mind as a player of runs, in the same process: what it raises is its own fault, what it answers is made words."""

import random
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from time import perf_counter
from typing import Any

import msgspec

from minds.api import Asker, Mind, State
from minds.asking import Neighbours
from minds.games import prepare
from world.api import LONGEST_MEMORY, Ending, Fault, MindFailure, Reply, Run, Thoughts, quoted, readable
from world.api import State as PlainState

LONGEST_TRACEBACK = 3000
LONGEST_MESSAGE = 500


class MindPlayer:
    """A mind as a player of runs. Its exceptions are faults, never ours."""

    def __init__(self, mind: Mind, name: str = "", asker: Asker | None = None, depth: int = 0) -> None:
        self.mind, self.name = mind, name or mind.name or type(mind).__name__
        self.neighbours = Neighbours(depth)
        self.asker = asker or self.neighbours.ask

    def newrun(self, run: Run) -> None:
        """Tell it that a run begins, with luck of its own that comes back with the seed."""
        prepare(run.world)
        with blamed():
            self.mind.run, self.mind.rng = run, Random(f"{run.seed} {run.seat}")
            seed_all(f"{run.seed} {run.seat}")  # who forgets that there is an rng still plays the same game again
            self.mind.thoughts = self.mind.ending = None
            self.neighbours.newrun(run)
            self.mind.memory, self.mind.asker = run.memory, self.asker
            self.mind.newrun()

    def getaction(self, state: PlainState) -> Reply:
        """Ask it."""
        # A State of minds is one of the world that can do more.
        asked = State(state.text, state.world, state.seat, state.budget, state.history, state.start, state.actions)
        with blamed():
            self.mind.thoughts = None
            start = perf_counter()
            answer = self.mind.getaction(asked)
            seconds = perf_counter() - start
            return Reply(in_words(answer), seconds, tellable(self.mind.thoughts))

    def endrun(self, ending: Ending) -> str | None:
        """Tell it how the run ended, and hear what it wants to remember."""
        with blamed():
            self.neighbours.endrun(ending)
            self.mind.ending = ending
            return memorable(self.mind.endrun())


def seed_all(seed: str) -> None:
    """Give Python's and numpy's common luck a beginning."""
    random.seed(seed)
    if numpy := sys.modules.get("numpy"):
        numpy.random.seed(random.getrandbits(32))
        random.seed(seed)


@contextmanager
def blamed() -> Iterator[None]:
    """Whatever a mind raises is a fault of its own."""
    try:
        yield
    except MemoryError:
        raise MindFailure(Fault("memory", "out of memory", traceback=shorten())) from None
    except (KeyboardInterrupt, GeneratorExit):  # are ours
        raise
    except BaseException as problem:
        raise MindFailure(Fault("crash", told(problem)[:LONGEST_MESSAGE], traceback=shorten())) from None


def told(problem: BaseException) -> str:
    """An exception in a line, even if it cannot say what it is."""
    name = type(problem).__name__
    try:
        return readable(f"{name}: {problem}")
    except Exception:  # its __str__ is the mind's code too
        return f"{name}, which cannot be printed"


def shorten() -> str:
    """The end of the traceback, where the reason is, without the frames that are ours and not the mind's."""
    kind, problem, trace = sys.exc_info()
    while trace is not None and trace.tb_next is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    text = readable("".join(traceback.format_exception(kind, problem, trace)))
    return text if len(text) <= LONGEST_TRACEBACK else f"…{text[-LONGEST_TRACEBACK:]}"


def in_words(answer: object) -> str:
    """An answer as the World takes it: a string as it is, a move by its squares."""
    if isinstance(answer, str):
        return readable(answer)
    action = getattr(answer, "action", None)
    if isinstance(action, str):
        return action
    raise TypeError(f'getaction returned {quoted(answer)}; expected a Move, or text such as "12,28"')


def memorable(memory: object) -> str | None:
    """What a mind wants to remember, if that can be kept."""
    if memory is not None and not isinstance(memory, str):
        raise TypeError(f"endrun returned {quoted(memory)}; expected text to remember, or nothing")
    if memory is not None and len(memory.encode()) > LONGEST_MEMORY:
        raise ValueError(f"endrun returned {len(memory.encode())} bytes to remember; expected {LONGEST_MEMORY} at most")
    return memory


def tellable(thoughts: object) -> Thoughts | None:
    """Thoughts as JSON can hold them; numbers of numpy become numbers, moves their action."""
    if thoughts is None:
        return None
    if not isinstance(thoughts, dict):
        raise TypeError(f"thoughts are {quoted(thoughts)}; expected a dict")
    told: Thoughts = msgspec.json.decode(msgspec.json.encode(thoughts, enc_hook=_plain))
    return told


def _plain(thing: Any) -> Any:
    if isinstance(getattr(thing, "action", None), str):
        return thing.action
    if hasattr(thing, "item"):
        return thing.item()
    raise TypeError(f"thoughts hold {quoted(thing)}; expected numbers, text, lists")
