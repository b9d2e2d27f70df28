"""Everything that a page leaves to its reader: which folder DIR is, and which commands are not to be tried, and why.

A command that leaves nothing open and is not named below runs every day.
"""

import re
from typing import NamedTuple

from tests.pages.commands import TEMPLATE

STAND_INS = {  # patterns of what a page leaves open, and what stands for it in the tests
    r"tests\.bench\.NAME": "tests.bench.engine",
    r"NAME=FILE": "bob=mended.py",
    r"(?<=--reinstate )NAME": "ann",
    r"(?<=conformance )NAME|(?<=playthroughs/)NAME|(?<=--world )NAME": "tictactoe",
    r"(?<=compose )N SEED": "1 1",
    r"(?<=--out )DIR": "results/made",
    r"DIR(?=/arena)|(?<=DIR )DIR": "results/kept",
    r"STORE": "results/kept/arena.sqlite",
    r"DATA": "made",
    r"FILE\.pgn": "results/given/games.pgn",
    r"DIR|NAME": "results/given",
    r"FOLDER": "made",
    r"TEST": "tests/world/games/test_maze.py",
    r"HOST": "127.0.0.1",
    r"CREW": "dask://127.0.0.1:8786",
    r"SPEC|A": "minimax",
    r"B": "alphabeta",
    r"GAME|PLY|[MNST]": "1",
    r"(?<=sheets made )OUT": "made/sheets",
    r"ENGINE FEN_FILE OUT CONCURRENCY": "/usr/games/stockfish openings.fen made 1",
    r"(?<=/runs/)ID": "{run}",
    r"TOKEN": "{token}",
    r"greedy\.py": "tests/data/before_entrants/greedy.py",
}


class Given(NamedTuple):
    """The files that the pages suppose their reader to have, and a tournament in which `ann` was disqualified."""

    files: dict[str, str]
    commands: tuple[str, ...]


LAZY = "from minds import Mind\n\n\nclass Lazy(Mind):\n    def getaction(self, state):\n        return {}\n"
GIVEN = Given(
    {
        "ann.py": LAZY.format('"0,0"'),
        "mended.py": LAZY.format("state.position.legal_moves()[0]"),
        "openings.fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
    },
    (
        "arena run ann=ann.py any-random-legal-move minimax --games 4 --nodes 100 --max-faults 2 --out results/given",
        # Its minds have changed since, so it is not played on; but then there is a store.
        "cp -r results/reference results/kept; arena resume results/kept || test -f results/kept/arena.sqlite",
    ),
)

NEVER = {  # commands that no test runs, and why
    r"(apt|uv|.*pip) .*": "installs from the network; .ci/run does it from nothing",
    r"\.ci/run|(\.venv/bin/)?pytest( -m drill| --durations=20)?": "is all tests, of which this is one",
    r"source \.venv.*": "comes before every command",
    r"(ssh|scp) .*": "needs two machines, which tests/drills/machines.py has",
    r"arena say-hello": "is the name of a command that the reader writes",
    r"arena (perft|play)|python -m arena": "is a name; it needs arguments",
}

ELSEWHERE = {  # commands that are understood every day, but run by a drill of their own
    r"(dask|arena run) .*\balpha\b.*": "needs two machines, which tests/drills/machines.py has",
    r"arena submit http\S+ my_mind --token .*": "needs a token, which tests/arena/course has",
    r"arena course (finish|forget) .*": "needs hand-ins, which tests/arena/course has",
    r"arena crew slurm .*|arena run .* --crew scheduler\.json .*": "needs Slurm, which tests/drills/slurm.py has",
}

LONG = {  # commands that only the drill runs, and why
    r"(\.venv/bin/)?python -m tests\.(bench|drills)\b.*": "measures or tries things for minutes or hours",
    r"(\.venv/bin/)?(python -m .*pytest|pytest) .*": "runs tests that run anyway",
    r"arena serve --course .*": "goes on until it is stopped",
    r"arena serve|arena join .*|.* --serve \d+|server=http.*": "goes on until it is stopped, or talks to such a one",
    r"dask (scheduler|worker) .*": "goes on until it is stopped",
    r"arena (run|resume) .* --crew .*": "needs a cluster, which the page has started",
    r"arena doctor --json": "tries all attacks, as tests/arena/doctor does",
    r"arena bench --plot .*": "measures for 20 seconds",
    r"arena run (alphabeta any-random|my_mind|--world maze dfs bfs astar$).*": "is a tournament of many games",
    r"arena why (my_mind-results|results/mine) 1": "is about such a tournament",
    r"arena report results/reference": "draws for two seconds",
    r"arena train (openings|picture).*": "works for a minute",
    r"arena train (play|fit) .*|arena sprt prodigy:net=first\.net .*": "plays and trains for hours",
}

FEWER = {  # options that make a command short
    "arena doctor": " --only writing",  # all attacks are tried in tests/arena/doctor, and by the drill
    "arena run --plan plan.toml": " --format gauntlet --games 1 --nodes 10",
}
BEFORE = {  # the command that has made the page, or what it has its reader download
    TEMPLATE: "arena new my_mind",
    "arena/web/templates/results/plan.html": "cp results/reference/plan.toml .",
}


def reason(text: str, kinds: dict[str, str]) -> str:
    """Return why a command is of a kind; empty if it is not."""
    return next((why for pattern, why in kinds.items() if re.fullmatch(pattern, text, re.DOTALL)), "")


def filled_in(text: str) -> str:
    """Return a command with something real for all that its page leaves open, and without what may be left out."""
    if "\n" in text:  # a script
        return text
    text = re.sub(r" \[.*\]| …$", "", text)
    for pattern, real in STAND_INS.items():
        text = re.sub(rf"(?<![\w.=-])(?:{pattern})(?!\w)", real, text)
    return text
