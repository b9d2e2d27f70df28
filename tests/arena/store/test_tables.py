"""The tables of `arena.load`: their columns are those of the documented table, in every kind of tournament."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import arena
from arena.report.tables import write_tables
from arena.store import tables
from arena.store.queries import Results
from arena.store.store import open_store
from arena.tournament.driver import play_tournament
from arena.tournament.plan import make_plan
from tests.arena.command import Here
from tests.arena.store.test_standings import LOWER_WINS, played
from tests.conftest import ROOT

TYPES = {"int64": np.int64, "float64": np.float64, "bool": np.bool_}
FORFEITS = lambda task: -1 - task.seats.index(1) if 1 in task.seats else 0.5  # noqa: E731
KINDS: dict[str, Callable[[Path], Results]] = {
    "reference": lambda _: arena.load(ROOT / "results" / "reference"),
    "swiss": lambda folder: played(folder, LOWER_WINS, count=5, format="swiss", rounds=3),
    "knockout": lambda folder: played(folder, LOWER_WINS, count=5, format="knockout"),
    "forfeits": lambda folder: played(folder, FORFEITS, count=3, games=4, max_faults=2),
    "alone": lambda folder: alone(folder),
}


def alone(folder: Path) -> Results:
    with open_store(folder, must_exist=False) as store:
        store.set_plan(make_plan(world="maze", minds=["bfs", "dfs"], games=2))
        play_tournament(store, lambda _results, _news: None, crew_of=Here)
    return arena.load(folder)


@pytest.fixture(scope="module")
def tournaments(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Results]:
    """A tournament of each kind."""
    return {kind: make(tmp_path_factory.mktemp(kind)) for kind, make in KINDS.items()}


@pytest.mark.parametrize("kind", KINDS)
def test_columns_are_as_documented(tournaments: dict[str, Results], kind: str) -> None:
    """Each table has the described columns in their order, each of its type, and misses no value but where it says."""
    results = tournaments[kind]
    for name in tables.names():
        table, frame = tables.find(name), getattr(results, name)
        if table.matrix:
            assert set(frame.dtypes) <= {np.dtype(table.columns[0].type)}, name
            continue
        known = {column.name: column for column in table.columns}
        assert list(frame) == [column for column in known if column in frame or not known[column].only], name
        for column in frame:
            one, values = known[column], frame[column]
            same = pd.api.types.is_string_dtype(values) if one.type == "str" else values.dtype == TYPES[one.type]
            assert same or (one.type == "str" and values.isna().all()), (name, column, values.dtype)
            assert one.missing or not values.isna().any(), (name, column)
            if one.unit == "0 to 1":
                assert values.dropna().between(0, 1).all(), (name, column)


def test_every_optional_column_is_seen(tournaments: dict[str, Results]) -> None:
    """The tournaments of these tests have all columns that are described, so none is compared with nothing."""
    seen = {(name, column) for one in tournaments.values() for name, column in _columns(one)}
    described = {(name, column.name) for name in tables.names() for column in tables.find(name).columns}
    assert described - seen == {("crosstable", "a column for each mind")}


def _columns(results: Results) -> set[tuple[str, str]]:
    return {(name, column) for name in tables.names() for column in getattr(results, name)}


def test_the_page_describes_every_table() -> None:
    """arena/README.md has a section for each table with a row for each column, and Results a property with a line."""
    page = (ROOT / "arena" / "README.md").read_text(encoding="utf-8")
    for name in tables.names():
        section = page.partition(f"\n### {name}\n")[2].partition("\n#")[0]
        for column in tables.find(name).columns:
            assert f"{column.name}` | {column.type}" in section or f"| {column.name} | {column.type}" in section
        assert vars(Results)[name].__doc__


def test_a_word_has_one_type_and_one_unit() -> None:
    """Columns of the same name have the same type and unit in all tables."""
    found: dict[str, set[tuple[str, str]]] = {}
    for name in tables.names():
        for column in tables.find(name).columns:
            assert column.type in tables.TYPES
            found.setdefault(column.name, set()).add((column.type, column.unit))
    assert [word for word, kinds in found.items() if len(kinds) > 1] == []


def test_files_are_the_tables(tmp_path: Path) -> None:
    """The CSV files of a report have the tables' columns and values; the crosstable's scores are from 0 to 1."""
    results = played(tmp_path, LOWER_WINS, count=3, games=4)
    write_tables(results)
    for name in ("standings", "games", "openings", "openings_by_mind"):
        frame, file = getattr(results, name), pd.read_csv(tmp_path / f"{name}.csv", keep_default_na=False)
        assert list(file) == list(frame)
        assert len(file) == len(frame) > 0
    cross = pd.read_csv(tmp_path / "crosstable.csv", index_col="mind")
    assert cross.loc["m0", "m1"] == results.crosstable.loc["m0", "m1"] == 1.0
    assert cross.loc["m2", "m0"] == 0.0


def test_pairs_are_counted_from_both_sides(tmp_path: Path) -> None:
    """A mind's pairs with 2 points are its opponent's with 0; Elo and likelihood mirror each other."""
    pairs = arena.load(ROOT / "results" / "reference").pairs.set_index(["mind", "opponent"])
    counts = [name for name in pairs if name.startswith("pairs_")]
    one, other = pairs.loc["champion", "pst-engine"], pairs.loc["pst-engine", "champion"]
    assert list(one[counts]) == list(other[counts])[::-1]
    assert sum(one[counts]) == one["games"] / 2 == 20
    assert one["score"] == pytest.approx((one[counts] * [0, 0.25, 0.5, 0.75, 1]).sum() / 20)
    assert one["elo"] == pytest.approx(-other["elo"])
    assert one["los"] > 0.99 > 1 - other["los"] - 0.01


def test_an_empty_tournament_has_tables(tmp_path: Path) -> None:
    """Before the first game is finished, every table is there, with its columns and no rows."""
    with open_store(tmp_path, must_exist=False) as store:
        store.set_plan(make_plan(minds=["minimax", "alphabeta"], games=2))
    results = arena.load(tmp_path)
    assert len(results.entrants) == 2
    for name in set(tables.names()) - {"entrants"}:
        assert len(getattr(results, name)) == 0, name
