"""What each idea of the champion's earns: how much worse the results are foretold when all but it is known."""

from collections.abc import Iterator

import numpy as np

from minds.evaluation.tuned.ideas import ALL_IDEAS, IDEAS
from minds.training import knowledge
from minds.training.fitting import fit_scale, loss
from minds.training.learning import foretold
from minds.training.looking import find_knowledge
from minds.training.sample import Sample, gather, held_out, rows_of
from minds.training.store import Game

THINGS = {
    "pawns": ("pass", "isolated", "doubled", "protected pawn", "side by side", "backward"),
    "mobility": ("squares",),
    "kings": ("attack on", "before the king", "at the king"),
    "pieces": ("pair", "rook on", "outpost"),
    "threats": ("attacks", "unguarded"),
    "tempo": ("the move",),
    "endings": (),  # notes nothing, and is not tuned
}


def losses(games: list[Game]) -> Iterator[tuple[str, float]]:
    """The loss on games held out: of the tables alone, with all ideas, and with all but each."""
    sample = gather(games, find_knowledge, ALL_IDEAS)
    scale, hold = fit_scale(sample, knowledge.START), knowledge.springs(*knowledge.STRENGTHS)
    yield "tables alone", loss(rows_of(sample, held_out(sample)), knowledge.START, scale)
    yield "all ideas", foretold(sample, knowledge.START, hold, scale)
    for idea in filter(THINGS.get, IDEAS):
        yield f"no {idea}", foretold(_without(sample, idea), knowledge.START, hold, scale)


def _without(sample: Sample, idea: str) -> Sample:
    """The sample as if the idea had never noted anything."""
    from minds.evaluation.tuned.weights import FIRST, WORTH

    left = np.ones(len(knowledge.START), bool)
    for name in WORTH:
        if any(word in name for word in THINGS[idea]):
            left[FIRST[name] : FIRST[name] + len(WORTH[name])] = False
    return sample._replace(times=sample.times * left[sample.columns])
