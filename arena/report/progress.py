"""The progress of a tournament on stderr: a live table in a terminal, a line every ten seconds elsewhere."""

import shlex
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
from arena.report.names import shortened
from arena.report.words import STARTING
from arena.tournament.formats import total
from arena.tournament.plan import Plan
from arena.tournament.schedule import Task
from world.record import Record

TABLE_INTERVAL, LINE_INTERVAL, SAME_LINE_INTERVAL = 1.0, 10.0, 60.0  # seconds
MIN_SECONDS = 0.5  # of play, from which a rate is known
MAX_ROWS, OTHER_LINES = 15, 5


class Progress:
    """Games played, their rate, the time left, and the standings."""

    def __init__(
        self, plan: Plan, folder: Path, entrants: Sequence[Entrant], played: Mapping[str, tuple[int, ...]]
    ) -> None:
        """Begin with the games that were `played` before, by name, with the indices of their minds."""
        everybody_plays = all(entrant.standing != "withdrawn" for entrant in entrants)
        self.plan, self.folder, self.total = plan, folder, total(plan) if everybody_plays else None
        self.names = [entrant.name for entrant in entrants]
        self.console = Console(stderr=True)
        self.live = Live(console=self.console, auto_refresh=False) if sys.stderr.isatty() else None
        self.created = monotonic()
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
        if self.live is not None and kind is None:
            self.live.update(Text(self._end()))  # the standings follow, with the report
        if self.live is not None:
            self.live.stop()
        elif kind is None:
            print(self._end(), file=sys.stderr, flush=True)
        if kind is not None and issubclass(kind, KeyboardInterrupt | SystemExit):
            print(f"resume with: arena resume {shlex.quote(str(self.folder))}", file=sys.stderr)

    def update(self, results: Mapping[str, tuple[float, ...]], news: list[tuple[Task, Record]]) -> None:
        """Show all results and the new games, unless the last time was a moment ago."""
        if self.games_before < 0 or (news and not self.has_news):
            self.began, self.games_before = monotonic(), len(results)
        self.has_news |= bool(news)
        self.done = len(results)
        for task, _ in news:
            self.played[task.name] = self._minds(task.seats)
        if monotonic() - self.printed_at < (LINE_INTERVAL if self.live is None else TABLE_INTERVAL):
            return
        if self.live is None and self.printed == self.done and monotonic() - self.printed_at < SAME_LINE_INTERVAL:
            return
        self.printed_at, self.printed = monotonic(), self.done
        if self.live is None:
            print(self._line(len(results)), file=sys.stderr, flush=True)
        else:
            line = Text(self._line(len(results)), style="bold")
            self.live.update(Group(line, self._table(results)) if results else line, refresh=True)

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
        if not self.has_news and self.games_left != 0:
            return f"{done}{of} games; {STARTING}"
        if not self._rate:
            return f"{done}{of} games{self._losses}"
        left = f", {_time(self.seconds_left)} left" if self.seconds_left else ""
        return f"{done}{of} games, {self._rate:.1f} a second{left}{self._losses}"

    @property
    def _losses(self) -> str:
        """The games that were forfeited, and those that will not be played."""
        forfeits = f", {self.forfeits} forfeit{'s' if self.forfeits > 1 else ''}" if self.forfeits else ""
        return f"{forfeits}, {self.unplayed} not played" if self.unplayed else forfeits

    def _end(self) -> str:
        """Return the line that stays when the games are over."""
        of = f" of {self.total}" if self.total else ""
        seconds = f" in {_time(monotonic() - self.created)}" if self.has_news else ""
        return f"{self.done}{of} games{seconds}{self._losses}; writing the report"

    def _table(self, results: Mapping[str, tuple[float, ...]]) -> Table:
        """Return the standings of all games, with columns that stay in their places."""
        table = Table(box=None, pad_edge=False, header_style="dim")
        widths = {"": 2, "mind": max(len(shortened(name)) for name in self.names), "Elo": 5, "±": 4}
        for column, width in widths.items():
            table.add_column(column, justify="left" if column == "mind" else "right", min_width=width, no_wrap=True)
        games = [(*self.played[name], scores[0], name[:-1]) for name, scores in results.items() if len(scores) == 2]
        found = fit(games)
        room = max(1, min(MAX_ROWS, self.console.height - OTHER_LINES))
        for place, mind in enumerate(found.names[:room]):
            elo, error = f"{round(found.elo[place]) + 0.0:+.0f}", f"{found.error[place]:.0f}"
            table.add_row(str(place + 1), Text(shortened(mind)), elo, error)
        if (more := len(self.names) - len(table.rows)) > 0:
            table.add_row("", Text(f"… {more} more", style="dim"))
        return table


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}" if minutes >= 60 else f"{minutes}:{rest:02}"
