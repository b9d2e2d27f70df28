"""Any mind as a UCI engine, for chess GUIs and other programs.

Commands are read while the mind is thinking, so `stop` and `isready` are answered at once. A command that cannot be
obeyed is answered with an `info string`. The conversation ends at `quit` or at the end of the input.
"""

from collections.abc import Callable, Iterable, Mapping
from threading import Event, Lock, Thread
from time import perf_counter
from typing import Any, Protocol

from minds.board.position import Position
from minds.errors import MindsError, ParameterError
from minds.uci.words import Go, Place, go, info_line, option_lines, place
from world.api import UNLIMITED, Budget, Ending, MindFailure, Player, Run, State

INFO_INTERVAL = 0.1  # seconds between two looks at what a mind has found so far
ONE_NODE = Budget(nodes=1)  # for an answer at once
LEFT = Ending("left", (0.5, 0.5))


class Seat(Protocol):
    """A mind as this server needs it: a player that can be stopped, and whose thoughts can be read meanwhile."""

    @property
    def player(self) -> Player: ...

    @property
    def thoughts(self) -> dict[str, Any] | None: ...

    def stop(self) -> bool: ...

    def close(self) -> None: ...


class Uci:
    """One conversation with a GUI."""

    def __init__(
        self,
        name: str,
        parameters: Mapping[str, Any],
        seat_of: Callable[[dict[str, str]], Seat],
        say: Callable[[str], None],
    ) -> None:
        self.name, self.parameters, self.seat_of = name, parameters, seat_of
        self.lock, self.write = Lock(), say
        self.chosen: dict[str, str] = {}
        self.seat: Seat | None = None
        self.place = Place(Position(), "", ())
        self.began: tuple[str, int] | None = None  # the start of the game, and the side that the mind plays
        self.thinking: Thread | None = None
        self.stopped, self.pondered = Event(), Go()

    def say(self, line: str) -> None:
        """Send one line; lines of different threads do not mix."""
        with self.lock:
            self.write(line)

    def listen(self, lines: Iterable[str]) -> None:
        """Obey the commands, line by line, until `quit` or the end of the input."""
        try:
            for line in lines:
                words = line.split()
                # UCI asks to skip unknown words up to a known command.
                while words and not hasattr(self, f"do_{words[0]}"):
                    words.pop(0)
                if words and words[0] == "quit":
                    return
                if words:
                    self.obey(words[0], words[1:], line.strip())
        finally:
            self.do_stop([])
            self._await_thought()
            if self.seat is not None:
                self.seat.close()

    def obey(self, verb: str, words: list[str], line: str) -> None:
        """Obey one command, or report why that is not possible."""
        try:
            getattr(self, f"do_{verb}")(words)
        except (MindsError, ValueError, MindFailure) as problem:
            self.complain(f"{line[:80]}: {problem}")

    def complain(self, problem: str) -> None:
        """Report a problem as an `info string`."""
        self.say(f"info string {' '.join(problem.split())}")

    # ── The verbs ────────────────────────────────────────────────────────────────────────────

    def do_uci(self, _words: list[str]) -> None:
        self.say(f"id name {self.name}")
        self.say("id author Mind Arena")
        for line in option_lines(self.parameters):
            self.say(line)
        self.say("uciok")

    def do_isready(self, _words: list[str]) -> None:
        try:
            if self.thinking is None:
                self._make_ready()
        finally:  # a GUI waits for this word, even if the mind fails
            self.say("readyok")

    def do_quit(self, _words: list[str]) -> None:
        """Do nothing: `listen` ends the conversation."""

    def do_ucinewgame(self, _words: list[str]) -> None:
        self._only_when_idle()
        self._leave()

    def do_setoption(self, words: list[str]) -> None:
        self._only_when_idle()
        name, _, value = " ".join(words).removeprefix("name ").partition(" value ")
        if name.strip().lower() == "clear hash":
            self._leave()
            return
        known = {parameter.lower(): parameter for parameter in self.parameters}
        if name.strip().lower() not in known:
            raise ParameterError(f"no option {name.strip()!r}; expected one of {', '.join(self.parameters) or 'none'}")
        before = dict(self.chosen)
        self.chosen[known[name.strip().lower()]] = value.strip()
        try:
            self._reseat()
        except (MindsError, ValueError):
            self.chosen = before
            raise

    def do_position(self, words: list[str]) -> None:
        self._only_when_idle()
        self.place = place(words)

    def do_go(self, words: list[str]) -> None:
        self._only_when_idle()
        wanted = go(words, self.place.position)
        if wanted.remark:
            self.complain(wanted.remark)
        if wanted.perft is not None:
            self.say(f"Nodes searched: {self.place.position.perft(wanted.perft)}")
        elif wanted.ponder:  # it does not think on the opponent's time: it starts at ponderhit
            self.pondered = wanted
        else:
            self._think(wanted)

    def do_ponderhit(self, _words: list[str]) -> None:
        wanted, self.pondered = self.pondered, Go()
        if wanted.ponder:
            self._think(wanted)

    def do_stop(self, _words: list[str]) -> None:
        wanted, self.pondered = self.pondered, Go()
        if wanted.ponder and self.thinking is None:
            self._think(Go(ONE_NODE))
        self.stopped.set()
        if self.thinking is not None and self.seat is not None and not self.seat.stop():
            self.complain("this mind cannot be stopped; it answers when it has finished")

    def do_d(self, _words: list[str]) -> None:
        for line in str(self.place.position).splitlines():
            self.say(f"info string {line}")
        self.say(f"info string {self.place.position.fen}")

    def do_perft(self, words: list[str]) -> None:
        self.do_go(["perft", *words])

    def do_bench(self, _words: list[str]) -> None:
        start = perf_counter()
        nodes = Position().perft(5)
        self.say(f"info string perft 5: {nodes} nodes, {nodes / (perf_counter() - start):.0f} a second")

    # ── The mind ─────────────────────────────────────────────────────────────────────────────

    def _only_when_idle(self) -> None:
        if self.thinking is not None:
            self.stopped.set()
            if self.seat is not None:
                self.seat.stop()
            self._await_thought()

    def _await_thought(self) -> None:
        thinking, self.thinking = self.thinking, None  # the thread itself may clear it at the same moment
        if thinking is not None:
            thinking.join()

    def _seat(self) -> Seat:
        if self.seat is None:
            self.seat = self.seat_of(self.chosen)
        return self.seat

    def _make_ready(self) -> None:
        """Begin a game already, so that the mind loads and clears what it needs while no clock is running."""
        seat = self._seat()
        if self.began is None:
            seat.player.newrun(Run("chess", self.place.position.turn, 0, UNLIMITED, "", self.place.start))
            self.began = (self.place.start, self.place.position.turn)

    def _leave(self) -> None:
        """End the run; what follows is another game."""
        began, self.began = self.began, None
        if began is not None and self.seat is not None:
            self.seat.player.endrun(LEFT)

    def _reseat(self) -> None:
        new = self.seat_of(self.chosen)  # raises an error if an option is wrong
        if self.seat is not None:
            self.seat.close()
        self.seat, self.began = new, None

    def _think(self, wanted: Go) -> None:
        self.stopped.clear()
        self.thinking = Thread(target=self._answer, args=(wanted, self.place), daemon=True)
        self.thinking.start()

    def _answer(self, wanted: Go, where: Place) -> None:
        """Ask the mind, in a thread of its own: report its thoughts and then its best move."""
        best = "0000"
        done = Event()
        reporter = Thread(target=self._report_thoughts, args=(done,), daemon=True)
        try:
            if not where.position.legal_moves():
                self.complain("there are no legal moves")
                if wanted.is_endless:
                    self.stopped.wait()
                return
            seat = self._seat()
            self._begin(seat, where, wanted.budget)
            reporter.start()
            start = perf_counter()
            turn = where.position.turn
            state = State(
                text=where.position.fen,
                world="chess",
                seat=turn,
                budget=wanted.budget,
                history=where.history,
                start=where.start,
                actions=wanted.among,
            )
            reply = seat.player.getaction(state)
            done.set()
            best = where.position.parse(reply.action).uci
            if wanted.among and where.position.parse(best).action not in wanted.among:
                self.complain("this mind does not support searchmoves: it considered all moves")
            self.say(info_line(reply.thoughts or {}, perf_counter() - start))
            if wanted.is_endless:
                self.stopped.wait()
        except (MindFailure, MindsError, ValueError) as problem:
            self.complain(f"the mind has failed: {problem}")
            self.began = None
        finally:
            done.set()
            if reporter.is_alive():
                reporter.join()  # its lines belong before the answer
            self.say(f"bestmove {best}")
            self.thinking = None

    def _begin(self, seat: Seat, where: Place, budget: Budget) -> None:
        """Begin a new run if the start or the side is another than before."""
        if self.began == (where.start, where.position.turn):
            return
        self._leave()
        seat.player.newrun(Run("chess", where.position.turn, 0, budget, "", where.start))
        self.began = (where.start, where.position.turn)

    def _report_thoughts(self, done: Event) -> None:
        """Report each new depth; and repeat a stop that may have come before the search began."""
        start, reported = perf_counter(), 0
        while not done.wait(INFO_INTERVAL):
            if self.stopped.is_set() and self.seat is not None:
                self.seat.stop()
            thoughts = self.seat.thoughts if self.seat is not None else None
            depth = (thoughts or {}).get("depth")
            if thoughts and isinstance(depth, int) and depth > reported:
                reported = depth
                self.say(info_line(thoughts, perf_counter() - start))
