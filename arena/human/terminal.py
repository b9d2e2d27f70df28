"""Questions to a person, and answers, in the terminal: prompts go to stderr, answers come from stdin."""

import sys
from collections.abc import Sequence

from arena.human.person import HUMAN
from world.record import Ply

MAX_ANSWER_LENGTH = 1000


def say(text: str) -> None:
    """Print a text on stderr."""
    print(text, file=sys.stderr, flush=True)


def ask(prompt: str) -> str:
    """Return the next line of stdin. At the end of the input, the person resigns."""
    print(prompt, end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline(MAX_ANSWER_LENGTH)
    if not line:
        say("\nthe input has ended, which counts as resigning")
        return "resign"
    return line


class OpponentMoves:
    """Prints the moves of the players that are not people."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def show(self, ply: Ply, move: str) -> None:
        """Print a move, unless a person has made it."""
        if self.names[ply.seat] != HUMAN:
            say(f"\n{self.names[ply.seat]} plays {move}")
