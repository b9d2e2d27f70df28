"""The verdicts on a game's moves, by the engine that `arena analyse` has had judge them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arena.analyse.positions import named
from arena.store.judgements import judges_in
from arena.store.store import FILE, Store
from world.api import World


@dataclass(frozen=True)
class Verdict:
    """The judge's words on one move. Values are in hundredths; those of the mover are from its side."""

    value: float  # after the move, from the first seat's side
    mover_value: float
    mover_best: float  # after the best move
    best: str  # the action
    mark: str  # as in books of chess: "?" for a mistake, "??" for a blunder

    def words(self, world: World) -> str:
        """Return the verdict in words; the world is in the state before the move."""
        name = {"?": "mistake: ", "??": "blunder: "}.get(self.mark, "")
        if not name:
            return f"judged {pawns(self.mover_value)}"
        fall = f"{pawns(self.mover_best)} to {pawns(self.mover_value)}"
        return f"{name}judged {fall}, best {named(world, self.best)}"


def pawns(value: float) -> str:
    """Return hundredths as people read them: "+0.31", "−4.00"."""
    return f"{round(value / 100, 2) + 0.0:+.2f}".replace("-", "−")


Verdicts = Mapping[int, Verdict]  # by ply, from 1


def verdicts_on(store: Store, game: str) -> dict[int, Verdict]:
    """Return the verdicts on the judged moves of a game."""
    if not judges_in(store.db, store.folder / FILE):
        return {}
    from arena.store.analysis import analysed_moves  # loads pandas

    return {int(row.ply): _verdict(row) for row in analysed_moves(store, game).itertuples(index=False)}


def _verdict(row: Any) -> Verdict:
    mark = "??" if row.is_blunder else "?" if row.is_mistake else ""
    value = -row.value_after if row.seat else row.value_after
    return Verdict(float(value), float(row.value_after), float(row.value), str(row.best), mark)
