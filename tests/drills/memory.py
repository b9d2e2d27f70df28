"""The memory of a course's server and of all that it has started, looked at again and again."""

from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

from tests.drills.classroom import Step
from tests.drills.course_server import BACKGROUND, CourseServer
from tests.drills.processes import Process, descendants

INTERVAL = 3.0  # seconds between two looks
ZYGOTE = "arena.cell.zygote"  # in the command of a process that minds are forked from
CHECK = " check ./"  # in the command of a check, which is there while minds are handed in


class Memory(NamedTuple):
    """Memory in megabytes: resident, and with shared pages divided among those who share them."""

    rss: float
    pss: float


class MemoryWatch:
    """Notes the most memory of each group of processes, and of all together but the checks."""

    def __init__(self, server: CourseServer) -> None:
        self.server, self.stopped = server, Event()
        self.most: dict[str, Memory] = {}
        self.total = 0.0
        self.thread = Thread(target=self._watch, daemon=True)

    def __enter__(self) -> "MemoryWatch":
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopped.set()
        self.thread.join()

    def _watch(self) -> None:
        while not self.stopped.wait(INTERVAL):
            self.look()

    def look(self) -> None:
        """Look at all processes."""
        found: dict[str, list[Memory]] = defaultdict(list)
        for number, group in groups(self.server.number, descendants(self.server.number)).items():
            with suppress(OSError):  # it has ended
                own = memory_of(number)
                found[group].append(own)
        sums = {group: Memory(*map(sum, zip(*ones, strict=True))) for group, ones in found.items()}
        self.total = max(self.total, sum(one.pss for group, one in sums.items() if group != "checks"))
        for group, one in sums.items():
            before = self.most.get(group, Memory(0, 0))
            self.most[group] = Memory(max(before.rss, one.rss), max(before.pss, one.pss))

    def judge(self, most: float) -> Step:
        """Compare all but the checks with the most that they may have."""
        step = Step("memory, MB")
        words = [f"{group} {one.rss:.0f} (PSS {one.pss:.0f})" for group, one in sorted(self.most.items())]
        step.figures = f"PSS without checks {self.total:.0f}; " + ", ".join(words)
        step.expect(self.total <= most, f"{self.total:.0f} MB of memory")
        return step


def groups(server: int, below: dict[int, Process]) -> dict[int, str]:
    """Return the group of each process."""
    found = {server: "server"}
    for number, one in below.items():  # parents come first
        above = found.get(one.parent, "server")
        if CHECK in one.command or above == "checks":
            found[number] = "checks"
        elif BACKGROUND in one.command:
            found[number] = "background"
        else:
            own = "minds of the server" if ZYGOTE in one.command else "calculator"
            found[number] = {"server": own, "background": "games"}.get(above, above)
    return found


def memory_of(number: int) -> Memory:
    """Return the memory of a process."""
    fields = dict.fromkeys(("Rss:", "Pss:"), 0.0)
    for line in Path(f"/proc/{number}/smaps_rollup").read_text(encoding="ascii").splitlines()[1:]:
        name, size = line.split()[:2]
        if name in fields:
            fields[name] = int(size) * 1024 / 1e6
    return Memory(fields["Rss:"], fields["Pss:"])
