"""A load test of the server: `python -m tests.bench.server [SECONDS [WATCHERS [GAMES [THOUGHT]]]]`.

Two remote minds play each game over WebSockets; the watchers, divided among the games, follow by Server-Sent Events.
They are all in this process, the server is in another. A mind answers at once, or after about THOUGHT seconds. Latency
is measured from the sending of an action until the other mind is asked, and until a watcher has the event.
"""

import asyncio
import json
import os
import random
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from time import perf_counter, process_time

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedOK

from minds import Position
from tests.world.server.serving import Server


@dataclass
class Load:
    """The settings and the measurements."""

    server: Server
    until: float
    thought: float
    asked: list[float] = field(default_factory=list)
    heard: list[float] = field(default_factory=list)
    moves: int = 0
    events: int = 0
    errors: list[str] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        return perf_counter() > self.until


@dataclass
class Game:
    """A run: the actions sent, with times, and the actions that each watcher received."""

    run: str
    tokens: list[str]
    sent: list[tuple[str, float]] = field(default_factory=list)
    heard: list[list[str]] = field(default_factory=list)
    over: asyncio.Event = field(default_factory=asyncio.Event)


async def mind(load: Load, game: Game, token: str, luck: random.Random) -> None:
    """Play random moves until the run or the time is over."""
    url = f"{load.server.url.replace('http', 'ws')}{game.run}/seat"
    headers = {"Authorization": f"Bearer {token}"}
    async with connect(url, additional_headers=headers, proxy=None, compression=None, open_timeout=60) as socket:
        while not load.is_over:
            try:
                async with asyncio.timeout(max(0.01, load.until - perf_counter())):
                    word, verb, *rest = str(await socket.recv()).split("\t")
            except (TimeoutError, ConnectionClosedOK):
                break
            if verb == "newrun":
                await socket.send(f"{word}\tready")
            elif verb == "getaction":
                if game.sent:
                    load.asked.append(perf_counter() - game.sent[-1][1])
                if load.thought:
                    await asyncio.sleep(luck.uniform(0.5, 1.5) * load.thought)
                action = luck.choice(Position(rest[0]).legal_moves()).action
                game.sent.append((action, perf_counter()))
                await socket.send(f'{word}\t{action}\t{{"depth":1,"score":0}}')
                load.moves += 1
            elif verb == "endrun":
                await socket.send(f"{word}\tbye")
            else:
                load.errors.append(f"{word} {verb}")
    game.over.set()


async def watch(load: Load, game: Game) -> None:
    """Follow a run's events."""
    reader, writer = await asyncio.open_connection("127.0.0.1", load.server.port)
    writer.write(f"GET {game.run}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    heard: list[str] = []
    game.heard.append(heard)
    follower = asyncio.create_task(_follow(load, game, reader, heard))
    await game.over.wait()
    await asyncio.wait([follower], timeout=3)  # events still on their way
    follower.cancel()
    writer.close()


async def _follow(load: Load, game: Game, reader: asyncio.StreamReader, heard: list[str]) -> None:
    status = await reader.readline()
    if b" 200 " not in status:
        load.errors.append(status.decode())
    async for line in reader:
        if line.startswith(b'data: {"ply"'):
            now = perf_counter()
            event = json.loads(line[6:])
            heard.append(event["action"])
            load.events += 1
            load.heard.append(now - game.sent[event["ply"] - 1][1])


async def table(load: Load, number: int, watchers: int) -> None:
    """Play one game after another until the time is over, and check that no action or event was lost."""
    luck = random.Random(number)
    while not load.is_over:
        run, tokens = await asyncio.to_thread(load.server.open, seats=[None, None], seed=number)
        game = Game(run, [str(token) for token in tokens])
        followers = [asyncio.create_task(watch(load, game)) for _ in range(watchers)]
        await asyncio.gather(*(mind(load, game, token, luck) for token in game.tokens))
        await asyncio.sleep(1)
        kept = [move["action"] for move in (await asyncio.to_thread(load.server.ask, "GET", run)).json["moves"]]
        await asyncio.gather(*followers)
        sent = [action for action, _ in game.sent]
        load.errors += [f"{run}: {len(kept)} kept of {len(sent)} sent"] * (kept != sent)
        load.errors += [
            f"{run}: a watcher received {len(heard)} of {len(kept)}" for heard in game.heard if heard != kept
        ]


def percentiles(name: str, seconds: list[float]) -> str:
    """Percentiles in milliseconds."""
    cut = quantiles(seconds, n=100)
    return f"{name:34}p50 {1000 * cut[49]:7.1f} ms   p99 {1000 * cut[98]:7.1f} ms   worst {1000 * max(seconds):7.1f} ms"


async def measure(server: Server, seconds: float, watchers: int, games: int, thought: float) -> list[str]:
    """Run the load; return the lines of the report."""
    load = Load(server, perf_counter() + seconds, thought)
    start, own, its = perf_counter(), process_time(), server.cpu()
    tables = [table(load, number, watchers // games) for number in range(games)]
    await asyncio.gather(*tables)
    gone = min(perf_counter() - start, seconds)
    return [
        f"{watchers} watchers, {2 * games} remote minds, thinking {thought:g} s a move, for {seconds:g} s",
        f"moves      {load.moves}, {load.moves / gone:.0f} a second; events received {load.events}",
        percentiles("until the other mind is asked", load.asked),
        percentiles("until a watcher has the event", load.heard),
        f"processor  {1000 * (server.cpu() - its) / load.moves:.2f} ms of the server for a move; "
        f"{server.cpu() - its:.1f} s in all, {process_time() - own:.1f} s here",
        f"memory     {server.memory() / 2**20:.0f} MiB of the server",
        f"errors     {len(load.errors)} {' '.join(sorted(set(load.errors))[:3])}",
    ]


def main() -> None:
    """Run the load and print the report."""
    given = [float(word) for word in sys.argv[1:]] + [20.0, 500.0, 50.0, 0.0][len(sys.argv) - 1 :]
    Position().legal_moves()  # compiled
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            for line in asyncio.run(measure(server, given[0], int(given[1]), int(given[2]), given[3])):
                print(line)
            print(f"machine    {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
        finally:
            server.end()


if __name__ == "__main__":
    main()
