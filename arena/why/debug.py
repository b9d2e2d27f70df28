"""A mind under Python's debugger: for that it runs in our own process, without a jail."""

import os
import sys
from bdb import BdbQuit
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pdb import Pdb, post_mortem
from typing import Any

import msgspec

from arena.cell.consult import Consultation, answer_to
from arena.errors import JailError
from arena.tournament.plan import Plan
from arena.why.questions import Question
from minds.errors import AskError, quoted
from minds.host import MindPlayer
from minds.registry import load, read_spec
from world.api import Ending, MindFailure, Reply, Run, State

HASHING = ("PYTHONHASHSEED", "0")  # as minds' processes have it


class Patient(MindPlayer):
    """A mind in the hands of the debugger, which stops in one call of it, and where it fails."""

    def __init__(self, spec: str, plan: Plan, spot: Question) -> None:
        with examined():
            mind = load(spec)
        self.others = Consultation(0, plan.patience, plan.limits)
        self.spot = spot
        super().__init__(mind, asker=self.consult)

    def newrun(self, run: Run) -> None:
        """Begin, and so do those whom it may ask."""
        self.others.newrun(run)
        self._stop_in("newrun", None)
        with examined():
            super().newrun(run)

    def getaction(self, state: State) -> Reply:
        """Ask it; about the state that matters, step by step."""
        self._stop_in("getaction", state)
        with examined():
            reply = super().getaction(state)
        return msgspec.structs.replace(reply, asked=self.others.told())

    def endrun(self, ending: Ending) -> str | None:
        """Tell it of the end."""
        self._stop_in("endrun", None)
        with examined():
            return super().endrun(ending)

    def _stop_in(self, call: str, state: State | None) -> None:
        """Have the debugger stop at the beginning of a call, if it is the one that matters."""
        if (call, state) == (self.spot.call, self.spot.state):
            setattr(self.mind, call, partial(_step_by_step, getattr(self.mind, call)))

    def consult(self, spec: str, state: State) -> Reply:
        """What another mind would do, in a cell of its own as ever."""
        verb, *fields = answer_to(self.others, spec, state.text, state)
        if verb != b"answer":
            raise AskError(fields[0].decode())
        return Reply(fields[0].decode(), 0.0, msgspec.json.decode(fields[1]))

    def close(self) -> None:
        """Let those go whom it has asked."""
        self.others.close()


class _Debugger(Pdb):
    """Knows whether it was left, which Python's own keeps to itself."""

    was_left = False

    def set_quit(self) -> None:
        """Leave it."""
        self.was_left = True
        super().set_quit()


def _step_by_step(method: Callable[..., Any], *arguments: Any) -> Any:
    debugger = _Debugger()
    answer = debugger.runcall(method, *arguments)
    if debugger.was_left:
        raise BdbQuit
    return answer


@contextmanager
def examined() -> Iterator[None]:
    """Look into what a mind has raised, where it was raised; who leaves the debugger leaves it all."""
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


def admit_unjailed(name: str, spec: str, has_changed: bool) -> None:
    """Only a mind that is still what it was in the tournament is let into our own process, and no program can be."""
    if read_spec(spec).kind == "cmd":
        raise JailError(f"{quoted(name)} is a program, and Python's debugger knows Python only; try --replay alone")
    if has_changed:
        raise JailError(f"{quoted(name)} has changed since the tournament; only what played there runs without a jail")


def with_the_same_order() -> None:
    """Begin again as minds' processes do, where sets have the same order every time."""
    name, value = HASHING
    if os.environ.get(name) != value:
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], os.environ | {name: value})
