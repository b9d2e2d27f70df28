"""The strength of the built-in minds at chess, as the reference tournament has measured it (results/reference)."""

NODES = 20_000  # positions a move, in that tournament
WEAKEST = "any-random-legal-move"
ELO = {  # above that of random moves
    WEAKEST: 0,
    "capture-priority-random-legal-move": 40,
    "minimax": 800,
    "society": 1240,
    "alphabeta": 1350,
    "pst-engine": 2100,
    "champion": 2410,
}
EXPLANATION = f"Elo above random moves at chess, measured with {NODES:,} positions a move."


def words(mind: str) -> str:
    """Return the strength of a mind in a few words; "" if it was not measured."""
    if mind not in ELO:
        return ""
    return f"{ELO[mind]:,} Elo" if ELO[mind] else "random moves, 0 Elo"


def place(mind: str) -> int:
    """Return a number that orders minds by their strength, the weakest first, and those not measured last."""
    return ELO.get(mind, max(ELO.values()) + 1)
