"""Minds that misbehave in a tournament: each loses its games with the right reason, and the tournament goes on."""

import os
import re
import shlex
import sys
from pathlib import Path
from time import monotonic

import pytest

from arena.cell.launch import zygote
from arena.crew.worker import Worker
from arena.entrants.entrant import Player
from arena.tournament.formats import due
from arena.tournament.openings import read_openings
from arena.tournament.plan import make_plan
from tests.conftest import until
from world.record import read_record

MIND = "import os, signal, sys, time\nfrom minds import Mind\n\n\nclass Bad(Mind):\n    name = 'bad'\n\n"
GETACTION = f"{MIND}    def getaction(self, state):\n        "
NEWRUN = f"{GETACTION}return '0,0'\n\n    def newrun(self):\n        "
ENDRUN = f"{GETACTION}return state.position.legal_moves()[0]\n\n    def endrun(self):\n        "
PROGRAM = "import os, sys, time\nfor line in sys.stdin:\n    word, verb, *rest = line.split('\\t')\n    "
READY = "print(f'{word}\\tready', flush=True) if verb == 'newrun' else "
CASES = {
    "crashes": (GETACTION + "return 1 / 0", "crash", "ZeroDivisionError"),
    "crashes at the beginning": (NEWRUN + "raise OSError('no')", "crash", "OSError: no"),
    "crashes when loaded": ("import nothing_that_is_there\n" + GETACTION + "pass", "crash", "nothing_that_is_there"),
    "hangs": (GETACTION + "time.sleep(1000)", "time", "no answer within"),
    "hangs at the beginning": (NEWRUN + "time.sleep(1000)", "time", "no answer within"),
    "exits": (GETACTION + "os._exit(3)", "crash", "exit code 3"),
    "is killed": (GETACTION + "os.kill(os.getpid(), signal.SIGSEGV)", "crash", "SIGSEGV"),
    "floods stdout": (PROGRAM + READY + "sys.stdout.write('x' * 50_000_000)", "protocol", "more than 4096 bytes"),
    "floods stderr": (GETACTION + "\n        while True: sys.stderr.write('x' * 10_000)", "time", "no answer within"),
    "answers before it is asked": (
        PROGRAM + READY + "None\n    print('0000\\t12,28', flush=True)",
        "protocol",
        "without being asked|does not begin",
    ),
    "answers twice": (
        PROGRAM + "print(f'{word}\\tready\\n{word}\\tready', flush=True)",
        "protocol",
        "without being asked",
    ),
    "says rubbish": (PROGRAM + READY + "os.write(1, os.urandom(999) + b'\\n')", "protocol", "does not begin|more than"),
    "echoes another word": (PROGRAM + READY + "print('12345678\\t12,28', flush=True)", "protocol", "does not begin"),
    "wants 3 GB": (GETACTION + "bytearray(3 << 30)\n        return '0,0'", "memory", "out of memory"),
    "wants children": (GETACTION + "os.fork()\n        time.sleep(1000)", "crash", "Operation not permitted"),
    "ignores SIGTERM": (
        GETACTION + "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n        while True: pass",
        "time",
        "no answer within",
    ),
    "plays nonsense": (GETACTION + "return '0,0'", "illegal", "'0,0' is no action here"),
    "says nothing sensible": (GETACTION + "return '\\x00\\ud800'", "illegal", "is no action here"),
}
DEADLINE, STARTING = 0.3, 4.0  # seconds; a mind that sleeps is found out after twice its time


def spec_of(folder: Path, source: str) -> str:
    path = folder / "bad.py"
    path.write_text(source + "\n", encoding="utf-8")
    return f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(path))}" if source.startswith(PROGRAM) else str(path)


def descendants() -> set[int]:
    """All processes that are ours, by their parents."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            except OSError:
                continue
            if words[0] != "Z":
                parents[int(entry.name)] = int(words[1])
    found = {os.getpid()}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {os.getpid()}


@pytest.mark.parametrize("case", CASES)
def test_a_bad_mind_loses_in_time(tmp_path: Path, case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the right reason, soon after its deadline, in two games one after the other; and nobody is left."""
    source, kind, said = CASES[case]
    monkeypatch.setattr("arena.cell.cell.TO_START", 1.0 if "beginning" in case and "hangs" in case else 60.0)
    plan = make_plan(minds=[spec_of(tmp_path, source), "any-random-legal-move"], movetime=DEADLINE, games=2)
    zygote(), zygote(hosts_minds=False)  # which outlives the games
    before, worker = descendants(), Worker(plan, [Player(str(spec), str(spec)) for spec in plan.minds])
    for task in due(plan, read_openings(plan), {}):
        bad = task.seats.index(0)
        start = monotonic()
        record = read_record(worker.play(task))
        spent = monotonic() - start
        fault = record.ending.fault
        assert fault is not None, record.ending
        assert (fault.seat, record.ending.result[bad], fault.kind) == (bad, 0.0, kind), fault
        assert re.search(said, fault.message), fault
        assert spent < STARTING + DEADLINE + 1.0
    worker.close()
    until(lambda: descendants() <= before, seconds=5)


def test_a_mind_that_fails_at_the_end_keeps_its_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes wrong in endrun, also a hang, is on record, and costs nothing else."""
    monkeypatch.setattr("arena.cell.cell.TO_END", 0.5)
    plan = make_plan(minds=[spec_of(tmp_path, ENDRUN + "time.sleep(1000)"), "minimax"], games=1, max_plies=12)
    worker = Worker(plan, [Player(str(spec), str(spec)) for spec in plan.minds])
    record = read_record(worker.play(due(plan, read_openings(plan), {})[0]))
    worker.close()
    assert record.ending.kind == "max plies"
    assert [(fault.kind, fault.call) for fault in record.late] == [("time", "endrun")]
