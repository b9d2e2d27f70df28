"""The learner: what it remembers comes back, stays small, survives nonsense, and makes it play better."""

import json

import pytest

from minds import Position
from minds.host import MindPlayer
from minds.registry import load
from minds.students.learner import MOST_BYTES, MOST_PLACES, Learner, recall, remember
from world.api import Ending, Run, State
from world.registry import new_world
from world.run import run


def play(memory: str, opponent: MindPlayer, seat: int) -> tuple[float, str]:
    """One game of a learner made anew, as in a tournament; its score, and what it wants to remember."""
    players = [MindPlayer(Learner()), opponent] if seat == 0 else [opponent, MindPlayer(Learner())]
    record = run(new_world("chess"), players, seed=1, memories=[memory])
    return record.ending.result[seat], record.memories[seat]


def scores(opponent: str, seat: int, games: int) -> list[float]:
    host, memory, found = MindPlayer(load(opponent)), "", []
    for _ in range(games):
        score, memory = play(memory, host, seat)
        found.append(score)
    return found


def test_it_learns_to_win() -> None:
    """Against an opponent who plays the same way every time it loses and draws at first, and then wins every game."""
    found = scores("minimax:depth=2", 1, 20)
    assert sum(found[:4]) <= 0.5
    assert found[-10:] == [1.0] * 10


def test_it_learns_from_defeat() -> None:
    """One that looks further and beats it twice running is beaten by it in the end, with either colour."""
    assert scores("alphabeta:depth=3", 1, 12) == [0.0] * 2 + [1.0] * 10
    assert scores("alphabeta:depth=3", 0, 12) == [0.0] + [1.0] * 11


def test_memory_changes_its_play() -> None:
    """A move that has led to defeat is not its first choice any more."""

    def choice(memory: str) -> str:
        host = MindPlayer(Learner())
        host.newrun(Run("chess", 0, memory=memory))
        return host.getaction(State(Position().fen, "chess")).action

    before = choice("")
    place = f"{Position().play(before).key:016x}"
    assert choice(remember({place: (5, 0.0)})) != before
    assert choice(remember({place: (5, 5.0)})) == before


def test_memory_comes_back() -> None:
    """What was remembered is recalled, game by game."""
    host, memory = MindPlayer(Learner()), ""
    for games in (1, 2):
        host.newrun(Run("chess", 0, memory=memory))
        host.getaction(State(Position().fen, "chess"))
        memory = host.endrun(Ending("checkmate", (1.0, 0.0))) or ""
        assert list(recall(memory).values()) == [(games, float(games))]


def test_memory_stays_small() -> None:
    """Of more places than it can keep it keeps the last, and never more than may be carried over."""
    table = {f"{place:016x}": (9999, 9998.5) for place in range(2 * MOST_PLACES)}
    text = remember(table)
    assert len(text.encode()) <= MOST_BYTES
    assert list(recall(text)) == list(table)[MOST_PLACES:]


PLACE = "0123456789abcdef"
HOSTILE = ["", "{", "[]", "null", "NaN", "7", '"x"', "[" * 50_000, "{}" * 40_000, "\ud800", "\0", '{"a":[1,1]}']
HOSTILE += [f'{{"{PLACE}":{entry}}}' for entry in ("1", "[]", "[1]", "[1,2]", "[0,0]", "[1,-1]", "[true,true]", "{}")]
HOSTILE += [f'{{"{PLACE}":[1,{number}]}}' for number in ("NaN", "Infinity", "1e999", '"1"', "null", "9" * 5000)]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:30]))
def test_damaged_memory_is_ignored(text: str) -> None:
    """It begins anew, and plays."""
    assert recall(text) == {}
    host = MindPlayer(Learner())
    host.newrun(Run("chess", 0, memory=text))
    assert host.getaction(State(Position().fen, "chess")).action


def test_what_is_sound_in_a_damaged_memory_is_kept() -> None:
    """One bad entry does not cost the others."""
    assert recall(json.dumps({PLACE: [2, 1.5], "bad": [1, 1], PLACE[::-1]: "x"})) == {PLACE: (2, 1.5)}
