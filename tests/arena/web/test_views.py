"""What a picture shows of a run: also what its mind told."""

from arena.web.views import NOTHING, steps_of, view, world_after
from world.record import Ply

FIELD, DEPTHS = "S./.G", [0, 1, 1, -1]


def test_pictures_show_what_minds_told() -> None:
    """The cells that a mind has looked at are in a maze's picture, with its thoughts and not without."""
    plies = [Ply(0, "0,1", thoughts={"depths": DEPTHS}), Ply(0, "1,1")]
    shown, bare = view("maze", FIELD, 0, steps_of(plies)), view("maze", FIELD, 0, (("0,1", NOTHING), ("1,1", NOTHING)))
    assert shown.count("<rect") == bare.count("<rect") + sum(depth >= 0 for depth in DEPTHS)
    assert world_after("maze", FIELD, 0, steps_of(plies)).ending() is not None
