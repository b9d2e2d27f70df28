"""Plans: any file is read as a plan or explained, and a plan is written as it was read."""

import tempfile
from pathlib import Path

from hypothesis import strategies as st

from arena.errors import ArenaError
from arena.tournament.openings import read_openings
from arena.tournament.plan import Plan, read_plan
from minds.errors import MindsError
from tests.drills.texts.mutations import mutated, repeated
from world.errors import WorldError

MINDS = 'minds = ["ann=greedy-search", {spec = "alphabeta:depth=1", name = "bob", author = "B"}]\n'
LINES = [
    'name = "A cup"', 'date = "2026.01.31"', 'world = "chess"', 'world = "maze"', 'format = "swiss"', "games = 4",
    "rounds = 3", 'openings = "none"', 'order = "sequential"', "seed = -7", "depth = 3", "nodes = 10_000",
    "movetime = 0.5", 'tc = "1:30+0.5"', 'clock = "wall"', "max_plies = 80", 'draw = "40:8:10"', 'resign = "4:600"',
    "patience = 1e1", "memory = 0x100", "threads = 4", "cpu = 60", "reply = 4096", "log = 64", "concurrency = 0",
    "# a comment", 'name = """\nlong"""', "name = 'raw'",
]  # fmt: skip
VALUES = ["nan", "-inf", "1e999", "9" * 25, "9" * 5000, "[]", "{}", "{a = 1}", "2026-01-31", "07:30:00", "true", '""']
VALUES += ['"\\u0000"', '"\\uFFFD"', '"\\t"', "[[1]]", "{a.b.c = 1}", "-0", "1_0", '"a\\u0000b"', '"/dev/null"', '"/"']
LETTERS = "=.[]{}\"'#\\,_-+ \n\t0123456789abcdefxuUinfTZ:"
FOLDER = tempfile.TemporaryDirectory(prefix="plans-")


@st.composite
def files(draw: st.DrawFn) -> str:
    """Return a plan with a few fields, perhaps one of them with another value."""
    lines = draw(st.lists(st.sampled_from(LINES), max_size=6, unique_by=lambda line: line.partition(" =")[0]))
    if lines and draw(st.booleans()):
        place = draw(st.integers(0, len(lines) - 1))
        lines[place] = f"{lines[place].partition(' =')[0]} = {draw(st.sampled_from(VALUES))}"
    return MINDS + "\n".join(lines)


TEXTS = (files() | mutated(files(), LETTERS) | repeated(files(), 100_000) | st.text()).map(
    lambda text: text.encode(errors="replace")
) | st.binary()


def check(text: bytes) -> bool:
    """Read a plan and its openings; write it, and read it again."""
    path = Path(FOLDER.name) / "plan.toml"
    path.write_bytes(text)
    try:
        plan = read_plan(path, **({} if b"minds" in text else {"minds": ["greedy-search", "alphabeta"]}))
        read_openings(plan)
    except (ArenaError, MindsError, WorldError) as error:
        assert len(str(error)) < 5000
        return False
    path.write_text(plan.to_toml(), encoding="utf-8")
    again: Plan = read_plan(path)
    assert again == plan
    assert (again.identity, again.budget, again.limits) == (plan.identity, plan.budget, plan.limits)
    return True
