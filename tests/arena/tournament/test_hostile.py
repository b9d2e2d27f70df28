"""A tournament in which most minds are hostile ends, and the games between honest minds are unaffected."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.cell.launch import zygote
from arena.crew.crew import CrewOf
from arena.crew.local import ProcessCrew
from arena.store.store import open_store
from arena.tournament.driver import play_tournament
from arena.tournament.plan import make_plan
from tests.arena.cell.test_misbehaving import descendants
from tests.arena.command import Here
from world.record import Record

HONEST = ["any-random-legal-move", "minimax:depth=2", "{folder}/greedy.py", "{folder}/first.py"]
TRACES = ["/tmp/mind-arena-was-here", "/dev/shm/mind-arena-was-here"]
HOSTILE = {
    "crasher": "return 1 / 0",
    "leaver": "os._exit(0)",
    "sleeper": "import time\n        time.sleep(100)",
    "looper": "while True: pass",
    "eater": "hoard = [bytearray(10 << 20) for _ in range(100)]\n        raise ValueError(len(hoard))",
    "forker": "[os.fork() or os._exit(0) for _ in range(5)]",
    "threader": "from threading import Event, Thread\n        end = Event()\n"
    "        [Thread(target=end.wait, args=(5,)).start() for _ in range(100)]\n        return '0,0'",
    "writer": f"[open(path, 'w') for path in {TRACES}]",
    "killer": "os.kill(BAIT, 9)",
    "flooder": "[os.write(2, b'x' * 100_000) for _ in range(1000)]\n        return '0,0'",
    "forger": "[os.write(number, b'0000\\t12,28\\n') for number in range(3, 8)]\n        return '12,28'",
    "pauser": "os.kill(BAIT, 19)",
}
MIND = """import os
from minds import Mind


class M(Mind):
    name = "{name}"

    def getaction(self, state):
        {body}
"""
GREEDY = "return max(state.position.legal_moves(), key=lambda move: (move.captured_value, self.rng.random()))"
FIRST = "return state.position.legal_moves()[0]"


def played(folder: Path, name: str, minds: list[str], crew_of: CrewOf = Here) -> dict[str, Record]:
    """Play a tournament; return its records by name."""
    (folder / name).mkdir()
    plan = make_plan(minds=minds, games=2, movetime=0.2, max_plies=40, memory=256, threads=8, seed=5)
    with open_store(folder / name, must_exist=False) as store:
        store.set_plan(plan)
        play_tournament(store, lambda _results, _news: None, crew_of=crew_of)
        return {record.name: record for record in store.records()}


def files(folder: Path) -> dict[Path, float]:
    return {path: path.stat().st_mtime for path in folder.rglob("*")}


@pytest.fixture
def bait() -> Iterator["subprocess.Popen[bytes]"]:
    """An idle process, the target of attacks."""
    with subprocess.Popen([sys.executable, "-I", "-S", "-c", "input()"], stdin=subprocess.PIPE) as process:
        yield process
        process.kill()


@pytest.mark.parametrize("most", [3, pytest.param(12, marks=pytest.mark.drill)])
def test_the_honest_play_as_if_alone(tmp_path: Path, bait: "subprocess.Popen[bytes]", most: int) -> None:
    """Honest minds play the same moves, hostile minds lose with a reason, and no process or file is left behind."""
    minds = tmp_path / "minds"
    minds.mkdir()
    for name, body in {"greedy": GREEDY, "first": FIRST, **HOSTILE}.items():
        aimed = body.replace("BAIT", str(bait.pid))
        (minds / f"{name}.py").write_text(MIND.format(name=name, body=aimed), encoding="utf-8")
    honest = [spec.format(folder=minds) for spec in HONEST]
    hostile = [str(minds / f"{name}.py") for name in list(HOSTILE)[-most:]]
    zygote(), zygote(hosts_minds=False)
    alone = played(tmp_path, "alone", honest)
    before, running = files(minds), descendants()
    together = played(tmp_path, "together", honest + hostile, Here if most == 3 else ProcessCrew)
    for name, record in alone.items():
        assert (together[name].minds, together[name].actions) == (record.minds, record.actions)
    names = {Path(spec).stem for spec in hostile}
    for record in together.values():
        fault = record.ending.fault
        if fault is not None:
            assert record.minds[fault.seat] in names, (record.minds, fault)
        assert fault is not None or not names & set(record.minds), record.minds
    assert files(minds) == before
    assert bait.poll() is None
    assert Path(f"/proc/{bait.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "T"
    assert not [path for path in TRACES if Path(path).exists()]
    assert descendants() - running == set()
