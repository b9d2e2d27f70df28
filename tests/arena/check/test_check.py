"""`arena check`: the examination of a student's mind in the jail of a tournament."""

import json
import shlex
import time
from pathlib import Path

import pytest

from arena.cell.launch import Zygote
from arena.check.examine import Examination
from arena.check.findings import Findings
from arena.check.page import page
from arena.tournament.plan import make_plan
from tests.arena.cell.test_jail import mind
from tests.arena.command import arena
from tests.within import within

GOOD = '"""Takes the first move there is."""'


def examine(spec: str, seconds: float = 15.0, **limits: object) -> Findings:
    plan = make_plan(minds=[spec, "any-random-legal-move"], **({"movetime": 0.1} | limits))
    return Examination(spec, plan, seconds).run()


def test_a_sound_mind_is_ready(tmp_path: Path) -> None:
    """A sound mind answers all sixty positions, repeats its answers and plays two games, within the time."""
    path = mind(tmp_path, "return state.position.legal_moves()[0]")
    Path(path).write_text(f"{GOOD}\n{Path(path).read_text(encoding='utf-8')}", encoding="utf-8")
    with within(16):
        found = examine(path)
    assert (len(found.answers), found.positions, found.failures, found.remarks) == (60, 60, [], [])
    assert (found.repeated, found.differing) == (12, 0)
    assert [game.colour for game in found.games] == ["White", "Black"]
    assert found.layers.endswith("seccomp")
    assert found.readable == str(tmp_path)
    said = "\n".join(page(found, 0.1, 1024))
    for word in (
        "Takes the first move",
        "60 of 60",
        "12 of 12",
        "as White against any-random-legal-move",
        "up to 1 ms",
    ):
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
def test_failures(tmp_path: Path, body: str, where: str, kind: str, said: str) -> None:
    """A failure names the position, the student's own line, and the command that shows it again."""
    spec = mind(tmp_path, body)
    found = examine(spec, seconds=4.0 if "while" in body else 15.0)
    assert found.failures, found.answers
    first = found.failures[0]
    assert (first.fault.kind, said in first.fault.message) == (kind, True), first
    assert where in first.where
    assert first.board.count("\n") >= 8
    if kind == "crash" and "exit" not in said:
        assert "mind.py" in first.fault.traceback
    number = first.where.split()[1].rstrip(",")
    assert first.command == f"arena check {spec} --position {number}"
    again = arena(*first.command.split()[1:])
    assert again.returncode == 1
    assert f"FAILED in {first.where}: {kind}" in again.stdout


def test_the_same_failure_is_told_once(tmp_path: Path) -> None:
    """A failure in many positions is one failure with a count, and the page shows one board for it."""
    found = examine(mind(tmp_path, "return {}['king']"))
    assert [(one.number, len(one.more)) for one in found.failures] == [(1, 9)]
    assert found.remarks[0] == "the examination stopped after 10 failures in 10 positions"
    said = "\n".join(page(found, 0.1, 1024))
    assert said.count("a b c d e f g h") == said.count("FAILED in") == 1
    assert "  the same in 9 more: position 2, promotion 2; position 3, promotion 3; " in said


def test_two_failures_are_told_apart(tmp_path: Path) -> None:
    """Failures in two lines are two failures, each with its own count."""
    body = "if state.position.turn:\n    return None.white\nreturn None.black"
    found = examine(mind(tmp_path, body))
    assert len(found.failures) == 2
    assert sum(len(one.more) + 1 for one in found.failures) == 10


BURN = "from time import process_time\nend = process_time() + 0.1\nwhile process_time() < end: pass\n"


@pytest.mark.parametrize(
    ("body", "diagnosis"),
    [
        ("while True: pass", "with 0.3 s it does not answer either: an endless loop, or far too slow"),
        (f"{BURN}return state.position.legal_moves()[0]", "it is slow, not stuck: with more time it answers after 0."),
        (f"{BURN}bytearray(2 << 30)", "it fills memory: with more time it fails by out of memory (1024 MiB: --memory)"),
        (f"{BURN}return 1 / 0", "with more time it fails otherwise: crash, ZeroDivisionError: division by zero"),
    ],
    ids=["loop", "slow", "hog", "crash"],
)
def test_loops_slow_minds_and_memory_hogs_are_told_apart(tmp_path: Path, body: str, diagnosis: str) -> None:
    """A mind that is out of time is asked once more with thirty times its time, which shows why."""
    found = examine(mind(tmp_path, body), movetime=0.01)
    first = found.failures[0]
    assert (first.fault.kind, "of mind.py, in getaction" in first.fault.message) == ("time", True)
    assert first.diagnosis.startswith(diagnosis)
    said = "\n".join(page(found, 0.01, 1024))
    assert f"  diagnosis  {diagnosis}" in said
    assert "    Stack when its time was over (most recent call last):\n" in said


