"""The parameters of a spec: their texts as values, and the errors for wrong ones."""

import re
from difflib import get_close_matches
from typing import Any

from minds.errors import ParameterError, quoted
from minds.spec import Spec

WORDS = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}


def value_of(text: str, default: Any, spec: Spec, name: str) -> Any:
    """Return a parameter's text as a value of the same type as its default."""
    if isinstance(default, bool):
        if text.lower() in WORDS:
            return WORDS[text.lower()]
        raise ParameterError(f"{quoted(spec.text)}: {name}={text}; expected yes or no")
    if isinstance(default, int) and not re.fullmatch("-?[0-9]{1,18}", text):
        raise ParameterError(f"{quoted(spec.text)}: {name}={text}; expected a whole number")
    if isinstance(default, float) and not re.fullmatch(r"-?[0-9]{1,18}(\.[0-9]{1,18})?", text):
        raise ParameterError(f"{quoted(spec.text)}: {name}={text}; expected a number")
    return type(default)(text) if isinstance(default, int | float) else text


def unknown_parameter(spec: Spec, name: str, known: list[str]) -> ParameterError:
    """Return the error for a parameter that a mind does not have."""
    near = get_close_matches(name, known, 1)
    expected = f"expected one of {', '.join(known)}" if known else "it has none"
    meant = f"; did you mean {near[0]}?" if near else ""
    return ParameterError(f"{quoted(spec.text)}: no parameter {quoted(name)}; {expected}{meant}")
