"""The headline of a report: what was played, as "Round robin · 7 minds · 420 games · 20,000 nodes a move"."""

from typing import TYPE_CHECKING

from arena.report.numbers import counted
from arena.tournament import formats

if TYPE_CHECKING:
    from arena.store.queries import Results
    from arena.tournament.settings import Plan
    from world.budget import Budget


def headline(results: "Results") -> str:
    """Return world (unless it is the usual one), format, minds, games and budget."""
    plan = results.plan
    world, *others = basics(plan.world, plan.format, len(results.minds))
    first = [world] if plan.world != type(plan)().world else []
    return " · ".join([*first, *others, _games(results), budget_words(plan)])


def basics(world: str, form: str, minds: int) -> tuple[str, str, str]:
    """Return the world, the format and the number of minds, with which the facts on every page begin."""
    return world.capitalize(), formats.title(form), counted(minds, "mind")


def _games(results: "Results") -> str:
    """Return the number of games, and of how many if there are more to play."""
    total = formats.expected(results.plan, lambda: results.scores, [one.standing for one in results.roster])
    if total > results.count:
        return f"{results.count:,} of {counted(total, 'game')}"
    return counted(results.count, "game")


def budget_words(plan: "Plan") -> str:
    """Return the budget of a move or game in words and, if time is limited, the clock that measures it."""
    budget = plan.budget
    if budget.is_unlimited:
        return "budgets unknown" if plan.is_imported else "no limit"
    clock = f" by the {plan.clock} clock" if budget.is_timed and not plan.is_imported else ""
    return f"{', '.join(_limits(budget))}{clock}"


def _limits(budget: "Budget") -> list[str]:
    found = [f"depth {budget.depth}"] if budget.depth is not None else []
    found += [f"{counted(budget.nodes, 'node')} a move"] if budget.nodes is not None else []
    found += [f"{budget.movetime:g} s a move"] if budget.movetime is not None else []
    increment = f" and {budget.increment:g} s a move" if budget.increment else ""
    return found + ([f"{budget.bank:g} s a game{increment}"] if budget.bank is not None else [])
