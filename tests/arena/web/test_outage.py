"""A page whose server stops says so, and goes on when the server is back."""

from pathlib import Path

from playwright.sync_api import Browser, Route, expect

from tests.world.server.serving import Server, serving


def test_a_game_goes_on_when_the_server_is_there_again(browser: Browser, tmp_path: Path) -> None:
    """After kill -9 in a game, a click shows an error; after a restart the game continues where it was."""
    server = Server(tmp_path)
    run, (token, _) = server.open(world="tictactoe", seats=[None, "any-random-legal-move"])
    with browser.new_context(base_url=server.url) as context:
        page = context.new_page()
        page.goto(f"{run.replace('runs', 'play')}#token={token}&seat=0")
        status, plies = page.get_by_role("status"), page.locator("[data-run]")
        page.get_by_role("button", name="4, empty").click()
        expect(plies).to_have_attribute("data-ply", "2")
        server.kill()
        expect(status).to_contain_text("Connection lost")
        page.locator(".squares button.open").first.click()
        expect(page.get_by_role("alert")).not_to_be_empty()
        server = Server(tmp_path, port=server.port)
        expect(status).to_have_text("Your turn.", timeout=60_000)
        expect(page.get_by_role("alert")).to_be_empty()
        page.locator(".squares button.open").first.click()
        expect(plies).to_have_attribute("data-ply", "4")
    assert server.end()[0] == 0


def test_a_lost_answer_costs_no_second_move(browser: Browser, tmp_path: Path) -> None:
    """The page sends an action again, with the same ply number, when the connection breaks before the answer."""
    sent: list[str | None] = []

    def lose_first(route: Route) -> None:
        sent.append(route.request.headers.get("if-match"))
        if len(sent) == 1:
            route.fetch()  # the server takes the action, and its answer gets lost
            route.abort()
        else:
            route.continue_()

    with serving(tmp_path) as server, browser.new_context(base_url=server.url) as context:
        run, (token, _) = server.open(world="connect4", seats=[None, "any-random-legal-move"])
        page = context.new_page()
        page.route("**/action", lose_first)
        page.goto(f"{run.replace('runs', 'play')}#token={token}&seat=0")
        page.get_by_role("button", name="column 3, 0 of 6 discs").click()
        expect(page.locator("[data-run]")).to_have_attribute("data-ply", "2")
        expect(page.get_by_role("status")).to_have_text("Your turn.")
        expect(page.get_by_role("alert")).to_be_empty()
        moves = server.ask("GET", run).json["moves"]
    assert [move["action"] for move in moves if move["seat"] == 0] == ["3"]
    assert sent == ['"0"', '"0"']
