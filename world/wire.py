"""The protocol between an arena and a mind: one line a message, its fields separated by tabs.

A request is a random word, a verb and its fields; the response begins with the same word. world/README.md shows both.
This module alone knows the verbs, the fields, their bounds, and how a message becomes a `State`.
"""

import re
from typing import Any, NoReturn, TypeAlias

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from world.api import Budget, Ending, Fault, FaultKind, Run, State, Thoughts
from world.errors import quoted
from world.words import random_word

NEWRUN, GETACTION, ENDRUN = "newrun", "getaction", "endrun"
ANSWER, REFUSED = "answer", "refused"
READY, BYE, ASK, ERROR = "ready", "bye", "ask", "error"
TOKEN, PLAY = "token", "play"  # over a WebSocket: the first line of a client, and a call to a game
NOTICES = frozenset({ERROR, TOKEN, PLAY})  # lines that expect no response
RESERVED_WORDS = frozenset({READY, BYE, ASK, ERROR})  # no action may be one of these

MAX_REPLY_BYTES = 4096
MAX_ACTION_BYTES = 500
THOUGHTS_MARGIN, FAILURE_MARGIN = 1000, 100  # bytes of a reply of usual size that these leave free
MAX_MEMORY_BYTES = 64 * 1024
MAX_BYE_BYTES = 6 * MAX_MEMORY_BYTES + 1000  # JSON writes a byte as six at most
MAX_MESSAGE_LENGTH = 500  # of an error
MAX_ASK_DEPTH = 2  # a mind that was asked may ask another one, which may not

REPORTED_KINDS: tuple[FaultKind, ...] = ("memory", "protocol")  # what a mind may call its error, instead of a crash


class WireError(ValueError):
    """A message that breaks the protocol."""


# Requests: what a mind is sent. The request of newrun is a `Run`.


class Question(Struct, frozen=True, omit_defaults=True):
    """The JSON that comes with the state's text in a `getaction`."""

    # These two are written even if they are empty: msgspec omits a default, but not what a factory makes.
    budget: Budget = field(default_factory=Budget)
    since: tuple[str, ...] = field(default_factory=lambda: ())  # the actions after the last question of this run
    whole: bool = False  # True if `since` replaces all actions of this run that were sent before
    start: str | None = None  # of a state outside this run: where its history, `since`, begins
    actions: tuple[str, ...] = ()


class GetAction(Struct, frozen=True):
    """A request for an action in a state."""

    text: str
    question: Question


class EndRun(Struct, frozen=True, omit_defaults=True):
    """The end of a run."""

    result: tuple[float, ...]
    ending: str
    reason: str = ""  # of a forfeit, told to the mind that caused it

    @classmethod
    def of(cls, ending: Ending, reason: str = "") -> "EndRun":
        """Return the message that reports an ending."""
        return cls(ending.result, ending.kind, reason)

    def to_ending(self) -> Ending:
        """Return it as an Ending."""
        return Ending(self.ending, self.result)


class Answer(Struct, frozen=True):
    """The action of a mind that was asked by another one."""

    action: str
    thoughts: Thoughts | None = None


class Refused(Struct, frozen=True):
    """The reason why a mind is not asked."""

    reason: str


# Responses: what a mind sends.


class Ready(Struct, frozen=True):
    """The response to newrun."""


class Acted(Struct, frozen=True):
    """The response to getaction: an action."""

    action: str
    thoughts: Thoughts | None = None


class Ask(Struct, frozen=True):
    """Another response to getaction: a question to another mind about a state, its own or any other."""

    spec: str
    text: str


class Bye(Struct, frozen=True):
    """The response to endrun, with a text to be remembered until the next run."""

    memory: str | None = None


class Failed(Struct, frozen=True):
    """The response to any request that the mind has failed to serve."""

    kind: str = "crash"
    message: str = ""
    traceback: str = ""

    @classmethod
    def of(cls, fault: Fault) -> "Failed":
        """Return what is reported of a fault."""
        return cls(fault.kind, fault.message, fault.traceback)

    def to_fault(self) -> Fault:
        """Return it as a Fault; an unknown kind is a crash."""
        kind: FaultKind = next((known for known in REPORTED_KINDS if known == self.kind), "crash")
        message, traceback = self.message[:MAX_MESSAGE_LENGTH], self.traceback[:MAX_REPLY_BYTES]
        return Fault(kind, message, traceback=traceback)


Message: TypeAlias = Run | GetAction | EndRun | Answer | Refused
Response: TypeAlias = Ready | Acted | Ask | Bye | Failed


