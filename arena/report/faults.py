"""The fault sheet: for each entrant its forfeits by kind, what became of it, and what its author should mend."""

import shlex
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import jinja2
import pandas as pd

from arena.report.headline import headline
from arena.report.styles import style
from arena.report.words import cause, place
from arena.store import standings
from arena.store.tables.faults import fault_texts
from world.api import FaultKind
from world.errors import printable

if TYPE_CHECKING:
    from arena.entrants.entrant import Entrant
    from arena.store.queries import Results

KINDS: tuple[str, ...] = get_args(FaultKind)
REJECTED = "rejected"
MAX_CAUSES = 3  # of one mind
MAX_MESSAGE_LENGTH = 1000
CHECKED = ("depth", "nodes", "movetime", "clock", "patience", "memory", "init")  # limits that `arena check` takes, too
STEPS = {
    "illegal": "Return a legal action in every position; arena check shows the boards on which it does not.",
    "crash": "Mend this line, or handle the positions in which it fails.",
    "time": "Look for a loop that does not end; else search less, or stop as soon as self.stop() is true.",
    "memory": "Keep less, and forget what is not needed any more.",
    "protocol": "Return a move, or an action as text.",
    "resigned": "Nothing is wrong with it: it resigned.",
}
SPECIAL_STEPS = (  # by words of the message, before those by kind
    ("it slept", "Remove what waits: a sleep, a lock, or a read from a file or a socket."),
    ("printing takes the time", "Remove the print calls, or print less."),
    ("in newrun", "Do less before the game: import and newrun have a limit of their own (--init)."),
    ("getaction returned", ""),  # the message says what to do
)


@dataclass(frozen=True)
class Failing:
    """The same fault in one or more games."""

    kind: str
    message: str
    step: str  # to mend it
    game: str  # in which it happened first
    forfeits: bool  # True if it costs games
    times: int = 1


@dataclass(frozen=True)
class Sheet:
    """The faults of one entrant."""

    name: str
    author: str
    file: str
    standing: str  # playing, withdrawn, disqualified or rejected
    games: int
    unplayed: int  # games, because this mind or its opponent is disqualified
    forfeits: dict[str, int]  # by kind
    others: int  # faults that cost no game
    failings: list[Failing]
    remarks: list[str]

    @cached_property
    def is_clean(self) -> bool:
        """True if there is nothing to mend."""
        return not (self.failings or self.remarks or self.standing in ("disqualified", REJECTED))

    @property
    def count(self) -> int:
        """The number of forfeits."""
        return sum(self.forfeits.values())

    @property
    def outcome(self) -> str:
        """A sentence on what its faults have cost it."""
        if self.standing == REJECTED:
            return "Rejected before the first game."
        kinds = ", ".join(f"{number} by {kind}" for kind, number in self.forfeits.items() if number)
        parts = [f"{self.count} of {self.games} games forfeited: {kinds}" if self.count else "No game forfeited"]
        parts += [f"{self.others} faults that cost no game"] if self.others else []
        parts += [self.standing] if self.standing != "playing" else []
        parts += (
            [f"{self.unplayed} games not played and lost"] if self.unplayed and self.standing == "disqualified" else []
        )
        return f"{'; '.join(parts)}."

    def row(self) -> dict[str, str | int]:
        """Return the sheet as a row of the table."""
        mend = [part for one in self.failings for part in (one.message, one.step) if part] + self.remarks
        counts: dict[str, str | int] = {f"forfeits_{kind}": number for kind, number in self.forfeits.items()}
        about: dict[str, str | int] = {"mind": self.name, "author": self.author, "file": self.file}
        about |= {"standing": self.standing, "games": self.games, "unplayed": self.unplayed, "forfeits": self.count}
        game = self.failings[0].game if self.failings else ""
        return about | counts | {"other_faults": self.others, "game": game, "mend": "\n".join(mend)}


