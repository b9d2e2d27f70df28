"""Finds every command on every page: in Markdown, notebooks, docstrings, and the templates of web pages."""

import ast
import html
import json
import os
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.conftest import ROOT

PROGRAM = r"(?:\.venv/bin/)?(?:arena|python3?|pytest|pip|ruff|mypy|lint-imports|codespell|uv|apt|source)"
INLINE = re.compile(rf"{PROGRAM} \S|\.venv/bin/|\.ci/")
LINE = r" *(?:arena [a-z-]+\b|(?:\.venv/bin/)?python3? -m )"  # begins a command in a text, where no sentence begins so
SAVED = re.compile(r"\b[Ss]aved? (?:it )?as `([\w.]+)`")
MAY_SHOW = re.compile(rf"{INLINE.pattern}|{SAVED.pattern}|```")  # spares us reading most modules
TEMPLATE = "arena/student/template/README.md.txt"
HISTORY = "CHANGELOG.md"  # its commands are those of their day


class Command(NamedTuple):
    """A command as a page prints it, or a file that the page tells its reader to save."""

    page: str
    text: str  # of the command; the content of the file
    saved: str = ""  # the file's name
    is_in_block: bool = False


def all_commands() -> Iterator[Command]:
    """Yield the commands of all pages."""
    for page, text in pages():
        yield from commands_of(page, text)


def pages() -> Iterator[tuple[str, str]]:
    """Yield everything in the repository that may show a command, by its path, as Markdown."""
    for path in _files(".md"):
        if path.name != HISTORY:
            yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
    yield TEMPLATE, string.Template((ROOT / TEMPLATE).read_text(encoding="utf-8")).substitute(name="my_mind")
    for path in _files(".ipynb"):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        yield str(path.relative_to(ROOT)), "\n\n".join("".join(cell["source"]) for cell in cells)
    for path in _files(".html"):
        yield str(path.relative_to(ROOT)), _codes(path.read_text(encoding="utf-8"))
    for path in _files(".py"):
        yield str(path.relative_to(ROOT)), _docstrings(path)


@cache
def _paths() -> list[Path]:
    """Return the files of the repository: no hidden ones, no results, no tests but commands."""
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name[0] != "."]
        found += [Path(folder, name) for name in names if name[0] != "."]
    return sorted(path for path in found if not _is_aside(path.relative_to(ROOT).parts))


def _is_aside(parts: tuple[str, ...]) -> bool:
    if parts[0] == "tests":
        return parts[1] not in ("bench", "drills", "data")
    return parts[0] in ("results", "build", "dist") and not parts[-1].endswith(".md")


def _files(ending: str) -> list[Path]:
    return [path for path in _paths() if path.name.endswith(ending)]


def _codes(page: str) -> str:
    """Return the code on a web page's template as Markdown; for what is filled in stands its name, as in NAME."""
    codes = re.findall(r"<code>(.*?)</code>", page, re.DOTALL)
    filled = [re.sub(r"\{\{ *(?:\w+\.)*(\w+)[^}]*\}\}", lambda match: match[1].upper(), code) for code in codes]
    return "\n".join(f"`{html.unescape(code)}`" for code in filled)


def _docstrings(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    if not MAY_SHOW.search(text):
        return ""
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, kinds)]
    return "\n\n".join(ast.get_docstring(node) or "" for node in nodes)


def commands_of(page: str, text: str) -> Iterator[Command]:
    """Yield the commands of a page and the files that it has its reader save, in the order of the page."""
    parts = re.split(r"^ *```(\w*)\n(.*?)^ *```$", text, flags=re.MULTILINE | re.DOTALL)
    yield from _in_prose(page, parts[0], "")
    for language, block, prose in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        if not SAVED.search(prose.strip().partition("\n\n")[0]):
            yield from _in_block(page, language, block)
        yield from _in_prose(page, prose, block)


def _in_prose(page: str, prose: str, block: str) -> Iterator[Command]:
    found = {match.start(1) - 1: Command(page, block, match[1]) for match in SAVED.finditer(prose)}
    for match in re.finditer(r"(?<!`)`([^`]+)`(?!`)", prose):
        text = " ".join(match[1].split())
        if INLINE.match(text):
            found[match.start()] = Command(page, text)
    for match in re.finditer(rf"^{LINE}(?:.*\\\n)*.*$", prose, re.MULTILINE):
        found[match.start()] = Command(page, _line(match[0]), is_in_block=True)
    yield from (found[place] for place in sorted(found))


def _in_block(page: str, language: str, block: str) -> Iterator[Command]:
    lines = re.sub(r"\\\n *", "", block).splitlines()
    if language == "sh":
        yield from (Command(page, _line(line), is_in_block=True) for line in lines if line.strip())
    elif language == "console":
        yield from (Command(page, line[2:], is_in_block=True) for line in lines if line.startswith("$ "))
    elif language == "bash":
        yield Command(page, block, is_in_block=True)
    elif language in ("", "text"):
        yield from _in_prose(page, block, "")


def _line(line: str) -> str:
    """Return a command of one line, without what stands in a column beside it."""
    return re.split(r"  +", re.sub(r" *\\\n *", " ", line).strip())[0]
