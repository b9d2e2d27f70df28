"""Specs and cards: their meaning, their errors, and what a source shows without being run."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minds import Mind, MindsError
from minds.errors import ParameterError, SpecError
from minds.registry import card, check, label, load, names, read_spec

KNOWN = [
    "alphabeta",
    "any-random-legal-move",
    "astar",
    "bfs",
    "capture-priority-random-legal-move",
    "champion",
    "control",
    "dfs",
    "dijkstra",
    "greedy-search",
    "minimax",
    "negamax",
    "prodigy",
    "pst-engine",
    "society",
]
GREEDY = '''"""Greedy."""

from minds import Mind


class Greedy(Mind):
    """Takes what it can.

    And more.
    """

    name = "greedy"

    def __init__(self, hunger: int = 3, style: str = "wild", speed: float = 0.5) -> None:
        self.hunger, self.style, self.speed = hunger, style, speed
'''


@pytest.fixture
def greedy(tmp_path: Path) -> Path:
    path = tmp_path / "greedy.py"
    path.write_text(GREEDY, encoding="utf-8")
    return path


def test_built_in_minds_are_listed_in_order() -> None:
    """The minds of the practical and later ones are listed in the order of their names."""
    assert [name for name in names() if name in KNOWN] == KNOWN
    assert names() == sorted(names())


@pytest.mark.parametrize("name", names())
def test_built_in_minds_can_be_made(name: str) -> None:
    """A built-in mind has the name of its file, and says in a line what it does."""
    assert load(name).name == name
    found = card(name)
    assert found.name == name
    assert found.says.endswith(".")


def test_parameters_get_the_kind_of_their_default() -> None:
    """Parameters become values of the same type as their defaults."""
    mind = load("minimax:depth=4,compiled=no")
    assert (mind.depth, mind.compiled) == (4, False)  # type: ignore[attr-defined]


def test_a_file_is_a_spec(greedy: Path) -> None:
    """A file is a spec, alone, with a class, with parameters, and with both."""
    for spec in (str(greedy), f"{greedy}:Greedy"):
        assert vars(load(spec)) == {"hunger": 3, "style": "wild", "speed": 0.5}
    for spec in (f"{greedy}:hunger=5,speed=1", f"{greedy}:Greedy:hunger=5,speed=1"):
        assert vars(load(spec)) == {"hunger": 5, "style": "wild", "speed": 1.0}
        assert label(spec) == "greedy:hunger=5,speed=1"
        assert read_spec(spec).is_foreign
    assert label(str(greedy)) == "greedy"


def test_a_card_is_read_without_running(tmp_path: Path, greedy: Path) -> None:
    """Name, first line and parameters come from the source, and nothing of it is run."""
    found = card(str(greedy))
    assert (found.name, found.says) == ("greedy", "Takes what it can.")
    assert found.parameters == {"hunger": 3, "style": "wild", "speed": 0.5}
    trap = tmp_path / "trap.py"
    trap.write_text(f"open({str(tmp_path / 'sprung')!r}, 'w')\n{GREEDY}", encoding="utf-8")
    check(str(trap))
    assert card(str(trap)).name == "greedy"
    assert not (tmp_path / "sprung").exists()


def test_cards_have_the_parameters_of_their_search() -> None:
    """A card is read from a mind's own source, so that a mind repeats the parameters that it inherits."""
    assert card("champion").parameters == card("pst-engine").parameters != {}
    assert card("prodigy").parameters == card("pst-engine").parameters | {"net": ""}


def test_a_file_named_as_pythons_own_stands_in_for_nothing(tmp_path: Path) -> None:
    """A mind in random.py does not hide Python's module, and may import the files beside it."""
    (tmp_path / "beside.py").write_text("NAME = 'neighbour'\n", encoding="utf-8")
    path = tmp_path / "random.py"
    source = GREEDY.replace("from minds import Mind", "import random\n\nimport beside\nfrom minds import Mind")
    path.write_text(source.replace('name = "greedy"', "name = beside.NAME"), encoding="utf-8")
    mind = load(str(path))
    assert mind.name == "neighbour"
    import random

    assert random.Random(1).random() > 0


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("", "does not name a mind"),
        ("minmax", "did you mean minimax"),
        ("minimax:depth", "expected name=value"),
        ("minimax:depth=x", "expected a whole number"),
        ("minimax:depth=61", "expected 1 to 60"),
        ("minimax:depht=3", "did you mean depth"),
        ("minimax:compiled=maybe", "expected yes or no"),
        ("any-random-legal-move:depth=3", "it has none"),
        ("nowhere/mind.py", "no file 'nowhere/mind.py'"),
        ("cmd:", "cmd: without a command"),
        ("cmd:'unbalanced", "No closing quotation"),
        ("cmd:/no/such/program", "no program '/no/such/program'"),
        ("minimax:", "expected parameters after the colon"),
        ("minimax:depth=1,depth=2", "names a parameter twice"),
        ("minimax:depth=٣", "expected a whole number"),
        ("minimax:depth=1_0", "expected a whole number"),
        ("x" * 300 + ".py", "no file"),
        ("a\nb", "expected a line of text"),
        ("x" * 5000, "does not name a mind"),
        ("minds.builtin.minimax", "no mind"),
        ("../builtin/minimax", "no mind"),
        ("uci:bash?Hash=16%0Aquit", "expected options in printable letters"),
        ("uci:bash?Ha%00sh=16", "expected options in printable letters"),
    ],
)
def test_what_is_wrong_is_said(spec: str, said: str) -> None:
    """Each mistake has its own one-line message with what was expected."""
    with pytest.raises(SpecError, match=said) as wrong:
        check(spec)
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("x = 1\n", "has no subclass of Mind; expected class …\\(Mind\\), see arena new"),
        (f"{GREEDY}\n\nclass Other(Greedy):\n    pass\n", "has minds Greedy, Other; name one after a colon"),
    ],
)
def test_files_without_one_mind(tmp_path: Path, source: str, said: str) -> None:
    """A file without exactly one mind is an error unless one is named, before and when it is loaded."""
    path = tmp_path / "some.py"
    path.write_text(source, encoding="utf-8")
    for find_fault in (check, load):
        with pytest.raises(SpecError, match=said):
            find_fault(str(path))
        with pytest.raises(SpecError, match="no mind 'Third'"):
            find_fault(f"{path}:Third")


