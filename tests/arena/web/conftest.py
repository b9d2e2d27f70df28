"""Fixtures of the pages' tests: a data folder with small tournaments, a server in a thread, and a browser."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.request import Request, urlopen

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, expect, sync_playwright

from arena.cli.http_server import listen
from arena.remote.seats import hint_of, minds, seat_of
from arena.store.store import open_store
from arena.tournament.formats import due
from arena.tournament.openings import read_openings
from arena.tournament.plan import make_plan
from arena.web.app import build_app
from minds.host import MindPlayer
from minds.registry import load
from world.api import Player
from world.registry import new_world
from world.run import run
from world.server import Bounds, Runs

CHROMIUM, SHELL = "/usr/bin/chromium", "/usr/bin/chromium-headless-shell"  # the whole browser; it without its window
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
QUIET += ["--disable-component-update", "--disable-sync"]
EVIL = "<script>alert(1)</script>"
SOURCE = f"""from minds.builtin.any_random_legal_move import AnyRandomLegalMove as Random


class Evil(Random):
    name = "{EVIL}"
"""
PATIENCE = 20_000  # milliseconds, for a busy machine


def play_into(folder: Path, specs: list[str], world: str = "chess", **fields: object) -> None:
    """Play a tournament in this process, without cells."""
    folder.mkdir()
    plan = make_plan(minds=specs, world=world, **fields)
    players: list[Player] = [MindPlayer(load(spec)) for spec in specs]
    with open_store(folder, must_exist=False) as store:
        store.set_plan(plan)
        for task in due(plan, read_openings(plan), {}):
            record = run(
                new_world(world),
                [players[place] for place in task.seats],
                seed=task.seed,
                budgets=[plan.budget],
                opening=task.opening.actions,
                max_plies=plan.max_plies,
            )
            store.add([(task, record)])


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three tournaments: chess with HTML in a mind's name, tic-tac-toe, and a damaged one."""
    folder = tmp_path_factory.mktemp("data")
    evil = folder / "evil.py"
    evil.write_text(SOURCE, encoding="utf-8")
    specs = [str(evil), "minimax:depth=1", "alphabeta:depth=2"]
    play_into(folder / "first", specs, games=4, max_plies=40)
    play_into(folder / "crosses & noughts", ["any-random-legal-move", "minimax:depth=2"], "tictactoe", games=2)
    (folder / "damaged").mkdir()
    (folder / "damaged" / "arena.sqlite").write_bytes(b"nonsense" * 500)
    return folder


@dataclass
class Site:
    """A server, its data folder and its runs."""

    url: str
    data: Path
    runs: Runs

    def get(self, path: str) -> Any:
        """Send a GET request; return the JSON."""
        with urlopen(self.url + path, timeout=20) as answer:
            return json.load(answer)

    def open(self, **wanted: Any) -> Any:
        """Open a run; return it with its tokens."""
        with urlopen(f"{self.url}/runs", json.dumps(wanted).encode(), timeout=20) as answer:
            return json.load(answer)

    def act(self, run: str, token: str, action: str) -> None:
        """Take an action over HTTP."""
        request = Request(f"{self.url}/runs/{run}/action", action.encode(), {"Authorization": f"Bearer {token}"})
        urlopen(request, timeout=20).close()

    def moves(self, run: str) -> list[str]:
        """Return the actions so far."""
        return [move["action"] for move in self.get(f"/runs/{run}")["moves"]]


@contextmanager
def serving(data: Path) -> Iterator[Site]:
    """Serve the web arena over a data folder on a free port."""
    runs = Runs(data / "served.sqlite", seat_of, hint_of, minds(), Bounds(hosts=("127.0.0.1",)))
    listening = listen("127.0.0.1", 0)
    server = uvicorn.Server(
        uvicorn.Config(
            build_app(data, runs),
            ws="websockets-sansio",
            log_level="warning",
            lifespan="off",
            timeout_graceful_shutdown=2,
        )
    )
    thread = Thread(target=server.run, args=[[listening]], daemon=True)
    thread.start()
    yield Site(f"http://127.0.0.1:{listening.getsockname()[1]}", data, runs)
    runs.close()
    server.should_exit = True
    thread.join(20)
    listening.close()


@pytest.fixture(scope="session")
def site(data: Path) -> Iterator[Site]:
    """A server for the whole session."""
    with serving(data) as found:
        yield found


@pytest.fixture(scope="module")  # not longer: while it exists, no other test in this thread can run an event loop
def browser() -> Iterator[Browser]:
    """The system's Chromium, started once for each file; its shell if there is one, which takes a third of the time."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        program = SHELL if Path(SHELL).exists() else CHROMIUM
        found = playwright.chromium.launch(executable_path=program, args=QUIET)
        yield found
        found.close()


@pytest.fixture
def page(browser: Browser, site: Site) -> Iterator[Page]:
    """A new tab; any message in its console fails the test."""
    with browser.new_context(base_url=site.url, viewport={"width": 1200, "height": 900}) as context:
        complaints: list[str] = []
        tab = context.new_page()
        tab.set_default_timeout(PATIENCE)
        tab.on("console", lambda message: complaints.append(message.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.on("dialog", lambda dialog: complaints.append(dialog.message))
        yield tab
        assert complaints == []
