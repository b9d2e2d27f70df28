"""The graph world: travel from node to node along links, and pay as little as possible."""

from world.api import IllegalAction, Opening
from world.errors import StartError
from world.games.graph.generate import generate_graph
from world.games.graph.map import cheapest_cost, read_map
from world.games.graph.picture import draw
from world.pathfinding import Pathfinding

# The small graph of the book chapter, laid out as in its program: ten nodes, ten links, from 1 to 9.
CHAPTER = (
    "1>9 0:20,40 1:60,60 2:100,40 3:50,110 4:140,80 5:160,150 6:200,80 7:160,40 8:240,120 9:260,90 "
    "0-1 1-2 2-3 2-4 4-5 4-6 6-8 8-9 2-7 7-9"
)
HOUSE = ("roads 12", "roads 30", "roads 80")
ROADS = "roads"  # first word of the starts that are generated
MOST_STEPS = 4  # for each node, for going back costs a step too
SHOWN = 12  # neighbours listed in an error


class Graph(Pathfinding):
    """Find the cheapest way. The first state is the graph, "a>c a:0,0 … a-b:50", then a node; an action the next node.

    The score is the cost of the cheapest way divided by the cost paid; it is 0 until the goal is reached.
    """

    name = "graph"
    colours = ("traveller",)
    house = (Opening("the chapter's", CHAPTER), *(Opening(words, words) for words in HOUSE))
    generated = (ROADS,)

    def newrun(self, start: str = "", seed: int = 0) -> None:
        words = start or CHAPTER
        graph = read_map(generate_graph(words, seed) if words.startswith(ROADS) else words)
        least = cheapest_cost(graph)
        if least is None:
            raise StartError(f"no way leads from {graph.start} to {graph.goal} in this graph")
        self.map, self.least = graph, least
        self.way, self.cost = [graph.start], 0
        self.thoughts = {}

    def getstate(self) -> str:
        return self.map.text if len(self.way) == 1 else self.way[-1]

    def actions(self) -> list[str]:
        return [] if self.ending() else list(self.map.links[self.way[-1]])

    def takeaction(self, action: str) -> None:
        actions = self.actions()
        if action not in actions:
            reason = f"no link leads there from {self.way[-1]}" if action in self.map.nodes else ""
            raise IllegalAction(action, f"one of {' '.join(actions[:SHOWN]) or 'none: the run is over'}", reason)
        self.cost += self.map.links[self.way[-1]][action]
        self.way.append(action)

    @property
    def is_at_goal(self) -> bool:
        return self.way[-1] == self.map.goal

    @property
    def is_out_of_steps(self) -> bool:
        return len(self.way) > MOST_STEPS * len(self.map.nodes)

    def getscore(self) -> tuple[float, ...]:
        return (round(self.least / self.cost, 6) if self.is_at_goal else 0.0,)

    def getimage(self) -> str:
        return draw(self.map, self.way, self.thoughts.get("depths"))

    def gettext(self) -> str:
        """Return the present node and the links that lead away from it."""
        here = self.way[-1]
        links = (f"  {near} for {cost}" for near, cost in self.map.links[here].items())
        return "\n".join([f"at {here}, to {self.map.goal}; {self.cost} paid", *links])

    def describe(self, action: str) -> str:
        links = self.map.links[self.way[-1]]
        if action not in links:
            raise IllegalAction(action, f"one of {' '.join(list(links)[:SHOWN])}")
        return f"{action} for {links[action]}"
