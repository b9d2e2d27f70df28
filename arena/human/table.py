"""One game between minds and people, who may take moves back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic, sleep

from msgspec.structs import replace

from arena.human.person import HUMAN, Human, TakeBack
from arena.human.terminal import ask, say
from arena.human.view import View
from arena.tournament.play import cells, play_in
from minds.host import MindPlayer
from minds.registry import load
from world.api import UNLIMITED, Budget, MindFailure, Player, Run, State, World
from world.budget import ClockKind
from world.record import Ply, Record

ADVISER, ADVISER_BUDGET = "alphabeta", Budget(movetime=1.0)


@dataclass(frozen=True)
class Settings:
    """The settings of a game; people have no time limit."""

    start: str
    seed: int
    budget: Budget
    max_plies: int | None
    patience: float  # seconds for an answer that no budget limits
    trusted: bool = False
    clock: ClockKind = "processor"
    pace: float = 0.0  # seconds from one shown move to the next of a mind, at least; no clock runs meanwhile


class Table:
    """Plays one game."""

    def __init__(
        self,
        world: World,
        specs: Sequence[str],
        settings: Settings,
        view: View | None,
        ask: Callable[[str], str] = ask,
        say: Callable[[str], None] = say,
    ) -> None:
        self.world, self.specs, self.settings, self.view = world, specs, settings, view
        self.ask, self.say = ask, say
        self.before = type(world)()  # one ply behind the game, to describe a move in the state it was made in
        self.plies: list[Ply] = []
        self.shown_at = 0.0  # when something was shown last
        self.already_shown = 0  # plies that are only played again after a move was taken back

    def play(self) -> Record:
        """Play the game to its end."""
        minds = [spec for spec in self.specs if spec != HUMAN]
        with cells(minds, self.settings.patience, self.settings.trusted) as opened:
            waiting = iter(opened)
            players: list[Player] = [
                Human(self.world, self.ask, self.say, self.hint) if spec == HUMAN else next(waiting)
                for spec in self.specs
            ]
            while True:
                try:
                    return self._play_on(players)
                except TakeBack as back:
                    self._take_back(back.seat)

    def _play_on(self, players: Sequence[Player]) -> Record:
        """Play the game from after the plies that are kept."""
        settings = self.settings
        kept, self.plies = self.plies, []
        self.before.newrun(settings.start, settings.seed)
        return play_in(
            self.world,
            players,
            start=settings.start,
            seed=settings.seed,
            budgets=[UNLIMITED if spec == HUMAN else settings.budget for spec in self.specs],
            clock=settings.clock,
            played=kept,
            max_plies=settings.max_plies,
            watch=self._watch,
            asks=self._asks,
        )

    def _asks(self, seat: int) -> None:
        if self.view is not None:
            self.view.asks(seat)
            self.shown_at = self.shown_at or monotonic()

    def _watch(self, _world: World, ply: Ply) -> None:
        self.plies.append(ply)
        if self.view is None:
            return
        move, words = self.before.describe(ply.action), self.before.phrase(ply.action)
        self.before.takeaction(ply.action)
        if self.already_shown:
            self.already_shown -= 1
            return
        if self.specs[ply.seat] != HUMAN:
            sleep(max(0.0, self.shown_at + self.settings.pace - monotonic()))
        self.shown_at = monotonic()
        self.view.show(ply, move, words)

    def _take_back(self, seat: int) -> None:
        """Drop the last ply of a seat, and all plies after it."""
        while self.plies.pop().seat != seat:
            pass
        self.already_shown = len(self.plies)

    def hint(self, state: State) -> str:
        """Return the move that the adviser would play."""
        adviser = MindPlayer(load(ADVISER))
        try:
            adviser.newrun(Run(state.world, state.seat, start=state.start))
            asked = replace(state, budget=ADVISER_BUDGET)
            return f"{ADVISER} would play {self.world.describe(adviser.getaction(asked).action)}"
        except MindFailure as failure:
            return f"no hint: {failure.fault.message}"
