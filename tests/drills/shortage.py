"""Run short of disk, descriptors, memory and processes: `python -m tests.drills.shortage`, fifteen minutes, as root.

A tournament, a report and a server on a full tmpfs of twenty sizes; a folder that becomes read-only; few descriptors,
little memory and, as an unprivileged user, few processes. Each is to end with a clear line or to work, without a
traceback; finished games are kept, and once there is room `arena resume` plays the others; what the server has
confirmed is there after kill -9. Without the right to mount, the disk is skipped.
"""

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from arena.cli.signals import ended_by_signals
from tests.arena.command import ARENA
from tests.drills.full_server import FullDisk
from tests.drills.isolated import isolated
from tests.drills.readers import Rows, command, games
from tests.drills.table import report
from tests.drills.users import NOBODY, as_nobody, copy_cache

PLAN = ("minimax:depth=1", "any-random-legal-move", "--world", "connect4", "--nodes", "50")
GAMES = 12
FULL, ROOM = 48 << 20, 64 << 20  # bytes of a tmpfs with room, and for a report
LIMITS = {
    "descriptors": ("RLIMIT_NOFILE", (8, 12, 16, 20, 24, 32, 48, 64)),
    "memory, MiB": ("RLIMIT_AS", (64, 128, 256, 400, 600, 800, 1000, 1100)),
}
PROCESSES = (1, 4, 8, 12, 16, 20, 24, 28, 32, 40, 64)  # and threads of one user, whose others count too


@dataclass
class Counts:
    """The results of one kind of shortage."""

    name: str
    tried: int = 0
    told: int = 0  # ended with a clear line
    wrong: list[str] = field(default_factory=list)

    def fault(self, said: str) -> None:
        """Count and print what is wrong."""
        self.wrong.append(f"{self.name}: {said}")
        print(self.wrong[-1], flush=True)

    def line(self) -> str:
        """Return the line of the table."""
        return f"{self.name:24}{self.tried:8}{self.told:8}{len(self.wrong):8}"


@contextmanager
def small_disk(home: Path, size: int) -> Iterator[Path]:
    """Mount a tmpfs of so many bytes."""
    place = home / "disk"
    place.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)], check=True)
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def remount(place: Path, options: str) -> None:
    """Change the size of a tmpfs, or whether it can be written."""
    subprocess.run(["mount", "-o", f"remount,{options}", str(place)], check=True)


def can_mount(home: Path) -> bool:
    """Return True if this process may mount."""
    try:
        with small_disk(home, 1 << 20):
            return True
    except (OSError, subprocess.CalledProcessError):
        return False


