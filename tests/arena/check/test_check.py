"""`arena check`: what a student is told of a mind, from the jail of a tournament."""

import json
import shlex
import time
from pathlib import Path
from time import monotonic

import pytest

from arena.cell.launch import Zygote
from arena.check.examine import Examination
from arena.check.findings import Findings
from arena.check.words import lines
from arena.tournament.plan import make_plan
from tests.arena.cell.test_jail import mind
from tests.arena.command import arena

GOOD = '"""Takes the first move there is."""'


def examine(spec: str, seconds: float = 15.0, **limits: object) -> Findings:
    plan = make_plan(minds=[spec, "any-random-legal-move"], **({"movetime": 0.1} | limits))
    return Examination(spec, plan, seconds).run()


def test_a_sound_mind_is_ready(tmp_path: Path) -> None:
    """All sixty positions, the same answers again, two games, within the time."""
    path = mind(tmp_path, "return state.position.legal_moves()[0]")
    Path(path).write_text(f"{GOOD}\n{Path(path).read_text(encoding='utf-8')}", encoding="utf-8")
    start = monotonic()
    found = examine(path)
    assert monotonic() - start < 16
    assert (len(found.answers), found.states, found.refusals, found.remarks) == (60, 60, [], [])
    assert (found.repeated, found.differing) == (12, 0)
    assert [game.colour for game in found.games] == ["White", "Black"]
    assert found.layers.endswith("seccomp")
    assert found.sees == str(tmp_path)
    said = "\n".join(lines(found, 0.1, 1024))
    for word in ("Takes the first move", "60 of 60", "12 of 12", "as White against chance", "up to 1 ms"):
        assert word in said


@pytest.mark.parametrize(
    ("body", "where", "kind", "said"),
    [
        ("return '0,0'", "position 1, ", "illegal", "'0,0' is no action here"),
        ("return state.position.legal_moves()[0] if state.position.halfmoves < 90 else 1 / 0", "", "crash", "Zero"),
        (
            "moves = state.position.legal_moves()\nreturn [m for m in moves if not m.promotion][0]",
            "promotion as the only way",
            "crash",
            "IndexError",
        ),
        ("while True: pass", "position 1, ", "time", "no answer"),
        ("os.fork()", "position 1, ", "crash", "PermissionError"),
        ("bytearray(2 << 30)", "position 1, ", "memory", "out of memory"),
        ("os._exit(3)", "position 1, ", "crash", "exit code 3"),
    ],
)
def test_what_is_refused(tmp_path: Path, body: str, where: str, kind: str, said: str) -> None:
    """With the position, the student's own line, and the command that shows it again."""
    spec = mind(tmp_path, body)
    found = examine(spec)
    assert found.refusals, found.answers
    first = found.refusals[0]
    assert (first.fault.kind, said in first.fault.message) == (kind, True), first
    assert where in first.where
    assert first.board.count("\n") >= 8
    if kind == "crash" and "exit" not in said:
        assert "mind.py" in first.fault.traceback
    number = first.where.split()[1].rstrip(",")
    assert first.again == f"arena check {spec} --position {number}"
    again = arena(*first.again.split()[1:])
    assert again.returncode == 1
    assert f"REFUSED in {first.where}: {kind}" in again.stdout


def test_the_command_shows_it_again(tmp_path: Path) -> None:
    """With all options that were given, and quoted as a shell wants it."""
    folder = tmp_path / "a mind"
    folder.mkdir()
    spec = mind(folder, "return str(len(bytearray(100 << 20)))")
    done = arena("check", spec, "--memory", "80", "--nodes", "50", "--json")
    first = json.loads(done.stdout)["refusals"][0]
    assert first["fault"]["kind"] == "memory"
    assert "80 MiB: --memory" in first["fault"]["message"]
    again = shlex.split(first["again"])
    assert again[:3] == ["arena", "check", spec]
    assert "out of memory" in arena(*again[1:]).stdout


def test_time_before_the_first_question_is_not_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the rules of chess have to be compiled first, the mind is examined all the same."""
    ready, delays = Zygote.await_ready, [1.5]
    monkeypatch.setattr(Zygote, "await_ready", lambda self: (time.sleep(delays.pop() if delays else 0), ready(self)))
    found = examine(mind(tmp_path, "return state.position.legal_moves()[0]"), seconds=1.0)
    assert found.answers


def test_a_mind_that_sleeps_at_the_beginning_is_not_waited_for(tmp_path: Path) -> None:
    """The examination ends in its time."""
    spec = mind(tmp_path, "return '12,28'")
    with Path(spec).open("a", encoding="utf-8") as file:
        file.write("\n    def newrun(self):\n        import time\n        time.sleep(100)\n")
    start = monotonic()
    assert examine(spec, seconds=2.0).refusals
    assert monotonic() - start < 8


def test_remarks_are_only_remarks(tmp_path: Path) -> None:
    """Luck of its own, a borrowed name, no docstring: all said, and the mind may still play."""
    body = "import random\nreturn random.SystemRandom().choice(state.position.legal_moves())"
    spec = mind(tmp_path, body)
    text = Path(spec).read_text(encoding="utf-8").replace("    def", "    name = 'minimax'\n    def", 1)
    Path(spec).write_text(text, encoding="utf-8")
    done = arena("check", spec, "--json")
    assert done.returncode == 0, done.stderr
    said = " ".join(json.loads(done.stdout)["remarks"])
    for word in ("no docstring", "that of a mind of the house", "draw from self.rng alone"):
        assert word in said


def test_slow_minds_are_asked_as_far_as_the_time_goes(tmp_path: Path) -> None:
    """And it is said how far that was."""
    body = "from time import process_time\nend = process_time() + 0.05\nwhile process_time() < end: pass\n"
    start = monotonic()
    found = examine(mind(tmp_path, f"{body}return state.position.legal_moves()[0]"), seconds=2.0)
    assert monotonic() - start < 4
    assert 0 < len(found.answers) < 60
    assert any(f"{len(found.answers)} of 60 positions" in remark for remark in found.remarks)
    assert [game.ending for game in found.games] == ["no time for the end"] * 2


def test_what_a_mind_calls_itself_commands_no_terminal(tmp_path: Path) -> None:
    """Escape sequences of its name, its docstring and its errors are shown as question marks."""
    body = "raise ValueError('\\x1b[2Jgone')"
    spec = mind(tmp_path, body)
    text = Path(spec).read_text(encoding="utf-8")
    text = text.replace("    def", "    '''\x1b[31mred'''\n    name = 'a\\x1b[31mb'\n    def", 1)
    Path(spec).write_text(text, encoding="utf-8")
    done = arena("check", spec)
    assert done.returncode == 1
    assert "\x1b" not in done.stdout
    assert "a?[31mb: ?[31mred" in done.stdout


def test_other_worlds_have_their_own_positions() -> None:
    """The examination knows no game."""
    found = examine("alphabeta", world="tictactoe", movetime=1.0)
    assert found.refusals == []
    assert len(found.answers) > 30


def test_wrong_usage_is_told() -> None:
    """A position that there is not, a mind that there is not."""
    done = arena("check", "minimax", "--position", "61")
    assert (done.returncode, "there are 60" in done.stderr) == (2, True)
    assert arena("check", "minimaxx").returncode == 2
