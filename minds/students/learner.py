"""Learns between games: remembers how it ended where it has been, and goes where it ended well."""

import json
import re

from minds import Mind

MOST_BYTES, MOST_PLACES = 60_000, 1500  # what the arena carries over is 64 KiB of text
LONGEST = 10_000  # games
FAITH = 150  # hundredths of a pawn for a place that has only seen wins; less so many for draws, thrice for losses


class Learner(Mind):
    """Looks one move and its answer ahead, as others do, but adds what it remembers of the positions on its way."""

    name = "learner"

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
        """What I think of a place because I have been there; the oftener, the firmer."""
        games, points = self.known.get(place, (0, 0))
        return FAITH * (4 * points - 3 * games) / (games + 1)

    def endrun(self):
        """Remember, of each place that this game led through, one game more and what it brought."""
        points = self.ending.result[self.run.seat]
        for place in self.path:
            games, before = self.known.pop(place, (0, 0))
            self.known[place] = (games + 1, before + points)  # last in the table: it is forgotten last
        return remember(self.known)


def prospect(there):
    """What a move is worth that leads there, if the other side answers as well as it can."""
    answers = there.legal_moves()
    if not answers:
        return 100_000 if there.in_check else 0
    if there.is_drawn:
        return 0
    return min(there.play(answer).score for answer in answers)


def remember(known):
    """The table as text, the places visited last."""
    return json.dumps(dict(list(known.items())[-MOST_PLACES:]), separators=(",", ":"))


def recall(text):
    """The table that a text holds. It has come a long way: what is not just as `remember` writes it is ignored."""
    try:
        table = json.loads(text) if len(text) <= MOST_BYTES else {}
    except (ValueError, RecursionError):
        return {}
    entries = table.items() if isinstance(table, dict) else []
    return {place: tuple(entry) for place, entry in entries if is_place(place) and is_entry(entry)}


def is_place(place):
    return re.fullmatch("[0-9a-f]{16}", place) is not None


def is_entry(entry):
    """Whether this is a number of games, and no more points than that."""
    plain = isinstance(entry, list) and len(entry) == 2 and {type(part) for part in entry} <= {int, float}
    return plain and 0 < entry[0] <= LONGEST and 0 <= entry[1] <= entry[0]