class Request:
    """A message to a mind, with the random word that ties the response to it."""

    def __init__(self, message: Message) -> None:
        self.message, self.word = message, random_word()
        self.line = "\t".join((self.word, *_message_fields(message)))

    def read(self, line: str) -> Response:
        """Return the response that a line holds, or raise WireError."""
        word, *fields = line.split("\t")
        if word != self.word or not fields:
            raise WireError(f"the reply does not begin with the word it was asked with, but with {quoted(word)}")
        return _read_response(self.message, fields)


def _message_fields(message: Message) -> tuple[str, ...]:
    match message:
        case Run():
            return NEWRUN, _to_json(message)
        case GetAction():
            return GETACTION, message.text, _to_json(message.question)
        case EndRun():
            return ENDRUN, _to_json(message)
        case Answer():
            return ANSWER, message.action, _to_json(message.thoughts)
        case Refused():
            return REFUSED, " ".join(message.reason.split())


def is_request(line: str) -> bool:
    """Return True if a line expects a response: it has fields, and is no notice."""
    word, tab, _ = line.partition("\t")
    return bool(tab) and word not in NOTICES


def word_of(line: str) -> str:
    """Return the word that the response to a line has to echo, also if the rest of the line cannot be read."""
    return line.partition("\t")[0]


def read_request(line: str) -> tuple[str, Message]:
    """Return the word and the message of a line that a mind was sent, or raise WireError."""
    word, *fields = line.split("\t")
    match fields:
        case [verb, run] if verb == NEWRUN:
            return word, _from_json(run, Run)
        case [verb, text, question] if verb == GETACTION:
            return word, GetAction(text, _from_json(question, Question))
        case [verb, end] if verb == ENDRUN:
            return word, _from_json(end, EndRun)
        case [verb, action, thoughts] if verb == ANSWER:
            return word, Answer(action, _from_json(thoughts, dict[str, Any] | None))
        case [verb, reason] if verb == REFUSED:
            return word, Refused(reason)
    raise WireError(f"{quoted(' '.join(fields))}; expected {NEWRUN}, {GETACTION} or {ENDRUN}, and its fields")


def write_response(word: str, response: Response, max_bytes: int = MAX_REPLY_BYTES) -> str:
    """Return the line of a response, or raise WireError if an action or a question cannot be sent.

    Thoughts and tracebacks are cut, so that the line with its end has at most `max_bytes`.
    """
    return "\t".join((word, *_response_fields(response, max_bytes - len(f"{word}\t\n".encode()))))


def _response_fields(response: Response, room: int) -> tuple[str, ...]:
    """Return the fields of a response, which have `room` bytes."""
    match response:
        case Ready():
            return (READY,)
        case Acted():
            return _acted_fields(response, room)
        case Ask():
            if not (response.spec.isprintable() and response.text.isprintable()):
                raise WireError(f"{quoted(response.spec)} about {quoted(response.text)}; expected lines of text")
            size = len(f"{ASK}\t{response.spec}\t{response.text}".encode())
            if size > room:
                raise WireError(f"a question of {size} bytes; expected {room} at most")
            return ASK, response.spec, response.text
        case Bye():
            return (BYE,) if response.memory is None else (BYE, _to_json(response.memory))
        case Failed():
            return ERROR, _shortened(response, _room_beside(ERROR, room, FAILURE_MARGIN))


def _room_beside(field: str, room: int, margin: int) -> int:
    """Return the bytes left for JSON beside a field; where there is plenty of room, a margin is left free as well."""
    return min(room - len(f"{field}\t".encode()), max(room, MAX_REPLY_BYTES) - margin)


def _acted_fields(acted: Acted, room: int) -> tuple[str, ...]:
    if problem := unsendable(acted.action):
        raise WireError(f"{quoted(acted.action)} cannot be sent: {problem}")
    if acted.thoughts is None:
        return (acted.action,)
    room = _room_beside(acted.action, room, THOUGHTS_MARGIN)
    thoughts = _to_json(acted.thoughts)
    size = len(thoughts.encode())
    if size > room:
        thoughts = _to_json({"cut": f"thoughts of {size} bytes"})
    return (acted.action, thoughts) if len(thoughts) <= room else (acted.action,)


