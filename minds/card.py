"""A mind's card, read from its source without running it."""

import ast
from dataclasses import dataclass
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

from minds.classes import (
    UNKNOWN,
    attribute,
    check_methods,
    mind_class,
    mind_classes,
    name_of,
    names_in,
    parameters_of,
    read_tree,
    wrong_count,
)
from minds.errors import SpecError, printable, quoted
from minds.games import IN_WORDS
from minds.methods import uncalled
from minds.parameters import unknown_parameter, value_of
from minds.spec import GROUP, Spec, builtin, read_spec
from world.api import entry_points

MAX_NAME_LENGTH, MAX_LINE_LENGTH = 60, 200
MAX_DEPTH, MAX_ASKED = 2, 16  # a mind that is asked may ask others, and those may not; so many are looked up
NOTHING: frozenset[str] = frozenset()
PROGRAMS = {
    "cmd": ("a program that speaks the wire", NOTHING),
    "uci": ("a chess program that speaks UCI", frozenset({"position"})),
    "remote": ("a mind that has joined from elsewhere", NOTHING),
}


@dataclass(frozen=True)
class Card:
    """A mind's name, its one-line description, its parameters and its needs."""

    spec: str
    name: str
    says: str  # the first line of its docstring
    parameters: dict[str, Any]  # with their defaults, as far as those are written out
    needs: frozenset[str] | None = None  # any of position, game, problem; empty: nothing; None: not declared
    by_default: bool = True  # False keeps it out of tournaments that name no minds
    uncalled: tuple[str, ...] = ()  # sentences on names that were probably meant for newrun or endrun


def card(text: str) -> Card:
    """Return the card of a spec's mind."""
    return _card(text, MAX_DEPTH)


def _card(text: str, depth: int) -> Card:
    spec = read_spec(text)
    if spec.kind in PROGRAMS:
        says, needs = PROGRAMS[spec.kind]
        return Card(text, spec.target, says, {}, needs)
    path, mind = _written_in(spec)
    if path is None:
        return Card(text, spec.target, f"installed from {entry_points(group=GROUP)[spec.target].value}", {})
    tree = read_tree(path)
    chosen = mind_class(tree, mind)
    if spec.kind == "builtin":
        check_builtin_name(spec, attribute(chosen, "name"))
    says = (chosen and ast.get_docstring(chosen)) or ast.get_docstring(tree) or ""
    parameters = parameters_of(chosen) or {}
    return Card(
        text,
        printable(name_of(chosen, path.stem))[:MAX_NAME_LENGTH],
        printable(says.strip().partition("\n")[0])[:MAX_LINE_LENGTH],
        parameters,
        _needs(chosen, parameters | spec.parameters, depth),
        attribute(chosen, "by_default") is not False,
        tuple(uncalled(names_in(chosen))),
    )


def _needs(node: ast.ClassDef | None, parameters: dict[str, Any], depth: int) -> frozenset[str] | None:
    """Return what a mind and the minds that it asks need; None if nothing is declared."""
    need, asks, found = attribute(node, "needs"), attribute(node, "asks"), NOTHING
    if need in tuple(IN_WORDS):
        found |= {need}
    asked = parameters.get(asks) if isinstance(asks, str) else None
    if isinstance(asked, str) and depth > 0:
        for member in asked.split("+")[:MAX_ASKED]:
            found |= _card(member, depth - 1).needs or NOTHING
    return None if need is UNKNOWN and not found else found


def check_builtin_name(spec: Spec, name: object) -> None:
    """Raise a SpecError if a built-in mind is not named like its file, by which it is found."""
    if isinstance(name, str) and name != spec.target:
        file = f"minds/builtin/{builtin()[spec.target].name}"
        raise SpecError(f"{file}: name = {quoted(name)}; expected {spec.target!r}, as the file is called")


def check_card(spec: Spec) -> None:
    """Raise a SpecError if loading the file of a spec would fail, as far as its source shows."""
    tree = read_tree(Path(spec.target))
    _check_class(tree, spec)
    chosen = mind_class(tree, spec.mind)
    check_methods(tree, chosen, spec.target)
    needs = attribute(chosen, "needs")
    if needs is not UNKNOWN and needs not in (None, *IN_WORDS):
        raise SpecError(f"{spec.target}: needs = {quoted(needs)}; expected one of {', '.join(IN_WORDS)}, or None")
    known = parameters_of(chosen)
    if known is None:
        return
    for name, text in spec.parameters.items():
        if name not in known:
            raise unknown_parameter(spec, name, list(known))
        value_of(text, known[name], spec, name)


def _check_class(tree: ast.Module, spec: Spec) -> None:
    """Raise a SpecError if the named class does not exist, or none is named and there is not exactly one."""
    minds = [mind.name for mind in mind_classes(tree)]
    if spec.mind and spec.mind not in [node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]:
        expected = f"expected one of {', '.join(minds)}" if minds else "there is no mind in it"
        raise SpecError(f"no mind {quoted(spec.mind)} in {spec.target}; {expected}")
    if not spec.mind and len(minds) != 1:
        raise wrong_count(spec.target, minds, tree)


def _written_in(spec: Spec) -> tuple[Path | None, str]:
    """Return the file that a mind is written in, None if it cannot be found, and its class if that is known."""
    if spec.kind == "file":
        return Path(spec.target), spec.mind
    if spec.kind == "builtin":
        return builtin()[spec.target], ""
    point = entry_points(group=GROUP)[spec.target]
    return _file_of(point.module), point.attr


def _file_of(module: str) -> Path | None:
    """Return the file of a module, found without importing the packages that hold it."""
    folders, origin, name = None, None, ""
    for word in module.split("."):
        name = f"{name}.{word}".lstrip(".")
        found = PathFinder.find_spec(name, folders)
        if found is None:
            return None
        folders, origin = found.submodule_search_locations, found.origin
    return Path(origin) if origin is not None and origin.endswith(".py") else None
