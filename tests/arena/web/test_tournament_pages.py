"""The pages of one tournament in a browser: tabs, progress, heat map, lists of games, entrants and their versions."""

import re
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from arena.entrants.roster import enter_all
from arena.store.store import open_store
from arena.tournament.live import BulletinWriter, bulletins
from arena.tournament.plan import make_plan
from arena.web.curves import make_curve
from arena.web.folders import Folders
from arena.web.results.filter import ORDERS
from arena.web.results.history import Point
from arena.web.results.scale import label, round_numbers
from arena.web.results.standings import StandingsRow
from arena.web.results.versions import versions
from arena.web.static_files import FOLDER
from tests.arena.web.conftest import SOURCE, play_into, serving
from tests.arena.web.test_answers import known
from tests.bench.made import begin_bulletin, fill, made_plan, played
from tests.conftest import until

TABS = ["Standings", "Crosstable", "Games", "Plots", "Minds", "Plan"]
MIND = "/results/first/minds/minimax%3Adepth%3D1"


def test_every_tab_opens_by_keyboard(page: Page) -> None:
    """Tab leads from one tab to the next, Enter opens it, and it is marked as the current page."""
    page.goto("/results/first")
    for number, tab in enumerate(TABS):
        page.locator(".tabs a").nth(max(0, number - 1)).focus()
        page.keyboard.press("Tab" if number else "Shift")
        page.keyboard.press("Enter")
        expect(page.locator(".tabs [aria-current=page]")).to_have_text(tab)
        expect(page).to_have_title(re.compile(f"^{tab} · first"))


def test_a_finished_tournament_asks_nothing(page: Page) -> None:
    """Once the games are over and the ratings computed, a page has no script that asks for more."""
    page.goto("/results/first")
    expect(page.locator(".rating small")).to_have_count(3)
    page.reload()
    expect(page.locator("[data-follow]")).to_have_count(0)
    expect(page.locator("script[src*=follow]")).to_have_count(0)


def test_standings_move_while_games_are_played(page: Page, tmp_path: Path) -> None:
    """Progress and standings follow the games without a reload; at the end the page stops asking."""
    plan, folder = made_plan(4, games=40), tmp_path / "t"
    folder.mkdir()
    writer = BulletinWriter(folder)
    begin_bulletin(writer, plan)
    until(lambda: list(bulletins(folder)))
    with open_store(folder, must_exist=False) as store, serving(tmp_path) as site:
        batches = played(store, plan)
        next(batches)
        page.goto(f"{site.url}/results/t")
        page.evaluate("window.isSame = true")
        expect(page.locator(".progress")).to_contain_text("100 of 240 games")
        next(batches)
        expect(page.locator(".progress")).to_contain_text("200 of 240 games")
        list(batches)
        writer.close()
        shutil.rmtree(folder / "live")
        games = page.locator(".standings tbody td:nth-last-child(2)")
        expect(games).to_have_text(["120"] * 4)
        expect(page.locator(".progress")).to_be_hidden()
        expect(page.locator(".rating small")).to_have_count(4)
        assert page.evaluate("window.isSame")


def test_a_large_crosstable_is_a_heat_map(page: Page, tmp_path: Path) -> None:
    """Beyond 12 minds cells have no numbers; one is reached by Tab, the others by arrows, and Enter opens a pairing."""
    fill(tmp_path / "t", made_plan(13, games=1))
    with serving(tmp_path) as site:
        page.goto(f"{site.url}/results/t/crosstable")
        cells = page.locator(".heat td a")
        expect(cells).to_have_count(13 * 12)
        assert set(cells.all_inner_texts()) == {""}
        expect(page.locator(".heat td a[tabindex='0']")).to_have_count(1)
        page.locator(".heat td a[tabindex='0']").focus()
        for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
            page.keyboard.press(key)
        title = page.evaluate("document.activeElement.title")
        expect(page.locator("[data-pointed]")).to_have_text(title)
        mind, opponent = re.findall(r"m\d{4}", title)
        page.keyboard.press("Enter")
        expect(page.locator("h1")).to_have_text(f"{mind} – {opponent}")


def test_a_row_of_games_is_a_link(page: Page) -> None:
    """A click beside the names opens the game; a click on a name opens its mind's page."""
    page.goto("/results/first/games")
    row = page.locator("table.games tbody tr").first
    game = row.locator(".row").inner_text()
    row.locator(".plies").click(force=True)  # the link lies over the whole row
    expect(page).to_have_url(re.compile(f"/games/{game}$"))
    page.go_back()
    name = row.locator(".mind a").first.inner_text()
    row.locator(".mind a").first.click()
    expect(page.locator("h1")).to_have_text(name)


def test_a_filter_says_what_it_found(page: Page) -> None:
    """The form finds games by text, mind and result, and the files below the list hold the same games."""
    page.goto("/results/first/games")
    page.get_by_label("Search").fill("alpha")
    page.get_by_label("Mind").select_option("minimax:depth=1")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".found")).to_have_text("4 games")
    link = page.get_by_role("link", name="CSV").get_attribute("href") or ""
    assert len(page.request.get(link).text().splitlines()) == 1 + 4
    page.get_by_role("link", name="All games").click()
    expect(page.locator(".found")).to_have_text("12 games")
    page.goto("/results/first/games?search=nothing-of-that-name")
    expect(page.locator(".empty")).to_have_text("No game matches.")