def _shortened(failed: Failed, room: int) -> str:
    """Return an error as JSON, without the beginning of a traceback and the end of a message that are too long."""
    failed = Failed(failed.kind, failed.message[:MAX_MESSAGE_LENGTH], failed.traceback)
    while len((line := _to_json(failed)).encode()) > room and (failed.traceback or failed.message):
        if failed.traceback:
            failed = replace(failed, traceback=failed.traceback[len(failed.traceback) // 2 + 1 :])
        else:
            failed = replace(failed, message=failed.message[: len(failed.message) // 2])
    return line


def thoughts_in(line: str) -> str:
    """Return the JSON of the thoughts in the line of an action; empty if there is none."""
    _, _, *rest = line.split("\t")
    return rest[0] if rest else ""


def _read_response(message: Message, fields: list[str]) -> Response:
    first, *rest = fields
    if first == ERROR:
        return _from_json(rest[0], Failed) if rest else Failed()
    if isinstance(message, Run):
        return Ready() if first == READY else _unexpected(READY, first)
    if isinstance(message, EndRun):
        return Bye(_read_memory(rest)) if first == BYE else _unexpected(BYE, first)
    if first == ASK:
        if len(rest) != 2:
            raise WireError(f"{ASK} with {len(rest)} fields; expected a spec and a state")
        return Ask(*rest)
    if len(rest) > 1:
        raise WireError(f"{len(fields)} fields; expected an action, and perhaps thoughts as JSON")
    return Acted(first, _from_json(rest[0], dict[str, Any] | None) if rest else None)


def _unexpected(expected: str, came: str) -> NoReturn:
    raise WireError(f"expected {expected}, came {quoted(came)}")


def _read_memory(fields: list[str]) -> str | None:
    memory = _from_json(fields[0], str) if fields else None
    if memory is not None and len(memory.encode()) > MAX_MEMORY_BYTES:
        raise WireError(f"the mind wants to remember more than {MAX_MEMORY_BYTES} bytes")
    return memory


def unsendable(action: str) -> str:
    """Return the reason why an action cannot be sent, or an empty string if it can."""
    if action in RESERVED_WORDS:
        return "it is a word of the protocol"
    if "\t" in action or "\n" in action:
        return "it is not one field of one line"
    size = len(action.encode(errors="replace"))
    return f"it has {size} bytes, the most is {MAX_ACTION_BYTES}" if size > MAX_ACTION_BYTES else ""


# Notices: over a WebSocket there are also lines without a word to be echoed.


def write_notice(verb: str, text: str) -> str:
    """Return a line that expects no response: ERROR, TOKEN or PLAY, and its text."""
    return f"{verb}\t{text}"


def read_notice(line: str) -> tuple[str, str]:
    """Return the verb and the text of a line that expects no response."""
    verb, _, text = line.partition("\t")
    return verb, text


class Call(Struct, frozen=True):
    """The JSON of a PLAY: a run that the receiver is to play in, and the token of its seat."""

    run: str  # always a path on the server that calls
    token: str


def write_call(call: Call) -> str:
    """Return the line that calls to a game."""
    return write_notice(PLAY, _to_json(call))


def read_call(text: str) -> Call:
    """Return the call that the text of a PLAY holds, or raise WireError."""
    call: Call = _from_json(text, Call)
    if re.fullmatch("/runs/[0-9a-f]{1,64}", call.run) is None:
        raise WireError(f"{quoted(call.run)} is no path of a run")
    return call


# Histories: only the actions that the other end does not know yet are sent.


class Sender:
    """The asking end of a run: it remembers the history that the receiver has been sent."""

    def __init__(self, run: Run) -> None:
        self.start = run.start
        self.sent: tuple[str, ...] = ()

    def getaction(self, state: State) -> GetAction:
        """Return the request for an action; a history that does not continue the one sent before is sent whole."""
        budget, actions = state.budget, state.actions
        if state.start != self.start:  # a state outside this run, which leaves the receiver's history as it is
            return GetAction(state.text, Question(budget, state.history, start=state.start, actions=actions))
        known = len(self.sent)
        continues = state.history[:known] == self.sent
        self.sent = state.history
        since = state.history[known:] if continues else state.history
        return GetAction(state.text, Question(budget, since, whole=not continues, actions=actions))


class Receiver:
    """The answering end of a run: it keeps the run and its history, and makes the State of each request."""

    def __init__(self, run: Run, kind: type[State] = State) -> None:
        self.run, self.kind = run, kind
        self.history: tuple[str, ...] = ()

    def state(self, message: GetAction) -> State:
        """Return the State that a request is about."""
        question = message.question
        if question.start is None:
            self.history = question.since if question.whole else self.history + question.since
        return self.kind(
            text=message.text,
            world=self.run.world,
            seat=self.run.seat,
            budget=question.budget,
            history=self.history if question.start is None else question.since,
            start=self.run.start if question.start is None else question.start,
            actions=question.actions,
        )


def asked_state(ask: Ask, state: State) -> State:
    """Return the State that a mind asks another one about, while it is in `state`."""
    if ask.text == state.text:
        return state
    return replace(state, text=ask.text, history=(), start=ask.text, actions=())


def _to_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _from_json(text: str, kind: Any) -> Any:
    try:
        return msgspec.json.decode(text, type=kind)
    except (ValueError, RecursionError) as problem:  # msgspec's own errors are ValueErrors
        raise WireError(f"{quoted(text)} cannot be read: {problem}") from None
