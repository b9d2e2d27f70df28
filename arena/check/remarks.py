"""Remarks: what does not keep a mind out of a tournament, but is good to know."""

from collections.abc import Iterator

from arena.check.findings import Findings
from arena.tournament.plan import Plan
from minds.registry import card, learns, names, read_spec

NEAR = 0.5  # share of a limit that is worth a remark


def remarks(found: Findings, plan: Plan, asked: int) -> Iterator[str]:
    """Yield the remarks on a mind that was to be asked about so many positions."""
    yield from _on_source(found)
    if len(found.answers) < asked and not found.failures:
        yield f"there was time for {len(found.answers)} of {asked} positions only; --seconds allows more"
    if found.differing:
        yield f"{found.differing} of {found.repeated} answers differ under one seed; {_cause(found, plan)}"
    yield from _on_cost(found, plan)


def _cause(found: Findings, plan: Plan) -> str:
    """Return why answers differ, as far as questions in fresh processes tell, and what to do about it."""
    if found.keeps_state:
        return "in fresh processes they are the same: it keeps something from game to game; reset it in newrun"
    timed = ", or it stops to think by its clock" if plan.budget.is_timed else ""
    return f"they differ in fresh processes, too: use no randomness but self.rng{timed}"


def _on_source(found: Findings) -> Iterator[str]:
    if not found.description:
        yield "it has no docstring, so tables cannot say what it does"
    if card(found.spec).name in names() and read_spec(found.spec).is_foreign:
        yield f"its name is that of a house mind, so tables call it {found.name}"
    yield from card(found.spec).uncalled
    if learns(found.spec):
        yield "its source mentions memory, so its games are played one after another"


def _on_cost(found: Findings, plan: Plan) -> Iterator[str]:
    limit = plan.budget.seconds
    slowest = max((answer.price for answer in found.answers), default=0.0)
    largest = max((answer.memory for answer in found.answers), default=0)
    if limit and slowest > NEAR * limit:
        yield f"its slowest answer took {slowest:.3f} s of {limit:g} s"
    if largest > NEAR * (plan.memory << 20):
        yield f"it used {largest >> 20} of {plan.memory} MiB of memory"
