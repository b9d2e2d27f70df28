"""What there is to know of a mind without running a line of it: its source is read, not loaded."""

import ast
import os
import re
import shlex
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.metadata import entry_points
from itertools import islice
from pathlib import Path
from typing import Any

from minds.errors import ParameterError, SpecError, quoted
from minds.spec import GROUP, Spec, builtin, read_spec

LONGEST_SOURCE, LONGEST_NAME, LONGEST_LINE = 1_000_000, 60, 200
LARGEST = 10**18
UNKNOWN = object()  # a default that is no plain value


@dataclass(frozen=True)
class Card:
    """What a mind's source says of it."""

    spec: str
    name: str
    says: str  # the first line of its docstring
    parameters: dict[str, Any]  # with their defaults, as far as those are plain values


def card(text: str) -> Card:
    """Name, first line of the docstring, and parameters."""
    spec = read_spec(text)
    if spec.kind == "cmd":
        return Card(text, spec.target, "a program that speaks the wire", {})
    if spec.kind == "uci":
        return Card(text, spec.target, "a chess program that speaks UCI", {})
    if spec.kind == "remote":
        return Card(text, spec.target, "a mind that has joined from elsewhere", {})
    if spec.kind == "installed":
        return Card(text, spec.target, f"installed from {entry_points(group=GROUP)[spec.target].value}", {})
    path = builtin()[spec.target] if spec.kind == "builtin" else Path(spec.target)
    tree = _tree(path)
    chosen = _chosen(tree, spec)
    says = (chosen and ast.get_docstring(chosen)) or ast.get_docstring(tree) or ""
    name, first = _name(chosen, path.stem), says.strip().partition("\n")[0]
    return Card(text, printable(name)[:LONGEST_NAME], printable(first)[:LONGEST_LINE], _parameters(chosen) or {})


def printable(text: str) -> str:
    """One line that can be written anywhere and commands no terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


OWN = "mind"  # a file of this name, whatever its ending, has its folder for itself
STORE = "arena.sqlite"  # the file of a tournament
LONGEST_PROGRAM, MOST_FILES = 100_000_000, 1000


def sources(text: str) -> list[Path]:
    """The files that a mind consists of which is not the house's, as far as its spec names them."""
    spec = read_spec(text)
    if spec.kind == "cmd":
        return [Path(word) for word in shlex.split(spec.target) if _is_file(word)]
    path = Path(spec.target)
    if spec.kind == "uci":
        return [path]
    if spec.kind != "file":
        return []
    folder = own_folder(path.resolve())
    return [path] if folder is None else [one for one in _below(folder) if not _is_left_by_tools(one, folder)]


def own_folder(path: Path) -> Path | None:
    """The folder that a mind has for itself: its file is called mind, and there is nobody else's thing in it.

    Not a home, nor what a home lies in; not one with a tournament or with another mind anywhere below.
    """
    folder, home = path.parent, Path.home().resolve()
    if path.stem != OWN or folder in (home, *home.parents):
        return None
    found = [one for one in _below(folder) if not _is_left_by_tools(one, folder)]
    others = [one for one in found if one.name == STORE or (one.stem == OWN and one.parent != folder)]
    return None if others or len(found) > MOST_FILES else folder


def _below(folder: Path) -> list[Path]:
    """The files below a folder, up to one more than a mind may have."""
    files = (Path(place) / name for place, _, names in os.walk(folder) for name in sorted(names))
    return sorted(islice((path for path in files if path.is_file()), MOST_FILES + 1))


def _is_left_by_tools(path: Path, folder: Path) -> bool:
    return any(part.startswith((".", "__")) for part in path.relative_to(folder).parts[:-1])


def learns(text: str) -> bool:
    """Whether a mind may carry something from game to game: it must at least mention the word."""
    spec, files = read_spec(text), sources(text)
    if not spec.is_foreign:
        return False
    scripts = [
        path for path in files if not _begins(path, b"\x7fELF")
    ]  # else it is an interpreter, which knows all words
    return any(_mentions(path, b"memory") for path in (scripts if len(files) > 1 else files))


def _begins(path: Path, mark: bytes) -> bool:
    with path.open("rb") as file:
        return file.read(len(mark)) == mark


