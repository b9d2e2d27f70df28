"""The pages while a real tournament is played and its server is killed, without JavaScript, and under axe-core."""

import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import DEVNULL, Popen
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from arena.report.report import write_report
from tests.arena.web.conftest import CHROMIUM, PATIENCE, QUIET, play_into, serving
from tests.bench.made import fill, made_plan
from tests.conftest import until
from tests.world.server.serving import Server

pytestmark = pytest.mark.drill
TABS = ["", "/crosstable", "/games", "/plots", "/minds", "/plan"]
PLAYED = ["minimax:depth=1", "alphabeta:depth=2", "any-random-legal-move", "capture-priority-random-legal-move"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    expect.set_options(timeout=3 * PATIENCE)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield found
        found.close()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tournaments of 4, 12 and 40 minds, and of a world with one seat."""
    data = tmp_path_factory.mktemp("data")
    for minds in (4, 12, 40):
        fill(data / f"t{minds}", made_plan(minds, games=2))
        write_report(data / f"t{minds}")
    play_into(data / "maze", ["bfs", "dfs"], "maze", format="solo", games=2)
    return data


def games_on(page: Page) -> int:
    """Return the number of games that the page shows."""
    return int(page.locator("[data-count]").first.inner_text().replace(",", ""))


def is_shown(page: Page) -> bool:
    """Return True once the tournament's page shows standings."""
    answer = page.goto("/results/t")
    return answer is not None and answer.ok and page.locator(".standings tbody tr").count() > 0


def test_a_page_follows_a_tournament_through_a_restart(browser: Browser, tmp_path: Path) -> None:
    """Standings move while a tournament runs; the page says that its server is gone, and goes on when it is back."""
    command = [sys.executable, "-m", "arena", "run", *PLAYED, "--games", "400", "--out", str(tmp_path / "t")]
    arena = Popen(command, stdout=DEVNULL, stderr=DEVNULL)
    server = Server(tmp_path)
    try:
        with browser.new_context(base_url=server.url) as context:
            page = context.new_page()
            until(lambda: is_shown(page))
            page.evaluate("window.isSame = true")
            for _ in range(3):
                before = page.locator(".standings tbody").inner_text()
                expect(page.locator(".standings tbody")).not_to_have_text(before, use_inner_text=True)
            server.kill()
            expect(page.locator("[data-state]")).to_contain_text("Connection lost")
            before_restart = games_on(page)
            server = Server(tmp_path, port=server.port)
            expect(page.locator("[data-state]")).to_be_empty()
            page.wait_for_function(f"Number(document.querySelector('[data-content]').dataset.games) > {before_restart}")
            assert page.evaluate("window.isSame")
    finally:
        arena.kill()
        arena.wait()
        server.end()


def test_every_page_can_be_read_without_javascript(browser: Browser, made: Path) -> None:
    """Tabs, sorted standings, pairings from the heat map, filters and pages of games are plain links and forms."""
    with serving(made) as site, browser.new_context(base_url=site.url, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto("/results/t40")
        for label in ("Crosstable", "Games", "Plots", "Minds", "Plan", "Standings"):
            page.locator(".tabs").get_by_role("link", name=label).click()
            expect(page.locator(".tabs [aria-current]")).to_have_text(label)
        page.goto("/results/t40/crosstable")
        page.locator(".heat td a").nth(100).click()
        expect(page.locator("table.games tbody tr")).to_have_count(2)
        page.goto("/results/t40/games")
        page.get_by_role("link", name="Next").click()
        expect(page.locator(".pager")).to_contain_text("Page 2 of")
        page.get_by_label("Mind").select_option("m0003")
        page.get_by_role("button", name="Show").click()
        expect(page.locator(".found")).to_have_text("78 games")


def test_every_tab_is_reached_by_keyboard_alone(browser: Browser, made: Path) -> None:
    """From the address bar, Tab and Enter alone open each tab."""
    with serving(made) as site, browser.new_context(base_url=site.url) as context:
        page, at = context.new_page(), "/results/t4"
        for tab in TABS:
            page.goto(at)
            while (
                page.evaluate("document.activeElement.closest('.tabs') && document.activeElement.pathname") != at + tab
            ):
                page.keyboard.press("Tab")
            page.keyboard.press("Enter")
            expect(page).to_have_url(f"{site.url}{at}{tab}")
            expect(page.locator(".tabs [aria-current=page]")).to_have_attribute("href", at + tab)


PAGES = [f"/results/t{minds}{tab}" for minds in (4, 12, 40) for tab in TABS]
PAGES += ["/results/t12/minds/m0003", "/results/t12/minds/m0003/against/m0007", "/results/t4/games?search=nothing"]
PAGES += ["/results/maze", "/results/maze/minds/bfs", "/results/maze/games", "/", "/live", "/play"]
PAGES += ["/results", "/results/nobody", "/write", "/api", "/results/t40/minds/m0001?openings=-score"]
REPORTS = ("report.html", "faults.html")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing(browser: Browser, made: Path, scheme: Any, width: int) -> None:
    """axe-core finds no violation on any page, light and dark, on a desk and on a phone."""
    from axe_playwright_python.sync_playwright import Axe  # not above: only this drill needs it

    size: Any = {"width": width, "height": 800}
    with serving(made) as site, browser.new_context(base_url=site.url, color_scheme=scheme, viewport=size) as context:
        page, found = context.new_page(), {}
        game = site.get("/results/t4/games.json")["rows"][0]["game"]
        reports = [(made / f"t{minds}" / name).as_uri() for minds in (4, 40) for name in REPORTS]
        forfeit = site.get("/results/t40/games.json?search=forfeit")["rows"][0]["game"]
        games = [f"/results/t4/games/{game}", f"/results/t40/games/{forfeit}"]
        for path in [*PAGES, *games, *reports]:
            page.goto(path)
            page.wait_for_load_state("load")
            for violation in Axe().run(page).response["violations"]:
                nodes = [node["html"][:160] for node in violation["nodes"][:3]]
                found[f"{path}: {violation['id']} × {len(violation['nodes'])}"] = nodes
    assert found == {}
