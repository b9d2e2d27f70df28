"""A run: the loop, the clocks, and whatever a player may do wrong."""

import pytest

from tests.world.players import Failing, Scripted
from world.api import Budget, Ending, Fault, MindFailure, Reply, State, Thoughts
from world.errors import StartError
from world.games.tictactoe import TicTacToe
from world.record import read_record
from world.registry import new_world
from world.run import run

X_WINS = (["0", "1", "2"], ["3", "4"])


def test_a_run_goes_to_the_worlds_end() -> None:
    """State, action, state, until somebody has three in a row; both hear of it."""
    x, o = Scripted(*X_WINS[0], name="one"), Scripted(*X_WINS[1], name="two")
    record = run(TicTacToe(), (x, o))
    assert record.actions == ("0", "3", "1", "4", "2")
    assert (record.ending.kind, record.ending.result) == ("three in a row", (1.0, 0.0))
    assert x.heard == ["newrun", *["getaction"] * 3, "endrun"]
    assert o.heard == ["newrun", *["getaction"] * 2, "endrun"]
    assert x.ending == o.ending == record.ending
    assert (x.run.seat, o.run.seat, x.run.opponent, o.run.opponent) == (0, 1, "two", "one")


def test_a_player_is_told_the_state_and_how_it_came() -> None:
    """The state's text, the actions so far, and where they began."""
    x, o = Scripted("4", "8"), Scripted("3", "0")
    record = run(TicTacToe(), (x, o), start="x........./o"[:9] + "/o", max_plies=2, opening=["1"])
    assert str(x.states[0]) == "xo......./x"
    assert (x.states[0].history, x.states[0].start, x.states[0].seat) == (("1",), "x......../o", 0)
    assert record.opening == 1
    assert record.ending.kind == "max plies"
    assert record.ending.result == (0.5, 0.5)


class _Attentive(TicTacToe):
    tells_history = False

    def newrun(self, start: str = "", seed: int = 0) -> None:
        super().newrun(start, seed)
        self.heard: list[Thoughts | None] = []

    def hear(self, thoughts: Thoughts | None) -> None:
        self.heard.append(thoughts)


def test_a_world_hears_what_minds_told() -> None:
    """With each action, when it has been taken; and if it says so, nobody is told of the actions before."""
    world, told = _Attentive(), {"depth": 3, "nodes": float("nan")}
    x, o = Scripted("4", "8"), Scripted("3", "0")
    x.getaction = lambda state: Reply(Scripted.getaction(x, state).action, 0.0, told)  # type: ignore[method-assign]
    record = run(world, (x, o), max_plies=3)
    assert world.heard == [{"depth": 3, "nodes": None}, None, {"depth": 3, "nodes": None}]
    assert {state.history for state in (*x.states, *o.states)} == {()}
    assert record.actions == ("4", "3", "8")
    again = _Attentive()
    run(again, (Scripted(), Scripted("5")), played=record.plies, max_plies=4)
    assert again.heard[:3] == world.heard, "also when a run is gone on with"


class _Wordy(TicTacToe):
    def getstate(self) -> str:
        return super().getstate() + " " * 10_000


def test_of_a_long_state_a_fault_keeps_the_beginning() -> None:
    """A map of a million cells is no use in a report: start and actions bring it back."""
    record = run(_Wordy(), (Scripted("4"), Scripted("4")))
    assert record.ending.fault is not None
    assert record.ending.fault.state.startswith("....x..../o ")
    assert record.ending.fault.state.endswith("… (10011 characters)")
    assert len(record.ending.fault.state) < 4200


@pytest.mark.parametrize("reply", ["0,0", "", "9", "x" * 10_000, "\0", "3"])
def test_an_illegal_action_forfeits(reply: str) -> None:
    """Whatever is no action loses the run, and the record says all about it."""
    x, o = Scripted("3"), Scripted(reply)
    record = run(TicTacToe(), (x, o))
    assert (record.ending.kind, record.ending.result) == ("forfeit", (1.0, 0.0))
    fault = record.ending.fault
    assert fault is not None
    assert (fault.kind, fault.seat, fault.call, fault.state) == ("illegal", 1, "getaction", "...x...../o")
    assert fault.reply == reply[:4096]
    assert "expected one of 0 1 2 4" in fault.message
    assert len(record.to_json()) < 10_000
    assert x.heard[-1] == o.heard[-1] == "endrun"
    assert x.ending.fault is None, "what a mind did wrong is none of its opponent's business"


