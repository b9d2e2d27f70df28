"""The process that hosts a mind: it answers the requests of the wire on stdin and stdout.

    python -m minds.host SPEC

What the mind itself prints goes to stderr, the log.
"""

import faulthandler
import os
import signal
import sys
from collections.abc import Sequence
from io import FileIO, TextIOWrapper
from pathlib import Path
from threading import Lock
from typing import BinaryIO

from minds.api import State
from minds.errors import AskError, quoted
from minds.player import MindPlayer as MindPlayer
from minds.player import blamed
from minds.spec import Spec, read_spec
from world.api import Fault, MindFailure, Reply, Run
from world.api import State as PlainState
from world.wire import (
    MAX_REPLY_BYTES,
    Acted,
    Answer,
    Ask,
    Bye,
    EndRun,
    Failed,
    GetAction,
    Message,
    Ready,
    Receiver,
    Refused,
    Response,
    WireError,
    read_request,
    word_of,
    write_response,
)

STACK_SIGNAL = signal.SIGUSR1  # to a mind that is out of time: it writes its stack to the wire and is not asked again


class Service:
    """Answers requests, one after the other, for the mind that a spec names."""

    def __init__(self, spec: Spec, requests: BinaryIO, responses: BinaryIO, max_bytes: int = MAX_REPLY_BYTES) -> None:
        self.requests, self.responses, self.word, self.max_bytes = requests, responses, "", max_bytes
        self.is_thinking, self.lock = False, Lock()
        self.receiver = Receiver(Run("", 0), State)
        self.player: MindPlayer | MindFailure
        try:
            with blamed():
                from minds.registry import load

                self.player = MindPlayer(load(spec), asker=self.ask)
        except MindFailure as failure:
            self.player = failure  # reported when a run begins

    def serve(self) -> None:
        """Answer requests until the input ends."""
        while line := self.requests.readline():
            response = self._answer(line)
            with self.lock:
                self.is_thinking = False
                self._write(response)

    def _answer(self, line: bytes) -> str:
        """Return the line that answers a line."""
        try:
            message = self._read(line)
            self.is_thinking = isinstance(message, GetAction)
            response = self.respond(message)  # changes the word if the mind asks another one
            return write_response(self.word, response, self.max_bytes)
        except MindFailure as failure:
            return write_response(self.word, Failed.of(failure.fault), self.max_bytes)
        except WireError as problem:
            return write_response(self.word, Failed.of(Fault("protocol", str(problem))), self.max_bytes)

    def _read(self, line: bytes) -> Message:
        """Return the request that a line holds, and keep the word that the response has to echo."""
        text = line.decode(errors="replace").removesuffix("\n")
        self.word = word_of(text)
        return read_request(text)[1]

    def _write(self, line: str) -> None:
        self.responses.write(line.encode() + b"\n")
        self.responses.flush()

    def ask(self, spec: str, state: PlainState) -> Reply:
        """Return what another mind would do; the arena is asked for it."""
        with self.lock:  # the mind may have several threads, but there is one wire
            if not self.is_thinking:
                raise AskError(f"{quoted(spec)} cannot be asked now; expected a question within getaction")
            try:
                self._write(write_response(self.word, Ask(spec, state.text), self.max_bytes))
            except WireError as problem:
                raise AskError(str(problem)) from None
            message = self._read(self.requests.readline())
        if isinstance(message, Answer):
            return Reply(message.action, 0.0, message.thoughts)
        raise AskError(message.reason if isinstance(message, Refused) else "the arena has not answered")

    def respond(self, message: Message) -> Response:
        """Return the response to a request, or raise MindFailure."""
        if isinstance(self.player, MindFailure):
            raise self.player
        match message:
            case Run():
                self.receiver = Receiver(message, State)
                self.player.newrun(message)
                return Ready()
            case GetAction():
                reply = self.player.getaction(self.receiver.state(message))
                return Acted(reply.action, reply.thoughts)
            case EndRun():
                return Bye(self.player.endrun(message.to_ending()))
        raise WireError("an answer came, but nothing was asked")


def compiled_cache() -> Path | None:
    """Return the folder of the compiled core's cache; None if there is none."""
    from minds.board.cache import CACHE

    return Path(CACHE) if CACHE is not None else None


def warm(names: Sequence[str] = ()) -> None:
    """Load all modules that minds use, for processes that are forked from this one and could not in the jail.

    If built-in minds are named, load no engine and no evaluation that they do not use.
    """
    from minds.loading import load, modules_for

    load(modules_for(names))


def run(spec: Spec, max_bytes: int = MAX_REPLY_BYTES) -> None:
    """Serve the mind of a spec on stdin and stdout, and let all that it prints go to stderr."""
    requests, responses = os.dup(0), os.dup(1)
    faulthandler.register(STACK_SIGNAL, responses, all_threads=False)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.stdout, sys.stderr = (
        TextIOWrapper(FileIO(number, "w", closefd=False), "utf-8", "replace", line_buffering=True) for number in (1, 2)
    )
    with os.fdopen(requests, "rb") as lines, os.fdopen(responses, "wb") as replies:
        Service(spec, lines, replies, max_bytes).serve()


def main() -> None:
    """Serve the mind that the command line names."""
    run(read_spec(sys.argv[1]))


if __name__ == "__main__":
    main()
