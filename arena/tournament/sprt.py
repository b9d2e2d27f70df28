"""A sequential test: play pairs of games between two minds until one of two hypotheses is accepted."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import msgspec

from arena.crew.crew import CrewOf
from arena.entrants.roster import Entered
from arena.errors import StoreError
from arena.rate.elo import Estimate, estimate
from arena.rate.sprt import Claims, bounds, llr
from arena.store.store import Store, open_store
from arena.tournament.driver import enter, play_tournament
from arena.tournament.plan import Plan
from arena.tournament.schedule import Task
from minds.errors import quoted
from world.record import Record

INTERVAL = 20  # pairs between two lines of progress
TEST = "sprt"  # the circumstance of a store that holds the hypotheses of its test


class Decided(Exception):
    """The test is over."""


@dataclass(frozen=True)
class Verdict:
    """The state of a test, and the results that it rests on."""

    claims: Claims
    pairs: tuple[int, ...] = (0, 0, 0, 0, 0)  # pentanomial: from both lost to both won by the first mind
    llr: float = 0.0

    @property
    def decision(self) -> str:
        """The decision: better, not better, or undecided."""
        limits = bounds(self.claims.alpha, self.claims.beta)
        if self.llr >= limits.upper:
            return "better"
        return "not better" if self.llr <= limits.lower else "undecided"

    @property
    def estimate(self) -> Estimate:
        """The Elo difference that the results suggest."""
        return estimate(self.pairs)

    def line(self) -> str:
        """Return a line of progress."""
        limits, found = bounds(self.claims.alpha, self.claims.beta), self.estimate
        return (
            f"{sum(self.pairs)} pairs, LLR {self.llr:.2f} ({limits.lower:.2f} to {limits.upper:.2f}),"
            f" Elo {found.elo:+.1f} ± {found.elo_error:.1f}"
        )

    def lines(self) -> list[str]:
        """Return the result as lines of text."""
        found, claims = self.estimate, self.claims
        return [
            f"decision     {self.decision} ({claims.model} Elo {claims.elo0:g} against {claims.elo1:g})",
            f"LLR          {self.llr:.3f}",
            f"Elo          {found.elo:+.1f} ± {found.elo_error:.1f}",
            f"nElo         {found.nelo:+.1f} ± {found.nelo_error:.1f}",
            f"LOS          {100 * found.los:.1f} %",
            f"pairs        {' '.join(map(str, self.pairs))}   (0, ½, 1, 1½, 2 points)",
            f"games        {found.games}",
            *([f"note         {found.remark}"] if found.remark else []),
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the result for JSON."""
        return {"decision": self.decision, "llr": self.llr, "pairs": self.pairs, **vars(self.estimate)}


class SequentialTest:
    """Takes pairs in the order of the plan, and stops at the first that decides.

    (Pairs in the order in which they finish would favour quick games; and a look now and then would miss a decision.)
    """

    def __init__(self, claims: Claims) -> None:
        self.verdict = Verdict(claims)

    def advance(self, results: Mapping[str, tuple[float, ...]]) -> Verdict:
        """Take all pairs that are complete and next in order; return the verdict."""
        while self.verdict.decision == "undecided":
            name = f"001-002-{sum(self.verdict.pairs) + 1:05}"
            one, other = results.get(f"{name}a"), results.get(f"{name}b")
            if one is None or other is None:
                break
            pairs = list(self.verdict.pairs)
            pairs[round(2 * (one[0] + other[1]))] += 1
            claims = self.verdict.claims
            ratio = llr(pairs, claims.elo0, claims.elo1, claims.model)
            self.verdict = Verdict(claims, tuple(pairs), ratio)
        return self.verdict


def play_sprt(
    folder: Path,
    plan: Plan,
    claims: Claims,
    say: Callable[[str], None],
    trusted: bool = False,
    entered: Sequence[Entered] | None = None,
    crew_of: CrewOf | None = None,
) -> Verdict:
    """Play until the test decides, or all games of the plan are played. A test in the folder is resumed."""
    test, said = SequentialTest(claims), 0

    def progress(results: Mapping[str, tuple[float, ...]], _news: list[tuple[Task, Record]]) -> None:
        nonlocal said
        verdict = test.advance(results)
        if sum(verdict.pairs) >= said + INTERVAL:
            said = sum(verdict.pairs)
            say(verdict.line())
        if verdict.decision != "undecided":
            raise Decided

    with open_store(folder, must_exist=False) as store, store.alone():
        openings = enter(store, _plan_of_test(store, plan, claims), entered)
        store.note(TEST, _encoded(claims))
        with suppress(Decided):
            void = play_tournament(store, progress, trusted, crew_of, openings)
            if void:
                say(f"{len(void)} games are void: {next(iter(void.values()))}; the same command plays them")
        return test.advance(store.results())


def _encoded(claims: Claims) -> str:
    return msgspec.json.encode(asdict(claims)).decode()


def _plan_of_test(store: Store, plan: Plan, claims: Claims) -> Plan:
    """Return the plan to play: this one, or the store's if it has more games of the same test."""
    if not store.has_plan:
        return plan
    same = msgspec.structs.replace(plan, games=store.plan.games).identity == store.plan.identity
    if store.circumstance(TEST) != _encoded(claims) or not same:
        raise StoreError(f"{quoted(str(store.folder))} holds another test or tournament; choose another --out")
    return msgspec.structs.replace(store.plan, games=max(plan.games, store.plan.games))