@pytest.mark.parametrize(
    ("parameters", "said"),
    [("hungr=5", "did you mean hunger"), ("hunger=x", "whole number"), ("speed=fast", "a number")],
)
def test_parameters_of_a_file_are_checked_unrun(greedy: Path, parameters: str, said: str) -> None:
    """Checking a file finds wrong parameters as loading it does, without running it."""
    for find_fault in (check, load):
        with pytest.raises(ParameterError, match=said):
            find_fault(f"{greedy}:{parameters}")


@pytest.mark.parametrize(
    "source",
    [
        GREEDY.replace('name = "greedy"', "name = 0x" + "f" * 5000),
        GREEDY.replace("= 0.5", "= " + "+".join(["1"] * 900)),
        GREEDY.replace("(Mind)", "(" + ".".join(["a"] * 900) + ".Mind)"),
        GREEDY.replace('name = "greedy"', 'name = "\\ud800\\x1b[31m" + ""'),
        GREEDY.replace('"greedy"', '"\\ud800\\n\\x1b[31m' + "x" * 10_000 + '"'),
    ],
)
def test_cards_of_strange_sources_can_be_printed(tmp_path: Path, source: str) -> None:
    """Names and defaults of any source are shown on one short line that commands no terminal."""
    path = tmp_path / "strange.py"
    path.write_text(source, encoding="utf-8")
    name = label(str(path))
    assert name.isprintable()
    assert 0 < len(name) <= 80
    assert name.encode()


def test_a_file_cannot_pass_for_the_houses(tmp_path: Path) -> None:
    """A file that calls itself minimax gets another label than the built-in mind."""
    path = tmp_path / "mine.py"
    path.write_text(GREEDY.replace('"greedy"', '"minimax"'), encoding="utf-8")
    assert label(str(path)) == "minimax (mine.py)"


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("cmd:bash -x {0}", "greedy.py"),
        ("cmd:bash --norc", "bash"),
        ("cmd:{0} --fast", "greedy.py"),
        (f"cmd:bash {'x' * 300}", "bash"),
    ],
)
def test_programs_are_called_by_their_file(greedy: Path, command: str, name: str) -> None:
    """A program has the name of its script, not of the interpreter that runs it."""
    greedy.chmod(0o755)
    assert label(command.format(greedy)) == name


@pytest.mark.parametrize("source", ["def (", "\0", "(" * 10_000, "\xff"])
def test_files_that_are_no_python(tmp_path: Path, source: str) -> None:
    """A file that is not Python is a SpecError that says so."""
    path = tmp_path / "some.py"
    path.write_bytes(source.encode("latin-1"))
    with pytest.raises(SpecError, match=r"is not Python|', line 1: "):
        card(str(path))


def test_a_syntax_error_names_its_line(tmp_path: Path) -> None:
    """A file with a syntax error is a SpecError with the line and Python's message."""
    path = tmp_path / "syn.py"
    path.write_text(GREEDY.replace("class Greedy(Mind):", "class Greedy(Mind)"), encoding="utf-8")
    with pytest.raises(SpecError, match=r"syn\.py', line [0-9]+: expected ':'\n"):
        check(str(path))


def test_a_folder_is_not_a_mind(tmp_path: Path) -> None:
    """The error for a folder names the file in it that was meant, or could be."""
    with pytest.raises(
        SpecError, match=rf"^'{tmp_path}' is a folder; expected a file in it, such as {tmp_path}/mind.py$"
    ):
        check(str(tmp_path))
    (tmp_path / "mind.py").write_text(GREEDY, encoding="utf-8")
    with pytest.raises(SpecError, match=rf"^'{tmp_path}/' is a folder; did you mean {tmp_path}/mind.py\?$"):
        check(f"{tmp_path}/")


@given(st.text(max_size=60))
def test_any_text_is_a_spec_or_an_error(text: str) -> None:
    """Any text is a spec or raises a MindsError."""
    try:
        spec = read_spec(text)
    except (SpecError, ParameterError) as problem:
        assert isinstance(problem, MindsError)
    else:
        assert spec.text == text


def test_installed_minds_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package can provide minds by an entry point."""
    from importlib.metadata import EntryPoint, EntryPoints

    from minds import card, registry, spec

    point = EntryPoint("borrowed", "minds.builtin.minimax:Minimax", "arena.minds")
    for module in (card, registry, spec):
        monkeypatch.setattr(module, "entry_points", lambda **_: EntryPoints([point]))
    assert "borrowed" in names()
    mind = load("borrowed:depth=2")
    assert isinstance(mind, Mind)
    assert mind.depth == 2  # type: ignore[attr-defined]
