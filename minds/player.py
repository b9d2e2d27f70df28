"""Lets a mind play runs in the same process: its exceptions become faults, and its answers become text."""

import random
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import msgspec
from msgspec.structs import asdict

from minds.answers import as_action, wrong_answer
from minds.api import Asker, Mind, State
from minds.asking import AskedMinds
from minds.errors import quoted
from minds.games import prepare, understanding
from minds.methods import own_names, uncalled
from world.api import Ending, Fault, MindFailure, Reply, Run, Thoughts, readable
from world.api import State as PlainState
from world.wire import MAX_MEMORY_BYTES, MAX_MESSAGE_LENGTH

MAX_TRACEBACK_LENGTH, MAX_HINT_LENGTH = 3000, 200
NOT_THE_MINDS = (  # files whose frames begin a traceback: they load the mind and ask it
    *(str(Path(__file__).with_stem(name)) for name in ("player", "host", "registry", "api", "classes")),
    "<frozen importlib._bootstrap>",
    "<frozen importlib._bootstrap_external>",
)


class MindPlayer:
    """A mind as a player of runs. Each of its exceptions is raised as a MindFailure."""

    def __init__(self, mind: Mind, name: str = "", asker: Asker | None = None, depth: int = 0) -> None:
        self.mind, self.name = mind, name or mind.name or type(mind).__name__
        self.asked_minds = AskedMinds(depth)
        self.asker = asker or self.asked_minds.ask
        self.understand: Callable[[str], str] = str

    def newrun(self, run: Run) -> None:
        """Begin a run, with random generators that repeat with its seed."""
        prepare(run.world)
        self.understand = understanding(run.world)
        with blamed():
            self.mind.run, self.mind.rng = run, Random(f"{run.seed} {run.seat}")
            seed_all(f"{run.seed} {run.seat}")  # a mind that does not use its rng still plays the same game again
            self.mind.thoughts = self.mind.ending = None
            self.asked_minds.newrun(run)
            self.mind.memory, self.mind.asker = run.memory, self.asker
            self.mind.newrun()

    def getaction(self, state: PlainState) -> Reply:
        """Return the mind's action, and the seconds that it took."""
        asked = state if isinstance(state, State) else State(**asdict(state))  # minds' own State has a position
        try:
            self.mind.thoughts = None
            start = perf_counter()
            answer = self.mind.getaction(asked)
            seconds = perf_counter() - start
            action = as_action(answer, self.understand)
            if action is None:
                raise wrong_answer(answer, self.mind, asked)
            return Reply(action, seconds, plain_thoughts(self.mind.thoughts))
        except BaseException as problem:  # written out here, as a context manager costs 2 µs
            raise failure_of(problem, self.mind) from None

    def endrun(self, ending: Ending) -> str | None:
        """End the run; return what the mind wants to remember."""
        with blamed():
            self.asked_minds.endrun(ending)
            self.mind.ending = ending
            return checked_memory(self.mind.endrun())


def seed_all(seed: str) -> None:
    """Seed the generators that all of Python and numpy share."""
    random.seed(seed)
    if numpy := sys.modules.get("numpy"):
        numpy.random.seed(random.getrandbits(32))
        random.seed(seed)


@contextmanager
def blamed() -> Iterator[None]:
    """Raise whatever a mind raises as a MindFailure."""
    try:
        yield
    except BaseException as problem:
        raise failure_of(problem) from None


def failure_of(problem: BaseException, mind: Mind | None = None) -> BaseException:
    """Return the MindFailure for an exception that is being handled; interruptions are for us and stay as they are.

    A mind that lacks an attribute may have a `newRun` that nobody calls.
    """
    if isinstance(problem, KeyboardInterrupt | GeneratorExit):
        return problem
    if isinstance(problem, MemoryError):
        return MindFailure(Fault("memory", "out of memory", traceback=short_traceback()))
    hints = uncalled(own_names(type(mind), Mind)) if isinstance(problem, AttributeError) else []
    hint = "".join(f"; {one}" for one in hints)[:MAX_HINT_LENGTH]
    message = in_a_line(problem)[: MAX_MESSAGE_LENGTH - len(hint)] + hint
    return MindFailure(Fault("crash", message, traceback=short_traceback()))


def in_a_line(problem: BaseException) -> str:
    """Return an exception on one line, even if it cannot be printed."""
    name = type(problem).__name__
    try:
        return readable(f"{name}: {problem}")
    except Exception:  # its __str__ is the mind's code too
        return f"{name}, which cannot be printed"


def short_traceback() -> str:
    """Return the end of the traceback, from the mind's own code on; "" if that was not running."""
    kind, problem, trace = sys.exc_info()
    while trace is not None and trace.tb_frame.f_code.co_filename in NOT_THE_MINDS:
        trace = trace.tb_next
    if trace is None and not isinstance(problem, SyntaxError):
        return ""
    text = readable("".join(traceback.format_exception(kind, problem, trace)))
    return text if len(text) <= MAX_TRACEBACK_LENGTH else f"…{text[-MAX_TRACEBACK_LENGTH:]}"


def checked_memory(memory: object) -> str | None:
    """Return what a mind wants to remember, or raise an error if it is no text or too long."""
    if memory is not None and not isinstance(memory, str):
        raise TypeError(f"endrun returned {quoted(memory)}; expected text to remember, or nothing")
    if memory is not None and len(memory.encode()) > MAX_MEMORY_BYTES:
        raise ValueError(
            f"endrun returned {len(memory.encode())} bytes to remember; expected {MAX_MEMORY_BYTES} at most"
        )
    return memory


def plain_thoughts(thoughts: object) -> Thoughts | None:
    """Return thoughts as JSON holds them: numpy's numbers become numbers, moves their action."""
    if thoughts is None:
        return None
    if not isinstance(thoughts, dict):
        raise TypeError(f"thoughts are {quoted(thoughts)}; expected a dict")
    plain: Thoughts = msgspec.json.decode(msgspec.json.encode(thoughts, enc_hook=_plain))
    return plain


def _plain(thing: Any) -> Any:
    if isinstance(getattr(thing, "action", None), str):
        return thing.action
    if hasattr(thing, "item"):
        return thing.item()
    raise TypeError(f"thoughts hold {quoted(thing)}; expected numbers, text, lists")
