"""The right to read the source of a hand-in, as the course's settings say."""

from collections.abc import Container

from arena.course.handin import HandIn
from arena.course.settings import SourcesShown


def may_read(setting: SourcesShown, hand_in: HandIn, team: str, finished: Container[str]) -> bool:
    """Return True if a member of a team, by its key, may read a hand-in's files; `finished` are the seasons that are.

    Whatever the setting, of others only what was accepted is shown: nobody is shown up by files that do not work.
    """
    if hand_in.team == team:
        return True
    if hand_in.state != "accepted":
        return False
    return setting == "everyone" or (setting == "after the season" and hand_in.season in finished)
