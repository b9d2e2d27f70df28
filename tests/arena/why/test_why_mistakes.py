"""Mistakes as `arena why` explains them after a tournament, whose minds ran from the arena's copies of their files."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from arena.entrants.cache import cache_folder
from arena.entrants.roster import enter_all
from arena.store.store import open_store
from arena.why.comparison import compare
from arena.why.moments import moments
from arena.why.replay import Answer, Replay
from minds.errors import SpecError
from tests.arena.cell.test_jail import mind
from tests.arena.command import arena
from tests.arena.why.test_why import play, why

LINE = 7  # of the first line of a mind's getaction

MISTAKES = {
    "an endless loop": (
        "while True: state.text.upper()",
        [
            f"no answer within 0.15 s of processor time: it was in line {LINE} of mind.py, in getaction",
            f'File "mind.py", line {LINE}, in getaction',
            "while True: state.text.upper()",
            "mind.py --movetime 0.1 (gives it more time: is it slow or stuck?)",
        ],
    ),
    "a crash": ("return {}['king']", ["crash, KeyError: 'king'", f'File "mind.py", line {LINE}, in getaction']),
    "a missing return": ("str(state)", [f"is a `return` missing in getaction (mind.py, line {LINE - 1})?"]),
    "an illegal move": (
        "return 'e2e5'",
        [
            'illegal, e2e5 ("12,36") is illegal: the pawn on e2 can go to e3, e4',
            "reply    12,36",
            "  2  P P P P P P P P",
        ],
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_why_tells_what_to_change(tmp_path: Path, mistake: str) -> None:
    """The explanation of a forfeit has the cause and the student's own line, and no path of the arena's copies."""
    body, said = MISTAKES[mistake]
    (tmp_path / "ann").mkdir()
    spec = mind(tmp_path / "ann", body)
    folder = play(
        tmp_path,
        Path(spec),
        "any-random-legal-move",
        games=1,
        movetime=0.1,
        openings="none",
    )
    page = why(folder, "1")
    for words in said:
        assert words in " ".join(page.split()) or words in page, page
    assert str(cache_folder()) not in page


def test_an_illegal_move_of_an_older_record_is_the_same(tmp_path: Path) -> None:
    """A replay is the same as the game if the same action is illegal, though the record tells it in other words."""
    (tmp_path / "ann").mkdir()
    folder = play(tmp_path, Path(mind(tmp_path / "ann", "return '0,0'")), "minimax:depth=1", games=1, nodes=9)
    with open_store(folder) as store:
        (record,) = store.records()
        fault = record.ending.fault
        assert fault is not None
        reply = Answer(ply=1, call="getaction", action="0,0", fault=replace(fault, message="other words"))
        then = next(moments(record))
        same = compare(record, 0, then, False, Replay(reply, 0, ()))
    assert replace(same, failed=fault, then=then, ply=1).is_same
    other = replace(reply, action="1,1")
    assert not replace(same, failed=fault, then=then, ply=1, replay=Replay(other, 0, ())).is_same


def test_a_wrong_file_is_named_as_it_was_given(tmp_path: Path) -> None:
    """A syntax error is told with the path of the file that was handed in, not of the arena's copy."""
    path = tmp_path / "mind.py"
    path.write_text("from minds import Mind\nclass Ann(Mind:\n    pass\n", encoding="utf-8")
    with pytest.raises(SpecError) as wrong:
        enter_all([str(path)], "chess")
    assert str(wrong.value).startswith(f"'{path}', line 2: ")
    done = arena("run", str(path), "minimax", "--out", str(tmp_path / "out"))
    first, source, caret = done.stderr.splitlines()
    assert (done.returncode, first.startswith(f"arena: '{path}', line 2: ")) == (2, True)
    assert source == "    class Ann(Mind:"
    assert caret.strip() == "^"
    assert not (tmp_path / "out").exists()


def test_moves_by_name_are_recorded_by_number(tmp_path: Path) -> None:
    """A mind that answers "e2e4" plays, and the record holds "12,28"."""
    body = "return state.position.legal_moves()[0].uci"
    (tmp_path / "ann").mkdir()
    folder = play(tmp_path, Path(mind(tmp_path / "ann", body)), "any-random-legal-move", games=1, max_plies=8, nodes=9)
    with open_store(folder) as store:
        (record,) = store.records()
    assert record.ending.kind == "max plies"
    assert all(action.replace(",", "").isdecimal() for action in record.actions)
