"""The contract of minds: the state, the answers, faults, and what is set before each call."""

import subprocess
import sys

import pytest

import minds
import minds.errors
from minds import Action, Mind, Move, State
from minds.player import MindPlayer, as_action
from world.api import Budget, Ending, MindFailure, Run
from world.api import State as PlainState

E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
RUN = Run("chess", 0, seed=5, budget=Budget(nodes=9), opponent="somebody")


class Echo(Mind):
    """A mind that answers with what it was made with."""

    name = "echo"

    def __init__(self, answer: object = "12,28", thoughts: object = None) -> None:
        self.answer, self.told = answer, thoughts

    def getaction(self, state: State) -> str:
        self.asked = state
        self.thoughts = self.told  # type: ignore[assignment]
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer  # type: ignore[return-value]


def ask(mind: Mind, state: PlainState | None = None) -> str:
    host = MindPlayer(mind)
    host.newrun(RUN)
    return host.getaction(state or PlainState(START, "chess")).action


@pytest.mark.parametrize("answer", ["12,28", Action("12,28"), Move("e2e4"), Move("12,28")])
def test_all_forms_of_an_answer(answer: object) -> None:
    """A string, an Action and a Move are the same answer."""
    assert ask(Echo(answer)) == "12,28"


@pytest.mark.parametrize("answer", [None, 12, (12, 28), b"12,28"])
def test_what_is_no_answer_is_the_minds_fault(answer: object) -> None:
    """Any other answer is a crash that says what was expected."""
    with pytest.raises(MindFailure, match=r"expected a Move, or text"):
        ask(Echo(answer))


@pytest.mark.parametrize("problem", [ValueError("no"), RecursionError("deep"), SystemExit(3), StopIteration()])
def test_exceptions_are_faults(problem: BaseException) -> None:
    """An exception of a mind is its crash, with a traceback; KeyboardInterrupt passes through."""
    with pytest.raises(MindFailure) as failed:
        ask(Echo(problem))
    assert failed.value.fault.kind == "crash"
    assert type(problem).__name__ in failed.value.fault.message
    assert "getaction" in failed.value.fault.traceback
    with pytest.raises(KeyboardInterrupt):
        ask(Echo(KeyboardInterrupt()))
    with pytest.raises(MindFailure) as failed:
        ask(Echo(MemoryError()))
    assert failed.value.fault.kind == "memory"


def test_a_mind_knows_its_run() -> None:
    """Seat, seed, budget and opponent are set before newrun, and the ending before endrun."""

    class Curious(Mind):
        name = "curious"

        def newrun(self) -> None:
            self.known = (self.run.seat, self.run.seed, self.run.budget, self.run.opponent, self.ending)

        def endrun(self) -> None:
            self.heard = self.ending

    mind = Curious()
    host = MindPlayer(mind)
    host.newrun(RUN)
    assert mind.known == (0, 5, Budget(nodes=9), "somebody", None)
    ending = Ending("checkmate", (1.0, 0.0))
    host.endrun(ending)
    assert mind.heard == ending


def test_luck_comes_back_with_the_seed() -> None:
    """The same seed and seat give the same random numbers, another seat others."""

    def draws(seed: int, seat: int) -> list[float]:
        mind = Echo()
        MindPlayer(mind).newrun(Run("chess", seat, seed))
        return [mind.rng.random() for _ in range(3)]

    assert draws(1, 0) == draws(1, 0)
    assert len({tuple(draws(seed, seat)) for seed in (1, 2) for seat in (0, 1)}) == 4


def test_a_state_is_its_text() -> None:
    """str(state) is the World's text, and the position knows the moves before it."""
    mind = Echo()
    state = PlainState(E4, "chess", 1, Budget(depth=1), ("12,28",), START)
    ask(mind, state)
    asked = mind.asked
    assert (str(asked), asked.seat, asked.budget, asked.history) == (E4, 1, Budget(depth=1), ("12,28",))
    assert asked.position is asked.position
    asked.position.pop()
    assert asked.position.fen == START


def test_positions_know_what_they_repeat() -> None:
    """A state's position counts repetitions, and a mind that changes its position changes no other."""
    actions = ("6,21", "62,45", "21,6", "45,62") * 2
    for length in (2, 4, 8, 3):
        from minds import Position

        line = Position()
        for action in actions[:length]:
            line.push(action)
        state = State(line.fen, "chess", 0, Budget(), actions[:length], START)
        assert state.position.repetitions == line.repetitions
        state.position.push(state.position.legal_moves()[0])


@pytest.mark.parametrize("history", [("0,0",), ("12,28", "12,28"), ("nonsense",), ("11,27",)])
def test_a_history_that_does_not_fit_is_overlooked(history: tuple[str, ...]) -> None:
    """The text counts if the history does not lead to it."""
    assert State(E4, "chess", 1, Budget(), history, START).position.fen == E4


def test_thoughts_are_told_as_json() -> None:
    """Thoughts may hold numbers of numpy and moves; anything else is a fault with a reason."""
    import numpy as np

    host = MindPlayer(Echo(thoughts={"nodes": np.int64(7), "pv": [Move("e2e4")], "score": float("nan")}))
    host.newrun(RUN)
    assert host.getaction(PlainState(START, "chess")).thoughts == {"nodes": 7, "pv": ["12,28"], "score": None}
    for thoughts in ({"x": object()}, [1], "deep"):
        host = MindPlayer(Echo(thoughts=thoughts))
        host.newrun(RUN)
        with pytest.raises(MindFailure, match="thoughts"):
            host.getaction(PlainState(START, "chess"))


def test_a_mind_without_getaction_says_so() -> None:
    """A mind without getaction fails with a message that names it."""

    class Idle(Mind):
        name = "idle"

    with pytest.raises(MindFailure, match=r"Idle has no getaction\(self, state\)"):
        ask(Idle())
    assert MindPlayer(Idle()).name == "idle"


def test_as_action_keeps_no_subclass() -> None:
    """What goes to the record is a plain string."""
    assert type(as_action(Action("12,28"))) is str


def test_minds_come_quickly() -> None:
    """`from minds import Mind` loads neither Numba nor numpy."""
    code = "import sys; from minds import Mind, State; print({'numba', 'numpy', 'chess'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"


def test_the_public_words_are_complete() -> None:
    """`minds.__all__` is sorted, has every error, and each name can be imported."""
    errors = {name for name, thing in vars(minds.errors).items() if isinstance(thing, type)}
    assert errors <= set(minds.__all__)
    assert minds.__all__ == sorted(minds.__all__)
    assert {name: getattr(minds, name).__name__ for name in minds.__all__} == {name: name for name in minds.__all__}
