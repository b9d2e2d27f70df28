"""Names of entrants: read from NAME=SPEC, checked, and made unique."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.entrants.naming import MAX_NAME_LENGTH, check_name, split_name, unique_names
from arena.errors import EntrantError


@pytest.mark.parametrize(
    ("text", "name", "spec"),
    [
        ("ann=submissions/ann/mind.py", "ann", "submissions/ann/mind.py"),
        ("alphabeta:depth=4", "", "alphabeta:depth=4"),
        ("deep=alphabeta:depth=4", "deep", "alphabeta:depth=4"),
        ("uci:stockfish?UCI_Elo=1500", "", "uci:stockfish?UCI_Elo=1500"),
        ("a/b=c/mind.py", "", "a/b=c/mind.py"),
        ("mine.py@v=1", "", "mine.py@v=1"),
        ("Ann B.=mind.py", "Ann B.", "mind.py"),
    ],
)
def test_a_name_stands_before_the_first_equals_sign(text: str, name: str, spec: str) -> None:
    """The text before the first = is the name if it holds none of : / ? @."""
    assert split_name(text) == (name, spec)


@pytest.mark.parametrize("text", ["=mind.py", "ann=", " ann=mind.py", "a\nb=mind.py", f"{'x' * 61}=mind.py"])
def test_bad_names_are_refused(text: str) -> None:
    """Empty, padded, unprintable and endless names raise an EntrantError."""
    with pytest.raises(EntrantError):
        split_name(text)


def test_own_names_get_numbers() -> None:
    """Two files of one class name are told apart; a given name is never changed."""
    assert unique_names(["", "greedy", ""], ["greedy", "greedy", "greedy"]) == ["greedy-2", "greedy", "greedy-3"]


def test_a_given_name_is_taken_once() -> None:
    """A name that is given twice is refused."""
    with pytest.raises(EntrantError, match="taken"):
        unique_names(["ann", "ann"], ["a", "b"])


@given(st.lists(st.text(max_size=80), max_size=8))
def test_names_are_always_unique_and_presentable(own: list[str]) -> None:
    """Entrants have different, printable names for any names that minds give themselves."""
    names = unique_names([""] * len(own), own)
    assert len(set(names)) == len(names)
    for name in names:
        check_name(name)
        assert len(name) <= MAX_NAME_LENGTH
