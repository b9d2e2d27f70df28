"""Plain English, as far as a machine can check it: docstrings, option help, names, spelling and links."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from arena.cli import arena
from arena.cli.reference import commands
from tests.conftest import ROOT

ROOMS = ("arena", "minds", "world")

RIDDLES = "What|How|Where|Who|Whose|Whoever|Whatever|Whether|When|Which|That|If|Of|So|As|To|Nothing|Nobody|Somebody"
PREPOSITIONS = "About|After|At|Before|By|For|From|In|On|Until|With|Under"
UNITS = "SECONDS|MIB|KIB|BYTES|PORT|PLY|ELO|PROBABILITY|CENTIPAWNS|UNITS|RATE|SHARE"
COUNTED = "game|move|ply|plies|position|node|round|thread|run|mind|seed|version|process|depth"

Definition = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def sources() -> list[Path]:
    """Return every source file of the three packages."""
    return [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


def public(tree: Definition, name: str) -> Iterator[tuple[str, Definition]]:
    """Yield a module or class, and every public class and function in it."""
    yield name, tree
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            if isinstance(node, ast.ClassDef):
                yield from public(node, f"{name}:{node.name}")
            else:
                yield f"{name}:{node.name}", node


def test_docstrings_say_what_a_thing_is_or_does() -> None:
    """No public docstring opens with a word that makes it a riddle."""
    riddles = []
    for path in sources():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for name, node in public(tree, str(path.relative_to(ROOT))):
            if re.match(rf"({RIDDLES})\b", ast.get_docstring(node) or ""):
                riddles.append(f"{name}: {(ast.get_docstring(node) or '').splitlines()[0]}")
    assert riddles == []


def test_constants_say_of_what() -> None:
    """No constant is called LONGEST without a word that says of what."""
    pattern = re.compile(r"^LONGEST\b", re.MULTILINE)
    assert [path for path in sources() if pattern.search(path.read_text(encoding="utf-8"))] == []


def options() -> Iterator[tuple[str, click.Option]]:
    """Yield every option of every command."""
    for name, command in commands(arena):
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                yield f"{name} {parameter.opts[0]}", parameter


def test_options_have_help() -> None:
    """Every option's help is a sentence that begins with a capital letter and ends with a full stop."""
    wrong = {}
    for name, option in options():
        text = re.sub(r" \[default: .*\]$", "", option.help or "")
        if not re.fullmatch(r"[A-Z].*\.", text, re.DOTALL) or re.match(rf"({RIDDLES})\b", text):
            wrong[name] = text
    assert wrong == {}


def test_numbers_have_units() -> None:
    """A numeric option names its unit in the usage line, or says in its help what it counts."""
    wrong = {}
    for name, option in options():
        if isinstance(option.type, click.types.IntParamType | click.types.FloatParamType):
            unit = re.fullmatch(UNITS, option.metavar or "") or re.search(
                rf"\b({COUNTED})s?\b", option.help or "", re.I
            )
            if not unit or re.match(rf"({PREPOSITIONS})\b", option.help or ""):
                wrong[name] = f"{option.metavar} {option.help}"
    assert wrong == {}


def test_spelling() -> None:
    """codespell finds no misspelt word in any file."""
    program = Path(sys.executable).parent / "codespell"
    done = subprocess.run([program], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def links() -> Iterator[tuple[Path, str]]:
    """Yield every relative link of every page, with the page."""
    for page in ROOT.glob("**/*.md"):
        if not any(part.startswith(".") for part in page.relative_to(ROOT).parts):
            for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
                yield page, target


def test_links_resolve() -> None:
    """Every relative link of every page names a file that exists."""
    found = list(links())
    assert len(found) > 20
    assert [
        f"{page.relative_to(ROOT)}: {target}" for page, target in found if not (page.parent / target).exists()
    ] == []


@pytest.mark.parametrize(
    ("text", "riddle"),
    [
        ("Whatever a mind says.", True),
        ("Of the openings.", True),
        ("Offer a draw.", False),
        ("Return the moves.", False),
    ],
)
def test_riddles_are_recognised(text: str, riddle: bool) -> None:
    """The check looks at whole words."""
    assert bool(re.match(rf"({RIDDLES})\b", text)) == riddle
