"""The texts of faults with paths as the author of a mind knows them, not those of the arena's copies."""

import re
from pathlib import Path

from msgspec.structs import replace

import minds
from minds.registry import Spec
from world.api import Fault

HOUSE = str(Path(minds.__file__).resolve().parent.parent)
COPY = re.compile("/bundles/[0-9a-f]{32}/")  # ends the path of the folder where the arena keeps a mind's files
BEFORE_PATHS = " \t\n\"'("


def familiar(text: str, spec: Spec) -> str:
    """Return a text whose paths are below the mind's folder, or below the arena's."""
    *before, text = COPY.split(text)  # no longer expression, which would take minutes for a log without any space
    text = "".join(_without_path(part) for part in before) + text
    folder = str(spec.path.parent) if spec.kind == "file" else ""
    for place in (folder, HOUSE):
        text = text.replace(f"{place}/", "") if len(place) > 1 else text
    return text


def _without_path(text: str) -> str:
    """Return a text without the path that ends it."""
    return text[: 1 + max(text.rfind(sign) for sign in BEFORE_PATHS)]


def familiar_fault(fault: Fault, spec: Spec) -> Fault:
    """Return a fault whose message, traceback and log have such paths."""
    words = {name: familiar(getattr(fault, name), spec) for name in ("message", "traceback", "log")}
    return replace(fault, **words)
