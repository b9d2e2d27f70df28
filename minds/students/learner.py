"""A mind that learns between games: it remembers positions and how the games that passed them ended."""

import json
import re

from minds import Mind

MOST_BYTES, MOST_PLACES = 60_000, 1500  # what the arena carries over is 64 KiB of text
MAX_GAMES = 10_000
FAITH = 150  # hundredths of a pawn: about +150 for a place that only saw wins, -150 for draws, -450 for losses


class Learner(Mind):
    """Looks one move and its answer ahead, and adds its experience with the positions after its own moves."""

    name = "learner"
    needs = "position"

    def newrun(self):
        self.known, self.path = recall(self.memory), []

    def getaction(self, state):
        here = state.position
        best, best_worth, best_place = None, None, ""
        for move in here.legal_moves():
            there = here.play(move)
            place = f"{there.key:016x}"
            worth = prospect(there) + self.experience(place)
            if best is None or worth > best_worth:
                best, best_worth, best_place = move, worth, place
        self.path.append(best_place)
        return best

    def experience(self, place):
        """Return the bonus or penalty of a place from past games; it grows with their number."""
        games, points = self.known.get(place, (0, 0))
        return FAITH * (4 * points - 3 * games) / (games + 1)

    def endrun(self):
        """Add this game and its points to every place that it passed, and return all as text."""
        points = self.ending.result[self.run.seat]
        for place in self.path:
            games, before = self.known.pop(place, (0, 0))
            self.known[place] = (games + 1, before + points)  # moved to the end of the table: it is forgotten last
        return remember(self.known)


def prospect(there):
    """Return the value of a move that leads there, if the other side finds its best answer."""
    answers = there.legal_moves()
    if not answers:
        return 100_000 if there.in_check else 0
    if there.is_drawn:
        return 0
    return min(there.play(answer).score for answer in answers)


def remember(known):
    """Return the table as text: only the places visited last, as many as fit."""
    return json.dumps(dict(list(known.items())[-MOST_PLACES:]), separators=(",", ":"))


def recall(text):
    """Return the table in a text; entries that `remember` would not write are ignored."""
    try:
        table = json.loads(text) if len(text) <= MOST_BYTES else {}
    except (ValueError, RecursionError):
        return {}
    entries = table.items() if isinstance(table, dict) else []
    return {place: tuple(entry) for place, entry in entries if is_place(place) and is_entry(entry)}


def is_place(place):
    return re.fullmatch("[0-9a-f]{16}", place) is not None


def is_entry(entry):
    """Return True for a number of games and no more points than games."""
    plain = isinstance(entry, list) and len(entry) == 2 and {type(part) for part in entry} <= {int, float}
    return plain and 0 < entry[0] <= MAX_GAMES and 0 <= entry[1] <= entry[0]
