"""The check of a hand-in: `arena check` under the course's limits, in its own process, with the words as at home."""

import subprocess

from msgspec import Struct

from arena.course.attached import attached
from arena.course.handin import HandIn
from arena.entrants.bundle import Bundle
from arena.entrants.cache import unpacked
from arena.errors import CourseError
from arena.sweeper import swept_folder
from arena.tournament.plan import Plan

SECONDS = 15  # for the whole check
PATIENCE = 900.0  # seconds until a check that does not end is given up; a busy machine may need minutes
MAX_WORDS = 20_000  # letters
READY, NOT_READY, REJECTED = 0, 1, 2  # exit codes
UNDECIDED = "\nundecided ("  # how its last line begins if there was no time to ask anything
NEXT = ". The next command:"  # which follows the verdict, for the author at home


class Verdict(Struct, frozen=True):
    """The decision whether a hand-in may play, and the words of the check."""

    is_accepted: bool
    words: str


def examine(hand_in: HandIn, bundle: Bundle, plan: Plan, seconds: int = SECONDS) -> Verdict:
    """Check a hand-in for about so many seconds.

    Raise CourseError if the check itself failed, or had no time to ask anything, which says nothing about the mind.
    """
    folder = unpacked(hand_in.digest, lambda _: bundle)
    with swept_folder("arena-check-") as own:
        file = own / "plan.toml"
        file.write_text(plan.to_toml(), encoding="utf-8")
        options = ("--plan", str(file), "--seconds", str(seconds))
        command = attached("check", f"./{hand_in.runs}", *options)
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, timeout=PATIENCE, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            raise CourseError(f"the check of hand-in {hand_in.number} did not end within {PATIENCE:g} s") from None
    said, complaint = (text.decode("utf-8", "replace").strip() for text in (done.stdout, done.stderr))
    if done.returncode not in (READY, NOT_READY, REJECTED):
        raise CourseError(f"the check of hand-in {hand_in.number} failed with exit code {done.returncode}: {complaint}")
    words = (said or complaint).replace(f"{folder}/", "").replace(str(folder), "its own folder")
    words = words.replace(f" --plan {file} --seconds {float(seconds)}", "")  # nobody has this file at home
    if done.returncode == NOT_READY and UNDECIDED in words:
        raise CourseError(f"the check of hand-in {hand_in.number} had no time to ask it anything in {seconds} s")
    if done.returncode == READY:
        return Verdict(True, words.partition(NEXT)[0][:MAX_WORDS])
    return Verdict(False, words[:MAX_WORDS])
