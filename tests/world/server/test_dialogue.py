"""The wire as a server speaks it to one connection, without any network: words, answers, and what makes no sense."""

import json
from threading import Thread

from hypothesis import given, settings
from hypothesis import strategies as st

from world.api import Budget, Ending, MindFailure, Reply, Run, State
from world.server.dialogue import MAX_THOUGHTS_LENGTH, Dialogue
from world.server.seat import Seat

STATE = State("........./x", "tictactoe", 0, Budget(bank=9.0), (), "", ("0", "1"))


class Asked:
    """A seat that is asked in a thread of its own, as a run asks it."""

    def __init__(self, budget: Budget = STATE.budget) -> None:
        self.seat = Seat("guest", lambda: TimeoutError("silent"), 30.0)
        self.seat.newrun(Run("tictactoe", 0))
        self.came: Reply | BaseException | None = None
        self.thread = Thread(target=self._ask, args=[State("........./x", "tictactoe", 0, budget)])
        self.thread.start()
        with self.seat.changed:
            while self.seat.question is None and self.thread.is_alive():
                self.seat.changed.wait(0.001)

    def _ask(self, state: State) -> None:
        try:
            self.came = self.seat.getaction(state)
        except BaseException as problem:
            self.came = problem

    def end(self) -> Reply | BaseException | None:
        self.thread.join(20)
        return self.came


def begun(asked: Asked) -> tuple[Dialogue, str]:
    """A connection whose other end is ready and has been asked; the word of the question."""
    dialogue = Dialogue(asked.seat)
    word, verb, told = str(dialogue.next()).split("\t")
    assert (verb, json.loads(told)["world"]) == ("newrun", "tictactoe")
    assert dialogue.next() is None
    assert dialogue.receive(f"{word}\tready") is None
    word, verb, *_ = str(dialogue.next()).split("\t")
    assert verb == "getaction"
    return dialogue, word


def test_a_run_goes_over_the_wire() -> None:
    """newrun, ready, getaction, an action with thoughts, endrun, bye."""
    asked = Asked()
    dialogue, word = begun(asked)
    assert dialogue.receive(f'{word}\t4\t{{"depth":3}}') is None
    reply = asked.end()
    assert isinstance(reply, Reply)
    assert (reply.action, reply.thoughts) == ("4", {"depth": 3})
    asked.seat.dismiss(Ending("full board", (0.5, 0.5)))
    word, verb, told = str(dialogue.next()).split("\t")
    assert (verb, json.loads(told)) == ("endrun", {"result": [0.5, 0.5], "ending": "full board"})
    assert not dialogue.is_over
    assert dialogue.receive(f"{word}\tbye") is None
    assert dialogue.is_over


LINES = st.one_of(
    st.text(max_size=40),
    st.text(alphabet='\t ready4bye{}"error0123456789abcdef', max_size=60),
    st.just("x" * 5000),
    st.builds(lambda word: word + "\tready", st.text(max_size=8)),
)


@settings(max_examples=60)
@given(st.lists(LINES, max_size=20))
def test_no_line_harms_a_run(lines: list[str]) -> None:
    """Whatever is said without the right word is told to be wrong, and the question stands until it is answered."""
    asked = Asked()
    dialogue, word = begun(asked)
    for line in lines:
        if line.partition("\t")[0] != word:
            assert str(dialogue.receive(line)).startswith("error\t")
    for bad in (f"{word}", f"{word}\t", f"{word}\t4\tnot json", f"{word}\t4\t{{}}\tmore", f"{word}\t{'9' * 5000}"):
        assert str(dialogue.receive(bad)).startswith("error\t")
    assert asked.came is None
    assert dialogue.receive(f"{word}\t4") is None
    assert isinstance(asked.end(), Reply)


def test_a_mind_that_reports_an_error_has_failed() -> None:
    """`error` with the right word is the mind's own fault: its seat raises it."""
    asked = Asked()
    dialogue, word = begun(asked)
    assert dialogue.receive(f'{word}\terror\t{{"message":"no idea","traceback":"line 1"}}') is None
    failure = asked.end()
    assert isinstance(failure, MindFailure)
    assert (failure.fault.kind, failure.fault.message) == ("crash", "no idea")


def test_nobody_can_be_asked_over_the_network() -> None:
    """A mind that asks another is refused, with a new word that its answer has to echo."""
    asked = Asked()
    dialogue, word = begun(asked)
    fresh, refused, _ = str(dialogue.receive(f"{word}\task\tminimax\t........./x")).split("\t")
    assert refused == "refused"
    assert str(dialogue.receive(f"{word}\t4")).startswith("error\t")
    assert dialogue.receive(f"{fresh}\t4") is None
    assert isinstance(asked.end(), Reply)


def test_who_comes_back_is_told_again() -> None:
    """A second connection hears of the run and of the question; the older one's answer still counts if it is first."""
    asked = Asked()
    _, _ = begun(asked)
    second, word = begun(asked)
    assert second.receive(f"{word}\t8") is None
    reply = asked.end()
    assert isinstance(reply, Reply)
    assert reply.action == "8"


def test_a_clock_ends_the_wait() -> None:
    """Without an answer in time the seat has failed; one that comes afterwards is told that it is too late."""
    asked = Asked(Budget(movetime=0.05, margin=0))
    dialogue, word = begun(asked)
    failure = asked.end()
    assert isinstance(failure, MindFailure)
    assert failure.fault.kind == "time"
    assert "too late" in str(dialogue.receive(f"{word}\t4"))


def test_a_question_is_answered_once() -> None:
    """The first answer counts; one to another question, or to none, is not taken."""
    asked = Asked()
    question = asked.seat.question
    assert question is not None
    assert not asked.seat.answer(question.number - 1, "0")
    assert asked.seat.answer(question.number, "4")
    assert not asked.seat.answer(question.number, "5")
    reply = asked.end()
    assert isinstance(reply, Reply)
    assert reply.action == "4"
    assert not asked.seat.answer(question.number, "6")


def test_of_too_much_that_is_told_nothing_is_kept() -> None:
    """A few letters may mean a hundred objects, and a long run many letters: the action counts all the same."""
    for fine in (True, False):
        asked = Asked()
        dialogue, word = begun(asked)
        asked.seat.thoughts_length = 0 if fine else MAX_THOUGHTS_LENGTH
        told = "[" + "[]," * 100 + "[]]" if fine else "3"
        assert dialogue.receive(f'{word}\t4\t{{"depths":{told}}}') is None
        reply = asked.end()
        assert isinstance(reply, Reply)
        assert (reply.action, reply.thoughts) == ("4", None)
