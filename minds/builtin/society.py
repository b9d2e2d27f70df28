"""A mind that asks other minds; the practical called it MindM."""

from collections import Counter

from minds.api import Mind, State
from minds.errors import AskError


class Society(Mind):
    """Asks several minds and plays the move that most of them would; at a tie, the one proposed first."""

    name = "society"
    needs = None  # nothing itself, but all that its members need
    asks = "members"

    def __init__(self, members: str = "alphabeta+minimax+capture-priority-random-legal-move") -> None:
        self.members = members.split("+")

    def getaction(self, state: State) -> str:
        """Return the action with the most votes; a member that fails has no vote."""
        proposals: dict[str, str] = {}
        for member in self.members:
            try:
                proposals[member] = self.ask(member, state).action
            except AskError as problem:
                print(problem)
        if not proposals:
            raise AskError(f"none of {', '.join(self.members)} has answered")
        votes = Counter(proposals.values())
        self.thoughts = {"proposals": proposals}
        return max(votes, key=lambda action: votes[action])  # the first of equals
