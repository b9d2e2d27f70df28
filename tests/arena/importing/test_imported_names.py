"""Names and pairs of imported games."""

from arena.importing.naming import Names
from world.api import Ending
from world.games.chess.referee import START_FEN
from world.record import Ply, Record

FEN = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"


def named(*games: tuple[str, str, dict[str, object]]) -> list[str]:
    names = Names(START_FEN)
    plies = (Ply(0, "12,28"), Ply(1, "52,36"))
    fields = {"world": "chess", "version": 1, "start": START_FEN, "plies": plies, "ending": Ending("x", (0.5, 0.5))}
    return [names.task(Record(**fields | {"minds": (one, other)} | more)).name for one, other, more in games]  # type: ignore[arg-type]


def test_games_of_one_opening_with_both_seatings_are_a_pair() -> None:
    """A position, a line of a book, a round or our own names tell that two games are a pair; else they are not."""
    for alike in ({"start": FEN}, {"opening": 2}, {"round": "7"}, {"name": "005-009-00012a"}):
        assert named(("a", "b", alike), ("b", "a", alike))[1][:-1] in ("001-002-00001", "001-002-00012")
        once, again, third = named(("a", "b", alike), ("a", "b", alike), ("b", "a", alike))
        assert again[:-1] != once[:-1] == third[:-1]
    for other in ({}, {"round": "?"}, {"round": "-"}):
        assert named(("a", "b", other), ("b", "a", other)) == ["001-002-00001a", "001-002-00002b"]
    assert named(("a", "b", {"round": "1"}), ("b", "a", {"round": "2"})) == ["001-002-00001a", "001-002-00002b"]
    assert named(("a", "b", {"start": FEN}), ("c", "a", {"start": FEN})) == ["001-002-00001a", "001-003-00001b"]


def test_our_own_names_stay() -> None:
    """The number of a game of ours is kept while it is free; the same tournament a second time gets others."""
    own = [("a", "b", {"name": "001-002-00005a"}), ("b", "a", {"name": "001-002-00005b"})]
    assert named(*own) == ["001-002-00005a", "001-002-00005b"]
    assert [name[:-1] for name in named(*own, *own)[2:]] == ["001-002-00002"] * 2


def test_one_name_is_one_entrant() -> None:
    """Players of one name are one entrant; names that look alike when they are shown are told apart."""
    names = Names(START_FEN)
    long, bell = "x" * 100, "a\x07"
    for one, other in ((long + "1", long + "2"), (long + "1", "b"), ("a", bell), (" ", "a")):
        names.task(Record("chess", 1, START_FEN, (one, other), (), Ending("x", (0.5, 0.5)), versions=("v", "")))
    assert [one.name for one in names.entrants()] == ["x" * 60, "x" * 58 + "-2", "b", "a", "a-2", "mind"]
    assert {one.spec for one in names.entrants()} == {"imported"}
    assert [one.version for one in names.entrants()] == ["v", "", "", "", "", "v"]
