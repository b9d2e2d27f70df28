"""The wire: its messages, its bounds, and histories that are sent in parts."""

import ast
import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import ROOT
from world import wire
from world.api import Budget, Fault, Run, State
from world.wire import (
    Acted,
    Answer,
    Ask,
    Bye,
    EndRun,
    Failed,
    GetAction,
    Question,
    Ready,
    Receiver,
    Refused,
    Request,
    Sender,
    WireError,
    read_request,
    write_response,
)

RUN = Run("tictactoe", 1, start="........./x")
ACTIONS = st.lists(st.sampled_from("012345678"), max_size=6).map(tuple)


def sent(message: GetAction) -> GetAction:
    """Return a message as it arrives."""
    _, arrived = read_request(Request(message).line)
    assert isinstance(arrived, GetAction)
    return arrived


@st.composite
def events(draw: st.DrawFn) -> list[tuple[str, tuple[str, ...]]]:
    """Draw what happens between two questions: plies, plies taken back, reconnections, questions about other states."""
    return draw(
        st.lists(
            st.tuples(st.sampled_from(["play", "back", "reconnect", "replace", "elsewhere", "newrun"]), ACTIONS),
            max_size=30,
        )
    )


@given(events())
def test_the_receiver_s_state_is_the_sender_s(happened: list[tuple[str, tuple[str, ...]]]) -> None:
    """A state arrives as it was sent, after any changes to the history."""
    sender, receiver, history = Sender(RUN), Receiver(RUN), ()
    for event, actions in happened:
        start = RUN.start
        match event:
            case "play":
                history += actions
            case "back":
                history = history[: -len(actions) or None]
            case "replace":
                history = actions
            case "reconnect":
                sender, receiver = Sender(RUN), Receiver(RUN)
            case "newrun":
                sender, receiver, history = Sender(RUN), Receiver(RUN), ()
            case "elsewhere":
                start = "x......../o"
        asked = actions if event == "elsewhere" else history
        state = State("text", "tictactoe", 1, Budget(bank=3.0), history=asked, start=start, actions=("1", "2"))
        assert receiver.state(sent(sender.getaction(state))) == state


def test_only_new_actions_are_sent() -> None:
    """A question carries the actions since the last one, in the order of the README."""
    sender = Sender(RUN)
    lines = []
    for history in ((), ("4", "0"), ("4", "0", "1", "2"), ("4",)):
        request = Request(sender.getaction(State("x", "tictactoe", 1, history=history, start=RUN.start)))
        lines.append(request.line.split("\t")[3])
    assert lines == [
        '{"budget":{},"since":[]}',
        '{"budget":{},"since":["4","0"]}',
        '{"budget":{},"since":["1","2"]}',
        '{"budget":{},"since":["4"],"whole":true}',
    ]


def test_a_question_about_another_state_leaves_the_history_as_it_is() -> None:
    """Such a question brings a start and a history of its own."""
    sender, receiver = Sender(RUN), Receiver(RUN)
    own = State("a", "tictactoe", 1, history=("4",), start=RUN.start)
    other = State("b", "tictactoe", 1, history=("1",), start="b")
    receiver.state(sent(sender.getaction(own)))
    assert receiver.state(sent(sender.getaction(other))) == other
    message = sent(sender.getaction(State("c", "tictactoe", 1, history=("4", "5"), start=RUN.start)))
    assert message.question == Question(Budget(), ("5",))
    assert receiver.state(message).history == ("4", "5")


def test_a_question_may_be_empty() -> None:
    """Nothing is known then but the state's text, which is enough to try a mind by hand."""
    _, message = read_request("1\tgetaction\tx\t{}")
    assert message == GetAction("x", Question(Budget(), ()))


MESSAGES = [RUN, EndRun((1.0, 0.0), "three in a row", "x"), Answer("4", {"depth": 1}), Answer("4"), Refused("no")]


@pytest.mark.parametrize("message", [*MESSAGES, GetAction("x", Question(Budget(bank=1.0), ("4",), actions=("1",)))])
def test_messages_arrive_as_they_were_sent(message: wire.Message) -> None:
    """Reading a request gives its word and its message."""
    request = Request(message)
    assert read_request(request.line) == (request.word, message)