@pytest.mark.parametrize("kind", ["crash", "time", "memory", "protocol"])
def test_a_failure_forfeits(kind: str) -> None:
    """A player that cannot answer has lost, with the state it could not answer in."""
    failure = MindFailure(Fault(kind, "why", traceback="Traceback", reply="raw", log="said", seconds=3.0))  # type: ignore[arg-type]
    record = run(TicTacToe(), (Scripted("0", failure), Scripted("1")))
    fault = record.ending.fault
    assert fault is not None
    assert record.ending.result == (0.0, 1.0)
    assert (fault.kind, fault.message, fault.traceback, fault.reply) == (kind, "why", "Traceback", "raw")
    assert (fault.log, fault.seconds, fault.state) == ("said", 3.0, "xo......./x")


@pytest.mark.parametrize("seat", [0, 1])
def test_who_fails_at_the_beginning_has_lost(seat: int) -> None:
    """A failure in newrun forfeits before the first action, and who was called hears of the end."""
    players = [Scripted("0"), Scripted("1")]
    players[seat] = Failing("newrun", Fault("crash", "no"))
    record = run(TicTacToe(), players)
    assert record.plies == ()
    assert record.ending.result[seat] == 0.0
    assert record.ending.fault is not None
    assert record.ending.fault.call == "newrun"
    assert [player.heard for player in players[: seat + 1]] == [["newrun", "endrun"]] * (seat + 1)
    assert seat == 1 or players[1].heard == []


def test_a_failure_at_the_end_changes_nothing() -> None:
    """What goes wrong in endrun is kept, but the result stands."""
    players = (Failing("endrun", Fault("crash", "too late"), *X_WINS[0]), Scripted(*X_WINS[1]))
    record = run(TicTacToe(), players)
    assert record.ending.result == (1.0, 0.0)
    assert [(fault.message, fault.call, fault.seat) for fault in record.late] == [("too late", "endrun", 0)]
    assert players[1].heard[-1] == "endrun"


@pytest.mark.parametrize("problem", [KeyboardInterrupt(), ZeroDivisionError()])
def test_endrun_is_called_whatever_happens(problem: BaseException) -> None:
    """An interruption, or a defect of ours, goes through, but not before all have heard of the end."""
    players = (Scripted("0", problem), Scripted("1"))
    with pytest.raises(type(problem)):
        run(TicTacToe(), players)
    assert [player.heard[-1] for player in players] == ["endrun", "endrun"]
    assert players[0].ending.kind == "interrupted"


def test_everybody_hears_of_the_end_even_if_one_cannot() -> None:
    """A defect, or an interruption, in one endrun goes through after all others were called."""

    class Broken(Scripted):
        def endrun(self, ending: Ending) -> None:
            raise ZeroDivisionError

    last = Scripted(*X_WINS[1])
    with pytest.raises(ZeroDivisionError):
        run(TicTacToe(), (Broken(*X_WINS[0]), last))
    assert last.heard[-1] == "endrun"


def test_thoughts_are_made_sane() -> None:
    """Whatever a mind tells, the record can be written and read: endless numbers, texts and nests are cut."""
    deep: list[object] = []
    for _ in range(100):
        deep = [deep]
    wild = {"score": 10**400, "nan": float("nan"), "deep": deep, "half": "\ud800", "long": "x" * 5000, "depth": 3}

    class Wild(Scripted):
        def getaction(self, state: State) -> Reply:
            return Reply(super().getaction(state).action, 0.0, wild)

    record = run(TicTacToe(), (Wild(*X_WINS[0]), Scripted(*X_WINS[1])))
    assert read_record(record.to_json()) == record
    thoughts = record.plies[0].thoughts or {}
    assert (thoughts["depth"], thoughts["score"], thoughts["nan"], thoughts["half"]) == (3, None, None, "?")
    assert len(thoughts["long"]) == 1000


