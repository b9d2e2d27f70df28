"""The hand-ins of a season: each student's minds, when they come, and what is to become of them."""

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tests.drills.submissions import HEAD, Bait, decent, flawed, hostile, mistakes

Verdict = Literal["accepted", "rejected", "either"]
Way = Literal["request", "command", "flood", "again and again", "rubbish"]

FIRST_UNTIL, NEXT_UNTIL, CLOSES, LATE_UNTIL = 0.3, 0.48, 0.5, 0.56  # shares of the season's time
LOOK_AHEAD = Path(__file__).resolve().parents[2] / "minds" / "students" / "lookahead.py"
LEGAL = "        return here.legal_moves()[0]\n"
LATER = (
    "    def newrun(self):\n        import time\n\n"
    "        self.is_bad = time.time() > {moment} and self.rng.random() < {chance}\n        self.asked = 0\n\n"
)
HANGS = "        import time\n\n        self.asked += 1\n"
HANGS += "        while self.is_bad and self.asked == 4:\n            {how}\n"
FORKS = "        import os\n\n        try:\n            while os.fork():\n                pass\n"
FORKS += "        except BaseException:\n            pass\n"
TAMPERS = """        import gc, os, sys

        for number in range(3, 64):
            try:
                os.write(number, b'{"kind": "action", "action": "0,0"}')
            except BaseException:
                pass
        for one in gc.get_objects():
            if isinstance(one, dict) and "seconds" in one:
                try:
                    one["seconds"] = 0.0
                except BaseException:
                    pass
"""


@dataclass(frozen=True)
class Act:
    """A mind that is handed in at a time of the season."""

    at: float  # share of the season's time
    text: str
    verdict: Verdict = "accepted"
    way: Way = "request"


Story = tuple[Act, ...]


class Stories:
    """Stories of students by their kind; `moment` is the time from which some minds hang."""

    def __init__(self, bait: Bait, moment: float, seed: int) -> None:
        self.bait, self.moment, self.luck = bait, moment, random.Random(seed)
        self.wrong = {one.name: one.text for one in mistakes()}

    def all(self, count: int) -> list[Story]:
        """Return the stories of so many students: of each kind as many as its share, the most important first."""
        kinds = [
            self.hangs_later,
            self.mends,
            self.good,
            self.better,
            self.attacker,
            self.broken,
            self.worse,
            self.hanging,
            self.good,
            self.late,
        ]
        kinds += [self.good, self.forker, self.flood, self.good, self.repeats, self.good, self.sleeps_later]
        kinds += [self.good, self.late_first, self.tamperer]
        return [kinds[number % len(kinds)]() for number in range(count)]

    # ── Kinds ────────────────────────────────────────────────────────────────────────────────

    def good(self) -> Story:
        """One decent mind."""
        return (Act(self.early, self.decent(), way=self.luck.choice(("request", "request", "command"))),)

    def better(self) -> Story:
        """A weak one, then a stronger one, then that with another remark."""
        first, second = self.early, self.later
        strong = LOOK_AHEAD.read_text(encoding="utf-8")
        return Act(first, self.plain()), Act(second, strong), Act(second + 0.01, f"{strong}# third\n")

    def worse(self) -> Story:
        """A decent one, then a weak one."""
        return Act(self.early, self.decent()), Act(self.later, self.plain())

    def broken(self) -> Story:
        """One that is refused, and nothing after it."""
        name = self.luck.choice(("syntax", "illegal", "misspelt", "no-mind", "raises"))
        return (Act(self.early, self.wrong[name], "either" if name == "raises" else "rejected"),)

    def mends(self) -> Story:
        """A syntax error, then the same without it."""
        return Act(self.early, self.wrong["syntax"], "rejected", "command"), Act(self.later, self.decent())

    def hanging(self) -> Story:
        """An endless loop, then a mind that sleeps."""
        return Act(self.early, self.wrong["loop"], "rejected"), Act(self.later, self.wrong["sleeps"], "rejected")

    def hangs_later(self) -> Story:
        """A mind that passes its check, and from a time on loops in some games."""
        return (Act(self.early, self._at_times("loops-later", "pass", 0.15)),)

    def sleeps_later(self) -> Story:
        """A mind that passes its check, and from a time on sleeps in every game, so that it is disqualified."""
        return (Act(self.early, self._at_times("sleeps-later", "time.sleep(3600)", 1.0)),)

    def attacker(self) -> Story:
        """A mind that attacks a process, files and a port, and plays on."""
        return (Act(self.early, hostile(self.bait).text),)

    def forker(self) -> Story:
        """A mind that tries to start processes without end."""
        return (Act(self.early, flawed("forks", FORKS + LEGAL, "", "").text, "either"),)

    def tamperer(self) -> Story:
        """A mind that writes to all files it was given, and changes what it finds in memory."""
        return (Act(self.early, flawed("tampers", TAMPERS + LEGAL, "", "").text, "either"),)

    def flood(self) -> Story:
        """Many different minds at once, of which few are taken."""
        return (Act(self.early, self.plain(), "either", "flood"),)

    def repeats(self) -> Story:
        """The same mind again and again, and rubbish."""
        mind = self.decent()
        return Act(self.early, mind, way="again and again"), Act(self.later, mind), Act(self.later, "", way="rubbish")

    def late(self) -> Story:
        """A decent one, and a stronger one after the season has closed."""
        text = LOOK_AHEAD.read_text(encoding="utf-8")
        return Act(self.early, self.decent()), Act(self.too_late, f"{text}# late\n")

    def late_first(self) -> Story:
        """The first one comes after the season has closed."""
        return (Act(self.too_late, self.decent()),)

    # ── Parts ────────────────────────────────────────────────────────────────────────────────

    @property
    def early(self) -> float:
        """A time for first hand-ins."""
        return self.luck.uniform(0.0, FIRST_UNTIL)

    @property
    def later(self) -> float:
        """A time for hand-ins that replace others."""
        return self.luck.uniform(FIRST_UNTIL, NEXT_UNTIL)

    @property
    def too_late(self) -> float:
        """A time after the season has closed."""
        return self.luck.uniform(CLOSES + 0.02, LATE_UNTIL)

    def decent(self) -> str:
        """Return a decent mind of some strength, unlike the others."""
        return decent("mind.py", "decent", self.luck, f" {self.luck.random()}").text

    def plain(self) -> str:
        """Return a mind that plays the first legal move, unlike the others."""
        return f"{flawed('plain', LEGAL, '', '').text}# {self.luck.random()}\n"

    def _at_times(self, name: str, how: str, chance: float) -> str:
        head = HEAD.format(about="It hangs at times.", name="AtTimes", own=name)
        asks = "    def getaction(self, state):\n        here = state.position\n"
        return head + LATER.format(moment=self.moment, chance=chance) + asks + HANGS.format(how=how) + LEGAL
