"""Requests: whatever the arena says to a mind's host, or a server to a guest, each request has one response."""

import io
from contextlib import redirect_stdout

import msgspec
from hypothesis import strategies as st

from arena.remote.responder import Responder
from minds.host import Service
from minds.player import MindPlayer
from minds.registry import load, read_spec
from tests.drills.texts.fens import GOOD as STATES
from tests.drills.texts.mutations import mutated, reworded
from world.api import Run
from world.budget import Budget
from world.wire import MAX_REPLY_BYTES, Answer, EndRun, GetAction, Message, Question, Refused, Request, read_request

MAX_WORD_LENGTH, TAB = 100, "\t"
BUDGETS = st.builds(
    Budget, st.none() | st.integers(1, 9), st.none() | st.integers(1, 999), st.none() | st.floats(0.1, 9)
)
ACTIONS = st.lists(st.sampled_from(["12,28", "52,36", "0,0", "x", ""]), max_size=3).map(tuple)
WORLDS = st.sampled_from(["chess", "tictactoe", "maze", "", "no", "__init__", "../x", "é", "chess.x"])
QUESTIONS = st.builds(
    Question, BUDGETS, ACTIONS, st.booleans(), st.none() | st.sampled_from([*STATES, "", "x"]), ACTIONS
)
MESSAGES: st.SearchStrategy[Message] = st.one_of(
    st.builds(Run, WORLDS, st.integers(0, 1), st.integers(), BUDGETS, st.text(max_size=5), memory=st.text(max_size=9)),
    st.builds(GetAction, st.sampled_from([*STATES, "........./x", "x", ""]), QUESTIONS),
    st.builds(EndRun, st.tuples(st.floats(0, 1), st.floats(0, 1)), st.sampled_from(["checkmate", "", "x"])),
    st.builds(Answer, st.sampled_from(["12,28", "", "x"]), st.none() | st.just({"depth": 3})),
    st.builds(Refused, st.text(st.characters(blacklist_categories=["Cs", "Cc"]), max_size=9)),
)
GOOD = MESSAGES.map(lambda message: f"w\t{Request(message).line.partition(TAB)[2]}")
LINES = GOOD | mutated(GOOD, '\t{}[]",:0123456789abnewrungetaction\\u \r') | reworded(GOOD, ["newrun", '"chess"'])
TALKS = st.lists(LINES | st.text(max_size=20) | st.builds(lambda n: "x" * n, st.integers(0, 9000)), max_size=6)
SPECS = ["any-random-legal-move", "capture-priority-random-legal-move", "society"]
TEXTS = st.tuples(st.sampled_from(SPECS), TALKS) | MESSAGES


def check(given: tuple[str, list[str]] | Message) -> bool:
    """Let a host, and a guest, answer all lines of a talk; a message that is sent arrives as it was."""
    if not isinstance(given, tuple):
        return _check_message(given)
    spec, talk = given
    lines = [
        line.replace("\n", " ").encode(errors="replace") + b"\n"
        for line in ['w\tnewrun\t{"world":"chess","seat":0}', *talk]
    ]
    responses = io.BytesIO()
    with redirect_stdout(io.StringIO()):  # what a mind prints is no response
        Service(read_spec(spec), io.BytesIO(b"".join(lines)), responses).serve()
    said = responses.getvalue().split(b"\n")
    assert said.pop() == b""
    assert len(said) in (len(lines), len(lines) + 1), "one more for a question at the end of the input"
    for line, response in zip(lines, said, strict=False):
        word = line.rstrip(b"\n").decode(errors="replace").partition("\t")[0]
        assert response.decode().partition("\t")[0] == word
        assert len(word) > MAX_WORD_LENGTH or len(response) < MAX_REPLY_BYTES
    guest = Responder(MindPlayer(load(SPECS[0])))
    for line in lines:
        response_of_guest = guest.respond(line.rstrip(b"\n").decode(errors="replace"))
        assert response_of_guest is None or "\n" not in response_of_guest
    return any(b"\tready" not in response and b"\terror" not in response for response in said)


def _check_message(message: Message) -> bool:
    _, arrived = read_request(Request(message).line)
    if isinstance(message, Refused):
        message = Refused(" ".join(message.reason.split()))
    assert arrived == message
    assert msgspec.json.encode(arrived)
    return True
