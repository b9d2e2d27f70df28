"""Specs: any text names a mind, whose card, files and name can be read, or an error says why not."""

import os
import tempfile
from pathlib import Path

from hypothesis import strategies as st

from arena.entrants.enter import enter
from arena.entrants.naming import MAX_NAME_LENGTH, split_name, unique_names
from arena.errors import ArenaError
from minds import registry
from minds.errors import MindsError
from tests.drills.texts.mutations import mutated
from world.errors import WorldError

MIND = '"""A mind."""\nfrom minds import Mind\n\n\nclass {name}(Mind):\n    name = "{name}"\n    needs = "position"\n'
MIND += '\n    def __init__(self, depth: int = 2, mood: str = "calm", fast: bool = True, share: float = 0.5) -> None:\n'
MIND += "        pass\n\n    def getaction(self, state):\n        return 0\n"
GOOD = [
    "alphabeta", "alphabeta:depth=4", "pst-engine:hash=16,threads=2", "society:minds=greedy-search+minimax",
    "negamax:book=engine,book_moves=3", "champion:book=house",
    "ann.py", "ann.py:Ann:depth=3,mood=x,fast=yes,share=0.5", "ann=ann.py", "ann.py@HEAD~3:Ann", "bob/mind.py",
    "two.py:Two", "two.py", "broken.py", "cmd:./engine --fast", "cmd:python3 ann.py", "uci:./engine",
    "uci:./engine --uci?Hash=16&Level=3", "uci:./engine?EvalFile=ann.py&restart=on", "uci:./engine?A=%0Aquit",
    "remote:bob", "cmd:python3 " + "x" * 300, "x" * 300 + ".py", "uci:" + "x" * 300, "uci:./engine " + "y" * 300,
]  # fmt: skip
LETTERS = ":=,?&%@/.~-+ '\"\\#0123456789abcdefghijklmnopqrstuvwxyzé"
TEXTS = st.sampled_from(GOOD) | mutated(st.sampled_from(GOOD), LETTERS) | st.text(LETTERS, max_size=30) | st.text()
FOLDER = tempfile.TemporaryDirectory(prefix="specs-")


def set_up() -> None:
    """Fill the folder with minds, and work in it."""
    root = Path(FOLDER.name)
    (root / "bob").mkdir()
    for name, text in {
        "ann.py": MIND.format(name="Ann"),
        "bob/mind.py": MIND.format(name="Bob"),
        "two.py": MIND.format(name="One") + MIND.format(name="Two"),
        "broken.py": "class (",
        "engine": "#!/bin/sh\nexit 0\n",
    }.items():
        (root / name).write_text(text, encoding="utf-8")
    (root / "engine").chmod(0o755)


set_up()


def check(text: str) -> bool:
    """Ask for all that is asked of a spec before a mind of it is started."""
    before = os.getcwd()
    os.chdir(FOLDER.name)
    try:
        return _check(text)
    finally:
        os.chdir(before)


def _check(text: str) -> bool:
    try:
        name, spec = split_name(text)
        found = registry.read_spec(spec)
        own = registry.label(spec)
        registry.check(spec)
        registry.card(spec)
        registry.learns(spec)
        registry.reject_misfits([spec], "chess")
        entrant, bundle = enter(spec, name)
    except (ArenaError, MindsError, WorldError) as error:
        assert len(str(error)) < 5000
        return False
    assert all(value.isprintable() for pair in found.parameters.items() for value in pair), found
    (unique,) = unique_names([name], [own])
    assert unique.isprintable()
    assert 0 < len(unique) <= MAX_NAME_LENGTH
    assert (bundle.digest if bundle is not None else "") == entrant.bundle
    assert not entrant.runs or not entrant.runs.startswith("/")
    return True
