"""A sequential test, played: pairs of games between two minds until one claim about them is accepted."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.errors import StoreError
from arena.plan import Plan
from arena.rate.elo import Estimate, estimate
from arena.rate.sprt import Claims, bounds, llr
from arena.schedule import Task
from arena.store.store import open_store
from arena.tournament import play_tournament
from minds.errors import quoted
from world.record import Record

OFTEN = 20  # pairs between two lines


class Decided(Exception):
    """The test is over."""


@dataclass(frozen=True)
class Verdict:
    """What has come out, and what it rests on."""

    claims: Claims
    pairs: tuple[int, ...]  # pentanomial: both lost … both won by the first mind
    llr: float

    @property
    def decision(self) -> str:
        """In a word."""
        limits = bounds(self.claims.alpha, self.claims.beta)
        if self.llr >= limits.upper:
            return "better"
        return "not better" if self.llr <= limits.lower else "undecided"

    @property
    def estimate(self) -> Estimate:
        return estimate(self.pairs)

    def line(self) -> str:
        """How it stands."""
        limits, found = bounds(self.claims.alpha, self.claims.beta), self.estimate
        return (
            f"{sum(self.pairs)} pairs, LLR {self.llr:.2f} ({limits.lower:.2f} to {limits.upper:.2f}),"
            f" Elo {found.elo:+.1f} ± {found.elo_error:.1f}"
        )

    def lines(self) -> list[str]:
        """All there is to say."""
        found, claims = self.estimate, self.claims
        return [
            f"decision     {self.decision} ({claims.model} Elo {claims.elo0:g} against {claims.elo1:g})",
            f"LLR          {self.llr:.3f}",
            f"Elo          {found.elo:+.1f} ± {found.elo_error:.1f}",
            f"nElo         {found.nelo:+.1f} ± {found.nelo_error:.1f}",
            f"LOS          {100 * found.los:.1f} %",
            f"pairs        {' '.join(map(str, self.pairs))}   (0, ½, 1, 1½, 2 points)",
            f"games        {found.games}",
            *([f"but          {found.remark}"] if found.remark else []),
        ]

    def to_dict(self) -> dict[str, Any]:
        return {"decision": self.decision, "llr": self.llr, "pairs": self.pairs, **vars(self.estimate)}


def play_sprt(folder: Path, plan: Plan, claims: Claims, say: Callable[[str], None]) -> Verdict:
    """Play in a folder until the test decides, or the plan's games are over; a folder can be gone on with."""
    told = 0

    def progress(results: Mapping[str, tuple[float, ...]], _news: list[tuple[Task, Record]]) -> None:
        nonlocal told
        verdict = judge(results, claims)
        if sum(verdict.pairs) >= told + OFTEN:
            told = sum(verdict.pairs)
            say(verdict.line())
        if verdict.decision != "undecided":
            raise Decided

    with open_store(folder, must_exist=False) as store:
        found = store.db.execute("SELECT hash FROM plans ORDER BY number DESC LIMIT 1").fetchone()
        if found and found[0] != plan.identity:
            raise StoreError(f"{quoted(str(folder))} holds another tournament; choose another --out")
        if not found:
            store.set_plan(plan)
        store.check_sources()
        with store.alone(), suppress(Decided):
            play_tournament(store, progress)
        return judge(store.results(), claims)


def judge(results: Mapping[str, tuple[float, ...]], claims: Claims) -> Verdict:
    """What the pairs that are complete say, from the first on: one that is missing ends the count.

    (Counting whatever is over first would count quick pairs before slow ones.)
    """
    pairs = [0] * 5
    for number in range(1, len(results) + 1):
        name = f"001-002-{number:05}"
        one, other = results.get(f"{name}a"), results.get(f"{name}b")
        if one is None or other is None:
            break
        pairs[round(2 * (one[0] + other[1]))] += 1
    return Verdict(claims, tuple(pairs), llr(pairs, claims.elo0, claims.elo1, claims.model))
