"""Names where there is little room: short, told apart by their ends, and never markup."""

from hypothesis import given
from hypothesis import strategies as st

from arena.report.names import MAX_SHOWN, on_hover, shortened


@given(st.text(max_size=80))
def test_names_fit(name: str) -> None:
    """A name has at most 28 letters, keeps its beginning and its end, and is unchanged if it fits."""
    short = shortened(name)
    assert len(short) <= MAX_SHOWN
    assert short == name if len(name) <= MAX_SHOWN else (short[:14], short[-13:]) == (name[:14], name[-13:])


def test_the_whole_name_is_on_hover() -> None:
    """A very long name is cut, with the whole in its title; what looks like markup is text."""
    name = '<b>"evil"</b>' + "x" * 60
    html = str(on_hover(name))
    assert html.startswith('<span title="&lt;b&gt;&#34;evil')
    assert "<b>" not in html
    assert str(on_hover("<i>")) == "&lt;i&gt;"


def test_a_long_name_is_broken_into_lines() -> None:
    """A long name is shown whole, with places where a line may end; a short one has none."""
    html = str(on_hover("alphabeta:depth=3,<compiled>=yes-of-course"))
    assert html.replace("<wbr>", "") == "alphabeta:depth=3,&lt;compiled&gt;=yes-of-course"
    assert html.startswith("alphabeta:<wbr>depth=<wbr>3,<wbr>")
    assert str(on_hover("ann:depth=3")) == "ann:depth=3"
