"""The pages of a course that everybody sees: ladder, season, and how to begin."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copytree, rmtree
from statistics import fmean
from typing import Any

import pytest
from msgspec.structs import replace

from arena.course.ladder.begun import FOLDER
from arena.course.notices import Notices
from arena.store.renaming import rewrite
from arena.store.store import open_store
from arena.web.course.rungs import baselines, climb, rows_of, rungs
from arena.web.course.season import in_words
from arena.web.folders import Folders
from arena.web.results.history import HISTORY
from arena.web.results.standings import STANDINGS, Standings, standings
from arena.web.results.tournament import Tournament
from tests.arena.web.course.client import HOST, Client
from tests.arena.web.course.conftest import COURSE, EVIL, Course

PATHS = ["/", "/season", "/begin", "/sign-in", "/results", "/results/ladder", "/live", "/nowhere"]


@pytest.fixture
def folders(climbing: Course) -> Folders:
    """The course's folder with ratings that are computed."""
    found = Folders(climbing.folder, is_private=True)
    tournament = found.tournament(FOLDER)
    assert tournament is not None
    tournament.compute(STANDINGS, 60.0)
    tournament.compute(HISTORY, 60.0)
    return found


def test_baselines_and_present_versions_are_on_the_ladder(climbing: Course) -> None:
    """Versions that rest are not; baselines are marked, and one's own version is."""
    page = climbing.client("ann").get("/").text
    assert "Ann@2" in page
    assert "Ann@1" not in page
    assert page.count(">baseline<") == 2
    assert page.count(">yours<") == 1
    assert ">yours<" not in climbing.client().get("/").text
    assert EVIL not in page


def test_baselines_hold_the_scale(folders: Folders) -> None:
    """The mean rating of the baselines is 0, in tables and at each point of a curve's end."""
    tournament = folders.tournament(FOLDER)
    assert tournament is not None
    found, fixed = rungs(tournament), baselines(tournament)
    assert found.is_rated
    values = [rung.row.value for rung in found.rungs if rung.is_baseline and rung.row]
    assert len(values) == 2
    assert fmean(values) == pytest.approx(0, abs=1e-9)
    rows, name = rows_of(tournament), f"{EVIL}@1"
    assert rows[2].value == pytest.approx(found.of(2).row.value)  # type: ignore[union-attr]
    assert fmean(climb(tournament, one)[-1].value for one in fixed) == pytest.approx(0, abs=0.01)
    assert climb(tournament, name)[-1].value == pytest.approx(rows[2].value, abs=1)
    assert [rung.rank for rung in found.rungs] == [1, 2, 3, 4]


