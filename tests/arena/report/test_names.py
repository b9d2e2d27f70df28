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
    """A long name is cut, with the whole in its title; what looks like markup is text."""
    name = '<b>"evil"</b>' + "x" * 40
    html = str(on_hover(name))
    assert html.startswith('<span title="&lt;b&gt;&#34;evil')
    assert "<b>" not in html
    assert str(on_hover("<i>")) == "&lt;i&gt;"
