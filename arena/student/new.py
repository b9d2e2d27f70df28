"""A new mind: a folder with a mind that beats chance, what to do with it, and a test."""

import re
from keyword import iskeyword
from pathlib import Path
from string import Template

from arena.errors import NewMindError
from minds.errors import quoted

TEMPLATE = Path(__file__).parent / "template"
FILES = {
    "mind.py": "the mind: it beats chance, and loses to whoever looks further",
    "README.md": "what to do next, the commands in order",
    "test_mind.py": "what it should always do",
}
LONGEST = 40  # letters of a name


def make(name: str, where: Path) -> list[Path]:
    """Make the folder of that name, and say which files are in it; whatever is there already is left alone."""
    words = {"name": name, "kind": class_name(name)}
    folder = where / name
    try:
        folder.mkdir()
    except FileExistsError:
        raise NewMindError(f"there is a {quoted(name)} already; expected a name that is still free") from None
    for file in FILES:
        text = Template((TEMPLATE / f"{file}.txt").read_text(encoding="utf-8")).substitute(words)
        (folder / file).write_text(text, encoding="utf-8")
    return [folder / file for file in FILES]


def class_name(name: str) -> str:
    """What the class of a mind is called; a NewMindError if the name is none that a folder and a class could have.

    Nothing gets through that would have to be quoted in Python, in a shell or in a spec.
    """
    if len(name) > LONGEST:
        raise NewMindError(f"the name {quoted(name)} has {len(name)} letters; expected at most {LONGEST}")
    found = "".join(word[:1].upper() + word[1:] for word in re.split("[-_]", name))
    if not re.fullmatch(r"[^\W\d_][\w-]*", name) or not found.isidentifier():
        raise NewMindError(f"the name {quoted(name)}; expected letters, digits, - and _, beginning with a letter")
    return f"{found}Mind" if iskeyword(found) or found == "Mind" else found
