"""Plans: files, options, identity, and errors that name the mistake."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.cli.run import run
from arena.entrants.entrant import Entry
from arena.errors import PlanError
from arena.tournament.adjudicate import judge_of
from arena.tournament.openings import read_openings
from arena.tournament.plan import FIELDS, Plan, make_plan, read_plan
from minds.registry import lineup
from tests.conftest import block_of
from tests.drills.bounded import bounded
from world.budget import Budget
from world.record import Ply


def test_every_field_is_an_option_and_the_other_way_round() -> None:
    """Every field of a plan is an option of `arena run`, and the other way round; minds are arguments."""
    others = {"specs", "submissions", "path", "out", "as_json", "trusted", "crew", "port", "host", "password"}
    known = {parameter.name for parameter in run.params} - others
    assert known | {"minds"} == set(FIELDS)


def test_the_usual_plan() -> None:
    """A plan without fields is a round robin of the built-in minds that can play in the world."""
    plan = make_plan()
    assert plan.minds == tuple(lineup("chess"))
    assert make_plan(world="maze").minds == tuple(lineup("maze"))
    assert {"astar", "bfs", "dfs", "dijkstra", "greedy-search"} <= set(lineup("maze"))
    assert (plan.format, plan.games, plan.openings, plan.budget) == ("roundrobin", 20, "house", Budget())


@settings(max_examples=20)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "games": st.integers(1, 50).map(lambda half: 2 * half),
            "seed": st.integers(-(2**60), 2**60),
            "nodes": st.integers(1, 10**9),
            "tc": st.sampled_from(["60+0.6", "1:30+1"]),
            "clock": st.sampled_from(["processor", "wall"]),
            "openings": st.text(min_size=1, max_size=20),
            "draw": st.just("40:8:10"),
            "max_plies": st.integers(1, 1000),
            "order": st.sampled_from(["seeded", "sequential"]),
            "patience": st.floats(0.01, 1000),
        },
    )
)
def test_a_plan_comes_back_from_its_file(fields: dict[str, object]) -> None:
    """A plan that is written as TOML and read again is equal, with the same identity."""
    import tomllib

    plan = make_plan(**fields)
    again = make_plan(**tomllib.loads(plan.to_toml()))
    assert again == plan
    assert again.identity == plan.identity


def test_minds_may_be_tables(tmp_path: Path) -> None:
    """A TOML file may give a mind a name and an author in a table of its own, and comes back from its own TOML."""
    path = tmp_path / "plan.toml"
    path.write_text('[[minds]]\nspec = "minimax"\nname = "ann"\nauthor = "Ann B."\n\n[[minds]]\nspec = "alphabeta"\n')
    plan = read_plan(path)
    assert plan.minds == (Entry("minimax", "ann", "Ann B."), Entry("alphabeta"))
    path.write_text(plan.to_toml(), encoding="utf-8")
    assert read_plan(path) == plan


def test_identity_is_all_that_decides_games() -> None:
    """The identity ignores the concurrency, and depends on everything else."""
    plan = make_plan(nodes=10)
    assert make_plan(nodes=10, concurrency=7, name="A", date="2026.01.01").identity == plan.identity
    others = [make_plan(nodes=11), make_plan(nodes=10, seed=2), make_plan(nodes=10, minds=["minimax", "alphabeta"])]
    assert len({plan.identity, *(other.identity for other in others)}) == 4


@pytest.mark.parametrize(("fields", "patience"), [({}, 10.0), ({"nodes": 5000}, 12.5), ({"patience": 3.0}, 3.0)])
def test_the_patience_grows_with_the_nodes(fields: dict[str, object], patience: float) -> None:
    """Ten seconds of processor time, and one for each 2,000 nodes, unless the plan says otherwise."""
    assert make_plan(**fields).patience == patience


def test_stored_plans_keep_their_identity() -> None:
    """A plan has the identity that it had before its field `clock` was there, unless it chooses the other clock."""
    fields: dict[str, object] = {"minds": ["minimax", "alphabeta"], "tc": "5+0.05", "games": 4, "patience": 60.0}
    assert make_plan(**fields).identity == make_plan(**fields, clock="processor").identity == "f64afbfa0f6ca42b"
    assert make_plan(**fields, clock="wall").identity != make_plan(**fields).identity


def test_the_pages_plan_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The example plan in the README is valid."""
    (tmp_path / "my_mind.py").write_text(block_of("README.md", "python"), encoding="utf-8")
    path = tmp_path / "plan.toml"
    path.write_text(block_of("README.md", "toml"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert read_plan(path).games == 40


def test_fields_may_be_spelled_as_options(tmp_path: Path) -> None:
    """A plan's file takes `max-plies` for `max_plies`."""
    path = tmp_path / "plan.toml"
    path.write_text('minds = ["minimax", "alphabeta"]\nmax-plies = 6\n', encoding="utf-8")
    assert read_plan(path).max_plies == 6


def test_options_come_before_the_file(tmp_path: Path) -> None:
    """Options override the fields of a plan's file."""
    path = tmp_path / "plan.toml"
    path.write_text('minds = ["minimax", "alphabeta"]\ngames = 6\n', encoding="utf-8")
    assert read_plan(path).games == 6
    assert read_plan(path, games=8) == make_plan(minds=["minimax", "alphabeta"], games=8)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"gmaes": 3}, "did you mean games"),
        ({"games": "three"}, "games 'three': expected a whole number"),
        ({"games": 0}, "games 0; expected 1 to"),
        ({"games": 3}, "games 3; expected an even number, or 1"),
        ({"world": "maze", "format": "knockout"}, "maze has one seat; knockout is for 2 seats"),
        ({"concurrency": -1}, "concurrency -1; expected 0 to"),
        ({"format": "league"}, "no format .league.; expected one of (.*, )?gauntlet, .*knockout, "),
        ({"minds": ["minimax"]}, "1 named; chess needs at least 2"),
        ({"date": "today"}, "expected a day, YYYY.MM.DD"),
        ({"date": "0000.99.99"}, "expected a day"),
        ({"date": "2026.02.29"}, "expected a day"),
        ({"name": "a\0b"}, "printable"),
        ({"name": "two\nlines"}, "printable"),
        ({"world": "ches"}, "did you mean chess"),
        ({"nodes": 0}, "nodes 0; expected 1"),
        ({"tc": "soon"}, "expected seconds"),
        ({"clock": "sundial"}, "clock 'sundial': expected processor or wall"),
        ({"draw": "1:2"}, "expected MOVE:COUNT:SCORE"),
        ({"resign": "0:5"}, "expected COUNT:SCORE"),
        ({"patience": float("nan")}, "patience nan"),
        ({"format": "solo"}, "solo is for one seat"),
        ({"max_plies": 0}, "expected 1 or more"),
        ({"seed": 2**70}, "seed"),
    ],
)
def test_what_is_wrong_is_named(fields: dict[str, object], said: str) -> None:
    """Each mistake is an error of one line that says what was expected."""
    with pytest.raises(ValueError, match=said) as wrong:
        make_plan(**fields)
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize("text", ["games = ", "\xff", "[" * 10_000, "games = 1\ngames = 2"])
def test_files_that_are_no_plans(tmp_path: Path, text: str) -> None:
    """A file that is not TOML, or does not exist, is an error that says so."""
    path = tmp_path / "plan.toml"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(PlanError, match="is not valid TOML"):
        read_plan(path)
    with pytest.raises(PlanError, match="No such file"):
        read_plan(tmp_path / "none.toml")


