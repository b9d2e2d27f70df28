"""The graph world: graphs are read, generated, and travelled at a cost."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from world.errors import StartError
from world.games.graph import Graph
from world.games.graph.generate import generate_graph
from world.games.graph.map import cheapest_cost, read_map
from world.games.graph.world import CHAPTER

SMALL = "a>c a:0,0 b:3,4 c:6,8 d:9,9 a-b b-c:7 a-c:20"


def travelled(start: str, *actions: str) -> Graph:
    graph = Graph()
    graph.newrun(start)
    for action in actions:
        graph.takeaction(action)
    return graph


def test_links_cost_what_they_say_or_the_straight_way() -> None:
    """A link costs what it says, or else the straight distance, in both directions."""
    graph_map = read_map(SMALL)
    assert graph_map.links == {"a": {"b": 5, "c": 20}, "b": {"a": 5, "c": 7}, "c": {"b": 7, "a": 20}, "d": {}}
    assert cheapest_cost(graph_map) == 12


@pytest.mark.parametrize(
    "text",
    [
        "a",
        "a>b",
        "a>a a:0,0",
        "a>b a:0,0 b:1,1 a:2,2 a-b",
        "a>b a:0,0 b:1,1 a-b a-b",
        "a>b a:0,0 b:1,1 a-b b-a",
        "a>b a:0,0 b:1,1 a-a a-b",
        "a>b a:0,0 b:1,1 a-c",
        "a>b a-b a:0,0 b:1,1",
        "a>b a:0,0 b:1,1 a-b:0",
        "a>b a:0,0 b:1,1 a-b:9999999",
        "a>b a:0,0 b:0,0 a-b",
        "a>b a:0,0 b:999999,1 a-b",
        "a>b a:0,0 b:1,1",
        "a>b  a:0,0 b:1,1 a-b",
        "roads 3",
        "roads 2001",
        "roads",
    ],
)
def test_malformed_graphs(text: str) -> None:
    """A malformed graph raises a StartError that says what is wrong."""
    with pytest.raises(StartError, match=r"expected|no way leads"):
        travelled(text)


@settings(max_examples=200)
@given(st.text(st.sampled_from("ab>:-,0 19"), max_size=40))
def test_any_text_is_read_or_rejected(text: str) -> None:
    """Any text is read or raises a StartError."""
    try:
        Graph().newrun(text)
    except StartError as problem:
        assert len(str(problem)) < 1000


@settings(max_examples=30)
@given(st.integers(4, 60), st.integers(0, 10**6))
def test_there_is_always_a_way(count: int, seed: int) -> None:
    """All towns are connected, no road is shorter than the straight line, and a seed always makes the same graph."""
    text = generate_graph(f"roads {count}", seed)
    generate_graph.cache_clear()
    assert generate_graph(f"roads {count}", seed) == text
    graph_map = read_map(text)
    assert len(graph_map.nodes) == count
    for one, near in graph_map.links.items():
        for other, cost in near.items():
            (x, y), (a, b) = graph_map.nodes[one], graph_map.nodes[other]
            assert cost >= ((x - a) ** 2 + (y - b) ** 2) ** 0.5
    for goal in graph_map.nodes:
        assert cheapest_cost(graph_map._replace(goal=goal)) is not None


def test_the_chapters_graph() -> None:
    """The cheapest way from 1 to 9 leads through 2 and 7."""
    graph = travelled(CHAPTER, "2", "7", "9")
    assert graph.getscore() == (1.0,)
    assert (len(graph.map.nodes), sum(map(len, graph.map.links.values())) // 2) == (10, 10)
    assert travelled(CHAPTER, "2", "4", "6", "8", "9").getscore()[0] < 1


def test_a_run_is_out_of_steps() -> None:
    """A run ends after four steps for each node, with a score of 0."""
    graph = travelled(SMALL, *["b", "a"] * 8)
    ending = graph.ending()
    assert ending is not None
    assert (ending.kind, ending.result, graph.actions()) == ("out of steps", (0.0,), [])


def test_pictures_show_depths() -> None:
    """The picture shows a mind's depths, and ignores malformed ones."""
    graph = travelled(SMALL, "b")
    plain = graph.getimage()
    graph.hear({"depths": [0, 88, 2, -1]})
    assert ">88</text>" in graph.getimage()
    for nonsense in ([1], "0123", ["x"] * 4, [None] * 4):
        graph.hear({"depths": nonsense})
        assert graph.getimage() == plain
