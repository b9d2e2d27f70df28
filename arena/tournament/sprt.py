"""A sequential test, played: pairs of games between two minds until one claim about them is accepted."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import msgspec

from arena.errors import StoreError
from arena.rate.elo import Estimate, estimate
from arena.rate.sprt import Claims, bounds, llr
from arena.store.store import Store, open_store
from arena.tournament.driver import play_tournament, read_openings
from arena.tournament.plan import Plan
from arena.tournament.schedule import Task
from minds.errors import quoted
from world.record import Record

OFTEN = 20  # pairs between two lines
TEST = "sprt"  # among the circumstances of a store: the claims that its games test


class Decided(Exception):
    """The test is over."""


@dataclass(frozen=True)
class Verdict:
    """What has come out, and what it rests on."""

    claims: Claims
    pairs: tuple[int, ...] = (0, 0, 0, 0, 0)  # pentanomial: both lost … both won by the first mind
    llr: float = 0.0

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


class SequentialTest:
    """Takes pairs in the order they were planned, and stops for good at the first that decides.

    (Counting whatever is over first would count quick pairs before slow ones, and looking only now and then would
    overlook a decision.)
    """

    def __init__(self, claims: Claims) -> None:
        self.verdict = Verdict(claims)

    def advance(self, results: Mapping[str, tuple[float, ...]]) -> Verdict:
        """Take all pairs that are complete and next in order."""
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


def play_sprt(folder: Path, plan: Plan, claims: Claims, say: Callable[[str], None], trusted: bool = False) -> Verdict:
    """Play in a folder until the test decides, or the plan's games are over; a folder can be gone on with."""
    test, told = SequentialTest(claims), 0

    def progress(results: Mapping[str, tuple[float, ...]], _news: list[tuple[Task, Record]]) -> None:
        nonlocal told
        verdict = test.advance(results)
        if sum(verdict.pairs) >= told + OFTEN:
            told = sum(verdict.pairs)
            say(verdict.line())
        if verdict.decision != "undecided":
            raise Decided

    with open_store(folder, must_exist=False) as store, store.alone():
        _begin(store, plan, claims)
        store.check_sources()
        with suppress(Decided):
            play_tournament(store, progress, trusted)
        return test.advance(store.results())


def _begin(store: Store, plan: Plan, claims: Claims) -> None:
    """A new test, or the same one gone on with, perhaps for more games."""
    read_openings(plan)
    known, wanted = store.told(TEST), msgspec.json.encode(asdict(claims)).decode()
    if store.has_plan:
        same = msgspec.structs.replace(plan, games=store.plan.games).identity == store.plan.identity
        if known != wanted or not same:
            raise StoreError(f"{quoted(str(store.folder))} holds another test or tournament; choose another --out")
    if not store.has_plan or plan.games > store.plan.games:
        store.set_plan(plan)
    store.tell(TEST, wanted)
