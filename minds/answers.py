"""The answers of `getaction` as the world takes them. The error about any other value says what to return instead."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from minds.errors import quoted
from world.api import readable

if TYPE_CHECKING:
    from minds.api import Mind, State

A_MOVE = 'a Move, or text such as "12,28"'


def as_action(answer: object, understand: Callable[[str], str] = str) -> str | None:
    """Return an answer as the world takes it, a text as `understand` reads it; None if it is neither move nor text."""
    if isinstance(answer, str):
        return understand(readable(answer))
    action = getattr(answer, "action", None)
    return action if isinstance(action, str) else None


def wrong_answer(answer: object, mind: "Mind", state: "State") -> TypeError:
    """Return the error about an answer that is neither, with the mistake that probably caused it."""
    returned = f"getaction returned {quoted(answer)}"
    if type(answer).__module__ == "chess" and hasattr(answer, "from_square"):
        return TypeError(f"{returned}, a python-chess Move; return one of state.position.legal_moves(), or move.uci()")
    expected = f'one of state.actions, such as "{state.actions[0]}"' if state.actions else A_MOVE
    return TypeError(f"{returned}; expected {expected}{_cause(answer, mind)}")


def _cause(answer: object, mind: "Mind") -> str:
    """Return the probable cause of a wrong answer as the end of a sentence, or ""."""
    if callable(answer):
        return "; are its brackets () missing?"
    if answer is not None:
        return ""
    code = getattr(type(mind).getaction, "__code__", None)
    where = f" in getaction ({Path(code.co_filename).name}, line {code.co_firstlineno})" if code else ""
    return f"; is a `return` missing{where}?"
