"""The dialogue of UCI engines: raw lines, in the ordinary case one write and one read a ply."""

from typing import NoReturn

from arena.cell.dialogue import Answered, Consult, broken
from arena.cell.patience import Patience
from arena.cell.process import MindProcess, NoAnswer, ProcessError, TooMuchOutput
from arena.cell.uci.moves import action_of
from arena.cell.uci.options import read_options, settings
from arena.cell.uci.words import Position, go_words, thoughts_in
from minds.errors import quoted
from minds.registry import Spec
from world.api import Ending, Run, State

MAX_LINE_BYTES = 64 * 1024
MAX_KEPT_BYTES = 16 * 1024  # of the info lines of a search, the last ones
MAX_ANSWER_BYTES = 64 * 1024 * 1024  # for one question; a search of an hour takes about one
TO_BID_FAREWELL = 0.1  # seconds
NO_MOVE = ("0000", "(none)", "none", "null")


class UciDialogue:
    """A conversation with an engine, from the greeting to `quit`."""

    def __init__(self, process: MindProcess, spec: Spec) -> None:
        self.process, self.spec = process, spec
        self.process.pauses = False
        self.position = Position()
        self.is_greeted = False

    def newrun(self, run: Run, patience: Patience) -> None:
        """Begin a game, and the conversation before the first one."""
        if not self.is_greeted:
            self._greet(patience)
        self.position = Position()
        self._say("ucinewgame\nisready", patience)
        self._await("readyok", patience)

    def getaction(self, state: State, patience: Patience, consult: Consult) -> Answered:
        """Return the engine's move and what it reported of its search; engines ask nobody."""
        self.process.drain()
        self._say(f"{self.position.words(state)}\ngo {go_words(state.budget)}", patience)
        *info, answer = self._await("bestmove", patience)
        return self._action(answer), thoughts_in(info)

    def endrun(self, ending: Ending, patience: Patience) -> str | None:
        """Do nothing: UCI has no word for the end of a game, and engines remember nothing."""
        return None

    def bid_farewell(self) -> None:
        """Send `quit`."""
        try:
            self.process.resume()
            self.process.send(b"quit\n", Patience(TO_BID_FAREWELL))
        except (ProcessError, OSError):  # it will be killed
            return

    def _greet(self, patience: Patience) -> None:
        """Ask for the engine's options, and set those that the spec names."""
        self._say("uci", patience)
        offered = read_options(self._await("uciok", patience))
        for command in settings(self.spec.target, offered, self.spec.parameters):
            self._say(command, patience)
        self._say("isready", patience)
        self._await("readyok", patience)
        self.is_greeted = True

    def _say(self, text: str, patience: Patience) -> None:
        self.process.owes_answer = True
        self.process.resume()
        self.process.send(f"{text}\n".encode(), patience)

    def _await(self, word: str, patience: Patience) -> list[str]:
        """Return the engine's lines up to the one that begins with a word; only the last ones of a long search."""
        process, mark, cut = self.process, word.encode(), 0
        while not (end := _end_of_line(process.received, mark)):
            left = patience.left()
            if left <= 0:
                raise NoAnswer(f"{patience}: expected {word}")
            process.receive(left, 2 * MAX_LINE_BYTES)
            cut += self._cut(cut)
        text, process.received = process.received[:end], process.received[end:]
        process.pause()
        process.owes_answer = False
        return text[:-1].decode(errors="replace").split("\n")

    def _cut(self, cut: int) -> int:
        """Drop the first lines of a search that says much; return the bytes dropped."""
        received = self.process.received
        if len(received) <= MAX_LINE_BYTES:
            return 0
        complete = received.rfind(b"\n") + 1
        if not complete:
            raise TooMuchOutput(f"a line of more than {MAX_LINE_BYTES} bytes")
        if cut > MAX_ANSWER_BYTES:
            raise TooMuchOutput(f"more than {MAX_ANSWER_BYTES >> 20} MiB for one answer")
        dropped = received.find(b"\n", max(0, complete - MAX_KEPT_BYTES), complete) + 1
        self.process.received = received[dropped:]
        return dropped

    def _action(self, line: str) -> str:
        """Return the action of a line `bestmove …`."""
        move = (line.split()[1:] or [""])[0]
        action = action_of(move)
        return action or self._reject(move, line)

    def _reject(self, move: str, line: str) -> NoReturn:
        said = line.encode()
        if move.lower() in NO_MOVE:
            broken("illegal", f"it answers {quoted(line.strip())}; expected a legal move", said)
        broken("protocol", f"it answers {quoted(line.strip())}; expected bestmove and a move such as e2e4", said)


def _end_of_line(text: bytes, word: bytes) -> int:
    """Return the end of the first whole line that begins with a word; 0 if there is none yet."""
    place = 0 if text.startswith(word) else text.find(b"\n" + word) + 1
    if place == 0 and not text.startswith(word):
        return 0
    return text.find(b"\n", place + len(word)) + 1
