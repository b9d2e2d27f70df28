"""A new mind: a folder with a mind that beats random play, instructions, and a test."""

import re
from keyword import iskeyword
from pathlib import Path
from string import Template

from arena.errors import NewMindError
from minds.errors import quoted

TEMPLATE = Path(__file__).parent / "template"
FILES = {
    "mind.py": "the mind; it looks one move ahead",
    "README.md": "the next commands, in order",
    "test_mind.py": "its tests",
}
MAX_NAME_LENGTH = 40


def make(name: str, where: Path) -> list[Path]:
    """Make a folder with a mind of that name and return its files, or raise a NewMindError if the folder exists."""
    texts = {file: source(file, name) for file in FILES}
    folder = where / name
    try:
        folder.mkdir()
    except FileExistsError:
        raise NewMindError(f"{quoted(name)} exists already; expected another name") from None
    for file, text in texts.items():
        (folder / file).write_text(text, encoding="utf-8")
    return [folder / file for file in FILES]


def source(file: str, name: str) -> str:
    """Return the text of a file for a new mind of that name."""
    words = {"name": name, "kind": class_name(name)}
    return Template((TEMPLATE / f"{file}.txt").read_text(encoding="utf-8")).substitute(words)


def class_name(name: str) -> str:
    """Return the name of a mind's class; a NewMindError is raised for a name that cannot name a folder and a class.

    A valid name needs no quotes in Python, in a shell or in a spec.
    """
    if len(name) > MAX_NAME_LENGTH:
        raise NewMindError(f"the name {quoted(name)} has {len(name)} letters; expected at most {MAX_NAME_LENGTH}")
    found = "".join(word[:1].upper() + word[1:] for word in re.split("[-_]", name))
    if not re.fullmatch(r"[^\W\d_][\w-]*", name) or not found.isidentifier():
        raise NewMindError(f"the name {quoted(name)}; expected letters, digits, - and _, beginning with a letter")
    return f"{found}Mind" if iskeyword(found) or found == "Mind" else found
