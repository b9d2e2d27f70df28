"""A mind's card, read from its source without running it."""

import ast
import re
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.machinery import PathFinder
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from minds.errors import ParameterError, SpecError, quoted
from minds.games import IN_WORDS
from minds.spec import GROUP, Spec, builtin, read_spec

MAX_SOURCE_BYTES, MAX_NAME_LENGTH, MAX_LINE_LENGTH = 1_000_000, 60, 200
MAX_NUMBER = 10**18
MAX_DEPTH, MAX_ASKED = 2, 16  # a mind that is asked may ask others, and those may not; so many are looked up
UNKNOWN = object()  # a value that is not written out
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
    tree = _tree(path)
    chosen = _chosen(tree, mind)
    says = (chosen and ast.get_docstring(chosen)) or ast.get_docstring(tree) or ""
    parameters = _parameters(chosen) or {}
    return Card(
        text,
        printable(_name(chosen, path.stem))[:MAX_NAME_LENGTH],
        printable(says.strip().partition("\n")[0])[:MAX_LINE_LENGTH],
        parameters,
        _needs(chosen, parameters | spec.parameters, depth),
        _attribute(chosen, "by_default") is not False,
    )


def printable(text: str) -> str:
    """Return a text as one line that is safe to print: what could command a terminal becomes "?"."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def check_card(spec: Spec) -> None:
    """Raise a SpecError if loading the file of a spec would fail, as far as its source shows."""
    tree = _tree(Path(spec.target))
    minds = _minds(tree)
    if spec.mind and spec.mind not in [mind.name for mind in ast.walk(tree) if isinstance(mind, ast.ClassDef)]:
        expected = f"expected one of {', '.join(mind.name for mind in minds)}" if minds else "there is no mind in it"
        raise SpecError(f"no mind {quoted(spec.mind)} in {spec.target}; {expected}")
    if not spec.mind and len(minds) != 1:
        found = (
            f"minds {', '.join(mind.name for mind in minds)}; name one after a colon"
            if minds
            else "no subclass of Mind"
        )
        raise SpecError(f"{spec.target} has {found}")
    chosen = _chosen(tree, spec.mind)
    needs = _attribute(chosen, "needs")
    if needs is not UNKNOWN and needs not in (None, *IN_WORDS):
        raise SpecError(f"{spec.target}: needs = {quoted(needs)}; expected one of {', '.join(IN_WORDS)}, or None")
    known = _parameters(chosen)
    if known is None:
        return
    for name, text in spec.parameters.items():
        if name not in known:
            raise unknown_parameter(spec, name, list(known))
        value_of(text, known[name], spec, name)


def unknown_parameter(spec: Spec, name: str, known: list[str]) -> ParameterError:
    """Return the error for a parameter that a mind does not have."""
    near = get_close_matches(name, known, 1)
    expected = f"expected one of {', '.join(known)}" if known else "it has none"
    meant = f"; did you mean {near[0]}?" if near else ""
    return ParameterError(f"{quoted(spec.text)}: no parameter {quoted(name)}; {expected}{meant}")


# ── The source ───────────────────────────────────────────────────────────────────────────────


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


def _tree(path: Path) -> ast.Module:
    try:
        with path.open("rb") as file:
            source = file.read(MAX_SOURCE_BYTES + 1)
    except OSError as problem:
        raise SpecError(f"{quoted(str(path))} cannot be read: {problem.strerror}") from None
    if len(source) > MAX_SOURCE_BYTES:
        raise SpecError(f"{quoted(str(path))} is longer than {MAX_SOURCE_BYTES} bytes")
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as problem:
        raise SpecError(f"{quoted(str(path))} is not Python: {problem}") from None


def _minds(tree: ast.Module) -> list[ast.ClassDef]:
    """Return the classes that look like minds: by their base, by a `getaction`, or derived from one that does."""
    found: list[ast.ClassDef] = []
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            bases = _bases(node)
            answers = any(isinstance(part, ast.FunctionDef) and part.name == "getaction" for part in node.body)
            derived = any(base.endswith("Mind") or base in [mind.name for mind in found] for base in bases)
            if derived or (bases and (answers or _name(node, ""))):
                found.append(node)
    return found


def _chosen(tree: ast.Module, name: str) -> ast.ClassDef | None:
    """Return the mind of this name, or the first one."""
    minds = [mind for mind in _minds(tree) if name in ("", mind.name)]
    return minds[0] if minds else None


def _name(node: ast.ClassDef | None, otherwise: str) -> str:
    name = _attribute(node, "name")
    return name if isinstance(name, str) else otherwise


def _needs(node: ast.ClassDef | None, parameters: dict[str, Any], depth: int) -> frozenset[str] | None:
    """Return what a mind and the minds that it asks need; None if nothing is declared."""
    need, asks, found = _attribute(node, "needs"), _attribute(node, "asks"), NOTHING
    if need in tuple(IN_WORDS):
        found |= {need}
    asked = parameters.get(asks) if isinstance(asks, str) else None
    if isinstance(asked, str) and depth > 0:
        for member in asked.split("+")[:MAX_ASKED]:
            found |= _card(member, depth - 1).needs or NOTHING
    return None if need is UNKNOWN and not found else found


def _attribute(node: ast.ClassDef | None, name: str) -> Any:
    """Return the value that a class gives an attribute, if it is written out; else UNKNOWN."""
    for part in node.body if node else []:
        if isinstance(part, ast.Assign | ast.AnnAssign):
            targets = part.targets if isinstance(part, ast.Assign) else [part.target]
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                return _plain(part.value)
    return UNKNOWN


def _parameters(node: ast.ClassDef | None) -> dict[str, Any] | None:
    """Return the parameters of `__init__` with their defaults; None if it takes any, or is inherited."""
    for part in node.body if node else []:
        if isinstance(part, ast.FunctionDef) and part.name == "__init__":
            given = part.args
            if given.kwarg is not None:
                return None
            arguments = [*given.posonlyargs, *given.args][1:] + given.kwonlyargs
            required: list[ast.expr | None] = [None] * (len(arguments) - len(given.defaults) - len(given.kw_defaults))
            defaults = [*required, *given.defaults, *given.kw_defaults]
            return {one.arg: _plain(value) for one, value in zip(arguments, defaults, strict=True)}
    return {} if node and _bases(node) == ["Mind"] else None


def _bases(node: ast.ClassDef) -> list[str]:
    """Return the last words of a class's bases, and "" for a base that is not a plain name."""
    plain = {ast.Name: "id", ast.Attribute: "attr"}
    return [getattr(base, plain[type(base)]) if type(base) in plain else "" for base in node.bases]


def _plain(node: ast.expr | None) -> Any:
    try:
        value = UNKNOWN if node is None else ast.literal_eval(node)
        return UNKNOWN if isinstance(value, int) and abs(value) > MAX_NUMBER else value
    except (ValueError, TypeError, RecursionError, MemoryError):
        return UNKNOWN


# ── Parameters ───────────────────────────────────────────────────────────────────────────────

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
