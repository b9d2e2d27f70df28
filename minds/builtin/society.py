"""Thinks nothing itself: asks other minds, and does what most of them would do. The practical called it MindM."""

from collections import Counter

from minds.api import Mind, State
from minds.errors import AskError


class Society(Mind):
    """Asks several minds, and does what most of them would do; where they are at odds, the first one's word counts."""

    name = "society"
    needs = None  # of its own; besides, it needs what its members need
    asks = "members"

    def __init__(self, members: str = "alphabeta+minimax+capture-priority-random-legal-move") -> None:
        self.members = members.split("+")

    def getaction(self, state: State) -> str:
        """Their vote. Who cannot play here has none."""
        proposals: dict[str, str] = {}
        for member in self.members:
            try:
                proposals[member] = self.ask(member, state).action
            except AskError as problem:
                print(problem)
        if not proposals:
            raise AskError(f"none of {', '.join(self.members)} had anything to say")
        votes = Counter(proposals.values())
        self.thoughts = {"proposals": proposals}
        return max(votes, key=lambda action: votes[action])  # of equals the one that was proposed first
