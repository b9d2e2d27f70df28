"""A person on a seat: asked, corrected, helped, and allowed to take back."""

from collections.abc import Callable

from world.api import Ending, Fault, IllegalAction, MindFailure, Reply, Run, State, World

HUMAN = "human"
HELP = """
Type what you want to do, as the game is written or as the World takes it; in chess e2e4, 12,28 or Nf3, O-O, e8=N.
You have all the time in the world.
  hint     what another mind would do
  undo     take back your last move, and what came after it
  moves    all that you may do
  resign   give up (quit does the same)
  help     this
"""


class TakeBack(Exception):
    """The run is to go back to before the last ply of this seat."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"seat {seat} takes its last ply back")
        self.seat = seat


class Human:
    """A player that is asked by `ask` and told by `say`; the world is only looked at."""

    name = HUMAN

    def __init__(
        self, world: World, ask: Callable[[str], str], say: Callable[[str], None], hint: Callable[[State], str]
    ) -> None:
        self.world, self.ask, self.say, self.hint = world, ask, say, hint
        self.taken = 0  # actions of one's own in this run

    def newrun(self, run: Run) -> None:
        """Nothing is asked before it is one's turn."""
        self.seat = run.seat

    def getaction(self, state: State) -> Reply:
        """Show the state, and ask until the answer makes sense."""
        self.say(f"\n{self.world.gettext()}\n")
        while True:
            text = self.ask(f"{self.world.colours[state.seat]}, your move (help, hint, undo, resign): ").strip()
            word = text.lower()
            if word in ("resign", "quit", "exit"):
                raise MindFailure(Fault("resigned", "resigned"))
            if word == "undo":
                self._take_back()
            elif word == "help":
                self.say(HELP.strip("\n"))
            elif word == "moves":
                self.say("  ".join(self.world.describe(action) for action in self.world.actions()))
            elif word == "hint":
                self.say(self.hint(state))
            elif text:
                try:
                    action = self.world.understand(text)
                except IllegalAction as problem:
                    self.say(str(problem))
                    continue
                self.taken += 1
                return Reply(action, 0.0)

    def _take_back(self) -> None:
        if self.taken == 0:
            self.say("there is no move of yours to take back")
        else:
            self.taken -= 1
            raise TakeBack(self.seat)

    def endrun(self, ending: Ending) -> None:
        """Show how it stands in the end."""
        if ending.kind != "interrupted":
            self.say(f"\n{self.world.gettext()}\n")
