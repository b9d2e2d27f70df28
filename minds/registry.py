"""A mind by its spec: built-in, installed, or in a file; and what there is to know of one without running it.

alphabeta   alphabeta:depth=4   path/to/mind.py   path/to/mind.py:Greedy   cmd:./mymind --fast
"""

import ast
import inspect
import re
import sys
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Literal

from minds.api import Mind
from minds.errors import ParameterError, SpecError, quoted

BUILTIN = Path(__file__).parent / "builtin"
GROUP = "arena.minds"
LONGEST_SPEC = 1000
LONGEST_SOURCE = 1_000_000


@dataclass(frozen=True)
class Spec:
    """What a spec says: where the mind is, and with which parameters it is made."""

    text: str
    kind: Literal["builtin", "installed", "file", "cmd"]
    target: str  # its name, its file or its command
    mind: str = ""  # the class within a file, if named
    parameters: dict[str, str] = field(default_factory=dict)

    @property
    def is_foreign(self) -> bool:
        """Whether this is code of somebody else's, never to be run in the arena's own process."""
        return self.kind in ("file", "cmd")


@dataclass(frozen=True)
class Card:
    """What a mind's source says of it, read without running a line of it."""

    spec: str
    name: str
    says: str  # the first line of its docstring
    parameters: dict[str, str]  # with their defaults, as written


def names() -> list[str]:
    """The built-in and installed minds."""
    return sorted({*_builtin(), *entry_points(group=GROUP).names})


def _builtin() -> dict[str, Path]:
    return {path.stem.replace("_", "-"): path for path in BUILTIN.glob("[!_]*.py")}


def read_spec(text: str) -> Spec:
    """Understand a spec; a SpecError says what is wrong with it."""
    if len(text) > LONGEST_SPEC or not text.isprintable() or not text.strip():
        raise SpecError(f"{quoted(text)} names no mind; expected a line of text")
    head, _, rest = text.partition(":")
    if head == "cmd":
        if not rest.strip():
            raise SpecError("cmd: names no command; expected the like of cmd:./mymind --fast")
        return Spec(text, "cmd", rest.strip())
    if found := re.fullmatch(r"(.*?\.py)(?::(.*))?", text):
        words = found[2].split(":") if found[2] else []
        mind = words.pop(0) if words and "=" not in words[0] else ""
        if not Path(found[1]).is_file():
            raise SpecError(f"no file {quoted(found[1])}; expected a mind's Python file")
        return Spec(text, "file", found[1], mind, _parameters(text, ":".join(words)))
    if head in entry_points(group=GROUP).names:
        return Spec(text, "installed", head, "", _parameters(text, rest))
    if head in _builtin():
        return Spec(text, "builtin", head, "", _parameters(text, rest))
    near = get_close_matches(head, names(), 1)
    meant = f"; did you mean {near[0]}?" if near else ""
    raise SpecError(f"no mind {quoted(head)}; expected one of {', '.join(names())}, a .py file or cmd:…{meant}")


def _parameters(text: str, words: str) -> dict[str, str]:
    pairs = [word.partition("=") for word in words.split(",")] if words else []
    for name, equals, value in pairs:
        if not (name.isidentifier() and equals and value):
            raise ParameterError(f"{quoted(text)}: {quoted(f'{name}{equals}{value}')}; expected name=value,name=value")
    return {name: value for name, _, value in pairs}


def load(text: str) -> Mind:
    """The mind of a spec, made with its parameters. This runs its code: foreign minds belong into a cell."""
    spec = read_spec(text)
    return make(find_class(spec), spec)


def label(text: str) -> str:
    """What a spec's mind is called in tables and records: a file's as it calls itself, a program by its file."""
    spec = read_spec(text)
    if spec.kind == "file":
        words = [card(text).name, *(f"{name}={value}" for name, value in spec.parameters.items())]
        return f"{words[0]}:{','.join(words[1:])}" if len(words) > 1 else words[0]
    return Path(spec.target.split()[0]).name if spec.kind == "cmd" else text


def check(text: str) -> None:
    """Find fault with a spec, as far as that can be done without running foreign code."""
    spec = read_spec(text)
    if spec.kind == "file":
        card(text)
    elif not spec.is_foreign:
        make(find_class(spec), spec)


def find_class(spec: Spec) -> type[Mind]:
    """The class that a spec means."""
    if spec.kind == "installed":
        installed: type[Mind] = entry_points(group=GROUP)[spec.target].load()
        return installed
    if spec.kind == "builtin":
        return _only_mind(import_module(f"minds.builtin.{spec.target.replace('-', '_')}"), spec)
    if spec.kind == "file":
        return _only_mind(_load_file(Path(spec.target)), spec)
    raise SpecError(f"{quoted(spec.text)} is a program: it is started, not loaded")