@pytest.mark.parametrize("order", ["decisive", "newest", "longest", "shortest"])
def test_long_lists_are_not_sorted(data: Path, order: str) -> None:
    """Each order that a list of games may have is that of an index, so that 100,000 games page quickly."""
    query = f"EXPLAIN QUERY PLAN SELECT name FROM games ORDER BY {ORDERS[order]} LIMIT 50"
    assert "TEMP B-TREE" not in str(known(Folders(data), "first").index.rows(query))


def test_forfeits_lead_to_their_games(page: Page, tmp_path: Path) -> None:
    """The number of a mind's forfeits in the standings opens the list of just these games."""
    source = SOURCE.replace("Random):", "Random):\n    def getaction(self, state):\n        return '0,0'\n")
    (tmp_path / "evil.py").write_text(source, encoding="utf-8")
    play_into(tmp_path / "t", [str(tmp_path / "evil.py"), "minimax:depth=1"], "tictactoe", games=2)
    with serving(tmp_path) as site:
        page.goto(f"{site.url}/results/t")
        page.locator(".standings a.bad").click()
        expect(page.locator(".found")).to_have_text("2 games")
        expect(page.locator(".games .bad")).to_have_text(["forfeit: illegal'0,0' is no action here"] * 2)


def test_an_entrant_has_a_page(page: Page) -> None:
    """Rating, rank and tier, the curve, the scores and the games of a mind are on one page, which completes itself."""
    page.goto(MIND)
    expect(page.locator(".curve polyline")).to_have_count(1)
    expect(page.locator(".figures")).to_contain_text("Rating (Elo)")
    for heading in ("By opponent", "By seat", "By opening", "By length", "Longest games"):
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
    page.get_by_role("link", name="alphabeta:depth=2").first.click()
    expect(page.locator("h1")).to_have_text("minimax:depth=1 – alphabeta:depth=2")


def test_versions_say_what_changed(tmp_path: Path) -> None:
    """Each version after the first names the files that changed with their lines, and shows nothing of the sources."""
    folder = tmp_path / "t"
    folder.mkdir()
    mind = "from minds import Mind\n\n\nclass Ann(Mind):\n    name = 'ann'\n    depth = {}\n"
    entered = []
    for number, name in enumerate(["ann", "ann@2"]):
        (tmp_path / "ann.py").write_text(mind.format(number) + "# more\n" * number, encoding="utf-8")
        (one,) = enter_all([str(tmp_path / "ann.py")], "chess")
        entered.append(replace(one, entrant=replace(one.entrant, name=name)))
    with open_store(folder, must_exist=False) as store:
        store.set_plan(make_plan(minds=["a=minimax", "b=minimax"], games=2), entered)
    tournament = known(Folders(tmp_path), "t")
    found = versions(tournament, ("ann", "ann@2"))
    assert [(one.name, news) for one, news in found] == [
        ("ann", "the first version"),
        ("ann@2", "ann.py (+2 −1 lines)"),
    ]
    assert versions(tournament, ()) == []


def test_a_phone_shows_names_and_intervals(page: Page) -> None:
    """At 390 pixels the standings show names and intervals at once, and names stay when the table is moved."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/results/first")
    interval = page.locator(".standings .bar").first.bounding_box()
    assert interval is not None
    assert interval["x"] + interval["width"] <= 390
    page.locator(".wide").first.evaluate("box => box.scrollTo(400, 0)")
    name = page.locator(".standings tbody th").first.bounding_box()
    assert name is not None
    assert 0 <= name["x"] < 5


def test_shades_are_steps_of_light() -> None:
    """Light and dark, each shade differs from the one before in one direction, and the text on it has contrast."""
    sheet = (FOLDER / "crosstable.css").read_text(encoding="utf-8")
    for part in re.findall(r":root \{(.*?)\}", sheet, re.DOTALL):
        colour = {name: luminance(value) for name, value in re.findall(r"--([\w-]+): #(\w{6})", part)}
        shades = [colour[f"shade-{number}"] for number in range(11)]
        assert shades == sorted(shades) or shades == sorted(shades, reverse=True)
        for number, shade in enumerate(shades):
            text = colour["on-much" if number > 6 else "on-little"]
            assert (max(shade, text) + 0.05) / (min(shade, text) + 0.05) >= 4.5, number


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG defines it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [
        (-150, 220, [-200, -100, 0, 100, 200, 300]),
        (0.41, 0.58, [0.4, 0.45, 0.5, 0.55, 0.6]),
        (3, 3, [3, 3.1]),
    ],
)
def test_scales_have_round_numbers(low: float, high: float, found: list[float]) -> None:
    """The numbers of a scale are round, and hold both of its ends between them."""
    assert round_numbers(low, high) == found
    assert [label(value) for value in (-20, 0, 12.5)] == ["−20", "0", "+12.5"]


def test_a_curve_fills_its_frame() -> None:
    """A curve begins at the left, ends at the right, and is inside of its scale with its interval."""
    row = StandingsRow(1, "1", "a", 30, 0, ranks="1–2", value=40.0, error=25.0)
    curve = make_curve([Point(10, -30.0), Point(20, 60.0), Point(30, 40.0)], row, is_solo=False)
    assert curve is not None
    assert (curve.points.split()[0].split(",")[0], curve.end[0]) == ("0", 100)
    assert curve.interval is not None
    assert all(0 <= place <= 100 for place in (*curve.lines, curve.end[1], *curve.interval))
    assert make_curve([Point(10, 1.0)], row, is_solo=False) is None
