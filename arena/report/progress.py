"""How a tournament goes on, told on stderr: live in a terminal, now and then a line elsewhere."""

import sys
from collections.abc import Mapping
from pathlib import Path
from time import monotonic
from types import TracebackType

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from arena.rate.pairs import fit
from arena.tournament.formats import total
from arena.tournament.plan import Plan
from arena.tournament.schedule import Task
from minds.registry import label
from world.record import Record

LIVE, LINES = 1.0, 10.0  # seconds between two pictures, and between two lines
MOST_ROWS = 15


class Progress:
    """Games done, how fast, how long still, and who leads."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan, self.folder, self.total = plan, folder, total(plan)
        self.names = [label(spec) for spec in plan.minds]
        self.live = Live(console=Console(stderr=True), auto_refresh=False) if sys.stderr.isatty() else None
        self.began, self.told_at, self.at_first = monotonic(), monotonic() - 1e9, -1
        self.played: dict[str, tuple[str, ...]] = {}
        self.forfeits = 0

    def __enter__(self) -> "Progress":
        if self.live is not None:
            self.live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.live is not None:
            self.live.stop()
        if kind is KeyboardInterrupt:
            print(f"go on with: arena resume {self.folder}", file=sys.stderr)

    def tell(self, results: Mapping[str, tuple[float, ...]], news: list[tuple[Task, Record]]) -> None:
        """There may be something new."""
        if self.at_first < 0:
            self.at_first = len(results)
        for task, record in news:
            self.forfeits += record.ending.fault is not None
            self.played[task.name] = tuple(self.names[place] for place in task.seats)
        done = len(results) == self.total and bool(news)
        if monotonic() - self.told_at < (LINES if self.live is None else LIVE) and not done:
            return
        self.told_at = monotonic()
        if self.live is None:
            print(self._line(len(results)), file=sys.stderr, flush=True)
        else:
            self.live.update(Group(Text(self._line(len(results)), style="bold"), self._table(results)), refresh=True)

    def _line(self, done: int) -> str:
        played, seconds = done - self.at_first, monotonic() - self.began
        of = f" of {self.total}" if self.total else ""
        if not played:
            return f"{done}{of} games"
        rate = played / seconds
        left = f", {_time((self.total - done) / rate)} left" if self.total else ""
        forfeits = f", {self.forfeits} forfeits" if self.forfeits else ""
        return f"{done}{of} games, {rate:.1f} a second{left}{forfeits}"

    def _table(self, results: Mapping[str, tuple[float, ...]]) -> Table:
        """The standings of what was played since we look on."""
        table = Table(box=None, pad_edge=False, header_style="dim")
        for column in ("", "mind", "Elo", "±"):
            table.add_column(column, justify="left" if column == "mind" else "right")
        games = [(*minds, results[name][0], name[:-1]) for name, minds in self.played.items() if len(minds) == 2]
        found = fit(games)
        for place, mind in enumerate(found.names[:MOST_ROWS]):
            table.add_row(str(place + 1), Text(mind), f"{found.elo[place]:+.0f}", f"{found.error[place]:.0f}")
        return table


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}" if minutes >= 60 else f"{minutes}:{rest:02}"
