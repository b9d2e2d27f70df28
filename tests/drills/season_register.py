"""The judgement of a season's register: what was confirmed is there once, and checks have decided as they should."""

from collections.abc import Mapping
from pathlib import Path

from arena.course.handin import HandIn
from arena.course.register import Register
from arena.store.store import open_store
from tests.drills.classroom import Step
from tests.drills.season_students import Confirmed


def judge_register(folder: Path, confirmed: Mapping[int, Confirmed]) -> Step:
    """Compare the register with what the server has confirmed, and with the versions that have played."""
    step = Step("register")
    with Register(folder) as register:
        kept = {one.number: one for one in register.hand_ins()}
    for number in sorted(kept.keys() | confirmed.keys()):
        _judge_kept(step, number, kept.get(number), confirmed.get(number))
    versions = [(one.team, one.version) for one in kept.values()]
    step.expect(len(set(versions)) == len(versions), "two hand-ins of a team have the same version")
    _judge_repeats(step, list(kept.values()))
    _judge_players(step, folder, kept)
    states = [one.state for one in kept.values()]
    step.figures = f"{len(kept)} kept: " + ", ".join(f"{states.count(one)} {one}" for one in sorted(set(states)))
    return step


def _judge_kept(step: Step, number: int, one: HandIn | None, said: Confirmed | None) -> None:
    if one is None or said is None:
        step.expect(False, f"hand-in {number} was {'confirmed, and is lost' if said else 'kept, but not confirmed'}")
        return
    own = (one.person, one.digest, one.is_late)
    step.expect(own == (said.person, said.digest, said.is_late), f"hand-in {number} is {own}, confirmed was {said}")
    wanted = ("accepted", "rejected") if said.act.verdict == "either" else (said.act.verdict,)
    step.expect(one.state in wanted, f"hand-in {number} of {one.person} is {one.state}: {one.words[-500:]}")


def _judge_repeats(step: Step, kept: list[HandIn]) -> None:
    """The same files again are the same hand-in."""
    latest: dict[str, str] = {}
    for one in sorted(kept, key=lambda one: one.number):
        step.expect(latest.get(one.team) != one.digest, f"hand-in {one.number} repeats the one before it")
        latest[one.team] = one.digest


def _judge_players(step: Step, folder: Path, kept: Mapping[int, HandIn]) -> None:
    """Only accepted versions are on the ladder."""
    accepted = {one.digest for one in kept.values() if one.state == "accepted"}
    refused = {one.digest for one in kept.values()} - accepted
    with open_store(folder / "ladder", read_only=True) as store:
        for one in store.entrants():
            step.expect(one.bundle not in refused, f"{one.name} plays, and was refused")
