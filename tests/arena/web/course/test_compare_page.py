"""The page on which a team compares its versions and asks for practice."""

from arena.course.ladder.practice import practices
from tests.arena.web.course.conftest import EVIL, Course, accept


def test_two_versions_are_compared(climbing: Course) -> None:
    """The latest two, or those that the address names: difference, interval, and points against each baseline."""
    ann = climbing.client("ann")
    page = ann.get("/mine/compare").text
    assert "v2 against v1: " in page
    assert "capture-priority-random-legal-move" in page
    assert "v1 against v2: " in ann.get("/mine/compare?newer=1&older=3").text
    assert "Choose two different versions." in ann.get("/mine/compare?newer=1&older=1").text
    assert 'href="/mine/compare"' in ann.get("/mine").text


def test_versions_of_others_are_not_compared(climbing: Course) -> None:
    """Another team's number counts as none, and nobody is shown the page without a token."""
    page = climbing.client("ann").get("/mine/compare?newer=2&older=1").text
    assert EVIL not in page
    assert "script&gt;alert" not in page
    assert climbing.client().get("/mine/compare").status == 303
    assert "nothing to compare" in climbing.client("bob").get("/mine/compare").text


def test_practice_is_asked_for(climbing: Course) -> None:
    """The wish is noted for the version that plays; too many pairs, rubbish and unknown baselines are refused."""
    ann, register = climbing.client("ann"), climbing.intake.register
    assert ann.post("/mine/compare", {"baseline": "any-random-legal-move", "pairs": "3"}).status == 303
    (wish,) = practices(register, 3)
    assert (wish.baseline, wish.pairs, wish.begun) == ("any-random-legal-move", 3, 0)
    for baseline, pairs in (("any-random-legal-move", "48"), ("any-random-legal-move", "³"), (EVIL, "1")):
        refused = ann.post("/mine/compare", {"baseline": baseline, "pairs": pairs})
        assert refused.status == 409
        assert EVIL not in refused.text
    assert len(practices(register, 3)) == 1


def test_a_team_without_versions(course: Course) -> None:
    """The page says what is missing, also before the ladder has begun."""
    page = course.client("ann").get("/mine/compare").text
    assert "nothing to compare" in page
    assert "nothing to practise with" in page
    accept(course, "ann", "1")
    assert course.client("ann").post("/mine/compare", {"baseline": "minimax", "pairs": "1"}).status == 409
