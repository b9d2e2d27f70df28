"""End every command by SIGTERM and SIGHUP: `python -m tests.drills.signals [--rounds N] [--seed S] [COMMAND …]`.

A command gets the signal at a random moment after it has begun to listen for it. It must end soon with 143 or 129 (or
as it would have or by the signal itself, if it was about to end), say so in a line, and leave no process and no
temporary file; there must be no traceback. A server that listens is stopped by SIGTERM, with 0.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

from tests.arena.command import ARENA
from tests.drills import processes
from tests.drills.tournaments import minds_of_every_kind, write_stranger

SIGNALS = (signal.SIGTERM, signal.SIGHUP)
MAX_DELAY = 4.0  # seconds after the command has begun to listen for signals
MAX_SECONDS = 60.0  # until it must have ended
STARTED = 60.0
SMALL = ("--world", "tictactoe", "--nodes", "100")


def commands(folder: Path) -> dict[str, list[str]]:
    """Return the commands that take some time, by name."""
    stranger, pair = str(write_stranger(folder)), ["minimax", "any-random-legal-move"]
    return {
        "run": ["run", *minds_of_every_kind(folder), "--nodes", "300", "--games", "100", "--out", str(folder / "run")],
        "resume": ["resume", str(folder / "short"), "--games", "5000"],
        "sprt": ["sprt", *pair, *SMALL, "--elo1", "1", "--out", str(folder / "sprt")],
        "report": ["report", str(folder / "short")],
        "export": ["export", str(folder / "short")],
        "serve": ["serve", "--port", "0", "--data", str(folder / "data")],
        "join": ["join", "http://127.0.0.1:9/runs/x", stranger, "--token", "t", "--patience", "100"],
        "check": ["check", stranger, "--seconds", "60"],
        "play": ["play", "pst-engine", "pst-engine", "--movetime", "2"],
        "play human": ["play", "human", "minimax"],
        "bench": ["bench"],
        "perft": ["perft", "startpos", "7"],
        "uci": ["uci", stranger],
        "doctor": ["doctor"],
    }


class Drill:
    """Commands that are ended by signals, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.temporary = folder, folder / "temporary"
        self.temporary.mkdir()
        self.commands = commands(folder)
        short = ["run", "minimax", "any-random-legal-move", *SMALL, "--games", "50", "--out", str(folder / "short")]
        subprocess.run([ARENA, *short], check=True, capture_output=True)

    def faults(self, name: str, number: signal.Signals, delay: float) -> list[str]:
        """End a command by a signal; return what is wrong, or left over."""
        with tempfile.TemporaryFile("w+b") as said:
            process = subprocess.Popen(
                [ARENA, *self.commands[name]],
                stdin=subprocess.PIPE,
                stdout=said,
                stderr=said,
                env=os.environ | {"TMPDIR": str(self.temporary)},
            )
            await_handler(process, number)
            with suppress(subprocess.TimeoutExpired):
                process.wait(delay)
            had_ended = process.poll() is not None
            process.send_signal(number)
            with suppress(subprocess.TimeoutExpired):
                process.wait(MAX_SECONDS)
            process.kill()
            process.communicate()
            said.seek(0)
            text = said.read().decode(errors="replace")
        return [*_wrong(name, number, process.returncode, had_ended, text), *self._left_over()]

    def _left_over(self) -> list[str]:
        found = processes.left_over(10.0) + [f"temporary file {path}" for path in self.temporary.rglob("*")]
        return [f"left over: {text}" for text in found]


def await_handler(process: "subprocess.Popen[bytes]", number: signal.Signals) -> None:
    """Wait until a process listens for a signal, or has ended."""
    end = monotonic() + STARTED
    while process.poll() is None and monotonic() < end:
        status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
        caught = next((line.split()[1] for line in status.splitlines() if line.startswith("SigCgt")), "0")
        if int(caught, 16) >> (number - 1) & 1:
            return
        sleep(0.01)


def _wrong(name: str, number: signal.Signals, code: int, had_ended: bool, text: str) -> list[str]:
    """Return what is wrong with the end of a command."""
    wrong = []
    was_about_to_end = code == -number or (had_ended and code in (0, 1))
    was_stopped = code == 0 and name == "serve" and number == signal.SIGTERM
    if not (code == 128 + number or was_about_to_end or was_stopped):
        wrong.append(f"wrong: exit code {code}: {text[-500:]}")
    if code == 128 + number and f"arena: ended by {number.name}" not in text:
        wrong.append(f"wrong: it does not say so: {text[-500:]}")
    if "Traceback" in text or "Exception ignored" in text or "leaked" in text:
        wrong.append(f"wrong: a traceback: {text[-2000:]}")
    return wrong


def run(drill: Drill, names: list[str], rounds: int, seed: int) -> int:
    """End each command so many times by each signal; print a line for each, and return the number of faults."""
    total = 0
    print(f"{'':12}{'tried':>7}{'wrong':>7}{'left over':>11}")
    for name in names:
        tried, faults, luck = 0, [], random.Random(f"{seed} {name}")
        for number in SIGNALS * rounds:
            delay = luck.uniform(0.0, MAX_DELAY)
            found = drill.faults(name, number, delay)
            faults += [f"{name}, {number.name} after {delay:.2f} s: {fault}" for fault in found]
            tried += 1
        print("\n".join(faults), end="\n" if faults else "")
        left = sum(": left over: " in fault for fault in faults)
        print(f"{name:12}{tried:7}{len(faults) - left:7}{left:11}", flush=True)
        total += len(faults)
    return total


def main() -> int:
    """Run the drill; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="COMMAND", help="name of a command; all by default")
    parser.add_argument("--rounds", type=int, default=5, help="signals of each kind for a command (default: 5)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the moments (default: 1)")
    options = parser.parse_args()
    with processes.swept_folder() as folder:
        drill = Drill(folder)
        faults = run(drill, options.names or list(drill.commands), options.rounds, options.seed)
    print(f"load {os.getloadavg()[0]:.1f}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
