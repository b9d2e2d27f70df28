"""Both sides of a game pay by one kind of clock, and the record says which."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.world.players import Scripted
from world.api import UNLIMITED, Budget, Player
from world.budget import ClockKind, kind_of
from world.games.chess.world import Chess
from world.games.tictactoe import TicTacToe
from world.record import Record, read_record
from world.run import run
from world.timekeeping import set_clocks

TIMED = Budget(movetime=1.0)
DRAW = ("0", "2", "1"), ("4", "6")  # of the first five plies


class Measured(Scripted):
    """A scripted player that keeps the kind of clock that it pays by."""

    def __init__(self, *answers: str, name: str = "measured", unmeasured: str = "") -> None:
        super().__init__(*answers, name=name)
        self.unmeasured = unmeasured
        self.clock = ""

    def use_clock(self, kind: ClockKind) -> None:
        self.clock = kind


class Remote(Scripted):
    """A scripted player that says why it is not measured, and has no choice of clocks."""

    unmeasured = "is remote"


players = st.builds(Measured, name=st.sampled_from("abc"), unmeasured=st.sampled_from(["", "is remote", "is a person"]))


@given(st.lists(players, min_size=1, max_size=2), st.sampled_from(["processor", "wall"]))
def test_all_players_pay_by_the_same_kind(seats: list[Measured], wanted: ClockKind) -> None:
    """Players pay by the processor only if that is wanted and all of them can; the record says why they do not."""
    clock = set_clocks(seats, wanted)
    reasons = [f"{player.name} {player.unmeasured}" for player in seats if player.unmeasured]
    expected = "processor" if wanted == "processor" and not reasons else "wall"
    assert {player.clock for player in seats} == {kind_of(clock)} == {expected}
    assert clock == expected or (wanted == "processor" and all(reason in clock for reason in reasons))
    assert len(clock.split(", ")) <= max(1, len(set(reasons)))


@pytest.mark.parametrize(
    ("seats", "clock"),
    [
        ([Measured(name="a"), Measured(name="b")], "processor"),
        ([Measured(name="bob"), Remote(name="ann")], "wall: ann is remote"),
        ([Remote(name="ann"), Remote(name="ann")], "wall: ann is remote"),
        ([Scripted(name="x"), Measured(name="y", unmeasured="is trusted")], "wall: x is not measured, y is trusted"),
    ],
)
def test_reasons_are_named(seats: list[Player], clock: str) -> None:
    """The clock names each player whose processor time is not measured, with its reason."""
    assert set_clocks(seats) == clock


@pytest.mark.parametrize("wanted", ["processor", "wall"])
def test_a_record_names_its_clock(wanted: ClockKind) -> None:
    """The record of a game with a time limit names the clock, and comes back with it."""
    record = run(TicTacToe(), (Measured(*DRAW[0]), Measured(*DRAW[1])), budgets=[TIMED], clock=wanted, max_plies=5)
    assert record.clock == wanted
    assert read_record(record.to_json()) == record


def test_a_limit_of_one_seat_is_enough() -> None:
    """A game in which only one side's time is limited has a clock as well."""
    budgets = [UNLIMITED, TIMED]
    record = run(TicTacToe(), (Remote(*DRAW[0], name="ann"), Measured(*DRAW[1])), budgets=budgets, max_plies=5)
    assert record.clock == "wall: ann is remote"


@pytest.mark.parametrize("wanted", ["processor", "wall"])
def test_a_record_without_a_time_limit_names_none(wanted: ClockKind) -> None:
    """Without a time limit, the record is the same to the byte, whatever clock the plan names."""

    def play(**options: ClockKind) -> Record:
        return run(TicTacToe(), (Measured(*DRAW[0]), Remote(*DRAW[1])), max_plies=5, **options)  # type: ignore[arg-type]

    assert play(clock=wanted).to_json() == play().to_json()
    assert "clock" not in play().to_json()


@pytest.mark.parametrize(("wanted", "words"), [("processor", "1.500 s of processor time"), ("wall", "1.500 s and")])
def test_a_loss_on_time_names_the_time(wanted: ClockKind, words: str) -> None:
    """The message about a move that took too long says if this was processor time."""
    player = Measured("0")
    player.seconds = 1.5
    ending = run(TicTacToe(), (player, Measured("1")), budgets=[TIMED], clock=wanted).ending
    assert ending.fault is not None
    assert ending.fault.message.startswith(f"took {words}")


def test_pgn_has_a_tag_for_the_clock() -> None:
    """The PGN of a game with a time limit has the tag ClockKind."""
    seats = (Remote("12,28", name="ann"), Measured("52,36"))
    timed = run(Chess(), seats, budgets=[TIMED], max_plies=2)
    assert '[ClockKind "wall: ann is remote"]' in Chess.getrecord(timed)
    untimed = run(Chess(), (Measured("12,28"), Measured("52,36")), max_plies=2)
    assert "Clock" not in Chess.getrecord(untimed)