def _mentions(path: Path, word: bytes) -> bool:
    with path.open("rb") as file:
        return word in file.read(LONGEST_PROGRAM)


def _is_file(word: str) -> bool:
    try:
        return Path(word).is_file()
    except (OSError, ValueError):
        return False


def check_card(spec: Spec) -> None:
    """Find fault with the spec of a file, as loading it would."""
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
    known = _parameters(_chosen(tree, spec))
    if known is None:
        return
    for name, text in spec.parameters.items():
        if name not in known:
            raise unknown_parameter(spec, name, list(known))
        value_of(text, known[name], spec, name)


def unknown_parameter(spec: Spec, name: str, known: list[str]) -> ParameterError:
    """What to say of a parameter that there is not."""
    near = get_close_matches(name, known, 1)
    expected = f"expected one of {', '.join(known)}" if known else "it has none"
    meant = f"; did you mean {near[0]}?" if near else ""
    return ParameterError(f"{quoted(spec.text)}: no parameter {quoted(name)}; {expected}{meant}")


def _tree(path: Path) -> ast.Module:
    try:
        with path.open("rb") as file:
            source = file.read(LONGEST_SOURCE + 1)
    except OSError as problem:
        raise SpecError(f"{quoted(str(path))} cannot be read: {problem.strerror}") from None
    if len(source) > LONGEST_SOURCE:
        raise SpecError(f"{quoted(str(path))} is longer than {LONGEST_SOURCE} bytes")
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as problem:
        raise SpecError(f"{quoted(str(path))} is no Python: {problem}") from None


def _minds(tree: ast.Module) -> list[ast.ClassDef]:
    """The classes that are minds by the look of them: they say so, or answer, or are derived from one that is."""
    found: list[ast.ClassDef] = []
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            bases = _bases(node)
            answers = any(isinstance(part, ast.FunctionDef) and part.name == "getaction" for part in node.body)
            derived = any(base.endswith("Mind") or base in [mind.name for mind in found] for base in bases)
            if derived or (bases and (answers or _name(node, ""))):
                found.append(node)
    return found


def _chosen(tree: ast.Module, spec: Spec) -> ast.ClassDef | None:
    minds = [mind for mind in _minds(tree) if spec.mind in ("", mind.name)]
    return minds[0] if minds else None


def _name(node: ast.ClassDef | None, otherwise: str) -> str:
    """What the class calls itself."""
    for part in node.body if node else []:
        if isinstance(part, ast.Assign | ast.AnnAssign) and isinstance(part.value, ast.Constant):
            targets = part.targets if isinstance(part, ast.Assign) else [part.target]
            named = any(isinstance(target, ast.Name) and target.id == "name" for target in targets)
            if named and isinstance(part.value.value, str):
                return part.value.value
    return otherwise


def _parameters(node: ast.ClassDef | None) -> dict[str, Any] | None:
    """The parameters of `__init__` with their defaults; None if it takes whatever comes, or is written elsewhere."""
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
    """The last words of what a class is derived from; of what is no plain name, nothing."""
    plain = {ast.Name: "id", ast.Attribute: "attr"}
    return [getattr(base, plain[type(base)]) if type(base) in plain else "" for base in node.bases]


def _plain(node: ast.expr | None) -> Any:
    try:
        value = UNKNOWN if node is None else ast.literal_eval(node)
        return UNKNOWN if isinstance(value, int) and abs(value) > LARGEST else value
    except (ValueError, TypeError, RecursionError, MemoryError):
        return UNKNOWN


WORDS = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}


def value_of(text: str, default: Any, spec: Spec, name: str) -> Any:
    """A parameter's text as the kind of thing that its default is."""
    if isinstance(default, bool):
        if text.lower() in WORDS:
            return WORDS[text.lower()]
        raise ParameterError(f"{quoted(spec.text)}: {name}={text}; expected yes or no")
    if isinstance(default, int) and not re.fullmatch("-?[0-9]{1,18}", text):
        raise ParameterError(f"{quoted(spec.text)}: {name}={text}; expected a whole number")
    if isinstance(default, float) and not re.fullmatch(r"-?[0-9]{1,18}(\.[0-9]{1,18})?", text):
        raise ParameterError(f"{quoted(spec.text)}: {name}={text}; expected a number")
    return type(default)(text) if isinstance(default, int | float) else text
