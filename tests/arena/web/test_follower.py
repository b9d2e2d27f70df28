"""A follower shows a worker's games as people can follow them, however fast they are played."""

import pytest

from arena.tournament.live import Bulletin
from arena.web.follower import MAX_PAUSE, MAX_WAIT, PACE, SHOW_ENDING, Follower
from world.api import Ending
from world.errors import WorldError
from world.record import Ply

ACTIONS = ("4", "0", "2", "6", "3", "5", "1", "7", "8")  # a draw


def game(name: str, plies: int, opening: int = 0, over: bool = False) -> Bulletin:
    """Return the bulletin of a game of tic-tac-toe after so many plies."""
    played = tuple(Ply(place % 2, action) for place, action in enumerate(ACTIONS[:plies]))
    ending = Ending("full board", (0.5, 0.5)) if over else None
    return Bulletin("tictactoe", name, ("a", "b"), 0.0, opening=opening, plies=played, ending=ending)


def test_a_quick_game_is_shown_to_its_end_before_the_next() -> None:
    """One game is followed ply by ply at a pace, although its worker plays others already; then comes another one."""
    stored = {"one": game("one", 9, over=True)}
    follower, shown, now = Follower(stored.get), [], 100.0
    for step in range(80):
        playing = game("one", 2) if not step else game(f"game {step}", step % 9, opening=1)
        assert follower.update(playing, now)
        assert follower.game is not None
        shown.append((follower.game.game, len(follower.plies)))
        now += PACE / 2
    own = [plies for name, plies in shown if name == "one"]
    assert sorted(set(own)) == list(range(2, 10))
    assert own == sorted(own)
    assert all(own.count(plies) >= 2 for plies in range(3, 10))  # two updates, a pace in all
    assert (len(own) - own.index(9)) * PACE / 2 >= SHOW_ENDING
    after = shown[len(own)]
    assert after[0] == f"game {len(own)}"
    assert after[1] == 1  # from the end of its opening


def test_a_slow_game_is_shown_where_it_is() -> None:
    """A game is shown from where it is when someone begins to watch, and its moves at once."""
    follower = Follower(lambda _: None)
    assert follower.update(game("one", 5), 100.0)
    assert (len(follower.plies), follower.is_newest) == (5, True)
    follower.update(game("one", 6), 100.0 + PACE)
    assert (len(follower.plies), follower.said) == (6, follower.plies[-1].action)
    later = 101.0 + PACE + MAX_PAUSE
    follower.update(game("two", 7), later)  # nobody watched meanwhile
    assert len(follower.plies) == 7


def test_a_game_that_is_never_stored_is_given_up() -> None:
    """After a wait for the rest of a game, the worker's present one is shown; without one there is nothing to show."""
    follower, now = Follower(lambda _: None), 100.0
    follower.update(game("one", 2), now)
    while now < 100.0 + MAX_WAIT + 1:
        now += 0.25
        is_shown = follower.update(game("two", 3), now)
    assert is_shown
    assert follower.game is not None
    assert follower.game.game == "two"
    for _ in range(100):
        now += 0.25
        is_shown = follower.update(None, now)
    assert not is_shown


def test_a_game_that_begins_again_is_shown_from_its_start() -> None:
    """A game whose worker died is played again, perhaps otherwise: its board is that of the new plies."""
    follower = Follower(lambda _: None)
    follower.update(game("one", 6), 100.0)
    other = Bulletin("tictactoe", "one", ("a", "b"), 0.0, plies=(Ply(0, "8"),))
    follower.update(other, 100.0 + PACE)
    assert [ply.action for ply in follower.plies] == ["8"]


def test_illegal_actions_are_an_error() -> None:
    """A bulletin with an illegal action raises a WorldError."""
    with pytest.raises(WorldError):
        Follower(lambda _: None).update(Bulletin("tictactoe", "x", ("a", "b"), 0.0, plies=(Ply(0, "99"),)), 1.0)
