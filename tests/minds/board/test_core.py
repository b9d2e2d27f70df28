"""The docstring of `minds.board.core`, which students read, lists exactly what the module offers."""

import inspect
import re
from typing import Any

from minds.board import core
from minds.board.state import MAX_MOVES, MAX_PLIES
from tests.conftest import ROOT

COLUMN = 45  # width of the names; their meanings follow
WORD = re.compile(r"([\w.]+)(\(([\w, ]*)\))?")


def listed() -> dict[str, list[str] | None]:
    """The names in the first column of the docstring's tables, each with its parameters if it is shown as a call."""
    found: dict[str, list[str] | None] = {}
    for line in (core.__doc__ or "").splitlines():
        if line.rstrip().endswith((".", ":")) or len(line) <= COLUMN:
            continue
        for name, is_call, parameters in WORD.findall(re.sub(r"\[\w+\]", "", line[:COLUMN])):
            assert name not in found, f"{name} is listed twice"
            found[name] = [word for word in parameters.split(", ") if word] if is_call else None
    return found


def parameters_of(word: Any) -> list[str]:
    """The parameters of a function, compiled or not; an intrinsic's first one is Numba's own."""
    function = getattr(word, "py_func", None) or getattr(word, "_defn", word)
    names = list(inspect.signature(function).parameters)
    return names[1:] if hasattr(word, "_defn") else names


def test_every_name_is_listed() -> None:
    """The docstring names every public name of the module and every field of the two records, and no others."""
    names = {name for name in listed() if "." not in name}
    fields = {name for name in listed() if "." in name}
    assert names == set(core.__all__)
    records = {"state": core.STATE, "workspace": core.WORKSPACE}
    assert fields == {f"{record}.{field}" for record, dtype in records.items() for field in dtype.names or ()}


def test_every_imported_name_is_public() -> None:
    """`__all__` is complete: all that the module imports, and nothing else."""
    assert set(core.__all__) == {name for name in vars(core) if not name.startswith("__")}
    assert len(core.__all__) == len(set(core.__all__))


def test_signatures_are_those_of_the_code() -> None:
    """Each function is listed with the parameters it has."""
    for name, parameters in listed().items():
        if parameters is not None and name != "Bitboard":
            assert parameters_of(getattr(core, name)) == parameters, name


def test_every_function_is_shown_as_a_call() -> None:
    """A name is listed with parentheses if and only if it can be called."""
    for name, parameters in listed().items():
        if "." not in name:
            word = getattr(core, name)
            assert (parameters is not None) == (callable(word) and not hasattr(word, "names")), name


def test_sizes_are_those_of_the_code() -> None:
    """The docstring and the page for students give the true sizes of a workspace."""
    page = " ".join((ROOT / "minds" / "README.md").read_text(encoding="utf-8").split())
    assert f"a stack of {MAX_PLIES} states" in (core.__doc__ or "")
    assert f"a row of {MAX_MOVES} moves" in (core.__doc__ or "")
    assert f"{MAX_PLIES} states" in page
    assert f"{MAX_MOVES} moves" in page
