"""Playing in a browser: by clicks and keys, with promotion, take-back, hint and resignation."""

import csv
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from arena.web import strengths
from tests.arena.web.conftest import Site
from tests.arena.web.test_answers import ask
from tests.conftest import ROOT


def begin(site: Site, page: Page, **wanted: Any) -> str:
    """Open a run by the API, and go to its page with the token in the URL's fragment."""
    opened = site.open(**wanted)
    seat = next(number for number, token in enumerate(opened["tokens"]) if token)
    page.goto(f"/play/{opened['id']}#token={opened['tokens'][seat]}&seat={seat}")
    return str(opened["id"])


def test_a_person_plays_by_clicks(site: Site, page: Page) -> None:
    """From the form to e2e4 and the mind's answer; then a hint, a take-back, and a resignation."""
    page.goto("/play")
    page.get_by_label("Opponent").select_option("any-random-legal-move")
    page.get_by_label("Your name").fill("<b>me</b>")
    page.get_by_role("button", name="Start game").click()
    page.get_by_role("button", name="e2, white pawn").click()
    expect(page.locator(".squares .target")).to_have_count(2)
    page.get_by_role("button", name="e4", exact=True).click()
    expect(page.locator("[data-run]")).to_have_attribute("data-ply", "2")
    expect(page.locator("h1")).to_have_text("<b>me</b> – any-random-legal-move")
    run = page.url.rpartition("/")[2]
    assert site.moves(run)[0] == "12,28"
    expect(page.locator("[data-moves] button")).to_have_count(2)
    expect(page.get_by_role("status")).to_have_text("Your turn.")
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("status")).to_contain_text("Hint:")
    expect(page.locator(".squares .hinted")).to_have_count(2)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("[data-run]")).to_have_attribute("data-ply", "0")
    assert site.moves(run) == []
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Confirm resignation").click()
    expect(page.get_by_role("status")).to_contain_text("You lost: 0 : 1, resignation.")


def test_promotion_asks_which(site: Site, page: Page) -> None:
    """Four actions have the same squares: a dialog offers them by name."""
    seats = [None, "any-random-legal-move"]
    run = begin(site, page, seats=seats, start="8/P6k/8/8/8/8/7P/K7 w - - 0 1")
    assert "token" not in page.url
    page.get_by_role("button", name="a7, white pawn").click()
    page.get_by_role("button", name="a8", exact=True).click()
    page.get_by_role("button", name="a8=N").click()
    expect(page.get_by_role("button", name="a8, white knight")).to_be_visible()
    assert site.moves(run)[0] == "48,56,n"


def test_black_sees_the_board_from_below_and_plays_by_keys(site: Site, page: Page) -> None:
    """The board is flipped; arrows move the focus, Enter chooses a square, and Escape clears the choice."""
    run = begin(site, page, seats=["any-random-legal-move", None])
    expect(page.locator("[data-run]")).to_have_attribute("data-ply", "1")
    expect(page.get_by_role("status")).to_have_text("Your turn.")
    first = page.locator(".squares button").first
    expect(first).to_have_attribute("aria-label", "h1, white rook")
    page.get_by_role("button", name="h8, black rook").focus()
    page.locator(".squares button[tabindex='0']").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".squares button:focus")).to_have_attribute("aria-label", "h7, black pawn")
    page.keyboard.press("Enter")
    expect(page.locator(".squares .chosen")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".squares .chosen")).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("[data-run]")).to_have_attribute("data-ply", "3")
    assert site.moves(run)[1] == "55,47"


def test_a_world_of_cells_takes_one_click(site: Site, page: Page) -> None:
    """Tic-tac-toe is played to its end on the same page."""
    run = begin(site, page, world="tictactoe", seats=[None, "any-random-legal-move"])
    status = page.get_by_role("status")
    expect(status).to_have_text(re.compile("Your turn"))
    while status.inner_text().startswith("Your turn"):
        plies = len(site.moves(run))
        page.locator(".squares button.open").first.click()
        expect(page.locator("[data-run]")).not_to_have_attribute("data-ply", str(plies))
        expect(status).to_have_text(re.compile("Your turn|You won|You lost|Draw"))
    assert len(site.moves(run)) >= 5


def test_who_only_watches_sees_the_moves(site: Site, page: Page) -> None:
    """Without a token no square can be clicked, and every move is shown."""
    opened = site.open(world="tictactoe", seats=[None, None])
    page.goto(f"/play/{opened['id']}")
    expect(page.get_by_role("status")).to_have_text("x to move.")
    expect(page.locator(".squares button.open")).to_have_count(0)
    for seat, action in enumerate("40"):
        site.act(opened["id"], opened["tokens"][seat], action)
        expect(page.locator("[data-run]")).to_have_attribute("data-ply", str(seat + 1))
    expect(page.get_by_role("button", name="Take back")).to_be_hidden()


def test_the_form_offers_who_knows_the_world(site: Site, page: Page) -> None:
    """Only minds that can play the world are offered: champion is not in connect four, and a maze has no opponent."""
    page.goto("/play")
    page.get_by_label("Opponent").select_option("champion")
    page.get_by_label("World").select_option("connect4")
    expect(page.get_by_label("Opponent")).to_have_value("minimax")
    page.get_by_role("button", name="Start game").click()
    page.get_by_role("button", name="column 3, 0 of 6 discs").click()
    expect(page.locator("[data-run]")).to_have_attribute("data-ply", "2")
    assert site.moves(page.url.rpartition("/")[2])[0] == "3"
    page.goto("/play")
    page.get_by_label("World").select_option("maze")
    expect(page.get_by_label("Opponent")).to_be_hidden()


def test_one_alone_walks_a_maze(site: Site, page: Page) -> None:
    """A maze is walked by clicks and a hint until the goal."""
    run = begin(site, page, world="maze", seats=[None], start="S./.G")
    page.get_by_role("button", name="0,1").click()
    expect(page.locator("[data-run]")).to_have_attribute("data-ply", "1")
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("status")).to_have_text("Hint: 1,1")
    page.get_by_role("button", name="1,1").click()
    expect(page.get_by_role("status")).to_contain_text("at the goal")
    assert site.moves(run) == ["0,1", "1,1"]


def test_opponents_have_their_strength(site: Site) -> None:
    """The form offers the weakest mind first and says how strong each is, as the reference tournament measured it."""
    with (ROOT / "results" / "reference" / "standings.csv").open(encoding="utf-8") as file:
        elo = {row["mind"]: float(row["elo"]) for row in csv.DictReader(file)}
    assert strengths.ELO.keys() == elo.keys()
    for mind, above in strengths.ELO.items():
        assert above == pytest.approx(elo[mind] - elo[strengths.WEAKEST], abs=6), mind
    assert f"nodes = {strengths.NODES}\n" in (ROOT / "results" / "reference" / "plan.toml").read_text(encoding="utf-8")
    text = ask(site, "/play")[2]
    assert "champion · 2,410 Elo</option>" in text
    assert text.index(">any-random-legal-move ·") < text.index(">minimax ·") < text.index(">champion ·")
