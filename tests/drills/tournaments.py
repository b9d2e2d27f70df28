"""The small tournaments that drills play, with minds of every kind; their games are always the same."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from tests.arena.command import ARENA

GAME = re.compile(r"^(?=\[Event )", re.MULTILINE)
NAME = re.compile(r'^\[GameId "(.*)"\]', re.MULTILINE)
STRANGER = "from minds import Mind\n\n\nclass Stranger(Mind):\n    name = 'stranger'\n    needs = 'position'\n\n"
STRANGER += "    def getaction(self, state):\n        return self.rng.choice(list(state.position.legal_moves()))\n"
FISH = "fish=uci:stockfish"
DATE = "2026.01.01"


def write_stranger(folder: Path) -> Path:
    """Write a mind that is jailed, and return its file."""
    path = folder / "stranger.py"
    path.write_text(STRANGER, encoding="utf-8")
    return path


def minds_of_every_kind(folder: Path) -> list[str]:
    """Return the specs of a jailed mind, a mind of the house, a learner and, where there is one, an engine."""
    learner = Path(__file__).resolve().parents[2] / "minds" / "students" / "learner.py"
    engines = [FISH] if shutil.which("stockfish") else []
    return [str(write_stranger(folder)), "minimax:depth=2", str(learner), *engines]


def run_command(minds: list[str], out: Path, *options: str) -> list[str]:
    """Return the command of a tournament."""
    return [ARENA, "run", *minds, "--date", DATE, "--out", str(out), *options]


def start(command: list[str], temporary: Path, log: Path) -> "subprocess.Popen[bytes]":
    """Start a command whose temporary files are in a folder; what it says is added to a file."""
    with log.open("ab") as said:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            env=os.environ | {"TMPDIR": str(temporary)},
        )


def games_in(folder: Path) -> dict[str, str]:
    """Return the text of every game of a tournament, by name."""
    path = folder / "games.pgn"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    games = [game for game in GAME.split(text) if game.strip()]
    return {found[1]: game for game in games if (found := NAME.search(game))}
