"""Submissions of a class: decent minds of differing strength, and every mistake that students make."""

import random
from dataclasses import dataclass
from pathlib import Path

REJECTED = "rejected"  # before it plays
HEAD = (
    '"""{about}"""\n\nfrom minds import Mind\n\n\nclass {name}(Mind):\n    name = "{own}"\n    needs = "position"\n\n'
)
GETACTION = "    def getaction(self, state):\n        here = state.position\n"
DECENT = """    def getaction(self, state):
        here = state.position
        return max(here.legal_moves(), key=lambda move: self.worth(here.play(move), move) + self.rng.random() * {noise})

    def worth(self, there, move):
        if there.is_checkmate:
            return 100_000
        if there.is_drawn:
            return {contempt}
        worth = {hunger} * move.captured_value - {mobility} * len(there.legal_moves())
        if {careful}:
            worth -= max((answer.captured_value for answer in there.legal_captures()), default=0)
        return worth
"""
SLEEPS = "        import time\n\n        time.sleep(3600)\n"
RAISES = "        if here.in_check:\n            return {}[here.fen]\n        return here.legal_moves()[0]\n"
SLOW = """        return max(here.legal_moves(), key=lambda move: -self.search(here.play(move), 6))

    def search(self, here, depth):
        if depth == 0:
            return here.score
        return max((-self.search(here.play(move), depth - 1) for move in here.legal_moves()), default=-10_000)
"""
KEEPS = """        moves = here.legal_moves()
        self.asked.append(here.fen)
        return moves[len(self.asked) % len(moves)]
"""
ATTACKS = """        import ctypes, os, socket

        def open_trace():
            open({trace!r}, "w").write("here")

        def read_others():
            open({trace!r}, "w").write(open({other!r}).read())

        def connect():
            socket.create_connection(("127.0.0.1", {port}), timeout=0.2)

        for attack in (
            lambda: os.kill({bait}, 9),
            lambda: os.kill(os.getppid(), 9),
            lambda: os.execv("/bin/sh", ["sh", "-c", "touch " + {trace!r}]),
            lambda: os.fork(),
            lambda: ctypes.CDLL(None).system(b"touch " + {trace!r}.encode()),
            open_trace,
            read_others,
            connect,
        ):
            try:
                attack()
            except BaseException:
                pass
        return here.legal_moves()[0]
"""


@dataclass(frozen=True)
class Submission:
    """A file as it is handed in, and what is to become of it."""

    path: str  # below the folder of submissions
    text: str
    fault: str = ""  # the kind of its forfeits, or that it is rejected; "" if it plays
    says: str = ""  # words of the message about it

    @property
    def is_out(self) -> bool:
        """True if it forfeits every game, so that it is disqualified."""
        return self.fault not in ("", REJECTED) and self.name != "raises"

    @property
    def name(self) -> str:
        """The name by which it is entered."""
        first = Path(self.path).parts[0].removesuffix(".py")
        return f"{first} ({self.path})" if first in ("minimax", "twice") else first


@dataclass(frozen=True)
class Bait:
    """The targets of the hostile one: a process, a file to be written and one to be read, and a port."""

    process: int
    trace: Path
    other: Path
    port: int


def decent(path: str, own: str, luck: random.Random | None = None, remark: str = "") -> Submission:
    """Return a mind that sees one move ahead, with weights by chance."""
    luck = luck or random.Random(1)
    weights = {
        "noise": luck.choice((0.1, 1, 30)),
        "contempt": luck.choice((0, -50)),
        "hunger": luck.choice((0, 1, 1)),
        "mobility": luck.choice((0, 1, 5)),
        "careful": luck.choice((False, True)),
    }
    text = HEAD.format(about=f"A mind of its own.{remark}", name="Thinker", own=own) + DECENT.format(**weights)
    return Submission(path, text)


def flawed(name: str, body: str, fault: str, says: str, before: str = "") -> Submission:
    """Return a mind that makes one mistake in `getaction`."""
    head = HEAD.format(about=f"It makes a mistake: {name}.", name=name.title().replace("-", ""), own=name)
    return Submission(f"{name}.py", f"{head}{before}{GETACTION}{body}", fault, says)


def mistakes() -> list[Submission]:
    """Return a submission for each mistake that students make."""
    legal = "        return here.legal_moves()[0]\n"
    good = flawed("good", legal, "", "").text
    return [
        flawed("loop", "        while True:\n            pass\n", "time", "no answer within"),
        flawed("slow", SLOW, "time", "no answer within"),
        flawed("hog", "        self.all = [bytearray(10 << 20) for _ in range(1000)]\n", "memory", "memory"),
        flawed("no-return", "        here.legal_moves()[0]\n", "crash", "is a `return` missing"),
        flawed(
            "python-chess",
            "        import chess\n\n        return next(iter(chess.Board(str(state)).legal_moves))\n",
            "crash",
            "a python-chess Move",
        ),
        Submission("uci-text.py", good.replace("[0]", "[0].uci")),
        flawed("illegal", '        return "12,36"\n', "illegal", "is illegal"),
        Submission("syntax.py", good.replace("state):", "state)"), REJECTED, "expected ':'"),
        Submission("misspelt.py", good.replace("getaction", "getAction"), REJECTED, "did you mean getaction"),
        Submission("no-mind.py", good.replace("(Mind)", ""), REJECTED, "no subclass of Mind"),
        flawed("flood", '        while True:\n            print("thinking")\n', "time", "printing takes the time"),
        Submission("keeps-state.py", flawed("keeps-state", KEEPS, "", "", "    asked = []\n\n").text),
        flawed("raises", RAISES, "crash", "KeyError"),
        flawed(
            "long-start", legal, "time", "newrun", "    def newrun(self):\n        while True:\n            pass\n\n"
        ),
        flawed("sleeps", SLEEPS, "time", "no answer within"),
    ]


def hostile(bait: Bait) -> Submission:
    """Return a mind that attacks a process, files and a port in each of its moves, and plays on."""
    aims = {"bait": bait.process, "trace": str(bait.trace), "other": str(bait.other), "port": bait.port}
    return Submission("hostile.py", flawed("hostile", ATTACKS.format(**aims), "", "").text)


def doubles(luck: random.Random) -> list[Submission]:
    """Return submissions that share a name: of a class, of a file and a folder, and of a built-in mind."""
    paths = ("greedy-one.py", "greedy-two.py", "twice.py", "twice/mind.py", "minimax.py")
    return [decent(path, "greedy", luck) for path in paths]


def copies(count: int) -> list[Submission]:
    """Return near-copies of one program."""
    return [decent(f"copy-{n:02}.py", f"copy-{n}", random.Random(1), f" Version {n}.") for n in range(count)]


def class_of(count: int, bait: Bait, seed: int = 1) -> list[Submission]:
    """Return a class of so many submissions, at least 31."""
    luck = random.Random(seed)
    known = [*mistakes(), hostile(bait), *doubles(luck), *copies(10)]
    others = [decent(f"decent-{n:02}.py", f"decent-{n}", luck) for n in range(count - len(known))]
    return [*known, *others]


def small_class(bait: Bait) -> list[Submission]:
    """Return eight submissions: a hostile one, a sleeper, two broken ones, a built-in name, and decent ones."""
    broken = [one for one in mistakes() if one.name in ("sleeps", "illegal", "syntax")]
    return [*broken, hostile(bait), *copies(2), decent("minimax.py", "greedy"), decent("ann.py", "ann")]


def write(folder: Path, submissions: list[Submission]) -> None:
    """Write submissions into a folder."""
    for one in submissions:
        path = folder / one.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(one.text, encoding="utf-8")
