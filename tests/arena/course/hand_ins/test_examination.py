"""The check of a hand-in is that of `arena check`: in the jail, under the course's limits."""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from arena.course.hand_ins.examination import NOT_READY, Verdict, examine
from arena.course.register import Register
from arena.entrants.bundle import Bundle, BundledFile
from arena.errors import CourseError
from arena.tournament.plan import make_plan
from tests.arena.course.conftest import ANN, LIMITS, NOON, SPRING, bundle
from tests.conftest import ROOT, until

PLAN = make_plan(minds=["any-random-legal-move", "minimax"], nodes=20, max_plies=10)
GOOD = """
from minds import Mind


class Good(Mind):
    def getaction(self, state):
        return self.rng.choice(state.position.legal_moves())
"""


def verdict_on(folder: Path, files: Bundle, seconds: int = 2) -> Verdict:
    """Hand files in, and check them."""
    with Register(folder) as register:
        return examine(register.hand_in(ANN, files, SPRING, LIMITS, NOON), files, PLAN, seconds)


def test_a_good_mind_is_accepted_and_nothing_of_it_is_imported(tmp_path: Path) -> None:
    """The words are those of `arena check`, name no folder of the server's, and files called like ours are no traps."""
    trap = f"open({str(tmp_path / 'sprung')!r}, 'w').close()\n"
    names = ("arena.py", "click.py", "json.py", "sitecustomize.py")
    traps = [BundledFile(name, False, trap.encode()) for name in names]
    found = verdict_on(tmp_path, Bundle((*traps, BundledFile("mind.py", False, GOOD.encode()))))
    assert found.is_accepted, found.words
    assert "ready (" in found.words.splitlines()[-1]
    assert str(tmp_path) not in found.words
    assert "bundles/" not in found.words
    assert "sprung" not in os.listdir(tmp_path)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (GOOD.replace("return", "raise ValueError('no idea')  #"), "no idea"),
        ("import random\n", "no subclass of Mind"),
    ],
)
def test_a_bad_mind_is_refused_with_reasons(tmp_path: Path, text: str, expected: str) -> None:
    """A mind that crashes, or is none, is refused in the words that its author would see at home."""
    found = verdict_on(tmp_path, bundle(text))
    assert not found.is_accepted
    assert expected in found.words


def test_a_failure_comes_with_a_command_that_works_at_home(tmp_path: Path) -> None:
    """It names neither the server's plan nor the seconds that the server has for a check."""
    words = verdict_on(tmp_path, bundle(GOOD.replace("return", "raise ValueError('no idea')  #"))).words
    assert "see it again with: arena check ./mind.py --position 1\n" in words


def test_a_check_without_time_to_ask_anything_is_no_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine, a mind may take all of the time to start; that refuses nobody."""
    said = b"slow\n  started     in 9000 ms\n\nundecided (40.7 s): no time was left to ask anything"
    done = subprocess.CompletedProcess([], NOT_READY, said, b"")
    monkeypatch.setattr("arena.course.hand_ins.examination.subprocess.run", lambda *_, **__: done)
    with pytest.raises(CourseError, match="had no time to ask it anything in 2 s"):
        verdict_on(tmp_path, bundle(GOOD))


CHECKS = """
import sys
from pathlib import Path
from tests.arena.course.hand_ins.test_examination import GOOD, bundle, verdict_on

verdict_on(Path(sys.argv[1]), bundle(GOOD), 600)
"""


def checks_in(folder: Path) -> list[int]:
    """Return the numbers of the processes that check by a plan in a folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (
                f"{folder}/".encode() in (path / "cmdline").read_bytes()
                and b"\0check\0" in (path / "cmdline").read_bytes()
            ):
                found.append(int(path.name))
    return found


@pytest.mark.drill  # three processes; the parts are those of other tests
def test_a_check_ends_with_the_process_that_asked_for_it(tmp_path: Path) -> None:
    """After kill -9 of the course's process neither its check nor a file of it is left."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    given = os.environ | {"TMPDIR": str(temporary)}
    with subprocess.Popen([sys.executable, "-c", CHECKS, str(tmp_path)], env=given, cwd=ROOT) as process:
        until(lambda: checks_in(temporary))
        process.kill()
    until(lambda: not checks_in(temporary), seconds=20)  # by itself it lasts longer
    until(lambda: not list(temporary.iterdir()))
