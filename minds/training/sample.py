"""The quiet positions of many games as one table: the features of each, and the result of its game."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from minds.board.position import Position
from minds.engine.engine import Engine
from minds.engine.entrypoints import entry_set_state
from minds.errors import FenError, IllegalMove, MoveError
from minds.training.features import is_quiet, piece_features, share_of_midgame, tables_score
from minds.training.hindsight import outcomes
from minds.training.store import Game, StoreError

OPENING = 4  # plies at the start of a game that are left out
DECIDED = 1500  # centipawns; decided positions are left out
MAX_COLUMNS = 1024

Find = Callable[[Any, Any, Any], int]


class Sample(NamedTuple):
    """Positions, one per row; the features of row i are at starts[i] to starts[i + 1]."""

    starts: np.ndarray
    features: np.ndarray  # feature numbers …
    counts: np.ndarray  # … and how much more often each occurs for White than for Black
    share: np.ndarray  # of the middlegame, 0 to 1
    base: np.ndarray  # the part of White's score that is not being fitted
    targets: np.ndarray  # the training target, for White
    results: np.ndarray  # of the game: 0, ½ or 1; used for the loss
    games: np.ndarray  # game numbers; rows of one game are not independent …
    openings: np.ndarray  # … nor are games from one opening

    def count_games(self) -> int:
        """The number of games the rows come from."""
        return len(np.unique(self.games))


def gather(games: Iterable[Game], find: Find = piece_features, ideas: int = 0) -> Sample:
    """The quiet positions of these games; with `ideas` the tables' score is taken as given."""
    rows = _Rows(find, ideas)
    for game in games:
        rows.add(game)
    if not rows.results:
        raise StoreError("no game has a quiet position; expected a store of normal chess games")
    return rows.sample()


class _Rows:
    """A sample under construction."""

    def __init__(self, find: Find, ideas: int) -> None:
        self.find, self.ideas = find, ideas
        self.engine = Engine(ideas=ideas, mebibytes=1)
        self.features, self.counts = np.zeros(MAX_COLUMNS, np.int32), np.zeros(MAX_COLUMNS, np.int16)
        self.found: list[tuple[np.ndarray, np.ndarray]] = []
        self.share: list[float] = []
        self.base: list[float] = []
        self.targets: list[float] = []
        self.results: list[float] = []
        self.games: list[int] = []
        self.openings: list[int] = []
        self.starts: dict[str, int] = {}

    def add(self, game: Game) -> None:
        """Replay a game and keep its quiet positions."""
        try:
            position = Position(game.start)
            targets = outcomes(game, position.turn)
            for ply, (action, score) in enumerate(zip(game.actions, game.scores, strict=True)):
                if ply >= OPENING and score is not None and abs(score) < DECIDED:
                    self._look(position, game, targets[ply])
                position.push(action)
        except (FenError, IllegalMove, MoveError) as problem:
            raise StoreError(f"game {game.number} cannot be played through: {problem}") from None

    def _look(self, position: Position, game: Game, targets: float) -> None:
        at = self.engine.address
        entry_set_state(position._address, at)
        if not is_quiet(at):
            return
        count = self.find(at, self.features, self.counts)
        self.found.append((self.features[:count].copy(), self.counts[:count].copy()))
        self.share.append(share_of_midgame(at))
        self.base.append(float(tables_score(at)) if self.ideas else 0.0)
        self.targets.append(targets)
        self.results.append(game.result)
        self.games.append(game.number)
        self.openings.append(self.starts.setdefault(game.start, len(self.starts)))

    def sample(self) -> Sample:
        features, counts = (np.concatenate(part) for part in zip(*self.found, strict=True))
        starts = np.cumsum([0, *(len(row) for row, _ in self.found)])
        rest = (self.share, self.base, self.targets, self.results, self.games, self.openings)
        return Sample(starts, features, counts, *map(np.array, rest))


def held_out(sample: Sample, every: int = 10) -> np.ndarray:
    """A mask of the rows held out from training: those of every tenth opening."""
    return sample.openings % every == 0


def rows_of(sample: Sample, chosen: np.ndarray) -> Sample:
    """The sample of the chosen rows."""
    lengths = np.diff(sample.starts)
    cells = np.repeat(chosen, lengths)
    starts = np.concatenate([[0], np.cumsum(lengths[chosen])])
    return Sample(starts, sample.features[cells], sample.counts[cells], *(part[chosen] for part in sample[3:]))
