"""The accuracy of judged moves."""

from typing import TYPE_CHECKING

from msgspec import Struct

from arena.web.results.calculator import Piece
from arena.web.results.tournament import PATIENCE, Tournament

if TYPE_CHECKING:
    from arena.store.queries import Results


class Accuracy(Struct, frozen=True):
    """The accuracy of each mind's judged moves, as texts below the columns."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    remarks: tuple[str, ...]


def accuracy(tournament: Tournament, patience: float = PATIENCE) -> Accuracy | None:
    """Return the accuracy that was computed last; None if no move was judged, and until it is computed."""
    found = tournament.compute(ACCURACY, patience) if tournament.is_judged else None
    return None if found is None else found.value


def _accuracy(results: "Results") -> Accuracy:
    from arena.report import accuracy as words  # loads pandas, which only the calculator's process needs

    rows = tuple(map(tuple, words.figures(results.accuracy)))
    return Accuracy(words.COLUMNS, rows, tuple(words.explanation(results)))


ACCURACY = Piece("accuracy", _accuracy, Accuracy)
PIECES = [ACCURACY]
