"""Counts of a tournament's games by mind, ending and opening, to which a new game is added without a look at others."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from arena.web.results.index import GameRow


class Tally(Struct, frozen=True):
    """The games of a mind, counted."""

    games: int = 0
    points: float = 0.0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    forfeits: int = 0

    def with_game(self, score: float, is_forfeited: bool) -> "Tally":
        """Return the counts with one more game."""
        return Tally(
            self.games + 1,
            self.points + score,
            self.wins + (score == 1),
            self.draws + (score == 0.5),
            self.losses + (score == 0),
            self.forfeits + is_forfeited,
        )


class Counts:
    """The counts of the games that were read so far."""

    def __init__(self) -> None:
        self.minds: dict[int, Tally] = {}  # by their numbers
        self.endings, self.openings = Counter[str](), Counter[str]()

    def add(self, games: "Iterable[GameRow]") -> None:
        """Count games."""
        for game in games:
            self.endings[game.ending if game.fault is None else f"{game.ending}: {game.fault}"] += 1
            if game.opening:
                self.openings[game.opening] += 1
            for seat, (mind, score) in enumerate(((game.first, game.score_first), (game.second, game.score_second))):
                if mind is not None and score is not None:
                    before = self.minds.get(mind) or Tally()
                    self.minds[mind] = before.with_game(score, game.fault_seat == seat)