def fault_sheets(results: "Results") -> list[Sheet]:
    """Return a sheet for each entrant and each rejected submission, in the order of their names."""
    games = results.standings.set_index("mind")["games"].to_dict()
    unplayed = standings.unplayed(results)["games"].to_dict()
    counts = results.brief_faults.groupby(["mind", "fault", "decided"]).size().to_dict()
    remarks, failings = _remarks(results), _failings(fault_texts(results))

    def sheet(entrant: "Entrant") -> Sheet:
        name = entrant.name
        forfeits = {kind: int(counts.get((name, kind, True), 0)) for kind in KINDS}
        others = sum(int(counts.get((name, kind, False), 0)) for kind in KINDS)
        played = int(games.get(name, 0)), int(unplayed.get(name, 0))
        about = (entrant.author, entrant.spec, entrant.standing)
        return Sheet(name, *about, *played, forfeits, others, failings.get(name, []), remarks.get(name, []))

    rejected = [
        Sheet(one.name, "", one.path, REJECTED, 0, 0, dict.fromkeys(KINDS, 0), 0, [_rejection(one.reason)], [])
        for one in results.rejected
    ]
    return sorted([*map(sheet, results.roster), *rejected], key=lambda one: one.name.casefold())


def _rejection(reason: str) -> Failing:
    return Failing(REJECTED, _shown(reason), "Mend the file and hand it in again.", "", False)


def _failings(texts: pd.DataFrame) -> dict[str, list[Failing]]:
    """Return the most frequent faults of each mind, without saying the same twice."""
    found: dict[str, dict[tuple[str, ...], list[Failing]]] = {}
    for game, mind, call, kind, decided, message, traceback, _ in texts.itertuples(index=False):
        key = (call, *cause(kind, message, traceback))
        step = next((step for words, step in SPECIAL_STEPS if words in message), STEPS.get(kind, ""))
        text = _shown(", in ".join(filter(None, (message.rstrip(), place(kind, traceback)))))
        found.setdefault(mind, {}).setdefault(key, []).append(Failing(kind, text, step, game, bool(decided)))
    return {mind: _most_frequent(causes.values()) for mind, causes in found.items()}


def _most_frequent(causes: Iterable[list[Failing]]) -> list[Failing]:
    """Return one fault of each cause with its number, those that cost games first."""
    order = sorted(causes, key=lambda same: (not same[0].forfeits, -len(same)))
    return [replace(same[0], times=len(same)) for same in order[:MAX_CAUSES]]


def _remarks(results: "Results") -> dict[str, list[str]]:
    """Return what else its author should know, by mind."""
    found: dict[str, list[str]] = {}
    for mind, nodes in results.usage.overspent.itertuples(index=False) if results.plan.nodes else ():
        found.setdefault(mind, []).append(
            f"It reports {nodes:,} nodes for a move; the budget is {results.plan.nodes:,}."
        )
    for mind, seconds in results.usage.slow_starts.itertuples(index=False):
        limit = f"of {results.plan.init:g} s (--init)"
        found.setdefault(mind, []).append(f"It takes up to {seconds:.2g} s {limit} to get ready for a game.")
    return found


def _shown(message: str) -> str:
    """Return a message as lines that are safe to print, with a dot if it is one line without an end."""
    lines = [printable(line) for line in message[:MAX_MESSAGE_LENGTH].strip().splitlines()]
    return "\n".join(lines) + "." * (len(lines) == 1 and not lines[0].endswith((".", "?", "!")))


def write_fault_sheets(results: "Results") -> list[Sheet]:
    """Write the sheets as a table and as a page to be printed; return them."""
    from arena.report.tables import write_table

    sheets = fault_sheets(results)
    write_table(pd.DataFrame([one.row() for one in sheets]), results.folder / "faults.csv")
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(Path(__file__).parent), autoescape=True)
    page = environment.get_template("faults_page.html").render(
        style=style(),
        title=results.folder.resolve().name,
        sheets=sheets,
        about=headline(results),
        check=shlex.join(["arena", "check", "FILE", *_limits(results)]),
    )
    (results.folder / "faults.html").write_text(page, encoding="utf-8")
    return sheets


def _limits(results: "Results") -> list[str]:
    """Return the options that give `arena check` the limits of this tournament."""
    plan, usual = results.plan, type(results.plan)()
    given = {name: getattr(plan, name) for name in CHECKED if getattr(plan, name) != getattr(usual, name)}
    if plan.world != usual.world:
        given["world"] = plan.world
    return [
        word
        for name, value in given.items()
        for word in (f"--{name}", f"{value:g}" if isinstance(value, float) else str(value))
    ]
