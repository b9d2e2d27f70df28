"""Playing the end of a season for the organiser's page: by the command, in a process of its own, until it is played.

The register keeps the wish, so that a server that was killed goes on with it.
"""

import subprocess
from pathlib import Path
from threading import Event

from arena.course.attached import attached
from arena.course.notices import Notices

PATIENCE = 30.0  # seconds before a try after one that failed, such as while somebody runs the command by hand
INTERVAL = 0.5  # seconds between two looks at the command
MAX_TRIES = 20
TO_STOP = 8.0  # seconds to store what is played


def play_wished_end(folder: Path, notices: Notices, stopped: Event) -> str:
    """Play the end of the season that is wished for, if one is; return what is to be said about it."""
    season = notices.season_to_finish
    if season is None:
        return ""
    for _ in range(MAX_TRIES):
        code = _run(folder, season, stopped)
        if code == 0:
            notices.finish_season(None)
            return f"season {season} is finished"
        if stopped.wait(PATIENCE):
            return ""
    notices.finish_season(None)
    return f"season {season} could not be finished; arena course finish says why"


def _run(folder: Path, season: str, stopped: Event) -> int | None:
    """Run the command; return its exit code, None if it was stopped with the server."""
    command = attached("course", "finish", str(folder), season, "--now")
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            if stopped.wait(INTERVAL):
                process.terminate()
                try:
                    process.wait(TO_STOP)
                except subprocess.TimeoutExpired:
                    process.kill()
                return None
    return process.returncode
