"""A table with a world on it: minds and people around it, and a screen beside."""

from collections.abc import Callable, Sequence
from typing import Protocol

from arena.human.person import HUMAN, Human, TakeBack
from arena.tournament.play import cells, play_in
from minds.host import MindPlayer
from minds.registry import load
from world.api import UNLIMITED, Budget, MindFailure, Player, Run, State, World
from world.record import Ply, Record

ADVISER, ADVICE = "alphabeta", Budget(movetime=1.0)


class Show(Protocol):
    """Whatever shows plies to somebody."""

    def show(self, ply: Ply, said: str) -> None: ...


class Table:
    """Plays one game, from which a person may take moves back."""

    def __init__(self, world: World, specs: Sequence[str], show: Show | None) -> None:
        self.world, self.specs, self.show = world, specs, show
        self.before = type(world)()  # one ply behind: a move is named in the state it was made in
        self.plies: list[Ply] = []
        self.shown = 0  # so many plies have been shown already, and are played again after a move was taken back

    def play(
        self,
        start: str,
        seed: int,
        budget: Budget,
        max_plies: int | None,
        patience: float,
        ask: Callable[[str], str],
        say: Callable[[str], None],
        trusted: bool = False,
    ) -> Record:
        """Play to the end; people have no clock."""
        budgets = [UNLIMITED if spec == HUMAN else budget for spec in self.specs]
        with cells([spec for spec in self.specs if spec != HUMAN], patience, trusted) as opened:
            waiting = iter(opened)
            players: list[Player] = [
                Human(self.world, ask, say, self.hint) if spec == HUMAN else next(waiting) for spec in self.specs
            ]
            while True:
                kept, self.plies = self.plies, []
                self.before.newrun(start, seed)
                try:
                    return play_in(
                        self.world,
                        players,
                        start=start,
                        seed=seed,
                        budgets=budgets,
                        played=kept,
                        max_plies=max_plies,
                        watch=self._watch,
                    )
                except TakeBack as back:
                    self._take_back(back.seat)

    def _watch(self, _world: World, ply: Ply) -> None:
        self.plies.append(ply)
        if self.show is None:
            return
        said = self.before.describe(ply.action)
        self.before.takeaction(ply.action)
        if self.shown:
            self.shown -= 1
        else:
            self.show.show(ply, said)

    def _take_back(self, seat: int) -> None:
        """Forget the last ply of a seat, and all after it."""
        while self.plies.pop().seat != seat:
            pass
        self.shown = len(self.plies)

    def hint(self, state: State) -> str:
        """What another mind would do; it knows every game there are rules of."""
        adviser = MindPlayer(load(ADVISER))
        try:
            adviser.newrun(Run(state.world, state.seat, start=state.start))
            asked = State(state.text, state.world, state.seat, ADVICE, state.history, state.start, state.actions)
            return f"{ADVISER} would play {self.world.describe(adviser.getaction(asked).action)}"
        except MindFailure as failure:
            return f"no hint: {failure.fault.message}"
