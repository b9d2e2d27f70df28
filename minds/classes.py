"""The classes of minds in a source, read from its syntax tree: their names, attributes and parameters."""

import ast
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from minds.errors import SpecError, printable, quoted
from minds.methods import METHODS, missing_getaction, near_misses

MAX_SOURCE_BYTES = 1_000_000
MAX_NUMBER = 10**18
MAX_LINE_LENGTH = 150
MAX_PATH_LENGTH = 1000  # in a message: the arena replaces the path of its copy by that of the file
INDENT = "\n    "  # begins a line of source in a message
SMALLEST = (
    "from minds import Mind",
    "class MyMind(Mind):",
    "    def getaction(self, state):",
    "        return state.position.legal_moves()[0]",
)
UNKNOWN = object()  # a value that is not written out


def read_tree(path: Path) -> ast.Module:
    """Return the syntax tree of a file, or raise a SpecError if it is not Python."""
    try:
        with path.open("rb") as file:
            source = file.read(MAX_SOURCE_BYTES + 1)
    except OSError as problem:
        raise SpecError(f"{quoted(str(path), MAX_PATH_LENGTH)} cannot be read: {problem.strerror}") from None
    if len(source) > MAX_SOURCE_BYTES:
        raise SpecError(f"{quoted(str(path), MAX_PATH_LENGTH)} is longer than {MAX_SOURCE_BYTES} bytes")
    try:
        return ast.parse(source)
    except SyntaxError as problem:
        raise SpecError(_place_of(path, problem)) from None
    except (ValueError, RecursionError, MemoryError) as problem:
        raise SpecError(f"{quoted(str(path), MAX_PATH_LENGTH)} is not Python: {problem}") from None


def _place_of(path: Path, problem: SyntaxError) -> str:
    """Return the message about a syntax error: file, line, and below them the line with a caret."""
    if not problem.lineno:
        return f"{quoted(str(path), MAX_PATH_LENGTH)} is not Python: {problem.msg}"
    message = f"{quoted(str(path), MAX_PATH_LENGTH)}, line {problem.lineno}: {problem.msg}"
    line = printable((problem.text or "").rstrip().expandtabs(1))
    begin = len(line) - len(line.lstrip())
    place = max(0, (problem.offset or 0) - 1 - begin)
    shown = line[begin:]
    if not shown or not problem.offset or place > MAX_LINE_LENGTH:
        return message
    return f"{message}{INDENT}{shown[:MAX_LINE_LENGTH]}{INDENT}{' ' * place}^"


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


def wrong_count(path: str, minds: Iterable[str], tree: ast.Module | None = None) -> SpecError:
    """Return the error for a file that has no mind, or several of which none is named."""
    names = ", ".join(minds)
    if names:
        return SpecError(f"{path} has minds {names}; name one after a colon")
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)] if tree else []
    likely = next((node.name for node in classes if not _bases(node) and "getaction" in names_in(node)), "")
    meant = f"; did you mean class {likely}(Mind)?" if likely else ""
    lines = INDENT.join(("", *SMALLEST)).replace("MyMind", likely or "MyMind")
    return SpecError(f"{path} has no subclass of Mind; expected class …(Mind), see arena new{meant}{lines}")


def mind_class(tree: ast.Module, name: str) -> ast.ClassDef | None:
    """Return the mind of this class name, or with an empty name the first one; None if there is none."""
    minds = [mind for mind in mind_classes(tree) if name in ("", mind.name)]
    return minds[0] if minds else None


def check_methods(tree: ast.Module, mind: ast.ClassDef | None, path: str) -> None:
    """Raise a SpecError if a class has no `getaction` and the source has one that was probably meant for it."""
    if mind is None or _bases(mind) != ["Mind"] or "getaction" in {*names_in(mind), *_set_later(tree)}:
        return
    outside = next((node for node in tree.body if getattr(node, "name", "") == "getaction"), None)
    hint = f"; indent the one in line {outside.lineno}, so that it is in the class" if outside else ""
    likely = near_misses(names_in(mind))
    at = next((node for node in mind.body if likely.get(getattr(node, "name", "")) == "getaction"), mind)
    if not hint and at is mind:
        return
    raise SpecError(f"{path}, line {at.lineno}: {missing_getaction(mind.name, names_in(mind))}{hint}")


def names_in(mind: ast.ClassDef | None) -> list[str]:
    """Return the names that the body of a class defines, in their order."""
    found: list[str] = []
    for part in mind.body if mind else []:
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.append(part.name)
        targets = part.targets if isinstance(part, ast.Assign) else []
        found += [target.id for target in targets if isinstance(target, ast.Name)]
    return found


def _set_later(tree: ast.Module) -> list[str]:
    """Return the methods that the source assigns or names outside of a definition: MyMind.getaction = …."""
    words = [node.attr if isinstance(node, ast.Attribute) else getattr(node, "value", "") for node in ast.walk(tree)]
    return [method for method in METHODS if method in words]


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