RESPONSES = [
    (RUN, Ready()),
    (Refused("no"), Acted("4", {"depth": 3})),
    (GetAction("x", Question(Budget(), ())), Acted("4")),
    (GetAction("x", Question(Budget(), ())), Ask("minimax", "x")),
    (EndRun((1.0,), "won"), Bye("remember")),
    (EndRun((1.0,), "won"), Bye()),
    (RUN, Failed("memory", "out of memory", "Traceback")),
]


@pytest.mark.parametrize(("message", "response"), RESPONSES)
def test_responses_arrive_as_they_were_sent(message: wire.Message, response: wire.Response) -> None:
    """Reading a response needs the request that it answers."""
    request = Request(message)
    assert request.read(write_response(request.word, response)) == response


@pytest.mark.parametrize(
    ("message", "line"),
    [
        (RUN, ""),
        (RUN, "{word}"),
        (RUN, "0000\tready"),
        (RUN, "{word}\tbye"),
        (RUN, "{word}\terror\tx"),
        (EndRun((1.0,), "won"), "{word}\tready"),
        (EndRun((1.0,), "won"), "{word}\tbye\t3"),
        (EndRun((1.0,), "won"), '{word}\tbye\t"' + "x" * 65537 + '"'),
        (Refused("no"), "{word}\t4\tnot json"),
        (Refused("no"), "{word}\t4\t[]"),
        (Refused("no"), "{word}\t4\t{}\tmore"),
        (Refused("no"), "{word}\t4\t" + "[" * 3000),
        (Refused("no"), "{word}\task\tminimax"),
    ],
)
def test_other_responses_break_the_protocol(message: wire.Message, line: str) -> None:
    """Each is a WireError with a short message."""
    request = Request(message)
    with pytest.raises(WireError) as failed:
        request.read(line.replace("{word}", request.word))
    assert len(str(failed.value)) < 500


@pytest.mark.parametrize("line", ["", "1", "1\tdance", "1\tgetaction\tx", "1\tgetaction\tx\t{", "1\tnewrun\t{}"])
def test_other_requests_break_the_protocol(line: str) -> None:
    """Each is a WireError."""
    with pytest.raises(WireError):
        read_request(line)


@pytest.mark.parametrize("action", ["ready", "bye", "ask", "error", "a\tb", "a\nb", "x" * 501, "ü" * 251])
def test_some_actions_cannot_be_sent(action: str) -> None:
    """Words of the protocol, more than one field, and actions that are too long."""
    with pytest.raises(WireError, match="cannot be sent"):
        write_response("1", Acted(action))


def test_responses_fit_a_reply() -> None:
    """Too many thoughts are replaced by their size, a long traceback loses its beginning."""
    long = write_response("12345678", Failed("crash", "ü" * 9999, "x" * 9999 + "the end"))
    assert len(long.encode()) < wire.MAX_REPLY_BYTES
    assert "the end" in long
    cut = write_response("12345678", Acted("x" * 500, {"pv": ["12,28"] * 1000}))
    assert '{"cut":"thoughts of 8008 bytes"}' in cut
    full = write_response("12345678", Acted("x" * 500, {"pv": "ü" * 1500}))
    assert len(full.encode()) < wire.MAX_REPLY_BYTES


@pytest.mark.parametrize("most", [64, 100, 500, 3000, 4096, 20_000])
@pytest.mark.parametrize(
    "response",
    [
        Failed("protocol", "\x01ü" * 9999, "x" * 99_999),
        Acted("12,28", {"pv": ["12,28"] * 10_000}),
        Acted("12,28", {"pv": "ü" * 190}),
        Acted("12,28,q", {"depth": 3}),
    ],
)
def test_responses_fit_a_limit(response: wire.Response, most: int) -> None:
    """A response and the end of its line fit any limit that a plan may set, and can be read."""
    request = Request(Refused("no"))
    line = write_response(request.word, response, most)
    assert len(f"{line}\n".encode()) <= most
    request.read(line)


