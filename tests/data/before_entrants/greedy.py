"""Greedy: takes the most valuable thing on offer, else the first move."""

from minds import Mind


class Greedy(Mind):
    name = "greedy"

    def getaction(self, state):
        return max(state.position.legal_moves(), key=lambda move: (move.captured_value, move.action))
