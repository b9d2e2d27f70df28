"""The settings of a plan in words."""

from collections.abc import Iterator

from arena.report.headline import basics, budget_words
from arena.tournament.plan import Plan
from arena.web.results.seats import colours


def settings(plan: Plan) -> list[tuple[str, str]]:
    """Return the settings that a reader of results looks for, each with its label."""
    return [(name, text) for name, text in _settings(plan) if text]


def _settings(plan: Plan) -> Iterator[tuple[str, str]]:
    yield "Name", plan.name
    yield "Date", plan.date.replace(".", "-")
    world, title, _ = basics(plan.world, plan.format, len(plan.minds))
    yield "World", world
    yield "Format", f"{title}, {plan.rounds} rounds" if plan.rounds else title
    yield "Minds", f"{len(plan.minds):,}"
    if plan.is_imported:
        yield "Budget", budget_words(plan)
        return
    yield "Games", f"{plan.games:,} for each {'mind' if len(colours(plan.world)) == 1 else 'pairing'}"
    yield "Budget", budget_words(plan)
    yield "Openings", f"{plan.openings}, {plan.order}" if plan.openings != "none" else "none"
    yield "Longest game", f"{plan.max_plies:,} plies, then a draw" if plan.max_plies else ""
    yield "Adjudicated as drawn", plan.draw or ""
    yield "Adjudicated as lost", plan.resign or ""
    yield "Disqualified", f"after {plan.max_faults} forfeits in a row" if plan.max_faults else "never"
    yield "Memory", f"{plan.memory:,} MiB for each mind"
    yield "Seed", str(plan.seed)
