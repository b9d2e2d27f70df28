"""A person on a seat: asked, corrected, helped, and allowed to take back."""

from collections.abc import Callable

from world.api import Ending, Fault, IllegalAction, MindFailure, Reply, Run, State, World

HELP = """
Type what you want to do, as the game is written or as the World takes it; in chess e2e4, 12,28 or Nf3, O-O, e8=N.
  hint     what another mind would do
  undo     take back your last move, and the answer to it
  moves    all that you may do
  resign   give up
  help     this
"""


class TakeBack(Exception):
    """The run is to go back to these actions and on from there."""

    def __init__(self, actions: tuple[str, ...]) -> None:
        super().__init__(f"back to {len(actions)} actions")
        self.actions = actions


class Human:
    """A player that asks `ask` and answers with `say`; the world is only looked at."""

    name = "human"

    def __init__(
        self, world: World, ask: Callable[[str], str], say: Callable[[str], None], hint: Callable[[State], str]
    ) -> None:
        self.world, self.ask, self.say, self.hint = world, ask, say, hint

    def newrun(self, run: Run) -> None:
        """Nothing is asked before it is one's turn."""

    def getaction(self, state: State) -> Reply:
        """Show the state, and ask until the answer makes sense."""
        self.say(f"\n{self.world.gettext()}\n")
        while True:
            text = self.ask(f"{self.world.colours[state.seat]}, your move (help, hint, undo, resign): ").strip()
            if text == "resign":
                raise MindFailure(Fault("resigned", "resigned"))
            if text == "undo":
                self._take_back(state)
            elif text == "help":
                self.say(HELP.strip("\n"))
            elif text == "moves":
                self.say("  ".join(self.world.describe(action) for action in self.world.actions()))
            elif text == "hint":
                self.say(self.hint(state))
            elif text:
                try:
                    action = self.world.understand(text)
                    self.world.describe(action)
                    if action in self.world.actions():
                        return Reply(action, 0.0)
                    raise IllegalAction(text, f"one of {' '.join(self.world.actions()[:12])} …")
                except IllegalAction as problem:
                    self.say(str(problem))

    def _take_back(self, state: State) -> None:
        if len(state.history) < self.world.seats:
            self.say("there is no move of yours to take back")
        else:
            raise TakeBack(state.history[: -self.world.seats])

    def endrun(self, ending: Ending) -> None:
        """The command says how it ended."""
