"""`arena import`: games of other programs, and our own, become a results folder."""

import json
from pathlib import Path

import pytest

import arena as library
from arena.report import report
from arena.report.plots import find as find_plot
from arena.store.store import FILE, open_store
from tests.arena.command import arena
from tests.arena.importing import styles
from tests.arena.importing.played import NAMES, play_tournament, wild_game
from tests.arena.web.conftest import serving
from tests.arena.web.test_answers import ask
from world.api import Budget

GAME = '[White "a"]\n[Black "b"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n'


@pytest.fixture(autouse=True)
def _no_plots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report.plots, "draw_all", lambda _results, _folder: [])


def imported(folder: Path, *texts: str, code: int = 0) -> tuple[Path, str]:
    """Import texts into a folder; return it, and what the command said."""
    files = []
    for number, text in enumerate(texts):
        files.append(str(folder / f"{number}.pgn"))
        Path(files[-1]).write_bytes(text.encode() if isinstance(text, str) else text)
    done = arena("import", *files, "--out", str(folder / "out"))
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return folder / "out", done.stderr


def test_our_own_games_come_back_with_the_same_standings(tmp_path: Path) -> None:
    """A tournament with draws and forfeits, written as PGN and imported, has equal standings, crosstable and games."""
    play_tournament(tmp_path / "ours")
    before = library.load(tmp_path / "ours")
    assert set(before.games["ending"]) >= {"forfeit", "max plies"}
    folder, said = imported(tmp_path, (tmp_path / "ours" / "games.pgn").read_text(encoding="utf-8"))
    assert f"{before.count} games imported\n" in said
    after = library.load(folder)
    assert after.standings.equals(before.standings)
    assert after.crosstable.equals(before.crosstable)
    shared = [
        "game",
        "round",
        "pair",
        "first",
        "second",
        "first_version",
        "opening",
        "opening_plies",
        "ending",
        "fault",
        "plies",
    ]
    shared += ["fault_seat", "score_first", "seed", "moves_hash"]
    assert after.games[shared].equals(before.games[shared])
    columns = ["action", "in_opening", "seconds", "remaining", "depth", "evaluation"]
    order = ["game", "ply"]
    assert (
        after.moves.sort_values(order)[columns]
        .reset_index(drop=True)
        .equals(before.moves.sort_values(order)[columns].reset_index(drop=True))
    )
    assert (tmp_path / "ours" / "crosstable.csv").read_bytes() == (folder / "crosstable.csv").read_bytes()
    plans = [one.plan for one in (before, after)]
    assert plans[0].budget == plans[1].budget
    assert after.minds == list(NAMES)


def test_what_cannot_be_read_is_listed_by_line(tmp_path: Path) -> None:
    """Damaged games are named with file, line and reason, the others come in, and the exit code is 0."""
    bad = GAME.replace("Nf6", "Nf3").replace('"a"', '"x"')
    folder, said = imported(tmp_path, f"{GAME}{bad}{GAME}", "nonsense\n")
    first, second, last = said.splitlines()[:3]
    assert first.endswith("0.pgn, line 7: move 3... 'Nf3' is not legal")
    assert second.endswith("1.pgn, line 1: move 1. 'nonsense' is not legal")
    assert last == "arena: 2 games imported, 2 left out"
    assert library.load(folder).minds == ["a", "b"]


def test_many_left_out_are_counted(tmp_path: Path) -> None:
    """Twenty are listed, and the rest counted; --json has them all."""
    text = GAME + 25 * GAME.replace("e5", "e4")
    _, said = imported(tmp_path, text)
    assert said.count("is not legal") == 20
    assert "\n… and 5 more\n" in said
    (tmp_path / "x.pgn").write_text(text, encoding="utf-8")
    found = json.loads(arena("import", str(tmp_path / "x.pgn"), "--out", str(tmp_path / "y"), "--json").stdout)
    assert (found["games"], len(found["left_out"]), found["left_out"][0]["line"]) == (1, 25, 7)
    assert [row["mind"] for row in found["standings"]] == ["a", "b"]


@pytest.mark.parametrize(
    "text",
    ["", "\ufeff", "nonsense", GAME.replace(" 4. Qxf7# 1-0", " *").replace("1-0", "*"), GAME.replace('"b"', '"a"')],
)
def test_without_a_game_there_is_no_folder(tmp_path: Path, text: str) -> None:
    """If no game comes in, the exit code is 1 and nothing is left behind."""
    folder, said = imported(tmp_path, text, code=1)
    assert "arena: no game imported" in said
    assert not folder.exists()


def test_wrong_usage_is_one_line(tmp_path: Path) -> None:
    """A file that is missing, a folder that is full: one line, exit code 2, and nothing changes."""
    (tmp_path / "a.pgn").write_text(GAME, encoding="utf-8")
    for name, out in (("b.pgn", "out"), ("a.pgn", "."), (".", "out"), ("a.pgn", "a.pgn")):
        done = arena("import", str(tmp_path / name), "--out", str(tmp_path / out))
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
        assert "; expected " in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["a.pgn"]


