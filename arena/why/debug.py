"""A mind under Python's debugger. For this it runs in the arena's own process, without a jail."""

import os
import sys
from bdb import BdbQuit
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pdb import Pdb, post_mortem
from typing import Any

import msgspec

from arena.cell.cell import Cell
from arena.cell.consult import Consultation
from arena.errors import JailError
from arena.tournament.plan import Plan
from arena.why.find import is_python
from arena.why.questions import Question
from minds.errors import AskError, quoted
from minds.host import MindPlayer
from minds.registry import load
from world.api import Ending, MindFailure, Reply, Run, State
from world.wire import Ask, Refused

HASHING = ("PYTHONHASHSEED", "0")  # as in the processes of minds


class DebuggedMind(MindPlayer):
    """A mind in the debugger, which stops at the beginning of one call and where the mind fails."""

    def __init__(self, spec: str, plan: Plan, stop_at: Question) -> None:
        with post_mortem_debugging():
            mind = load(spec)
        self.others = Consultation(0, lambda asked: Cell(asked, plan.patience, plan.limits, depth=1))
        self.stop_at = stop_at
        super().__init__(mind, asker=self.consult)

    def newrun(self, run: Run) -> None:
        """Begin a run, also for the minds that this one may ask."""
        self.others.newrun(run)
        self._stop_in("newrun", None)
        with post_mortem_debugging():
            super().newrun(run)

    def getaction(self, state: State) -> Reply:
        """Ask the mind; stop in the debugger at the chosen state."""
        self._stop_in("getaction", state)
        with post_mortem_debugging():
            reply = super().getaction(state)
        return msgspec.structs.replace(reply, asked=self.others.end_move())

    def endrun(self, ending: Ending) -> str | None:
        """End the run."""
        self._stop_in("endrun", None)
        with post_mortem_debugging():
            return super().endrun(ending)

    def _stop_in(self, call: str, state: State | None) -> None:
        """Make the debugger stop at the beginning of this call, if it is the chosen one."""
        if (call, state) == (self.stop_at.call, self.stop_at.state):
            setattr(self.mind, call, partial(_step_by_step, getattr(self.mind, call)))

    def consult(self, spec: str, state: State) -> Reply:
        """Ask another mind, which runs in its own cell as usual."""
        answer = self.others.answer(Ask(spec, state.text), state)
        if isinstance(answer, Refused):
            raise AskError(answer.reason)
        return Reply(answer.action, 0.0, answer.thoughts)

    def close(self) -> None:
        """Close the cells of the minds that were asked."""
        self.others.close()


class _Debugger(Pdb):
    """Pdb that remembers if the user quit."""

    was_quit = False

    def set_quit(self) -> None:
        """Note that the user quit."""
        self.was_quit = True
        super().set_quit()


def _step_by_step(method: Callable[..., Any], *arguments: Any) -> Any:
    debugger = _Debugger()
    answer = debugger.runcall(method, *arguments)
    if debugger.was_quit:
        raise BdbQuit
    return answer


@contextmanager
def post_mortem_debugging() -> Iterator[None]:
    """Open the debugger where a mind raised an exception. Quitting the debugger ends the replay."""
    try:
        yield
    except BdbQuit:
        raise
    except Exception as failure:
        problem = failure.__context__ if isinstance(failure, MindFailure) else failure
        if isinstance(problem, BdbQuit):
            raise problem from None
        if problem is not None and problem.__traceback__ is not None:
            print(f"{type(problem).__name__}: {problem}", file=sys.stderr)
            post_mortem(problem.__traceback__)
        raise


def check_debuggable(name: str, spec: str, has_changed: bool) -> None:
    """Raise a JailError unless the mind is Python and unchanged since the tournament."""
    if not is_python(spec):
        raise JailError(f"{quoted(name)} is a program; the debugger needs a mind in Python; use --replay without --pdb")
    if has_changed:
        raise JailError(
            f"{quoted(name)} has changed since the tournament; --pdb has no jail and runs only the source that played; "
            "use --replay without --pdb"
        )


def fix_hash_seed() -> None:
    """Restart Python with the hash seed of minds' processes, where sets have the same order every time."""
    name, value = HASHING
    if os.environ.get(name) != value:
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], os.environ | {name: value})