def test_the_ladder_is_made_once_for_all_who_ask(folders: Folders, monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as there is no news, the ladder is the same object for all; a new rating makes it anew."""
    tournament = folders.tournament(FOLDER)
    assert tournament is not None
    before = rungs(tournament), rows_of(tournament)
    assert all(one is other for one, other in zip(before, (rungs(tournament), rows_of(tournament)), strict=True))
    assert tournament.order(STANDINGS).result(60.0) is None
    assert all(one is not other for one, other in zip(before, (rungs(tournament), rows_of(tournament)), strict=True))


def test_ratings_that_come_while_the_ladder_is_made_are_on_it(
    folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of before would stay until the next game, during a pause for good."""
    tournament = folders.tournament(FOLDER)
    assert tournament is not None
    asked: list[Standings] = []

    def late(one: Tournament, patience: float = 0.0) -> Standings:
        asked.append(standings(one, patience))
        if len(asked) == 1:
            tournament.order(STANDINGS).result(60.0)
        return asked[-1]

    monkeypatch.setattr("arena.web.course.rungs.standings", late)
    monkeypatch.setattr("arena.web.course.rungs._rungs", lambda _, table: table)
    found: Any = rungs(tournament)
    assert found.rows is tournament.computed[STANDINGS.name].value.standings.rows


def test_versions_that_rest_were_not_withdrawn(climbing: Course) -> None:
    """The pages of the whole ladder say that an earlier version rests, which nobody has withdrawn."""
    for path in (f"/results/{FOLDER}", f"/results/{FOLDER}/minds", f"/results/{FOLDER}/minds/Ann%401"):
        assert "withdrawn" not in climbing.client().get(path).text
    assert "resting" in climbing.client().get(f"/results/{FOLDER}/minds/Ann%401").text


@pytest.mark.parametrize(
    ("project", "shown"),
    [
        ("", "Your organiser says where to get it; its README"),
        ("Ask <b>me</b> in room 3.", "Ask &lt;b&gt;me&lt;/b&gt; in room 3; its README"),
        ("https://example.org/arena", 'Get it from <a href="https://example.org/arena"'),
        ("javascript:alert(1)", "javascript:alert(1); its README"),
    ],
)
def test_the_page_for_beginners_says_where_to_get_the_project(course: Course, project: str, shown: str) -> None:
    """An address is a link, and words are words; nothing is invented."""
    (course.folder / "course.toml").write_text(f"project = {json.dumps(project)}\n{COURSE}", encoding="utf-8")
    assert shown in course.client().get("/begin").text


def test_ratings_stay_with_their_versions_when_names_change(climbing: Course, tmp_path: Path) -> None:
    """Values are found by names, so those of before are dropped at once: nobody is shown with another one's rating."""
    copytree(climbing.folder / FOLDER, tmp_path / FOLDER)
    found = Folders(tmp_path, is_private=True)
    tournament = found.tournament(FOLDER)
    assert tournament is not None
    assert tournament.compute(STANDINGS, 60.0) is not None
    before = rows_of(tournament)
    with open_store(tmp_path / FOLDER) as store:
        entrants = store.entrants()
        one, other = (place for place, entrant in enumerate(entrants) if entrant.hand_in in (1, 2))
        rewrite(
            store, {one: replace(entrants[one], name=entrants[other].name), other: replace(entrants[other], name="X@1")}
        )
    assert found.tournament(FOLDER) is tournament
    assert tournament.compute(STANDINGS, 60.0) is not None
    assert {number: row.value for number, row in rows_of(tournament).items()} == pytest.approx(
        {number: row.value for number, row in before.items()}
    )


def test_a_course_without_hand_ins_says_how_to_begin(course: Course) -> None:
    """The ladder is the first page before anybody is on it; the menu is the course's."""
    page = course.client().get("/").text
    assert "Nobody is on the ladder yet" in page
    assert "Minds of spring" in page
    for label in ("Ladder", "Season", "My minds", "Begin", "Live"):
        assert f">{label}</a>" in page


def test_how_to_begin_has_this_servers_address(course: Course) -> None:
    """The commands hold the address by which the server was reached, and its plan is that of the check."""
    page = course.client().get("/begin").text
    assert f"arena submit http://{HOST} my_first/mind.py" in page
    assert f"curl -O http://{HOST}/plan.toml" in page
    baselines = " ".join(course.intake.course.baselines)
    assert f"arena run my_first/mind.py {baselines} --plan plan.toml --games 10" in page
    assert "nodes = 20" in course.client().get("/plan.toml").text
    proxied = Client(course.app, "127.0.0.9", more={"x-forwarded-proto": "https"})
    assert f"arena submit https://{HOST} my_first/mind.py" in proxied.get("/begin").text


def test_the_season_says_what_counts(course: Course) -> None:
    """The page has times, the time left, and an extension for those who have one."""
    page = course.client("ann").get("/season").text
    assert "days" in page
    assert "latest accepted one" in page
    course.intake.register.extend("person ann", "spring", datetime(2126, 2, 3, 12, tzinfo=UTC))
    assert "for you" in course.client("ann").get("/season").text
    assert "for you" not in course.client("bob").get("/season").text
    assert "extended for you" in course.client("ann").get("/mine").text


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (timedelta(days=3, hours=4, minutes=5), "3 days 4 hours"),
        (timedelta(days=1, minutes=5), "1 day"),
        (timedelta(hours=1, minutes=1), "1 hour 1 minute"),
        (timedelta(seconds=20), "1 minute"),
    ],
)
def test_time_left_is_said_in_words(left: timedelta, words: str) -> None:
    """A time is said in its two largest units."""
    assert in_words(left) == words


def test_the_announcement_is_on_each_page(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    """An announcement is shown on every page, as text; without one there is nothing."""
    monkeypatch.setattr("arena.web.course.frame.REUSE", 0.0)
    browser = course.client("ann")
    assert "Announcement" not in browser.get("/").text
    Notices(course.intake.register).announce("<b>Closed</b> on Friday")
    for path in [*PATHS[:5], *PATHS[6:], "/mine"]:
        assert "&lt;b&gt;Closed&lt;/b&gt; on Friday" in browser.get(path).text, path


def test_tournaments_without_a_course_stay_as_they_are(climbing: Course) -> None:
    """The tournament's own pages are there, with all versions."""
    page = climbing.client().get("/results/ladder").text
    assert "Ann@1" in page
    assert "Standings" in page


def test_one_process_computes_for_a_course(tmp_path: Path) -> None:
    """A second one would take 170 MB more where 30,000 games are on the ladder."""
    assert Folders(tmp_path, is_private=True).background.most == 1


def test_an_old_ladder_beside_the_present_one_is_not_shown(climbing: Course) -> None:
    """It was moved away, perhaps because it has real names; the pages list the ladder and the ends of seasons alone."""
    copies = [climbing.folder / name for name in ("season-spring", "ladder-before")]
    for copy in copies:
        copytree(climbing.folder / FOLDER, copy)
    browser = climbing.client()
    addresses = [f"/results/{name}" for name in (FOLDER, "season-spring", "ladder-before")]
    assert [browser.get(address).status for address in addresses] == [200, 200, 404]
    assert "ladder-before" not in browser.get("/results.json").text
    for copy in copies:
        rmtree(copy)