@dataclass
class Drill:
    """A folder for everything, and the games of a whole tournament."""

    home: Path
    truth: Rows

    def attempt(self, counts: Counts, said: str, work: Callable[[], Rows]) -> Rows | None:
        """Let some work run short; return its rows, or None if it told why it cannot do it."""
        scratch = self.home / "scratch"
        scratch.mkdir(exist_ok=True)
        ended = isolated(work, scratch)
        counts.tried += 1
        counts.told += ended.is_refused
        if ended.wrong:
            counts.fault(f"{said}: {ended.wrong}")
        elif ended.is_refused and "Errno" in ended.stderr:
            counts.fault(f"{said}: {ended.stderr}")
        return ended.value

    def tournament(self, sizes: list[int]) -> Counts:
        """Play on disks that fill up; then make room, and resume."""
        counts = Counts("tournament, full disk")
        for size in sizes:
            with small_disk(self.home, size) as place:
                run = ("run", *PLAN, "--games", str(GAMES), "--out", str(place / "out"))
                self.attempt(counts, f"{size} bytes", lambda run=run: command(*run))  # type: ignore[misc]
                self._go_on(counts, f"{size} bytes", place, f"size={FULL}")
        return counts

    def _go_on(self, counts: Counts, said: str, place: Path, options: str) -> None:
        """Make room; no finished game may be lost, and all are played in the end."""
        folder = place / "out"
        before = self._games(folder)
        remount(place, options)
        again = (
            ("resume", str(folder))
            if before is not None
            else ("run", *PLAN, "--games", str(GAMES), "--out", str(folder))
        )
        ended = isolated(lambda: command(*again), self.home / "scratch")
        after = self._games(folder)
        if ended.value is None or after != self.truth or not set(before or ()) <= set(after):
            counts.fault(f"{said}: with room again: {ended.wrong} {ended.stderr} {len(after or ())} games")

    def _games(self, folder: Path) -> Rows | None:
        return isolated(lambda: games(folder), self.home / "scratch").value

    def report(self, sizes: list[int], finished: Path) -> Counts:
        """Write reports on disks that fill up; then make room, and write them again."""
        counts = Counts("report, full disk")
        for size in sizes:
            with small_disk(self.home, ROOM) as place:
                shutil.copytree(finished, place / "out", ignore=shutil.ignore_patterns("*.[a-z][a-z][a-z]"))
                shutil.copy(finished / "arena.sqlite", place / "out")
                used = shutil.disk_usage(place).used
                remount(place, f"size={used + size}")
                self.attempt(counts, f"{size} bytes left", lambda out=place / "out": command("report", str(out)))  # type: ignore[misc]
                self._go_on(counts, f"{size} bytes left", place, f"size={FULL}")
        return counts

    def server(self, sizes: list[int]) -> Counts:
        """Play on servers whose disks fill up; then make room, and kill them."""
        counts = Counts("server, full disk")
        for size in sizes:
            with small_disk(self.home, size) as place:
                one = FullDisk(place / "data", lambda place=place: remount(place, f"size={FULL}"))  # type: ignore[misc]
                counts.tried += 1
                counts.told += one.attempt()
                for fault in one.wrong:
                    counts.fault(f"{size} bytes: {fault}")
        return counts

    def read_only(self, finished: Path) -> Counts:
        """Use a folder that becomes read-only, with and without games in SQLite's second file."""
        counts = Counts("read-only folder")
        for name in ("report", "resume", "why", "entrants", "export"):
            with small_disk(self.home, ROOM) as place:
                shutil.copytree(finished, place / "out")
                remount(place, "ro")
                self.attempt(counts, name, lambda name=name, out=place / "out": command(name, str(out)))  # type: ignore[misc]
                if self._games(place / "out") != self.truth:
                    counts.fault(f"{name}: the games cannot be read")
        return counts

    def limits(self, name: str) -> Counts:
        """Run under smaller and smaller limits of one kind."""
        kind, values = LIMITS[name]
        counts = Counts(f"few {name}" if "memory" not in name else f"little {name}")
        for value in values:
            limit = value << 20 if kind == "RLIMIT_AS" else value
            self._limited(
                counts,
                value,
                lambda kind=kind, limit=limit: resource.setrlimit(getattr(resource, kind), (limit, limit)),
            )  # type: ignore[misc]
        return counts

    def processes(self) -> Counts:
        """Run as an unprivileged user, for whom processes can be limited, and who has a cache of its own."""
        counts = Counts("few processes")
        self.home.chmod(0o755)
        environment = os.environ | {"HOME": "/nonexistent", "XDG_CACHE_HOME": str(copy_cache(self.home))}
        for value in PROCESSES:
            folder = self.home / f"processes-{value}"
            folder.mkdir()
            os.chown(folder, NOBODY, NOBODY)
            before = (*as_nobody(self.home), "prlimit", f"--nproc={value}")
            self._limited(counts, value, before=before, env=environment)
        return counts

    def _limited(
        self,
        counts: Counts,
        value: int,
        limit: Callable[[], None] | None = None,
        before: tuple[str, ...] = (),
        env: dict[str, str] | None = None,
    ) -> None:
        """Run a tournament under a limit, which is set in its process or by the words before the command."""
        folder = self.home / f"{counts.name.split()[1]}-{value}"
        words = [*before, ARENA, "run", *PLAN, "--games", str(GAMES), "--out", str(folder)]
        log = self.home / "log"
        with log.open("w", encoding="utf-8") as said:
            process = subprocess.Popen(
                words, stdout=subprocess.DEVNULL, stderr=said, preexec_fn=limit, start_new_session=True, env=env
            )
            try:
                code: int | None = process.wait(120)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, 9)
                code = process.wait() and None
        text = log.read_text(encoding="utf-8", errors="replace")
        counts.tried += 1
        counts.told += code in (1, 2)
        said = [line for line in text.splitlines() if not line.startswith("report: ")]  # of the games that were played
        last = said[-1] if said else ""
        if (
            code not in (0, 1, 2)
            or "Traceback" in text
            or (code and (not last.startswith("arena: ") or "Errno" in last))
        ):
            counts.fault(f"{value}: exit code {code}: {text[-600:]}")
        self._finish(counts, value, folder)

    def _finish(self, counts: Counts, value: int, folder: Path) -> None:
        """Play what is left without the limit."""
        before = self._games(folder) if (folder / "arena.sqlite").exists() else None
        again = (
            ("resume", str(folder))
            if before is not None
            else ("run", *PLAN, "--games", str(GAMES), "--out", str(folder))
        )
        isolated(lambda: command(*again), self.home / "scratch")
        if self._games(folder) != self.truth:
            counts.fault(f"{value}: without the limit the games are others")


def drill(sizes: int) -> Iterator[Counts]:
    """Run short of everything; yield the counts of each."""
    home = Path(tempfile.mkdtemp(prefix="arena-drill-"))
    try:
        (home / "scratch").mkdir()
        finished = home / "finished"
        made = isolated(lambda: command("run", *PLAN, "--games", str(GAMES), "--out", str(finished)), home / "scratch")
        assert made.value is not None, made
        one = Drill(home, isolated(lambda: games(finished), home / "scratch").value)
        if can_mount(home):
            steps = [4096 * 2**number for number in range(sizes // 2)] + [
                65536 * number for number in range(1, sizes - sizes // 2 + 1)
            ]
            yield one.tournament(sorted(steps))
            yield one.report(sorted(steps), finished)
            yield one.server(sorted(steps))
            yield one.read_only(finished)
        else:
            print("skipped: full disks and read-only folders need the right to mount a tmpfs, as root has it")
        for name in LIMITS:
            yield one.limits(name)
        if os.geteuid() == 0 and PROCESSES:
            yield one.processes()
    finally:
        shutil.rmtree(home, ignore_errors=True)


def main() -> int:
    """Run the drill, print its table, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sizes", type=int, default=20, help="sizes of the full disk (default: 20)")
    options = parser.parse_args()
    with ended_by_signals():
        return report(drill(options.sizes), f"{'short of':24}{'tried':>8}{'told':>8}{'wrong':>8}")


if __name__ == "__main__":
    sys.exit(main())
