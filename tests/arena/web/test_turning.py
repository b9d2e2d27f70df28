"""The moves on which a game turned."""

from arena.web.moves import MoveNote
from arena.web.turning import Turn, loser_of, turning_points
from arena.web.verdicts import Verdict


def note(number: int, score: float | None, verdict: Verdict | None = None) -> MoveNote:
    """Return a ply of seat 1 with a score from seat 0's side."""
    return MoveNote(number, 1, f"m{number}", False, "", score, 0.0, verdict, "a blunder" if verdict else "")


def test_the_largest_fall_of_its_own_score_is_named() -> None:
    """Without a judge, the move before the loser's own score fell most is named; small falls are not."""
    game = [note(2, -30), note(4, 40), note(6, 400), note(8, 420)]
    text = "its own score fell from −0.40 to −4.00 before its next move"
    assert turning_points(game, 1) == [Turn(4, "m4", text)]
    assert turning_points([note(2, 0), note(4, 20)], 1) == []
    assert turning_points([note(2, None)], 1) == []


def test_what_is_lost_in_a_lost_position_is_no_turn() -> None:
    """The move from which a game was lost is named, not the one that lost more in a position without hope."""
    game = [note(2, 30), note(4, 130), note(6, 600), note(8, 1000), note(10, 9000)]
    assert [turn.ply for turn in turning_points(game, 1)] == [4]


def test_the_judge_comes_first() -> None:
    """With a judge, the worst of the moves that it calls mistakes or blunders are named, in their order."""
    blunder, mistake = Verdict(0, -500, 100, "x", "??"), Verdict(0, 0, 200, "x", "?")
    game = [note(2, 0, mistake), note(4, 900), note(6, 0, blunder)]
    assert [turn.ply for turn in turning_points(game, 1)] == [2, 6]
    slight = Verdict(0, 0, 150, "x", "?")
    game = [note(2, 0, mistake), note(4, 0, slight), note(6, 0, blunder), note(8, 0, mistake)]
    assert [turn.ply for turn in turning_points(game, 1)] == [2, 6, 8]


def test_only_decisive_games_of_two_have_a_loser() -> None:
    """A draw and a game of one have no loser."""
    assert [loser_of(result) for result in ((1, 0), (0, 1), (0.5, 0.5), (1,))] == [1, 0, None, None]
