"""The worth of each of the champion's ideas: the loss on held-out games without it."""

from collections.abc import Iterator

import numpy as np

from minds.evaluation.tuned.ideas import ALL_IDEAS, IDEAS
from minds.training import knowledge
from minds.training.features import knowledge_features
from minds.training.fitting import fit_scale, loss
from minds.training.learning import held_out_loss
from minds.training.sample import Sample, gather, held_out, rows_of
from minds.training.store import Game

TERMS = {
    "pawns": ("pass", "isolated", "doubled", "protected pawn", "side by side", "backward"),
    "mobility": ("squares",),
    "kings": ("attack on", "before the king", "at the king"),
    "pieces": ("pair", "rook on", "outpost"),
    "threats": ("attacks", "unguarded"),
    "tempo": ("the move",),
    "endings": (),  # has no terms, and is not tuned
}


def losses(games: list[Game]) -> Iterator[tuple[str, float]]:
    """Yield the loss on held-out games: of the tables alone, with all ideas, and without each idea."""
    sample = gather(games, knowledge_features, ALL_IDEAS)
    scale, penalty = fit_scale(sample, knowledge.START), knowledge.springs(*knowledge.STRENGTHS)
    yield "tables alone", loss(rows_of(sample, held_out(sample)), knowledge.START, scale)
    yield "all ideas", held_out_loss(sample, knowledge.START, penalty, scale)
    for idea in filter(TERMS.get, IDEAS):
        yield f"no {idea}", held_out_loss(_without(sample, idea), knowledge.START, penalty, scale)


def _without(sample: Sample, idea: str) -> Sample:
    """The sample without the terms of an idea."""
    from minds.evaluation.tuned.weights import INDEX, TERM_WEIGHTS

    left = np.ones(len(knowledge.START), bool)
    for name in TERM_WEIGHTS:
        if any(word in name for word in TERMS[idea]):
            left[INDEX[name] : INDEX[name] + len(TERM_WEIGHTS[name])] = False
    return sample._replace(counts=sample.counts * left[sample.features])
