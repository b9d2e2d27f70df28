"""The progress of a tournament on stderr: a live table in a terminal, a line every ten seconds elsewhere."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic
from types import TracebackType

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from arena.entrants.entrant import Entrant
from arena.rate.pairs import fit
from arena.tournament.formats import total
from arena.tournament.plan import Plan
from arena.tournament.schedule import Task
from world.record import Record

TABLE_INTERVAL, LINE_INTERVAL, SAME_LINE_INTERVAL = 1.0, 10.0, 60.0  # seconds
MIN_SECONDS = 0.5  # of play, from which a rate is known
MAX_ROWS = 15


class Progress:
    """Games played, their rate, the time left, and the standings."""

    def __init__(
        self, plan: Plan, folder: Path, entrants: Sequence[Entrant], played: Mapping[str, tuple[int, ...]]
    ) -> None:
        """Begin with the games that were `played` before, by name, with the indices of their minds."""
        everybody_plays = all(entrant.standing != "withdrawn" for entrant in entrants)
        self.plan, self.folder, self.total = plan, folder, total(plan) if everybody_plays else None
        self.names = [entrant.name for entrant in entrants]
        self.live = Live(console=Console(stderr=True), auto_refresh=False) if sys.stderr.isatty() else None
        self.printed_at, self.printed, self.done = monotonic() - 1e9, -1, 0
        self.began, self.games_before = monotonic(), -1  # again when the first games are over: starting takes time
        self.played = {name: self._minds(places) for name, places in played.items()}
        self.forfeits, self.has_news = 0, False
        self.disqualified, self.unplayed = set[int](), 0  # minds, and games that they do not play

    def __enter__(self) -> "Progress":
        if self.live is not None:
            self.live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.live is not None:
            self.live.stop()
        if kind is not None and issubclass(kind, KeyboardInterrupt | SystemExit):
            print(f"resume with: arena resume {self.folder}", file=sys.stderr)

    def update(self, results: Mapping[str, tuple[float, ...]], news: list[tuple[Task, Record]]) -> None:
        """Show all results and the new games, unless the last time was a moment ago."""
        if self.games_before < 0 or (news and not self.has_news):
            self.began, self.games_before = monotonic(), len(results)
        self.has_news |= bool(news)
        self.done = len(results)
        for task, record in news:
            self.forfeits += record.ending.fault is not None
            self.played[task.name] = self._minds(task.seats)
        done = self.games_left == 0 and bool(news)
        if monotonic() - self.printed_at < (LINE_INTERVAL if self.live is None else TABLE_INTERVAL) and not done:
            return
        if self.live is None and self.printed == self.done and monotonic() - self.printed_at < SAME_LINE_INTERVAL:
            return
        self.printed_at, self.printed = monotonic(), self.done
        if self.live is None:
            print(self._line(len(results)), file=sys.stderr, flush=True)
        else:
            self.live.update(Group(Text(self._line(len(results)), style="bold"), self._table(results)), refresh=True)

    def _minds(self, places: Sequence[int]) -> tuple[str, ...]:
        return tuple(self.names[place] for place in places)

    @property
    def games_left(self) -> int | None:
        """The number of games that are left; None if it depends on results."""
        return None if self.total is None else self.total - self.done - self.unplayed

    @property
    def seconds_left(self) -> float | None:
        """The time that the games will still need; None if it cannot be said yet."""
        return self.games_left / self._rate if self.games_left is not None and self._rate else None

    @property
    def _rate(self) -> float:
        """Games a second, counted from the end of the first ones; 0 if there was too little time to say."""
        seconds = monotonic() - self.began
        return (self.done - self.games_before) / seconds if seconds >= MIN_SECONDS else 0.0

    def _line(self, done: int) -> str:
        of = f" of {self.total}" if self.total else ""
        forfeits = f", {self.forfeits} forfeits" if self.forfeits else ""
        unplayed = f", {self.unplayed} not played" if self.unplayed else ""
        if not self.has_news and self.games_left != 0:
            return f"{done}{of} games; the minds are starting"
        if not self._rate:
            return f"{done}{of} games{forfeits}{unplayed}"
        left = f", {_time(self.seconds_left)} left" if self.seconds_left is not None else ""
        return f"{done}{of} games, {self._rate:.1f} a second{left}{forfeits}{unplayed}"

    def _table(self, results: Mapping[str, tuple[float, ...]]) -> Table:
        """Return the standings of all games."""
        table = Table(box=None, pad_edge=False, header_style="dim")
        for column in ("", "mind", "Elo", "±"):
            table.add_column(column, justify="left" if column == "mind" else "right")
        games = [(*self.played[name], scores[0], name[:-1]) for name, scores in results.items() if len(scores) == 2]
        found = fit(games)
        for place, mind in enumerate(found.names[:MAX_ROWS]):
            table.add_row(
                str(place + 1), Text(mind), f"{round(found.elo[place]) + 0.0:+.0f}", f"{found.error[place]:.0f}"
            )
        return table


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}" if minutes >= 60 else f"{minutes}:{rest:02}"
