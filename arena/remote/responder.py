"""A player at the far end of a network: it answers the requests that come from a server."""

from collections.abc import Sequence

from msgspec.structs import replace

from world.api import Ending, Fault, MindFailure, Player, Run, State
from world.wire import (
    Acted,
    Bye,
    EndRun,
    Failed,
    GetAction,
    Message,
    Ready,
    Receiver,
    Response,
    WireError,
    is_request,
    read_request,
    word_of,
    write_response,
)


class Responder:
    """Lets a player answer requests, also when they come again after a broken connection."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.receiver: Receiver | None = None  # of the run that the player is in
        self.ended: EndRun | None = None  # the end of the last run
        self.latest: tuple[State, Acted] | None = None  # the newest question of this run, and its answer
        self.memory = ""

    def respond(self, line: str) -> str | None:
        """Return the line that answers a line, or None if no answer is expected."""
        if not is_request(line):
            return None
        word = word_of(line)
        try:
            return write_response(word, self._response(read_request(line)[1]))
        except MindFailure as failure:
            return write_response(word, Failed.of(failure.fault))
        except ValueError as problem:  # also if no process can be made for the player
            return write_response(word, Failed.of(Fault("protocol", f"the request cannot be answered: {problem}")))

    def _response(self, message: Message) -> Response:
        match message:
            case Run():
                return self._newrun(message)
            case GetAction():
                return self._getaction(message)
            case EndRun():
                return self._endrun(message)
        raise WireError("an answer came, but nothing was asked")

    def _newrun(self, run: Run) -> Ready:
        """Begin a run; after a broken connection the same run goes on, and its history is sent again."""
        if self.receiver is None or not _is_same(run, self.receiver.run):
            if self.receiver is not None:
                self.player.endrun(Ending("interrupted", (0.0, 0.0)))
            self.player.newrun(replace(run, memory=run.memory or self.memory))
            self.latest = None
        self.receiver, self.ended = Receiver(run), None
        return Ready()

    def _getaction(self, message: GetAction) -> Acted:
        """Ask the player; a question that comes again is answered as before, since the answer may have been lost."""
        if self.receiver is None:
            raise WireError("no run has begun")
        state = self.receiver.state(message)
        if self.latest is None or not _asks_the_same(state, self.latest[0]):
            reply = self.player.getaction(state)
            self.latest = (state, Acted(reply.action, reply.thoughts))
        return self.latest[1]

    def _endrun(self, end: EndRun) -> Bye:
        if self.receiver is not None:
            self.receiver = None
            self.memory = self.player.endrun(end.to_ending()) or self.memory
        self.ended = None if end.ending == "interrupted" else end
        return Bye()


def _asks_the_same(one: State, other: State) -> bool:
    return (one.text, one.start, one.history) == (other.text, other.start, other.history)


def _is_same(one: Run, other: Run) -> bool:
    """Return True if two runs differ in their clock alone."""
    return replace(one, budget=other.budget) == other


def score(result: Sequence[float]) -> str:
    """Return a result as people write it: 1:0."""
    return ":".join(f"{part:g}" for part in result)
