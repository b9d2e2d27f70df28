"""The moves that an engine has judged, with what they lost."""

from typing import TYPE_CHECKING

from arena.store.tables import Column, Table

if TYPE_CHECKING:
    import pandas as pd

    from arena.store.queries import Results


def read(results: "Results") -> "pd.DataFrame":
    """Return a row for each judged move, as the engine that was used last judges it."""
    from arena.store.analysis import analysed_moves

    with results.open() as store:
        return analysed_moves(store)


UNIT = "pawns/100"
TABLE = Table(
    "move of a mind that `arena analyse` has judged, by the engine that was used last, in the order of the games",
    34,
    (
        Column("game", "str", "name of the game"),
        Column("ply", "int64", "number of the ply in its game, from 1"),
        Column("seat", "int64", "seat that moved, 0 or 1"),
        Column("mind", "str", "mind on that seat"),
        Column("opponent", "str", "mind on the other seat"),
        Column("opening", "str", "name of the game's opening"),
        Column("phase", "str", "opening (the first 12 moves), middlegame, or endgame (6 queens, rooks, … or fewer)"),
        Column("fen", "str", "position before the move"),
        Column("action", "str", 'move as it was played; in chess `"12,28"` is e2e4'),
        Column("best", "str", "move that the engine would play, written alike"),
        Column("value", "float64", "the engine's value of the position for the mover, within ±1000", UNIT),
        Column("value_after", "float64", "its value after the move, for the mover, within ±1000", UNIT),
        Column("loss", "float64", "`value` less `value_after`, never below 0; 0 for the best move", UNIT),
        Column("win_loss", "float64", "win probability that the move lost, by lichess's formula", "0 to 1"),
        Column("move_accuracy", "float64", "accuracy of the move, by lichess's formula", "0 to 100"),
        Column("is_best", "bool", "True if it is the engine's own move"),
        Column("is_mistake", "bool", "True if it lost 0.1 of the win probability, but less than 0.2"),
        Column("is_blunder", "bool", "True if it lost 0.2 of the win probability or more"),
    ),
    read,
    needs_games=True,
    for_two=True,
)