def test_thoughts_are_cut_only_where_they_do_not_fit() -> None:
    """Under a small limit ordinary thoughts arrive whole, under a large limit long ones do."""
    request = Request(Refused("no"))
    for thoughts, most in (({"depth": 6, "pv": ["12,28"] * 40}, 500), ({"pv": ["12,28"] * 1000}, 20_000)):
        line = write_response(request.word, Acted("12,28", thoughts), most)
        assert request.read(line) == Acted("12,28", thoughts)
        assert msgspec.json.decode(wire.thoughts_in(line)) == thoughts
    assert (
        wire.thoughts_in(write_response("1", Acted("12,28", {"pv": "x" * 90}), 100)) == '{"cut":"thoughts of 99 bytes"}'
    )
    assert wire.thoughts_in(write_response("1", Acted("12,28", {"pv": "x" * 90}), 30)) == ""


def test_a_question_about_the_own_state_keeps_its_history() -> None:
    """A mind that asks about another state asks about its text alone."""
    state = State("a", "tictactoe", 1, Budget(nodes=5), history=("4",), start=RUN.start, actions=("1",))
    assert wire.asked_state(Ask("minimax", "a"), state) == state
    assert wire.asked_state(Ask("minimax", "b"), state) == State("b", "tictactoe", 1, Budget(nodes=5), start="b")


@pytest.mark.parametrize(("kind", "known"), [("memory", "memory"), ("protocol", "protocol"), ("illegal", "crash")])
def test_a_mind_may_name_few_kinds_of_error(kind: str, known: str) -> None:
    """Any other kind is a crash."""
    assert Failed(kind, "why").to_fault() == Fault(known, "why")  # type: ignore[arg-type]


VERBS = "newrun|getaction|endrun|error|token|play"
METHOD = rf"""(?:\bb["']|\\t)({VERBS})\b|["']({VERBS})\\t|verb [=!]= ["'](\w+)"""
WORD = r"""(?:["']|\\t)(ready|bye|ask|answer|refused)(?:["']|\\t)"""
ELSEWHERE = {  # where such a word is not the wire's
    "world/server/openapi.py": {"refused"},
    # Programs that import nothing speak the wire by hand.
    "arena/doctor/attacks/": {"newrun", "getaction", "endrun", "ready", "bye", "ask", "answer", "refused"},
    "arena/doctor/": {"answer", "refused"},
}


def spelled(source: str) -> set[str]:
    """Return the words of the wire in a source; the verbs are also names of methods, but no method is bytes."""
    return {word for found in re.findall(METHOD, source) for word in found if word} | set(re.findall(WORD, source))


def test_the_words_of_the_wire_stand_in_one_file() -> None:
    """No other product file spells a verb of the protocol."""
    for path in (path for room in ("arena", "minds", "world") for path in (ROOT / room).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        allowed = next((words for place, words in ELSEWHERE.items() if name.startswith(place)), set())
        words = spelled(path.read_text(encoding="utf-8")) - allowed
        assert not words or name == "world/wire.py", f"{name} spells {words}"


@pytest.mark.parametrize(
    "source",
    [
        "line = b'newrun'",
        "f'{word}\\tready'",
        'if verb == "getaction":',
        '"endrun\\t"',
        'f"error\\t{x}"',
        'verb != "token"',
    ],
)
def test_words_of_the_wire_are_recognised(source: str) -> None:
    """Bytes, fields of a line and comparisons of a verb are the wire's."""
    assert spelled(source) == {
        next(word for word in ("newrun", "ready", "getaction", "endrun", "error", "token") if word in source)
    }


def test_states_are_built_with_keywords() -> None:
    """No product file relies on the order of a State's fields beyond its text and its world."""
    for path in (path for room in ("arena", "minds", "world") for path in (ROOT / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.endswith("State"):
                assert len(node.args) <= 2, f"{path.relative_to(ROOT)}:{node.lineno}"


def test_a_question_that_is_too_long_is_not_sent() -> None:
    """A question to another mind has at most the bytes of a reply, its word and its end included."""
    longest = "x" * (4096 - len("word\task\talphabeta\t\n"))
    assert len(write_response("word", Ask("alphabeta", longest))) == 4095
    with pytest.raises(WireError, match="a question of 4091 bytes; expected 4090 at most"):
        write_response("word", Ask("alphabeta", longest + "x"))
