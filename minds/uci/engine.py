"""Any UCI engine, such as Stockfish, as a mind."""

import os
import re
import select
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import suppress
from difflib import get_close_matches
from itertools import pairwise
from os import read
from time import monotonic
from typing import Any

from minds.api import Mind, State
from minds.board.move import Move
from minds.board.position import Position
from minds.errors import ParameterError, quoted
from minds.spec import DEBIAN_GAMES, Spec
from world.api import Budget

TO_GREET, TO_BE_READY, TO_QUIT = 10.0, 30.0, 1.0  # seconds
FOREVER = 10.0**6
MAX_LINE_BYTES = 64 * 1024
NUMBERS = ("depth", "seldepth", "nodes", "nps", "hashfull", "tbhits")
TYPES = ("check", "spin", "combo", "button", "string")


class EngineError(RuntimeError):
    """An engine does not follow the UCI protocol."""


class Option:
    """An option that an engine offers: `option name Hash type spin default 16 min 1 max 1024`."""

    def __init__(self, line: str) -> None:
        found = re.fullmatch(rf"option name (.+?) type ({'|'.join(TYPES)})(.*)", line)
        if found is None:
            raise EngineError(f"its option line is {quoted(line)}; expected option name … type {'|'.join(TYPES)}")
        self.name, self.kind, rest = found[1], found[2], found[3]
        self.choices = re.findall(r"var (.+?)(?= var |$)", rest)
        self.least, self.most = (re.search(rf" {word} (-?\d+)", rest) for word in ("min", "max"))

    def check(self, value: str) -> None:
        """Raise a ParameterError if the option does not take this value."""
        if self.kind == "check" and value not in ("true", "false"):
            raise ParameterError(f"{self.name}={value}; expected true or false")
        if self.kind == "combo" and value not in self.choices:
            raise ParameterError(f"{self.name}={value}; expected one of {', '.join(self.choices)}")
        if self.kind == "spin" and not re.fullmatch(r"-?\d{1,18}", value):
            raise ParameterError(f"{self.name}={value}; expected a whole number")
        if (
            self.kind == "spin"
            and self.least
            and self.most
            and not int(self.least[1]) <= int(value) <= int(self.most[1])
        ):
            raise ParameterError(f"{self.name}={value}; expected {self.least[1]} to {self.most[1]}")