def _load_file(path: Path) -> Any:
    """The module of a file, which may import its neighbours."""
    name = f"mind_{path.stem}"  # a file called random.py must not stand in for Python's own
    source = spec_from_file_location(name, path)
    if source is None or source.loader is None:
        raise SpecError(f"{quoted(str(path))} is no Python file")
    module = module_from_spec(source)
    sys.modules[name] = module
    sys.path.append(str(path.parent.resolve()))
    source.loader.exec_module(module)
    return module


def _only_mind(module: Any, spec: Spec) -> type[Mind]:
    """The one mind that is written in a module, or the one that the spec names."""
    written = {
        name: thing
        for name, thing in vars(module).items()
        if isinstance(thing, type) and issubclass(thing, Mind) and thing.__module__ == module.__name__
    }
    if spec.mind:
        if spec.mind not in written:
            expected = f"expected one of {', '.join(written)}" if written else "there is no subclass of Mind in it"
            raise SpecError(f"no mind {quoted(spec.mind)} in {spec.target}; {expected}")
        return written[spec.mind]
    if len(written) != 1:
        found = f"minds {', '.join(written)}; name one after a colon" if written else "no subclass of Mind"
        raise SpecError(f"{spec.target} has {found}")
    return next(iter(written.values()))


def make(mind: type[Mind], spec: Spec) -> Mind:
    """A mind with the parameters of its spec, each of the kind that its default is."""
    known = {name: value for name, value in inspect.signature(mind).parameters.items() if name != "self"}
    given: dict[str, Any] = {}
    for name, text in spec.parameters.items():
        if name not in known:
            near = get_close_matches(name, known, 1)
            expected = f"expected one of {', '.join(known)}" if known else "it has none"
            meant = f"; did you mean {near[0]}?" if near else ""
            raise ParameterError(f"{quoted(spec.text)}: no parameter {quoted(name)}; {expected}{meant}")
        given[name] = _value(text, known[name].default, spec, name)
    return mind(**given)


WORDS = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}


def _value(text: str, default: Any, spec: Spec, name: str) -> Any:
    if isinstance(default, bool):
        if text.lower() in WORDS:
            return WORDS[text.lower()]
        raise ParameterError(f"{quoted(spec.text)}: {name}={text}; expected yes or no")
    if isinstance(default, int | float):
        try:
            return type(default)(text)
        except ValueError:
            kind = "a whole number" if isinstance(default, int) else "a number"
            raise ParameterError(f"{quoted(spec.text)}: {name}={text}; expected {kind}") from None
    return text


# ── Read without running ─────────────────────────────────────────────────────────────────────


def card(text: str) -> Card:
    """What a mind's source says of it: name, docstring and parameters, without running any of it."""
    spec = read_spec(text)
    if spec.kind == "cmd":
        return Card(text, spec.target, "a program that speaks the wire", {})
    if spec.kind == "installed":
        mind = find_class(spec)
        return Card(text, spec.target, (inspect.getdoc(mind) or "").partition("\n")[0], {})
    path = _builtin()[spec.target] if spec.kind == "builtin" else Path(spec.target)
    return _read_card(path, spec)


def _read_card(path: Path, spec: Spec) -> Card:
    source = path.read_bytes()
    if len(source) > LONGEST_SOURCE:
        raise SpecError(f"{quoted(str(path))} has {len(source)} bytes; expected at most {LONGEST_SOURCE}")
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as problem:
        raise SpecError(f"{quoted(str(path))} is no Python: {problem}") from None
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef) and spec.mind in ("", node.name)]
    chosen = next((node for node in classes if any("Mind" in ast.unparse(base) for base in node.bases)), None)
    parameters: dict[str, str] = {}
    name, says = path.stem, ast.get_docstring(tree) or ""
    if chosen is not None:
        says = ast.get_docstring(chosen) or says
        for node in chosen.body:
            if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["name"]:
                name = str(node.value.value) if isinstance(node.value, ast.Constant) else name
            if isinstance(node, ast.FunctionDef) and node.name == "__init__":
                arguments = node.args.args[len(node.args.args) - len(node.args.defaults) :]
                parameters = {
                    argument.arg: ast.unparse(value)
                    for argument, value in zip(arguments, node.args.defaults, strict=True)
                }
    return Card(spec.text, name, says.strip().partition("\n")[0], parameters)
