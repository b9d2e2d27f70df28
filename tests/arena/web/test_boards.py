"""Pictures of a run."""

from arena.web.boards import NO_THOUGHTS, draw, steps_of, world_after
from world.record import Ply

FIELD, DEPTHS = "S./.G", [0, 1, 1, -1]


def test_pictures_show_thoughts() -> None:
    """A maze's picture shows the cells that the mind has searched, if its thoughts are given."""
    plies = [Ply(0, "0,1", thoughts={"depths": DEPTHS}), Ply(0, "1,1")]
    shown = draw("maze", FIELD, 0, steps_of(plies))
    bare = draw("maze", FIELD, 0, (("0,1", NO_THOUGHTS), ("1,1", NO_THOUGHTS)))
    assert shown.count("<rect") == bare.count("<rect") + sum(depth >= 0 for depth in DEPTHS)
    assert world_after("maze", FIELD, 0, steps_of(plies)).ending() is not None
