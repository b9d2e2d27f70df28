"""Searches for a way, compared with scipy: which find the cheapest, and how many places they look at."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra as scipys_dijkstra

from minds.api import Mind, State
from minds.games.graph import Graph
from minds.games.maze import Maze
from minds.host import MindPlayer
from minds.registry import load
from minds.search.frontiers import FRONTIERS
from minds.search.paths import Found, Problem, find_way
from world.api import Budget, Run
from world.games.graph.generate import generate_graph
from world.games.maze.generate import generate_maze
from world.registry import new_world
from world.run import run

SEEDS = 1000
SEARCHES = ("dfs", "bfs", "dijkstra", "greedy-search", "astar")
WORDS = ("random 10x10", "rooms 16x24", "random 8x20 20%", "random 14x14 10%", "random 12x12 35%")


def searched(name: str, problem: Problem[Any]) -> Found[Any]:
    return find_way(problem, FRONTIERS[name](problem), lambda: None)


def reached(problem: Problem[Any]) -> dict[Any, int]:
    """Number all places that can be reached."""
    numbers, edge = {problem.start: 0}, [problem.start]
    while edge:
        for near, _ in problem.steps(edge.pop()):
            if near not in numbers:
                numbers[near] = len(numbers)
                edge.append(near)
    return numbers


def by_scipy(problem: Problem[Any], *, by_links: bool) -> float:
    """Return the cost of the best way as scipy finds it."""
    numbers = reached(problem)
    rows, columns, costs = zip(
        *((numbers[a], numbers[b], cost) for a in numbers for b, cost in problem.steps(a)), strict=True
    )
    matrix = csr_array((np.array(costs, float), (rows, columns)), (len(numbers), len(numbers)))
    found = scipys_dijkstra(matrix, indices=0, unweighted=by_links)
    return float(found[numbers[problem.goal]])


@cache
def mazes() -> list[Maze]:
    return [Maze(generate_maze(WORDS[seed % len(WORDS)], seed)) for seed in range(SEEDS)]


@cache
def graphs() -> list[Graph]:
    return [Graph(generate_graph(f"roads {10 + seed % 21}", seed)) for seed in range(SEEDS)]


def is_a_way(problem: Problem[Any], found: Found[Any]) -> bool:
    """Return True if each place is a step from the one before, and the cost is that of the steps."""
    prices = [dict(problem.steps(one))[other] for one, other in zip(found.way, found.way[1:], strict=False)]
    return (found.way[0], found.way[-1], sum(prices)) == (problem.start, problem.goal, found.cost)


def test_mazes_in_every_way() -> None:
    """In 1,000 mazes bfs and A* find the shortest way, no search a shorter one, and A* looks at no more places."""
    fewer = 0
    for maze in mazes():
        found = {name: searched(name, maze) for name in FRONTIERS}
        least = by_scipy(maze, by_links=True)
        assert all(is_a_way(maze, one) for one in found.values())
        assert found["bfs"].cost == found["dijkstra"].cost == found["astar"].cost == least
        assert min(found["dfs"].cost, found["greedy"].cost) >= least
        assert len(found["astar"].came) <= len(found["bfs"].came)
        fewer += len(found["astar"].came) < len(found["bfs"].came)
    assert fewer > 0.9 * SEEDS, "or the heuristic would be of no use"


def test_graphs_in_every_way() -> None:
    """In 1,000 graphs Dijkstra and A* find the cheapest way, and bfs the one with the fewest links."""
    for graph in graphs():
        found = {name: searched(name, graph) for name in FRONTIERS}
        least, fewest = by_scipy(graph, by_links=False), by_scipy(graph, by_links=True)
        assert all(is_a_way(graph, one) for one in found.values())
        assert found["dijkstra"].cost == found["astar"].cost == least
        assert len(found["bfs"].way) - 1 == fewest
        assert min(found["dfs"].cost, found["greedy"].cost, found["bfs"].cost) >= least
        assert len(found["dfs"].way) - 1 >= fewest
        assert len(found["astar"].came) <= len(found["dijkstra"].came)


def test_where_all_links_cost_the_same_breadth_first_is_cheapest() -> None:
    """With equal costs bfs finds the cheapest way, and A* looks at no more places."""
    for graph in graphs()[:200]:
        graph = Graph(generate_graph(f"roads {len(graph.at)}", 5))
        graph.links = {one: dict.fromkeys(near, 1.0) for one, near in graph.links.items()}
        graph.pace = graph._least_pace()
        breadth, best = searched("bfs", graph), searched("astar", graph)
        assert breadth.cost == best.cost == by_scipy(graph, by_links=True)
        assert len(best.came) <= len(breadth.came)


def test_links_cheaper_than_the_crow_do_not_fool_astar() -> None:
    """A link that costs less than its length lowers every estimate."""
    graph = Graph("a>d a:0,0 b:0,50 c:100,50 d:100,0 a-d a-b:1 b-c:3 c-d:1")
    found = searched("astar", graph)
    assert (found.way, found.cost) == (["a", "b", "c", "d"], 5)


def test_a_stack_follows_one_way_and_a_queue_all() -> None:
    """In a tree the stack holds the neighbours of one branch, the queue a whole level."""

    class Tree:
        start, goal = "", "3" * 8

        def steps(self, place: str) -> list[tuple[str, float]]:
            return [(place + branch, 1) for branch in "0123"] if len(place) < 8 else []

    tree: Any = Tree()
    deep, broad = searched("dfs", tree), searched("bfs", tree)
    assert deep.widest == 3 * 8 + 1
    assert broad.widest == 4**8
    assert len(broad.way) == len(deep.way) == 9


def test_no_way_is_no_way() -> None:
    """A search without a way to the goal returns an empty one."""
    assert searched("bfs", Maze("S.#G/..##")).way == []


@pytest.mark.parametrize("world", ["maze", "graph"])
@pytest.mark.parametrize("name", SEARCHES)
def test_minds_walk_the_way_they_found(world: str, name: str) -> None:
    """The minds plan once, report their thoughts once, and arrive."""
    record = run(new_world(world), [MindPlayer(load(name))], seed=5)
    assert record.ending.kind == "at the goal"
    told = record.plies[0].thoughts or {}
    assert told["depth"] == len(record.plies)
    assert told["pv"] == list(record.actions[:20])
    assert set(told) == {"depth", "nodes", "cost", "frontier", "pv", "depths"}
    assert max(told["depths"]) >= told["depth"] - 1
    assert all(ply.thoughts is None for ply in record.plies[1:])


@pytest.mark.parametrize("name", SEARCHES)
def test_minds_can_be_asked_in_the_middle(name: str) -> None:
    """A mind can start at a later state, which is a place, with the map in the start."""
    host = MindPlayer(load(name))
    host.newrun(Run("maze", 0, start="S..#/.#../...G"))
    reply = host.getaction(State("2,2", "maze", start="S..#/.#../...G", actions=("1,2", "2,1", "2,3")))
    assert reply.action == "2,3"


@pytest.mark.parametrize("nodes", [1, 2, 7, 40])
@pytest.mark.parametrize("name", SEARCHES)
def test_a_budget_cuts_a_search_short(name: str, nodes: int) -> None:
    """With few nodes a mind goes to the best place it saw and plans again there; it never fails."""
    record = run(new_world("maze"), [MindPlayer(load(name))], seed=2, budgets=[Budget(nodes=nodes)])
    assert record.ending.kind in ("at the goal", "out of steps")
    told = [ply.thoughts["nodes"] for ply in record.plies if ply.thoughts]
    assert max(told) <= nodes


def test_thoughts_stay_small() -> None:
    """For a large maze the thoughts do not list every place."""
    record = run(new_world("maze"), [MindPlayer(load("bfs"))], start="random 60x60", seed=1)
    told = record.plies[0].thoughts or {}
    assert "depths" not in told
    assert told["nodes"] > 1000


def test_a_search_in_the_wrong_world_says_so() -> None:
    """Chess offers no problem of finding a way, and a maze no game: the error names the line to add."""
    for name, world, said in (("astar", "chess", 'needs = "problem"'), ("minimax", "maze", 'needs = "game"')):
        mind: Mind = load(name)
        mind.newrun()
        with pytest.raises(ValueError, match=said):
            mind.getaction(State("S.G", world))
