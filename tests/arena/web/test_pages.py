"""The pages in a browser: sorting, stepping, escaping, and the width of a phone."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.arena.web.conftest import EVIL, Site

GAME = "/results/first/games/001-002-00001a"


def column(page: Page, name: str) -> list[str]:
    """Return the sort values of a column of the standings."""
    place = page.locator(f"th[data-column={name}]").evaluate("head => [...head.parentNode.children].indexOf(head)")
    return page.locator(".standings tbody tr").evaluate_all(
        "(rows, place) => rows.map((row) => row.children[place].dataset.value)", place
    )


def test_the_standings_sort(page: Page) -> None:
    """A click on a heading sorts in the page, a second one reverses, and the URL keeps the order."""
    page.goto("/results/first")
    assert column(page, "rank") == ["1", "2", "3"]
    for name in ("value", "mind"):
        for wanted in ("first", "again"):
            page.locator(f"th[data-column={name}] a").click()
            expect(page.locator("th[aria-sort]")).to_have_count(1)
            falls = (wanted == "first") == (name == "value")
            found = column(page, name)
            key = float if name == "value" else str
            assert found == sorted(found, key=key, reverse=falls)
            assert page.url.endswith(f"?sort={'-' if falls else ''}{name}")


def test_without_javascript_it_sorts_and_steps_too(browser: Browser, site: Site) -> None:
    """Headings and steps are links, and every ply has a URL."""
    with browser.new_context(base_url=site.url, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto("/results/first?sort=rank")
        page.locator("th[data-column=mind] a").click()
        found = page.locator(".standings tbody th").all_inner_texts()
        assert found == sorted(found)
        page.goto(f"{GAME}?ply=3")
        page.get_by_role("link", name="Next").click()
        assert page.url.endswith("?ply=4")
        expect(page.locator(".moves [aria-current]")).to_have_attribute("data-ply", "4")
        assert page.locator(".board img").get_attribute("src") == f"{GAME}/image.svg?ply=4"


def test_the_keyboard_steps_through_a_game(page: Page) -> None:
    """Arrows, Home and End move through the plies; board, list, comment and URL agree; f flips the board."""
    page.goto(f"{GAME}?ply=0")
    for key in ("ArrowRight",) * 12 + ("ArrowLeft",) * 2:
        page.keyboard.press(key)
    expect(page.locator(".moves [aria-current]")).to_have_attribute("data-ply", "10")
    assert page.url.endswith("?ply=10")
    said = page.locator(".moves [data-ply='10']").inner_text()
    expect(page.locator("[data-said]")).to_have_text(f"Ply 10: {said}")
    assert page.locator(".board img").get_attribute("src") == f"{GAME}/image.svg?ply=10"
    page.keyboard.press("f")
    expect(page.locator(".board img")).to_have_attribute("src", f"{GAME}/image.svg?ply=10&seat=1")
    page.keyboard.press("End")
    last = page.locator(".moves a").count()
    expect(page.locator(".moves [aria-current]")).to_have_attribute("data-ply", str(last))
    page.keyboard.press("Home")
    expect(page.locator("[data-said]")).to_have_text("Start position")
    page.reload()
    expect(page.locator("[data-said]")).to_have_text("Start position")


def test_a_question_mark_shows_the_keys(page: Page) -> None:
    """? and a button open a list of the keys, which Escape closes; the arrows do nothing meanwhile."""
    page.goto(f"{GAME}?ply=3")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.url.endswith("?ply=3")
    page.get_by_role("button", name="Keys").click()
    expect(page.get_by_text("flip the board", exact=True)).to_be_visible()


def test_a_game_leads_to_its_minds(site: Site, page: Page) -> None:
    """The names on a game's page are links to the minds, and there is one to all games of the two."""
    page.goto(GAME)
    first = site.get(f"{GAME}.json")["minds"][0]
    page.locator("h1 a").first.click()
    expect(page.locator("h1")).to_have_text(first)
    page.go_back()
    page.get_by_role("link", name="All their games").click()
    expect(page.locator("h1")).to_contain_text(first)


def test_evil_names_are_text(page: Page) -> None:
    """A mind's name with HTML in it is shown as text in tables, titles, URLs and forms."""
    page.goto("/")
    expect(page.locator(".podium").filter(has_text=EVIL)).to_have_count(1)
    page.goto("/results/first")
    page.get_by_role("link", name=EVIL).first.click()
    expect(page.locator("h1")).to_have_text(EVIL)
    page.get_by_role("link", name="8 games").click()
    expect(page.locator("select[name=mind]")).to_have_value(EVIL)
    page.locator("table.games tbody .row").first.click()
    expect(page).to_have_title(re.compile(re.escape(EVIL)))
    expect(page.locator("h1")).to_contain_text(EVIL)


def test_the_crosstable_links_to_games(page: Page) -> None:
    """A cell of the crosstable links to its games."""
    page.goto("/results/first/crosstable")
    page.locator(".cross tbody td a").first.click()
    expect(page.locator("table.games tbody tr")).to_have_count(4)
    expect(page.get_by_text("4 games", exact=True)).to_be_visible()


PAGES = ["/", "/results/first", "/results/first/crosstable", "/results/first/games", "/results/first/minds", GAME]
PAGES += ["/results/first/plots", "/results/first/plan", "/results/first/minds/minimax:depth=1"]
PAGES += [
    "/results/first/minds/minimax:depth=1/against/alphabeta:depth=2",
    "/results/crosses%20%26%20noughts",
    "/results",
    "/live",
    "/play",
    "/write",
    "/api",
    "/nowhere",
]


@pytest.mark.parametrize("path", PAGES)
def test_no_page_is_wider_than_a_phone(page: Page, path: str) -> None:
    """At 360 pixels the page does not scroll sideways, and the console is empty."""
    page.set_viewport_size({"width": 360, "height": 740})
    if path != "/nowhere":
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_every_control_can_be_reached_by_keyboard(page: Page) -> None:
    """Tab moves through the page in order, with a visible focus."""
    page.goto(GAME)
    seen = []
    for _ in range(20):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.innerText.trim() || document.activeElement.className"))
        style = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert style != "none", seen
    assert {"Skip to content", "Live", "board"} <= set(seen)
