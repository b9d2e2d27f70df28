"""Games of self-play follow their settings, and depend on nothing else than these and their number."""

from dataclasses import dataclass

import pytest

from minds import Move, Position
from minds.errors import MindsError, TrainingError
from minds.training.games import selfplay
from minds.training.games.blocks import ENDINGS, UNSCORED
from minds.training.games.selfplay import Line, SelfPlay, ending_of, mind_of
from minds.training.games.settings import Settings, checked

SETTINGS = Settings("champion:hash=1", nodes=60)


def test_a_game_depends_on_its_number_alone() -> None:
    """The same number gives the same game whatever was played before, and other seeds give other games."""
    player = SelfPlay(SETTINGS)
    game = player.play(7)
    player.play(3)
    assert player.play(7) == game == SelfPlay(SETTINGS).play(7)
    assert SelfPlay(Settings("champion:hash=1", nodes=60, seed=2)).play(7).moves != game.moves


def test_games_begin_by_lot_and_level() -> None:
    """A game has 8 to 10 moves by lot, then a score within the bound; later an odd move by lot."""
    player = SelfPlay(Settings("champion:hash=1", nodes=300, random_moves=0.1))
    games = [player.play(number) for number in range(12)]
    beginnings = [next(i for i, score in enumerate(game.scores) if score != UNSCORED) for game in games]
    assert set(beginnings) == {8, 9, 10}
    assert all(abs(game.scores[begin]) <= 400 for game, begin in zip(games, beginnings, strict=True))
    assert len({tuple(game.moves[:8]) for game in games}) == len(games)
    later = [score == UNSCORED for game, begin in zip(games, beginnings, strict=True) for score in game.scores[begin:]]
    assert 0.05 < sum(later) / len(later) < 0.15
    assert {len(game.scores) - len(game.moves) for game in games} == {0}


def test_endings_are_true() -> None:
    """A game that the rules have ended ends so on the board, and its result is the winner's."""
    player = SelfPlay(Settings("champion:hash=1", nodes=60, resign=None, draw=None, max_plies=150))
    endings = set()
    for game in map(player.play, range(10)):
        position = Position()
        for code in game.moves:
            assert not position.is_drawn
            position.push(Move.from_code(code))
        ending = ENDINGS[game.ending]
        endings.add(ending)
        assert position.is_checkmate == (ending == "checkmate")
        assert position.is_drawn == (ending in ("repetition", "fifty moves", "insufficient material"))
        assert game.result == (2 * position.turn if ending == "checkmate" else 1)
        assert (ending == "max plies") == (
            len(game.moves) == 150 and not position.is_drawn and not position.is_checkmate
        )
    assert "checkmate" in endings


@dataclass
class Scored(Line):
    """A line from a start, with these scores; its moves do not matter."""

    def __init__(self, fen: str, *scores: int) -> None:
        super().__init__()
        self.position, self.scores, self.moves = Position(fen), list(scores), [0] * len(scores)


QUIET = "4k3/4p3/8/8/8/8/4P3/4K3 {} - - 0 1"


@pytest.mark.parametrize(
    ("turn", "scores", "end"),
    [
        ("w", (1600, -1500, 1500, -1500), (2, "resign")),  # Black has moved last, and is behind
        ("b", (1600, -1500, 1500, -1500), (0, "resign")),
        ("w", (-1600, 1500, -1500, 1500), (0, "resign")),
        ("w", (1600, -1499, 1500, -1500), None),
        ("w", (1600, 1500, 1500, -1500), None),  # they disagree
        ("w", (UNSCORED, -1500, 1500, -1500), None),
        ("w", (-1500, 1500, -1500), None),
        ("w", (0,) * 68 + (8, -8) * 6, (1, "draw")),
        ("w", (0,) * 67 + (8, -8) * 6, None),  # before move 40
        ("w", (0,) * 68 + (9,) + (8, -8) * 5 + (8,), None),
        ("w", (0,) * 68 + (UNSCORED,) + (8, -8) * 5 + (8,), None),
        ("w", (9,) * 400, (1, "max plies")),
    ],
)
def test_games_are_adjudicated(turn: str, scores: tuple[int, ...], end: tuple[int, str] | None) -> None:
    """A game ends when both sides agree for long enough that it is lost or dull, never by a move drawn by lot."""
    assert ending_of(Scored(QUIET.format(turn), *scores), SETTINGS) == end


def test_beginnings_that_are_never_level_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings under which no game can begin are refused with the next step."""
    monkeypatch.setattr(selfplay, "MOST_BEGINNINGS", 20)
    player = SelfPlay(Settings("champion:hash=1", nodes=1))
    with pytest.raises(TrainingError, match="none of 20 random beginnings is level"):
        player.play(0)


@pytest.mark.parametrize("spec", ["minimax", "champion:threads=2", "champion:book=house", "uci:stockfish", "mind.py"])
def test_other_minds_are_refused(spec: str) -> None:
    """A mind without our engine, or whose games cannot be repeated, makes no games."""
    with pytest.raises(MindsError):
        mind_of(spec)


def test_settings_are_bounded() -> None:
    """Settings out of range are refused by name."""
    with pytest.raises(TrainingError, match="nodes"):
        checked(Settings("champion", nodes=0))
    assert checked(SETTINGS) == SETTINGS
