"""The World of graphs: from node to node along the links, and the less that costs the better."""

from world.api import Ending, IllegalAction, Opening, Thoughts, World
from world.errors import StartError
from world.games.graph.grow import grow
from world.games.graph.network import cheapest, read_network
from world.games.graph.picture import draw

# The chapter's small graph, as its program lays it out: ten nodes, ten links, from 1 to 9.
CHAPTER = (
    "1>9 0:20,40 1:60,60 2:100,40 3:50,110 4:140,80 5:160,150 6:200,80 7:160,40 8:240,120 9:260,90 "
    "0-1 1-2 2-3 2-4 4-5 4-6 6-8 8-9 2-7 7-9"
)
GROWN = "roads"
HOUSE = {"the chapter's": CHAPTER, "roads 12": "roads 12", "roads 30": "roads 30", "roads 80": "roads 80"}
MOST_STEPS = 4  # for each node: a way back costs as well


class Graph(World):
    """Find the cheapest way. The first state is the graph, "a>c a:0,0 … a-b:50", then a node; an action the next."""

    name = "graph"
    seats = 1
    colours = ("traveller",)
    tells_history = False

    def __init__(self) -> None:
        self.newrun()

    def newrun(self, start: str = "", seed: int = 0) -> None:
        words = start or CHAPTER
        network = read_network(grow(words, seed) if words.startswith(GROWN) else words)
        least = cheapest(network)
        if least is None:
            raise StartError(f"no way leads from {network.here} to {network.goal} in this graph")
        self.network, self.least = network, least
        self.way, self.cost = [network.here], 0
        self.told: Thoughts = {}

    def getstate(self) -> str:
        return self.network.text if len(self.way) == 1 else self.way[-1]

    def turn(self) -> int:
        return 0

    def actions(self) -> list[str]:
        return [] if self.ending() else list(self.network.links[self.way[-1]])

    def takeaction(self, action: str) -> None:
        actions = self.actions()
        if action not in actions:
            raise IllegalAction(action, f"one of {' '.join(actions[:12]) or 'none: the run is over'}")
        self.cost += self.network.links[self.way[-1]][action]
        self.way.append(action)

    def hear(self, thoughts: Thoughts | None) -> None:
        """What was told last of the nodes looked at is shown."""
        self.told = thoughts if thoughts and "depths" in thoughts else self.told

    def ending(self) -> Ending | None:
        if self.way[-1] == self.network.goal:
            return Ending("at the goal", self.getscore())
        return Ending("out of steps", (0.0,)) if len(self.way) > MOST_STEPS * len(self.network.nodes) else None

    def getscore(self) -> tuple[float, ...]:
        """The cheapest way's cost as a part of what was paid; nothing before the goal."""
        return (round(self.least / self.cost, 6) if self.way[-1] == self.network.goal else 0.0,)

    def getimage(self) -> str:
        return draw(self.network, self.way, self.told.get("depths"))

    def gettext(self) -> str:
        """Where one is, and where the links lead."""
        here = self.way[-1]
        links = (f"  {near} for {cost}" for near, cost in self.network.links[here].items())
        return "\n".join([f"at {here}, to {self.network.goal}; {self.cost} paid", *links])

    def describe(self, action: str) -> str:
        links = self.network.links[self.way[-1]]
        if action not in links:
            raise IllegalAction(action, f"one of {' '.join(list(links)[:12])}")
        return f"{action} for {links[action]}"

    @classmethod
    def openings(cls, text: str | None = None) -> list[Opening]:
        """The chapter's graph and some sizes of roads; or those of a text, words or graphs, one a line."""
        if text is None:
            return [Opening(name, start) for name, start in HOUSE.items()]
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        for number, line in enumerate(lines, 1):
            try:
                cls().newrun(line)
            except StartError as problem:
                raise StartError(f"line {number}: {problem}") from None
        return [Opening(line if line.startswith(GROWN) else f"graph {n}", line) for n, line in enumerate(lines, 1)]
