"""The learner: its memory comes back, stays small, survives damage, and makes it play better."""

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
    """Play one game of a new learner, as in a tournament; return its score and its memory."""
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
    """Against an opponent who always plays the same way it loses and draws first, and then wins every game."""
    found = scores("minimax:depth=2", 1, 20)
    assert sum(found[:4]) <= 0.5
    assert found[-10:] == [1.0] * 10


def test_it_learns_from_defeat() -> None:
    """It beats, with either colour, an opponent that looks further and has beaten it twice running."""
    assert scores("alphabeta:depth=3", 1, 12) == [0.0] * 2 + [1.0] * 10
    assert scores("alphabeta:depth=3", 0, 12) == [0.0] + [1.0] * 11


def test_memory_changes_its_play() -> None:
    """A move that led to a loss is no longer its first choice."""

    def choice(memory: str) -> str:
        host = MindPlayer(Learner())
        host.newrun(Run("chess", 0, memory=memory))
        return host.getaction(State(Position().fen, "chess")).action

    before = choice("")
    place = f"{Position().play(before).key:016x}"
    assert choice(remember({place: (5, 0.0)})) != before
    assert choice(remember({place: (5, 5.0)})) == before


def test_memory_comes_back() -> None:
    """The table is recalled as it was remembered, game by game."""
    host, memory = MindPlayer(Learner()), ""
    for games in (1, 2):
        host.newrun(Run("chess", 0, memory=memory))
        host.getaction(State(Position().fen, "chess"))
        memory = host.endrun(Ending("checkmate", (1.0, 0.0))) or ""
        assert list(recall(memory).values()) == [(games, float(games))]


def test_memory_stays_small() -> None:
    """It keeps the last places when there are too many, within the bytes that a mind may keep."""
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
    """With a damaged memory it begins with an empty table, and plays."""
    assert recall(text) == {}
    host = MindPlayer(Learner())
    host.newrun(Run("chess", 0, memory=text))
    assert host.getaction(State(Position().fen, "chess")).action


def test_what_is_sound_in_a_damaged_memory_is_kept() -> None:
    """A bad entry does not cost the good ones."""
    assert recall(json.dumps({PLACE: [2, 1.5], "bad": [1, 1], PLACE[::-1]: "x"})) == {PLACE: (2, 1.5)}
