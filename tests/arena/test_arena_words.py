"""The public words of arena: complete, there after `import arena`, and not loaded before they are used."""

import re
import subprocess
import sys

import arena
from arena import errors
from tests.conftest import ROOT

HEAVY = {"chess", "matplotlib", "msgspec", "numba", "numpy", "pandas", "rich"}
EXAMPLES = """
>>> import arena
>>> estimate = arena.rate.elo.estimate((76, 89, 123))
>>> print(f"{estimate.elo:.1f} ± {estimate.elo_error:.1f}")
-15.7 ± 30.5
>>> round(arena.rate.sprt.llr((365, 16618, 36229, 16974, 390), 0, 2), 3)
2.25
>>> arena.rate.pairs.fit([("a", "b", 1.0), ("b", "a", 0.5)]).names
('a', 'b')
>>> arena.load("results/reference").standings["rank"].tolist()[:3]
[1, 2, 3]
>>> arena.save
Traceback (most recent call last):
AttributeError: module 'arena' has no attribute 'save'
>>> arena.rate.glicko
Traceback (most recent call last):
AttributeError: module 'arena.rate' has no attribute 'glicko'
"""


def fresh(code: str) -> str:
    """Run code in a process of its own, where nothing has been imported yet; return what it prints."""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_words_that_the_readme_promises_exist() -> None:
    """Every `arena.…` of the README in which a function is called is found after nothing but `import arena`."""
    words = set(re.findall(r"`(arena(?:\.\w+)+)\(", (ROOT / "README.md").read_text(encoding="utf-8")))
    assert {"arena.load", "arena.rate.elo.estimate", "arena.rate.sprt.llr", "arena.rate.pairs.fit"} <= words
    for word in words:
        assert fresh(f"import arena; print(callable({word}))") == "True\n"


def test_the_words_work() -> None:
    """Each public function does what the README says of it, in a process that has imported nothing but arena."""
    lines = f"test = doctest.DocTestParser().get_doctest({EXAMPLES!r}, {{}}, 'examples', None, None)"
    assert fresh(f"import doctest\n{lines}\nprint(doctest.DocTestRunner().run(test).failed)") == "0\n"


def test_all_is_complete() -> None:
    """`__all__` is sorted, names every error, and each of its names exists."""
    assert {name for name in vars(errors) if name.endswith("Error")} <= set(arena.__all__)
    assert arena.__all__ == sorted(arena.__all__)
    assert all(hasattr(arena, name) for name in arena.__all__)
    assert set(arena.__all__) <= set(dir(arena))
    assert all(hasattr(arena.rate, name) for name in arena.rate.__all__)
    assert arena.ArenaError is errors.ArenaError


def test_importing_arena_loads_nothing_heavy() -> None:
    """`import arena` leaves pandas, numpy and the like to those who use them."""
    assert fresh(f"import sys, arena; print({HEAVY!r} & set(sys.modules))") == "set()\n"
