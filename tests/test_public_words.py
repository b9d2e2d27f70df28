"""The public words: what the packages offer, what their pages promise, and that both are the same."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import nbformat
import pytest

from tests.conftest import ROOT

PACKAGES = ("arena", "minds", "world")
PAGES = sorted(page for page in ROOT.rglob("*.md") if not any(part.startswith(".") for part in page.parts))
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def texts() -> Iterator[tuple[str, str]]:
    """Every page and every notebook's code, with its name."""
    for page in PAGES:
        yield str(page.relative_to(ROOT)), page.read_text(encoding="utf-8")
    for path in NOTEBOOKS:
        notebook = nbformat.read(path, as_version=4)
        yield path.name, "\n".join(cell.source for cell in notebook.cells)


@pytest.mark.parametrize("name", PACKAGES)
def test_all_is_what_a_package_offers(name: str) -> None:
    """Every word of __all__ is there, in order, and no public word is missing from it."""
    package = import_module(name)
    assert package.__all__ == sorted(set(package.__all__))
    assert [word for word in package.__all__ if not hasattr(package, word)] == []
    tree = ast.parse(Path(package.__file__ or "").read_text(encoding="utf-8"))
    imported = {alias.asname or alias.name for node in imports(tree) for alias in node.names}
    assert imported | own_words(package) <= set(package.__all__)


def imports(tree: ast.Module) -> Iterator[ast.ImportFrom]:
    """The imports from our own modules that stand in a package's file, also those for type checkers alone."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in PACKAGES:
            yield node


def own_words(package: ModuleType) -> set[str]:
    """The names in a package that are its own: neither modules nor what the file itself needs."""
    return {
        name
        for name, thing in vars(package).items()
        if not name.startswith("_")
        and not isinstance(thing, ModuleType)
        and getattr(thing, "__module__", "").split(".")[0] in PACKAGES
    }


@pytest.mark.parametrize("name", PACKAGES)
def test_a_star_import_works(name: str) -> None:
    """`from minds import *` gives every word, in a fresh interpreter."""
    code = f"from {name} import *; import {name}; assert set({name}.__all__) <= set(globals())"
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, timeout=60)


def test_what_pages_import_is_there() -> None:
    """Every word that a page or a notebook imports from a package is one of the package's public words."""
    missing, count = [], 0
    for page, text in texts():
        for package, words in re.findall(rf"from ({'|'.join(PACKAGES)}) import ([\w, ]+)", text):
            for word in re.split(r", *", words.strip()):
                count += 1
                if word not in import_module(package).__all__:
                    missing.append(f"{page}: {package}.{word}")
    assert missing == []
    assert count > 10


def test_what_pages_call_is_there() -> None:
    """Every function that a page calls as `arena.rate.elo.estimate(…)` is found after `import arena` alone."""
    called = {call for _, text in texts() for call in re.findall(r"\b(arena(?:\.[a-z_]+)+)\(", text)}
    assert "arena.load" in called
    code = "import arena\n" + "".join(f"assert callable({call})\n" for call in sorted(called))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
