"""The report, the portable form and the pictures of a tournament whose moves were judged."""

import base64
import gzip
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import arena
from arena.analyse.driver import missing_states
from arena.analyse.judgement import Judge, Judgement
from arena.errors import StoreError
from arena.report.report import write_report
from arena.store.judgements import Judgements, enrol
from arena.store.portable import export, rebuild
from arena.store.store import FILE, open_store
from tests.arena.analyse.games import play_wild_games, rows
from tests.drills.texts.portable import PARTS, PLAN

ALL = (
    "SELECT judges.spec, judges.nodes, judgements.* FROM judgements JOIN judges ON judges.number = judge ORDER BY state"
)


@pytest.fixture(scope="module")
def analysed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a tournament with made-up judgements of all positions by two judges, and its report."""
    folder = play_wild_games(tmp_path_factory.mktemp("report") / "t", plies=30)
    with open_store(folder) as store:
        for nodes in (10, 20):
            judgements = enrol(store.db, Judge("uci:x<y", "v1", nodes), folder / FILE)
            judgements.add(list(_made_up(missing_states(store, judgements), nodes)))
    write_report(folder)
    return folder


def _made_up(states: list[str], nodes: int) -> list[Judgement]:
    return [
        Judgement(state, "12,28", None, 2) if place % 9 == 0 else Judgement(state, "12,28", (place * 37 + nodes) % 300)
        for place, state in enumerate(states)
    ]


def test_the_report_shows_accuracy(analysed: Path) -> None:
    """The page has the tables, the worst moves with boards, the plot, and what the figures mean."""
    page = (analysed / "report.html").read_text(encoding="utf-8")
    for text in ("<h2>Accuracy</h2>", "by colour and phase</h2>", 'id="plot-accuracy"', "uci:x&lt;y", "±1000"):
        assert text in page, text
    assert (analysed / "accuracy.png").stat().st_size > 1000
    assert (analysed / "accuracy.csv").read_text(encoding="utf-8").startswith("mind,games,moves,acpl,acpl_error")
    boards = re.findall(r"data:image/svg\+xml;base64,([^\"]+)", page.partition("<h2>Worst moves</h2>")[2])
    assert len(boards) == 6
    assert all(base64.b64decode(board).startswith(b"<svg") for board in boards)
    results = arena.load(analysed)
    worst = results.analysis.sort_values(["win_loss", "loss"], ascending=False).iloc[0]
    assert f"{worst['game']}, ply {worst['ply']}: " in page


def test_without_judgements_the_report_is_as_before(tmp_path: Path) -> None:
    """A tournament that nobody has analysed has no word of accuracy in its report."""
    folder = play_wild_games(tmp_path / "t", plies=20)
    write_report(folder)
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "Accuracy" not in page
    assert "Worst moves" not in page
    assert not list(folder.glob("accuracy*"))


def test_the_portable_form_carries_judgements(analysed: Path, tmp_path: Path) -> None:
    """A store that is rebuilt has the same judgements, the same last judge, and the same analysis."""
    with open_store(analysed) as store:
        export(store, tmp_path / "out")
    with open_store(tmp_path / "out") as copy, open_store(analysed) as store:
        found = [sorted(row[:2] + row[3:] for row in one.db.execute(ALL)) for one in (copy, store)]
    assert found[0] == found[1] != []
    assert arena.load(tmp_path / "out").judge == arena.load(analysed).judge == Judge("uci:x<y", "v1", 20)
    assert rows(tmp_path / "out") == rows(analysed)


@pytest.mark.parametrize(
    "line",
    [
        b'{"kind":"judgements","judge":{"spec":"x","version":"v","nodes":0},"found":[]}',
        b'{"kind":"judgements","judge":{"spec":"\\u001b[2J","version":"v","nodes":1},"found":[]}',
        b'{"kind":"judgements","judge":{"spec":"x","version":"v","nodes":1},"found":[{"state":"s","best":"12,28"}]}',
        b'{"kind":"judgements","judge":{"spec":"x","version":"v","nodes":1},"found":[{"state":"s","best":"e4","score":1}]}',
        b'{"kind":"judgements","judge":{"spec":"x","version":"v","nodes":1},"found":[{"state":"s","best":"1,2","score":1e99}]}',
        b'{"kind":"judgements"}',
    ],
)
def test_hostile_judgements_are_damage(tmp_path: Path, line: bytes) -> None:
    """Judgements that no arena has written are damage of the portable form, and leave no store behind."""
    heading, *others = (part.encode() for part in PARTS)
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    (tmp_path / "records-0001.jsonl.gz").write_bytes(gzip.compress(b"\n".join([heading, line, *others])))
    with pytest.raises(StoreError, match="damaged"):
        rebuild(tmp_path, tmp_path / "into")
    assert not (tmp_path / "into" / FILE).exists()


def test_a_hostile_table_of_judgements_is_not_read(analysed: Path, tmp_path: Path) -> None:
    """A row with a checksum that fits, but with fields of other types, counts as no judgement."""
    folder = play_wild_games(tmp_path / "t", games=1, plies=12)
    judge = Judge("uci:x", "v", 1)
    with open_store(folder) as store:
        judgements = enrol(store.db, judge, folder / FILE)
        state = missing_states(store, judgements)[0]
    lie = Judgement(state, "no move", score="much")  # type: ignore[arg-type]
    with closing(sqlite3.connect(folder / FILE)) as db, db:
        db.execute("INSERT INTO judgements VALUES (?, ?, ?, ?, ?, ?)", Judgements(db, 1, judge, folder / FILE).row(lie))
    with open_store(folder) as store:
        assert enrol(store.db, judge, folder / FILE).get(state) is None
    assert rows(folder) == []
