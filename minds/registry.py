"""From a spec to a mind. Loading a mind runs its code, so a stranger's is loaded in a cell only."""

import inspect
import shlex
import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from minds.api import Mind
from minds.card import Card as Card
from minds.card import card as card
from minds.card import check_builtin_name, check_card
from minds.classes import wrong_count
from minds.errors import SpecError, quoted
from minds.needs import is_fit as is_fit
from minds.needs import lineup as lineup
from minds.needs import reject_misfits as reject_misfits
from minds.needs import why_unfit as why_unfit
from minds.parameters import unknown_parameter, value_of
from minds.sources import holds_others as holds_others
from minds.sources import is_shared as is_shared
from minds.sources import learns as learns
from minds.sources import named_files as named_files
from minds.sources import own_folder as own_folder
from minds.sources import sources as sources
from minds.spec import GROUP
from minds.spec import Spec as Spec
from minds.spec import builtin as builtin
from minds.spec import names as names
from minds.spec import read_spec as read_spec
from world.api import entry_points


def load(spec: str | Spec) -> Mind:
    """Return the mind of a spec, made with its parameters. This runs its code: load a stranger's in a cell."""
    found = read_spec(spec) if isinstance(spec, str) else spec
    return make(find_class(found), found)


def label(text: str) -> str:
    """Return a mind's name in tables and records: a file's mind as it names itself, a program by its file."""
    spec = read_spec(text)
    if spec.kind == "file":
        words = ",".join(f"{name}={value}" for name, value in spec.parameters.items())
        name = card(text).name
        name = f"{name} ({Path(spec.target).name})" if name in names() else name  # not to be taken for the built-in one
        return f"{name}:{words}" if words else name
    if spec.kind == "uci":
        chosen = ",".join(f"{name}={value}" for name, value in spec.parameters.items())
        name = sources(text)[-1].name  # of the script, if the program is its interpreter
        return f"{name}:{chosen}" if chosen else name
    if spec.kind == "cmd":
        program, *arguments = shlex.split(spec.target)
        files = named_files([word for word in arguments if not word.startswith("-")][-1:])
        return files[0].name if files else Path(program).name
    return text


def check(text: str) -> None:
    """Raise a SpecError if a spec is wrong, as far as that shows without running a stranger's code."""
    spec = read_spec(text)
    if spec.revision:
        raise SpecError(f"{quoted(text)}: a git revision can be named in arena run, resume, sprt, play and check only")
    if spec.kind == "file":
        check_card(spec)
    elif spec.kind in ("builtin", "installed"):
        make(find_class(spec), spec)


def find_class(spec: Spec) -> type[Mind]:
    """Return the class of a spec's mind."""
    if spec.kind == "installed":
        installed: type[Mind] = entry_points(group=GROUP)[spec.target].load()
        return installed
    if spec.kind == "builtin":
        built_in = _only_mind(import_module(f"minds.builtin.{spec.target.replace('-', '_')}"), spec)
        check_builtin_name(spec, built_in.name)
        return built_in
    if spec.kind == "file":
        return _only_mind(_load_file(Path(spec.target)), spec)
    if spec.kind == "remote":
        raise SpecError(f"{quoted(spec.text)} plays from elsewhere; expected it only in arena run … --serve PORT")
    raise SpecError(f"{quoted(spec.text)} is a program; expected a mind in Python")


def _load_file(path: Path) -> Any:
    """Load the module of a file, which may import the files beside it."""
    name = f"mind_{path.stem}"  # a file called random.py must not stand in for Python's own
    source = spec_from_file_location(name, path)
    if source is None or source.loader is None:
        raise SpecError(f"{quoted(str(path))} is not a Python file")
    module = module_from_spec(source)
    sys.modules[name] = module
    sys.path.append(str(path.parent.resolve()))
    source.loader.exec_module(module)
    return module


def _only_mind(module: Any, spec: Spec) -> type[Mind]:
    """Return the one mind that is defined in a module, or the one that the spec names."""
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
        raise wrong_count(spec.target, written)
    return next(iter(written.values()))


def make(mind: type[Mind], spec: Spec) -> Mind:
    """Make a mind with the parameters of its spec, each of the same type as its default."""
    known = {name: value for name, value in inspect.signature(mind).parameters.items() if name != "self"}
    given: dict[str, Any] = {}
    for name, text in spec.parameters.items():
        if name not in known:
            raise unknown_parameter(spec, name, list(known))
        given[name] = value_of(text, known[name].default, spec, name)
    return mind(**given)
