"""A person in a seat, who can ask for a hint, take a move back, or resign."""

from collections.abc import Callable

from world.api import Ending, Fault, IllegalAction, MindFailure, Reply, Run, State, World

HUMAN = "human"
HELP = """
Type a move as it is written in the game, or as an action of the World; in chess e2e4, 12,28 or Nf3, O-O, e8=N.
There is no time limit.
  hint     suggest a move
  undo     take back your last move, and all moves after it
  moves    list the legal moves
  resign   resign the game (also: quit)
  help     show this help
"""


class TakeBack(Exception):
    """A person takes back the last ply of a seat."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"seat {seat} takes back its last ply")
        self.seat = seat


class Human:
    """A player whose moves come from `ask`; `say` shows the position, and `hint` suggests a move."""

    name = HUMAN
    unmeasured = "is a person"

    def __init__(
        self, world: World, ask: Callable[[str], str], say: Callable[[str], None], hint: Callable[[State], str]
    ) -> None:
        self.world, self.ask, self.say, self.hint = world, ask, say, hint
        self.taken = 0  # this person's actions in the run so far

    def newrun(self, run: Run) -> None:
        """Remember the seat."""
        self.seat = run.seat

    def getaction(self, state: State) -> Reply:
        """Show the position, and ask until the answer is an action."""
        self.say(f"\n{self.world.gettext()}\n")
        while True:
            text = self.ask(f"{self.world.colours[state.seat]}, your move (help, hint, undo, resign): ").strip()
            if text and not self._is_command(text.lower(), state):
                try:
                    action = self.world.understand(text)
                except IllegalAction as problem:
                    self.say(str(problem))
                    continue
                self.taken += 1
                return Reply(action, 0.0)

    def _is_command(self, word: str, state: State) -> bool:
        """Do what a command asks for; return False if the word is no command."""
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
        else:
            return False
        return True

    def _take_back(self) -> None:
        if self.taken == 0:
            self.say("there is no move of yours to take back")
        else:
            self.taken -= 1
            raise TakeBack(self.seat)

    def endrun(self, ending: Ending) -> None:
        """Do nothing: the view shows the end."""