KEPT = """from minds import Mind


class Kept(Mind):
    name = "kept"
    seen = {}

    def getaction(self, state):
        moves = state.position.legal_moves()
        self.seen[state.text] = self.seen.get(state.text, -1) + 1
        return moves[self.seen[state.text] % len(moves)]
"""


def test_state_kept_between_games_is_told_from_randomness(tmp_path: Path) -> None:
    """Answers that differ in one process and agree in fresh ones come from what the mind keeps."""
    path = tmp_path / "kept.py"
    path.write_text(KEPT, encoding="utf-8")
    found = examine(str(path), nodes=100, movetime=None)
    assert found.differing > 0
    said = "in fresh processes they are the same: it keeps something from game to game; reset it in newrun"
    assert any(said in remark for remark in found.remarks), found.remarks


def test_a_misspelt_newrun_is_a_remark(tmp_path: Path) -> None:
    """A method that nobody calls, because its name is nearly right, is a remark."""
    spec = mind(tmp_path, "return state.position.legal_moves()[0]\n\ndef new_run(self): pass")
    text = Path(spec).read_text(encoding="utf-8").replace("        def new_run", "    def new_run")
    Path(spec).write_text(text, encoding="utf-8")
    assert "new_run is never called; did you mean newrun?" in examine(spec).remarks


def test_the_command_shows_it_again(tmp_path: Path) -> None:
    """The command repeats all options and is quoted for a shell."""
    folder = tmp_path / "a mind"
    folder.mkdir()
    spec = mind(folder, "return str(len(bytearray(100 << 20)))")
    done = arena("check", spec, "--memory", "80", "--nodes", "50", "--json")
    first = json.loads(done.stdout)["failures"][0]
    assert first["fault"]["kind"] == "memory"
    assert "80 MiB: --memory" in first["fault"]["message"]
    again = shlex.split(first["command"])
    assert again[:3] == ["arena", "check", spec]
    assert "out of memory" in arena(*again[1:]).stdout


def test_time_before_the_first_question_is_not_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time to compile the rules of chess is not counted."""
    ready, delays = Zygote.await_ready, [0.8]
    monkeypatch.setattr(Zygote, "await_ready", lambda self: (time.sleep(delays.pop() if delays else 0), ready(self)))
    found = examine(mind(tmp_path, "return state.position.legal_moves()[0]"), seconds=0.6)
    assert found.answers


def test_a_mind_that_sleeps_in_newrun_is_stopped(tmp_path: Path) -> None:
    """The examination of a mind that sleeps ends in time."""
    spec = mind(tmp_path, "return '12,28'")
    with Path(spec).open("a", encoding="utf-8") as file:
        file.write("\n    def newrun(self):\n        import time\n        time.sleep(100)\n")
    with within(8):
        assert examine(spec, seconds=1.0).failures


def test_remarks_are_only_remarks(tmp_path: Path) -> None:
    """Other randomness, the name of a house mind and a missing docstring are remarks, and the mind may still play."""
    body = "import random\nreturn random.SystemRandom().choice(state.position.legal_moves())"
    spec = mind(tmp_path, body)
    text = Path(spec).read_text(encoding="utf-8").replace("    def", "    name = 'minimax'\n    def", 1)
    Path(spec).write_text(text, encoding="utf-8")
    done = arena("check", spec, "--json")
    assert done.returncode == 0, done.stderr
    said = " ".join(json.loads(done.stdout)["remarks"])
    for word in ("no docstring", "that of a house mind", "no randomness but self.rng"):
        assert word in said


def test_slow_minds_are_asked_while_there_is_time(tmp_path: Path) -> None:
    """A remark says how many positions a slow mind was asked about."""
    body = "from time import process_time\nend = process_time() + 0.05\nwhile process_time() < end: pass\n"
    with within(4):
        found = examine(mind(tmp_path, f"{body}return state.position.legal_moves()[0]"), seconds=1.2)
    assert 0 < len(found.answers) < 60
    assert any(f"{len(found.answers)} of 60 positions" in remark for remark in found.remarks)
    assert [game.ending for game in found.games] == ["not finished in time"] * 2


def test_a_minds_own_texts_are_printable(tmp_path: Path) -> None:
    """Escape sequences in its name, docstring and errors are shown as question marks."""
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
    """The examination works for any world."""
    found = examine("alphabeta", world="tictactoe", movetime=1.0)
    assert found.failures == []
    assert len(found.answers) > 30


def test_wrong_usage() -> None:
    """An unknown position or mind is wrong usage."""
    done = arena("check", "minimax", "--position", "61")
    assert (done.returncode, "expected 1 to 60" in done.stderr) == (2, True)
    assert arena("check", "minimaxx").returncode == 2
