"""The pages of a tournament whose moves `arena analyse` has judged."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from arena.analyse.judgement import Judge, Judgement
from arena.analyse.positions import chosen_moves
from arena.store.judgements import enrol
from arena.store.store import FILE, open_store
from arena.web.verdicts import verdicts_on
from minds import Position
from tests.arena.analyse.games import play_wild_games
from tests.arena.web.conftest import Site, serving
from tests.conftest import until

GAME = "001-002-00000a"
PLY = 20  # White's move before it loses four pawns, says the judge, and Black's loses them again
PAWNS = 400


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament whose first game is judged: equal throughout, except after ply PLY - 1."""
    folder = play_wild_games(tmp_path_factory.mktemp("judged") / "t")
    with open_store(folder) as store:
        (record,) = store.records(GAME)
        found = [
            Judgement(move.before, _other_move(move.before, move.action), PAWNS if move.ply == PLY else 0)
            for _, move in chosen_moves([record])
        ]
        enrol(store.db, Judge("uci:stockfish", "v", 1000), folder / FILE).add(found)
    return folder


def _other_move(state: str, action: str) -> str:
    return next(move.action for move in Position(state).legal_moves() if move.action != action)


@pytest.fixture(scope="module")
def judged(folder: Path) -> Iterator[Site]:
    """A server that shows it."""
    with serving(folder.parent) as site:
        yield site


def test_verdicts_name_the_blunders(folder: Path) -> None:
    """Each judged move has a verdict with the value for White and for the mover; two of them are blunders."""
    with open_store(folder) as store:
        found = verdicts_on(store, GAME)
    assert {ply: one.mark for ply, one in found.items() if one.mark} == {PLY - 1: "??", PLY: "??"}
    first, second = found[PLY - 1], found[PLY]
    assert (first.value, first.mover_value, first.mover_best) == (-PAWNS, -PAWNS, 0)
    assert (second.value, second.mover_value, second.mover_best) == (0, 0, PAWNS)


def test_a_game_that_nobody_judged_is_not_analysed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page of a game in a tournament without a judge needs neither its moves nor pandas for its verdicts."""
    folder = play_wild_games(tmp_path / "t")
    monkeypatch.setattr("arena.store.analysis.analysed_moves", lambda *_: pytest.fail("its moves were read"))
    with open_store(folder) as store:
        assert verdicts_on(store, GAME) == {}


def test_a_judged_game_shows_its_judge(browser: Browser, judged: Site) -> None:
    """The judge's curve stands beside those of the minds, with dots and marks at the blunders, and words on them."""
    with browser.new_context(base_url=judged.url) as context:
        page = context.new_page()
        page.goto(f"/results/t/games/{GAME}?ply=0")
        expect(page.locator(".charts polyline.judge")).to_have_count(1)
        expect(page.locator(".charts path.blunder")).to_have_count(2)
        assert [mark.inner_text() for mark in page.locator(".moves .mark").all()] == ["??", "??"]
        page.locator(f".moves [data-ply='{PLY}']").click()
        expect(page.locator("span[data-comment]")).to_contain_text("blunder: judged +4.00 to +0.00, best ")
        expect(page.locator("[data-said]")).to_contain_text("??")


def test_a_judged_tournament_shows_accuracy(browser: Browser, judged: Site) -> None:
    """Its page has a table of accuracy, with the name of the judge below."""
    with browser.new_context(base_url=judged.url) as context:
        page = context.new_page()
        table = page.locator("section:has(> #accuracy)")
        until(lambda: page.goto("/results/t/minds") is not None and table.count() == 1)  # it is being computed
        expect(table.locator("th[scope=col]").nth(3)).to_have_text("ACPL")
        expect(table.locator("tbody tr")).to_have_count(2)
        expect(table.locator(".remarks")).to_contain_text("Judged by uci:stockfish")


def test_an_unjudged_game_has_no_judge(browser: Browser, site: Site) -> None:
    """Without judgements a game has its own curves and no marks, and the tournament no table of accuracy."""
    with browser.new_context(base_url=site.url) as context:
        page = context.new_page()
        page.goto("/results/first/games/001-002-00001a?ply=0")
        expect(page.locator(".moves")).to_have_count(1)
        expect(page.locator(".mark, .judge")).to_have_count(0)
        page.goto("/results/first/minds")
        expect(page.locator("#accuracy")).to_have_count(0)
