"""What the figures of a tournament rest on, and what they cannot say: some lines of text."""

from collections.abc import Iterator

from arena.report.words import visible
from arena.store.queries import Results
from arena.tournament import formats


def remarks(results: Results) -> list[str]:
    """What the figures rest on, and what they cannot say."""
    games = results.games
    found = [] if games["second"].isna().all() else list(results.ratings.remarks)
    copies = int(games["duplicate"].sum())
    found += [*_won(results), *_jailed(results)]
    if copies:
        found.append(f"{copies} of {len(games)} games are copies of others: {len(games) - copies} count")
    if not games["second"].isna().all():
        ratings = results.ratings
        worth = round(ratings.advantage) + 0.0
        found.append(f"Moving first is worth {worth:+.0f} ± {ratings.advantage_error:.0f} Elo")
        found.append("Minds of one group cannot be told apart yet; ± is half of a 95 % interval")
    return found


def _won(results: Results) -> list[str]:
    """Who has won a knockout, and why minds have lost without being beaten."""
    found = []
    games = results.games[["game", "score_first", "score_second"]].itertuples(index=False)
    winner = formats.find(results.plan.format).winner(results.plan, {name: scores for name, *scores in games})
    if winner is not None:
        found.append(f"{results.minds[winner]} wins the {results.plan.format}")
    for mind, own in results.incidents.groupby("mind"):
        (kind, message), number = next(iter(own[["kind", "message"]].value_counts().items()))
        faults = "1 fault" if len(own) == 1 else f"{len(own)} faults"
        first = f"{visible(str(mind))}: {faults}, {number} of them {kind}: {visible(str(message))[:100]}"
        found.append(f"{first}; the page has them all")
    return found


def _jailed(results: Results) -> Iterator[str]:
    """Who was jailed how, in few words."""
    for walls, minds in results.walls.groupby("walls")["mind"]:
        names = ", ".join(visible(str(mind)) for mind in minds)
        yield f"Jailed ({walls}): {names}" if not walls.startswith("none") else f"Not jailed (--trust): {names}"
