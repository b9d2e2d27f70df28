"""Two minds against each other."""

from msgspec import Struct

from arena.web.results import games
from arena.web.results.entrants import ScoreLine, own_games, score_lines
from arena.web.results.filter import GameFilter
from arena.web.results.games import GamePage
from arena.web.results.tournament import Tournament


class Pairing(Struct, frozen=True):
    """The games of a mind against an opponent, from the mind's side."""

    mind: str
    opponent: str
    total: ScoreLine | None  # None if they have not met
    seats: tuple[ScoreLine, ...]
    openings: tuple[ScoreLine, ...]
    lengths: tuple[ScoreLine, ...]
    games: GamePage


def pairing(tournament: Tournament, mind: str, opponent: str, page: int = 1) -> Pairing | None:
    """Return what came of two minds' games, with a page of them; None if there is no such mind."""
    one, other = tournament.index.number(mind), tournament.index.number(opponent)
    if one is None or other is None:
        return None
    own = own_games(tournament, one, other)
    total = score_lines((opponent, game.score) for game in own)
    return Pairing(
        mind,
        opponent,
        total[0] if total else None,
        tuple(score_lines((game.colour, game.score) for game in sorted(own, key=lambda game: game.seat))),
        tuple(score_lines((game.opening, game.score) for game in own if game.opening)),
        tuple(score_lines((game.length, game.score) for game in sorted(own, key=lambda game: game.plies))),
        games.game_page(tournament, GameFilter(mind=mind, opponent=opponent), page),
    )
