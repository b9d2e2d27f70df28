"""Crews by the words of --crew: local, a Dask scheduler, or a function that returns any Executor."""

import re
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from importlib import import_module

from arena.crew.crew import CrewOf
from arena.crew.games import crew_on
from arena.crew.link import Factory
from arena.crew.scheduler import is_scheduler
from arena.errors import CrewError
from minds.errors import quoted

LOCAL = "local"  # the crew of processes on this machine
EXPECTED = "expected local, dask://HOST:PORT, a scheduler file that ends in .json, or MODULE:FUNCTION"


def crew_named(text: str) -> CrewOf | None:
    """Return what makes the crew of a name, None for the local one; raise CrewError if there is no such crew."""
    return None if text == LOCAL else crew_on(factory_named(text))


def factory_named(text: str) -> Factory:
    """Return what makes the Executor of a crew that is not the local one; raise CrewError if there is no such crew."""
    if is_scheduler(text):
        from arena.crew.cluster import check, connect

        check(text)
        return partial(connect, text)
    module, _, name = text.partition(":")
    if not all(re.fullmatch(r"[A-Za-z_][\w.]*", part) for part in (module, name)):
        raise CrewError(f"--crew {quoted(text)}; {EXPECTED}")
    try:
        found = getattr(import_module(module), name)
    except (ImportError, AttributeError) as problem:
        raise CrewError(f"--crew {quoted(text)} cannot be loaded: {problem}") from None
    except (Exception, SystemExit) as problem:  # a module may raise anything
        raise CrewError(f"--crew {quoted(text)} cannot be loaded: {type(problem).__name__}: {problem}") from None
    if not callable(found):
        raise CrewError(f"--crew {quoted(text)} is no function; {EXPECTED}")
    return partial(_executor_of, text, found)


def _executor_of(text: str, function: Callable[[], object]) -> Executor:
    """Return the Executor that a function makes; raise CrewError if it makes none."""
    try:
        found = function()
    except (Exception, SystemExit) as problem:
        raise CrewError(f"--crew {quoted(text)} fails: {type(problem).__name__}: {problem}") from None
    if not isinstance(found, Executor):
        raise CrewError(f"--crew {quoted(text)} returns {quoted(found)}; expected a concurrent.futures.Executor")
    return found