def test_nobody_can_play_on(tmp_path: Path) -> None:
    """`arena resume`, `arena why --replay` and a plan with this format are refused in a line."""
    folder, _ = imported(tmp_path, GAME)
    done = arena("resume", str(folder), "minimax")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "holds games that were played elsewhere; there is nothing to play" in done.stderr
    done = arena("why", str(folder), "1", "--replay", "6")
    assert (done.returncode, "only known from imported games" in done.stderr) == (2, True), done.stderr
    (tmp_path / "plan.toml").write_text('format = "imported"\n', encoding="utf-8")
    done = arena("run", "--plan", str(tmp_path / "plan.toml"))
    assert (done.returncode, "arena import makes such a folder" in done.stderr) == (2, True), done.stderr


def test_the_other_commands_work(tmp_path: Path) -> None:
    """`arena report`, `rate`, `why`, `entrants`, `export` and `compare` read the folder."""
    folder, _ = imported(tmp_path, "".join(styles.engines(wild_game(seed), more=True) for seed in range(4)))
    assert "makes an illegal move" in arena("why", str(folder)).stdout
    page = arena("why", str(folder), "1")
    assert page.returncode == 0, page.stderr
    assert "jail" not in page.stdout
    for command in (["report"], ["entrants"], ["export", "--out", str(tmp_path / "sent")]):
        done = arena(command[0], str(folder), *command[1:])
        assert done.returncode == 0, done.stderr
    assert arena("compare", str(folder), str(tmp_path / "sent")).returncode == 0
    assert arena("rate", str(folder / "games.pgn")).returncode == 0
    assert library.load(tmp_path / "sent").games.equals(library.load(folder).games)


def test_an_interruption_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while games are read deletes the unfinished folder."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("arena.cli.import_._Progress.update", interrupted)
    folder, _ = imported(tmp_path, GAME, code=130)
    assert not folder.exists()


def test_processes_read_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several processes give the same games in the same order as one."""
    text = "".join(styles.engines(wild_game(seed)) for seed in range(20)) + GAME.replace("e5", "e4")
    (tmp_path / "x.pgn").write_text(text, encoding="utf-8")
    monkeypatch.setattr("arena.importing.reading.GAMES_OF_A_BATCH", 4)
    found = []
    for processes in (1, 2):
        monkeypatch.setattr("arena.importing.importer.processors", lambda number=processes: number)
        assert arena("import", str(tmp_path / "x.pgn"), "--out", str(tmp_path / str(processes))).returncode == 0
        with open_store(tmp_path / str(processes)) as store:
            found.append([record.to_json() for record in store.records(in_order_of_playing=True)])
    assert found[0] == found[1]
    assert len(found[0]) == 20
    assert (tmp_path / "1" / FILE).is_file()


def test_very_many_players_are_shown_in_part(tmp_path: Path) -> None:
    """Crosstables hold the players with the most games, who come first in no other way; remarks do not repeat."""
    games = [GAME.replace('"b"', f'"b{number:03}"') for number in range(90)]
    folder, _ = imported(tmp_path, "".join([*games, GAME.replace('"b"', '"b077"')]))
    results = library.load(folder)
    assert len(results.prominent) == 64
    assert {"a", "b077"} <= set(results.prominent) < set(results.minds)
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert page.count('<th scope="row" class="name"><span class="place">') == 2 * 64, "crosstable and likelihoods"
    assert "Crosstables and pictures show the 64 of 91 minds with the most games" in page
    assert "84 more: each has played one game" in page
    assert len(results.ratings.remarks) < 10


def test_what_is_unknown_is_not_shown(tmp_path: Path) -> None:
    """Games without comments have no times: no picture of them, no budget, no time in the explanation of a game."""
    folder, _ = imported(tmp_path, GAME)
    found = library.load(folder)
    assert not find_plot("effort").applies(found)
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "<h1>Imported · 2 minds · 1 game · budgets unknown</h1>" in page
    assert not {"patience", "memory", "jail", "openings"} & set(page.split("<h2>Plan</h2>")[1].split())
    story = arena("why", str(folder), "1").stdout
    assert not {"time", "jail", "budget", "unlimited"} & set(story.split())
    fast = wild_game(2, budgets=[Budget(nodes=100)])
    (tmp_path / "more").mkdir()
    timed, _ = imported(tmp_path / "more", styles.engines(fast))
    assert find_plot("effort").applies(library.load(timed))
    assert len(find_plot("effort").draw(library.load(timed)).axes) == 1


def test_the_web_pages_show_imported_games(tmp_path: Path) -> None:
    """All pages are there, also of a game that went on after a threefold repetition."""
    (tmp_path / "sites").mkdir()
    dance = GAME.replace("1. e4", "Nf3 Nf6 Ng1 Ng8 " * 3 + "e4").replace("2. Qh5", "{ [%eval 0.3] } Qh5")
    (tmp_path / "x.pgn").write_text(dance.replace('"a"', '"<b>"'), encoding="utf-8")
    assert arena("import", str(tmp_path / "x.pgn"), "--out", str(tmp_path / "sites" / "out")).returncode == 0
    with serving(tmp_path / "sites") as site:
        for path in ("/", "/results/out", "/results/out/games/001-002-00001a", "/results/out/games/001-002-00001a.pgn"):
            status, _, page = ask(site, path)
            assert status == 200, path
            assert ("<b>" in page) == path.endswith(".pgn")
        assert "checkmate" in ask(site, "/results/out/games/001-002-00001a")[2]
        assert ask(site, "/results/out/games/001-002-00001a/image.svg?ply=19")[0] == 200
