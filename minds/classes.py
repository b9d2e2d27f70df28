"""The classes of minds in a source, read from its syntax tree: their names, attributes and parameters."""

import ast
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from minds.errors import SpecError, quoted

MAX_SOURCE_BYTES = 1_000_000
MAX_NUMBER = 10**18
UNKNOWN = object()  # a value that is not written out


def read_tree(path: Path) -> ast.Module:
    """Return the syntax tree of a file, or raise a SpecError if it is not Python."""
    try:
        with path.open("rb") as file:
            source = file.read(MAX_SOURCE_BYTES + 1)
    except OSError as problem:
        raise SpecError(f"{quoted(str(path))} cannot be read: {problem.strerror}") from None
    if len(source) > MAX_SOURCE_BYTES:
        raise SpecError(f"{quoted(str(path))} is longer than {MAX_SOURCE_BYTES} bytes")
    try:
        return ast.parse(source)
    except SyntaxError as problem:
        if not problem.lineno:
            raise SpecError(f"{quoted(str(path))} is not Python: {problem.msg}") from None
        raise SpecError(f"{quoted(str(path))}, line {problem.lineno}: {problem.msg}") from None
    except (ValueError, RecursionError, MemoryError) as problem:
        raise SpecError(f"{quoted(str(path))} is not Python: {problem}") from None


def mind_classes(tree: ast.Module) -> list[ast.ClassDef]:
    """Return the classes that look like minds: by their base, by a `getaction`, or derived from one that does."""
    found: list[ast.ClassDef] = []
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            bases = _bases(node)
            answers = any(isinstance(part, ast.FunctionDef) and part.name == "getaction" for part in node.body)
            derived = any(base.endswith("Mind") or base in [mind.name for mind in found] for base in bases)
            if derived or (bases and (answers or name_of(node, ""))):
                found.append(node)
    return found


def wrong_count(path: str, minds: Iterable[str]) -> SpecError:
    """Return the error for a file that has no mind, or several of which none is named."""
    names = ", ".join(minds)
    found = f"minds {names}; name one after a colon" if names else "no subclass of Mind"
    return SpecError(f"{path} has {found}" + ("" if names else "; expected class …(Mind), see arena new"))


def mind_class(tree: ast.Module, name: str) -> ast.ClassDef | None:
    """Return the mind of this class name, or with an empty name the first one; None if there is none."""
    minds = [mind for mind in mind_classes(tree) if name in ("", mind.name)]
    return minds[0] if minds else None


def name_of(node: ast.ClassDef | None, otherwise: str) -> str:
    """Return the attribute `name` of a class, or another text if it has none."""
    name = attribute(node, "name")
    return name if isinstance(name, str) else otherwise


def attribute(node: ast.ClassDef | None, name: str) -> Any:
    """Return the value that a class gives an attribute, if it is written out; else UNKNOWN."""
    for part in node.body if node else []:
        if isinstance(part, ast.Assign | ast.AnnAssign):
            targets = part.targets if isinstance(part, ast.Assign) else [part.target]
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                return _plain(part.value)
    return UNKNOWN


def parameters_of(node: ast.ClassDef | None) -> dict[str, Any] | None:
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