class UciEngine(Mind):
    """Plays the moves of a UCI engine; the engine's info lines become this mind's thoughts."""

    name = "uci"
    needs = "position"

    def __init__(self, program: str, options: Mapping[str, str] | None = None) -> None:
        self.program, self.chosen = program, dict(options or {})
        self.process: subprocess.Popen[bytes] | None = None
        self.received = b""
        self.offered: dict[str, Option] = {}

    def newrun(self) -> None:
        """Start the engine if it is not running, and tell it that a new game begins."""
        if self.process is not None and self.process.poll() is not None:
            self.close()  # it died in the last game, which it has lost
        if self.process is None:
            self.start()
        self._say("ucinewgame")
        self._await_ready()

    def getaction(self, state: State) -> str:
        self._say(position_words(state))
        self._say(f"go {go_words(state.budget)}")
        limit = state.budget.seconds
        info: dict[str, Any] = {}
        for line in self._lines("bestmove", FOREVER if limit is None else limit + state.budget.margin + TO_QUIT):
            if line.startswith("bestmove"):
                self.thoughts = info or None
                return _action(line)
            if line.startswith("info "):
                info |= read_info(line)
        raise AssertionError("the lines end with a bestmove")

    def stop(self) -> bool:
        self._say("stop")
        return True

    # ── The program ──────────────────────────────────────────────────────────────────────────

    def start(self) -> None:
        """Start the engine, greet it, and set its options."""
        try:
            self.process = subprocess.Popen([self.program], stdin=-1, stdout=-1, bufsize=0, env=engine_environment())
        except OSError as problem:
            raise EngineError(f"{self.program} cannot be started: {problem.strerror}") from None
        self.received, self.offered = b"", {}
        self._say("uci")
        for line in self._lines("uciok", TO_GREET):
            if line.startswith("option "):
                option = Option(line)
                self.offered[option.name.lower()] = option
        for name, value in self.chosen.items():
            self._choose(name, value)
        self._await_ready()

    def close(self) -> None:
        """Ask the engine to quit, and kill it if it does not."""
        process, self.process = self.process, None
        if process is None:
            return
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(OSError):
            process.stdin.write(b"quit\n")
        process.stdin.close()
        try:
            process.wait(TO_QUIT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()

    def _choose(self, name: str, value: str) -> None:
        option = self.offered.get(name.lower())
        if option is None:
            near = get_close_matches(name.lower(), self.offered, 1)
            known = ", ".join(offered.name for offered in self.offered.values())
            expected = f"did you mean {self.offered[near[0]].name}?" if near else f"expected one of {known}"
            raise ParameterError(f"{self.program} has no option {quoted(name)}; {expected}")
        option.check(value)
        self._say(f"setoption name {option.name}" + (f" value {value}" if option.kind != "button" else ""))

    def _await_ready(self) -> None:
        self._say("isready")
        for _ in self._lines("readyok", TO_BE_READY):
            pass

    def _say(self, line: str) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(f"{line}\n".encode())
        except OSError:
            raise EngineError(f"{self.program} has ended (exit code {self.process.wait()})") from None

    def _lines(self, last: str, seconds: float) -> Iterator[str]:
        """Yield the lines that the engine sends, up to the one that begins with this word."""
        until = monotonic() + seconds
        while True:
            while b"\n" not in self.received or monotonic() > until:
                self._receive(last, until, seconds)
            raw, _, self.received = self.received.partition(b"\n")
            line = raw.decode(errors="replace").strip()
            yield line
            if line.split(" ")[0] == last:
                return

    def _receive(self, last: str, until: float, seconds: float) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        number, left = self.process.stdout.fileno(), until - monotonic()
        if left <= 0 or not select.select([number], [], [], left)[0]:
            raise EngineError(f"{self.program} has not sent {last} within {seconds:g} s")
        data = read(number, MAX_LINE_BYTES)
        if not data:
            raise EngineError(f"{self.program} has ended (exit code {self.process.wait()}); expected {last}")
        self.received += data
        if len(self.received) > 2 * MAX_LINE_BYTES:
            raise EngineError(f"{self.program} has sent a line of more than {MAX_LINE_BYTES} bytes")


def engine_environment() -> dict[str, str]:
    """Return the environment of an engine: with Debian's folder of games on its path, for scripts that call others."""
    return os.environ | {"PATH": f"{os.environ.get('PATH', os.defpath)}{os.pathsep}{DEBIAN_GAMES}"}


def check_engine(spec: Spec) -> None:
    """Start the engine of a spec to see if it takes the options; a ParameterError says which one it does not."""
    engine = UciEngine(spec.target, spec.parameters)
    try:
        engine.start()
    except (EngineError, ParameterError) as problem:
        raise ParameterError(f"{quoted(spec.text)}: {problem}") from None
    finally:
        engine.close()


def position_words(state: State) -> str:
    """Return the `position` command for a state, with all moves since the start: the engine must see repetitions."""
    start = state.start or state.text
    line, moves = Position(start), []
    for action in state.history if state.start else ():
        move = line.parse(action)  # a promotion without a piece is to a queen
        moves.append(move.uci)
        line.push(move)
    return f"position fen {start} moves {' '.join(moves)}" if moves else f"position fen {start}"


def go_words(budget: Budget) -> str:
    """Return the words of `go` for a budget. Both clocks are given the same time: the opponent's is not known."""
    words = [f"{name} {getattr(budget, name)}" for name in ("depth", "nodes") if getattr(budget, name) is not None]
    if budget.movetime is not None:
        words.append(f"movetime {max(1, int(1000 * budget.movetime))}")
    if budget.bank is not None:
        for side in "wb":
            words.append(f"{side}time {max(1, int(1000 * budget.bank))} {side}inc {int(1000 * budget.increment)}")
    return " ".join(words) or "movetime 1000"


def read_info(line: str) -> dict[str, Any]:
    """Return what an info line says, as thoughts; of several lines of play only the best counts."""
    head, _, pv = line.partition(" pv ")
    words = head.split()
    if " string " in line or ("multipv" in words and words[words.index("multipv") + 1 :][:1] != ["1"]):
        return {}
    found: dict[str, Any] = {}
    for name, value in pairwise(words):
        if name in NUMBERS and value.isdecimal():
            found[name] = int(value)
        if name in ("cp", "mate") and re.fullmatch(r"-?\d{1,9}", value):
            found["score" if name == "cp" else "mate"] = int(value)
    with suppress(ValueError):
        if pv:
            found["pv"] = [Move(move).action for move in pv.split()]
    return found


def _action(line: str) -> str:
    words = line.split()
    try:
        return Move(words[1]).action
    except (IndexError, ValueError):
        raise EngineError(f"it answers {quoted(line)}; expected bestmove and a move") from None