def ply(seat: int, score: float | None) -> Ply:
    return Ply(seat, "x", thoughts=None if score is None else {"score": score})


def test_adjudication_needs_both_to_be_sure() -> None:
    """No game is adjudicated while one side's score disagrees or is missing."""
    assert judge_of(None, None) is None
    draw, resign = judge_of("2:2:10", None), judge_of(None, "2:500")
    assert draw is not None
    assert resign is not None
    level = [ply(number % 2, 5) for number in range(4)]
    assert draw(level) is not None
    assert draw(level[:3]) is None
    assert draw([*level[:3], ply(1, 11)]) is None
    assert draw([*level[:3], ply(1, None)]) is None
    lost = [ply(number % 2, -600 if number % 2 else 600) for number in range(4)]
    ending = resign(lost)
    assert ending is not None
    assert (ending.kind, ending.result) == ("adjudication", (1.0, 0.0))
    assert resign([*lost[:3], ply(1, -400)]) is None


def test_a_plan_is_frozen() -> None:
    """A plan cannot be changed."""
    with pytest.raises(AttributeError):
        Plan().games = 3  # type: ignore[misc]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("seed = " + "9" * 5000, "is not valid TOML: Exceeds the limit"),
        ("a" + ".a" * 400_000 + " = 1", "a key with more than 20 dots"),
        ("name = {x" + " . 'x'" * 100_000 + " = 1}", "a key with more than 20 dots"),
        ("seed = " + "[" * 5000, "values within values"),
        ("#" * 1_000_001, "longer than 1000000 bytes"),
        ("minds = [{spec = 'x', " + "x" * 9000 + " = 1}]", "object contains unknown field"),
    ],
)
def test_a_hostile_plan_is_rejected_at_once(tmp_path: Path, text: str, said: str) -> None:
    """Huge numbers, and keys that would take the reader hours, are an error of a few lines."""
    path = tmp_path / "plan.toml"
    path.write_text(text, encoding="utf-8")
    with bounded(5), pytest.raises(PlanError, match=said) as raised:
        read_plan(path)
    assert len(str(raised.value)) < 1000


def test_dots_in_texts_and_comments_are_no_keys(tmp_path: Path) -> None:
    """A plan may have any number of dots where they are not those of a key."""
    path = tmp_path / "plan.toml"
    dots = "x." * 40
    path.write_text(f"name = \"{dots}\"  # {dots}\nopenings = '''{dots}'''\n", encoding="utf-8")
    assert (read_plan(path).name, read_plan(path).openings) == (dots, dots)


def test_openings_with_a_nul_in_their_name() -> None:
    """A file's name that no file can have is an error, not a traceback."""
    with pytest.raises(PlanError, match="embedded null byte; expected house"):
        read_openings(make_plan(openings="a\0b"))
