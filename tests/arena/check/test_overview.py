"""A folder of submissions is examined at once, with a verdict on each."""

import json
from pathlib import Path

from tests.arena.command import arena
from tests.drills.submissions import decent, mistakes, write

ILLEGAL = next(one for one in mistakes() if one.name == "illegal")
SYNTAX = next(one for one in mistakes() if one.name == "syntax")


def test_every_submission_in_a_folder_has_a_verdict(tmp_path: Path) -> None:
    """A broken file does not stop the others; each has a line, and the exit code says that not all are ready."""
    write(tmp_path, [decent("ann.py", "ann"), ILLEGAL, SYNTAX])
    done = arena("check", str(tmp_path), "--seconds", "1")
    assert done.returncode == 1
    syntax, ann, illegal, _, last = done.stdout.splitlines()
    assert syntax.split()[:3] == ["syntax", "NOT", "READY"]
    assert syntax.endswith("syntax.py', line 10: expected ':'")
    assert ann.split()[:3] == ["ann", "is", "ready"]
    assert 'illegal, e2e5 ("12,36") is illegal' in illegal
    assert last == "1 of 3 are ready; arena check FILE --seconds 1.0 says all about one"


def test_verdicts_are_json_too(tmp_path: Path) -> None:
    """With --json a folder's verdicts are one list; if all are ready, the exit code is 0."""
    write(tmp_path, [decent("ann.py", "ann")])
    done = arena("check", str(tmp_path), "--seconds", "1", "--json")
    assert done.returncode == 0
    (verdict,) = json.loads(done.stdout)
    assert (verdict["name"], verdict["is_ready"]) == ("ann", True)


def test_one_position_is_asked_of_one_mind(tmp_path: Path) -> None:
    """--position makes no sense for a folder, and the message says so."""
    write(tmp_path, [decent("ann.py", "ann")])
    done = arena("check", str(tmp_path), "--position", "3")
    assert (done.returncode, "expected one mind" in done.stderr) == (2, True)