def test_a_run_goes_on_from_what_was_played() -> None:
    """Plies of an earlier run are taken over with their clocks, and nobody is asked for them again."""
    budget = Budget(bank=10.0)
    first = run(TicTacToe(), (Scripted("0", "1", seconds=2), Scripted("3", seconds=3)), budgets=[budget], max_plies=3)
    x, o = Scripted("2", seconds=1), Scripted("4", seconds=1)
    record = run(TicTacToe(), (x, o), budgets=[budget], played=first.plies)
    assert record.actions == ("0", "3", "1", "4", "2")
    assert [ply.left for ply in record.plies] == [8.0, 7.0, 6.0, 6.0, 5.0]
    assert record.opening == 0


def test_clocks_can_be_overdrawn_only_once() -> None:
    """The margin is for the whole run: who lives on it runs out of it."""
    x, o = Scripted("0", "1", "2", seconds=0.04), Scripted("3", "4")
    record = run(TicTacToe(), (x, o), budgets=[Budget(bank=0.05)])
    assert record.actions == ("0", "3", "1", "4")
    assert record.ending.fault is not None
    assert record.ending.fault.kind == "time"


def test_a_resignation_is_no_fault() -> None:
    """Who resigns loses without having done anything wrong."""
    record = run(TicTacToe(), (Scripted(MindFailure(Fault("resigned", "resigned"))), Scripted()))
    assert (record.ending.kind, record.ending.result, record.ending.fault) == ("resignation", (0.0, 1.0), None)


def test_a_move_that_takes_too_long_forfeits() -> None:
    """The budget's seconds and its margin are all there is, also for a legal action."""
    budget = Budget(movetime=1.0, margin=0.1)
    assert run(TicTacToe(), (Scripted("0", seconds=1.09), Scripted("9")), budgets=[budget]).actions == ("0",)
    ending = run(TicTacToe(), (Scripted("0", seconds=1.11), Scripted("9")), budgets=[budget]).ending
    assert ending.fault is not None
    assert (ending.fault.kind, ending.fault.reply, ending.fault.seconds) == ("time", "0", 1.11)
    assert ending.fault.budget == budget


def test_clocks_run_for_each_seat() -> None:
    """A bank gets shorter by what is spent and longer by the increment, and a player sees what is left."""
    x, o = Scripted("0", "1", "2", seconds=2.0), Scripted("3", "4", seconds=0.5)
    record = run(TicTacToe(), (x, o), budgets=[Budget(bank=5.0, increment=0.5)])
    assert [ply.left for ply in record.plies] == [3.5, 5.0, 2.0, 5.0, 0.5]
    assert [state.budget.bank for state in x.states] == [5.0, 3.5, 2.0]
    assert record.date != ""


def test_budgets_may_differ() -> None:
    """Each seat may have a budget of its own."""
    x, o = Scripted(*X_WINS[0]), Scripted(*X_WINS[1])
    record = run(TicTacToe(), (x, o), budgets=[Budget(nodes=5), Budget(depth=3)])
    assert (x.run.budget, o.states[1].budget) == record.budgets == (Budget(nodes=5), Budget(depth=3))
    assert record.date == "", "time had no part in it"


def test_wrong_calls_are_raised() -> None:
    """Too few players, an impossible start or opening are the caller's mistake: nobody is called for them."""
    x, o = Scripted(), Scripted()
    with pytest.raises(StartError, match="1 players; expected 2, the seats of tictactoe"):
        run(TicTacToe(), [x])
    with pytest.raises(StartError, match="3 budgets; expected 1, or one for each of the 2 seats"):
        run(TicTacToe(), (x, o), budgets=[Budget()] * 3)
    with pytest.raises(StartError, match="is not a tic-tac-toe state"):
        run(TicTacToe(), (x, o), start="nonsense")
    with pytest.raises(StartError, match="opening, action 2: '4' is no action here"):
        run(TicTacToe(), (x, o), opening=["4", "4"])
    assert x.heard == o.heard == []


def test_a_run_that_begins_at_its_end() -> None:
    """From a state in which the run is over nobody is asked, but both are told."""
    x, o = Scripted(), Scripted()
    record = run(new_world("chess"), (x, o), start="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert (record.ending.kind, record.plies) == ("stalemate", ())
    assert x.heard == ["newrun", "endrun"]
    record = run(
        new_world("chess"), (Failing("newrun", Fault("crash", "no")), o), start="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
    )
    assert record.ending.kind == "stalemate", "what is over cannot be lost any more"
