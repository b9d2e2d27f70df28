"""Flood a server while a player plays on it: `python -m tests.drills.server [--seconds S]`, 30 seconds each.

Three attacks, then all at once, on loopback only: half-sent heads of requests, from eight addresses of which one is the
player's; listeners that never read, on the player's run; and many equal actions at once on one seat. Connections that
the server closes are opened again. The report counts for each what was tried, what went wrong, what the server has left
over afterwards (descriptors, threads) and what the player has lost (moves, events), with the player's latency, of which
99 in 100 must be below a second.
"""

import argparse
import os
import resource
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPException
from pathlib import Path
from statistics import quantiles
from threading import Thread

from arena.cli.signals import ended_by_signals
from tests.drills.flood import Flood
from tests.drills.logged import logged_server
from tests.drills.player import PlayerProcess
from tests.world.server.serving import Answer, Client, Server

NO_ANSWER = 0
MAX_TRIES = 20
HALF = b"GET /runs HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half"
MAX_LATENCY = 1.0  # seconds, of 99 in 100 requests
TO_RECOVER = 30.0  # seconds after which descriptors and threads are as before
OWN_FILES = 300  # of this process, besides the flood's


@dataclass
class Attack:
    """An attack's counts, and the time in which it went on."""

    name: str
    began: float = field(default_factory=time.monotonic)
    ended: float = 0.0
    tried: int = 0
    note: str = ""
    wrong: list[str] = field(default_factory=list)
    left_over: list[str] = field(default_factory=list)


@dataclass
class Drill:
    """The server that is attacked, how hard, and for how long."""

    server: Server
    player: PlayerProcess
    heads: int
    listeners: int
    actions: int
    seconds: float

    def half_sent_heads(self, attack: Attack) -> None:
        """Hold half-sent heads."""
        flood = Flood(self.server.port, self.heads, [f"127.0.0.{number}" for number in range(1, 9)], lambda: HALF)
        most_files = flood.hold(self.seconds, lambda: files_of(self.server))
        attack.tried += flood.opened
        attack.note += f" {flood.most} heads at once, the server had {most_files} files open;"

    def deaf_listeners(self, attack: Attack) -> None:
        """Hold listeners that never read, all from one address."""

        def listen() -> bytes:
            return f"GET {self.player.run}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()

        flood = Flood(self.server.port, self.listeners, ["127.0.0.20"], listen, buffer=2048)
        flood.hold(self.seconds)
        attack.tried += flood.opened
        attack.note += f" {flood.most} listeners at once;"

    def equal_actions(self, attack: Attack) -> None:
        """Send the same action many times at once: with its ply number, without, and mixed with another action."""
        end, rounds = time.monotonic() + self.seconds, 0
        with ThreadPoolExecutor(self.actions) as pool:
            while time.monotonic() < end:
                client = Client(self.server.port, f"127.0.1.{rounds % 200 + 1}")  # an address may send 500 a second
                attack.wrong += play_column(client, pool, self.actions)
                rounds, attack.tried = rounds + 1, attack.tried + 3 * self.actions
        attack.note += f" {3 * rounds} times {self.actions} actions on one seat;"

    def everything(self, attack: Attack) -> None:
        """All three at once."""
        threads = [Thread(target=one, args=[attack]) for one in (self.half_sent_heads, self.deaf_listeners)]
        for thread in threads:
            thread.start()
        self.equal_actions(attack)
        for thread in threads:
            thread.join()


def play_column(client: Client, pool: ThreadPoolExecutor, actions: int) -> list[str]:
    """Play three plies by many requests at once each; return what is wrong with the answers and the run."""
    opened = patiently(lambda: client.ask("POST", "/runs", {"world": "connect4", "seats": [None, None]})).json
    run, tokens = opened["url"], opened["tokens"]
    equal, plain, mixed = [
        list(pool.map(partial(act, client, run, ply, tokens[ply % 2], named), choices * (actions // len(choices))))
        for ply, (choices, named) in enumerate([("3", True), ("3", False), ("45", True)])
    ]
    moves = [move["action"] for move in patiently(lambda: client.ask("GET", run)).json["moves"]]
    wrong = [] if len(moves) == 3 else [f"{run} has the moves {moves}"]
    if equal != [200] * actions:
        wrong.append(f"{run}: equal actions with a ply number were answered {sorted(set(equal))}")
    if plain.count(200) > 1 or set(plain) - {200, 409, NO_ANSWER}:
        wrong.append(f"{run}: equal actions without a number were answered {sorted(plain)}")
    if mixed != [200 if action == moves[-1] else 412 for action in "45" * (actions // 2)]:
        wrong.append(
            f"{run}: two actions with a ply number were answered {sorted(set(mixed))}, and {moves[-1]} is taken"
        )
    patiently(lambda: client.ask("POST", f"{run}/resign", token=tokens[0]))
    return wrong


def act(client: Client, run: str, ply: int, token: str, named: bool, action: str) -> int:
    """Take an action, with its ply number until the server says what became of it; return the status."""
    headers = {"If-Match": str(ply)} if named else {}
    # 409 with a number: on a busy server another action at that ply is not saved yet, and it is safe to ask again.
    again = (503, 409) if named else (503,)
    return patiently(
        lambda: client.ask("POST", f"{run}/action", action, token, headers), MAX_TRIES if named else 1, again
    ).status


def patiently(ask: Callable[[], Answer], tries: int = MAX_TRIES, again: tuple[int, ...] = (503,)) -> Answer:
    """Send a request until there is an answer of another status: a connection may be closed in favour of another."""
    for _ in range(tries):
        with suppress(OSError, HTTPException):
            answer = ask()
            if answer.status not in again:
                return answer
        time.sleep(0.05)
    return Answer(NO_ANSWER, "{}", {})


def files_of(server: Server) -> int:
    """Return how many files the server has open."""
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


def threads_of(server: Server) -> int:
    """Return how many threads the server has."""
    return len(os.listdir(f"/proc/{server.process.pid}/task"))


def waited_by(server: Server) -> float:
    """Return the seconds that the server's first thread, which answers, has waited for a free processor."""
    text = Path(f"/proc/{server.process.pid}/schedstat").read_text(encoding="ascii")
    return int(text.split()[1]) / 1e9


def left_over(server: Server, files: int, threads: int) -> list[str]:
    """Wait until the server has no more files and threads than before; return what it still has."""
    deadline = time.monotonic() + TO_RECOVER
    while time.monotonic() < deadline and (files_of(server) > files or threads_of(server) > threads):
        time.sleep(0.2)
    found = {"files": files_of(server) - files, "threads": threads_of(server) - threads}
    return [f"{count} {name}" for name, count in found.items() if count > 0]


def drill(heads: int, listeners: int, actions: int, seconds: float, files: int | None = None) -> list[str]:
    """Run all attacks, print the report, and return all that is wrong, left over or lost."""
    with logged_server(files=files) as server, PlayerProcess(server.port) as player:
        attacks = run_attacks(Drill(server, player, heads, listeners, actions, seconds))
    report, faults = player.report, server.faults()
    for attack in attacks:
        faults += print_attack(attack, report.seconds_between(attack.began, attack.ended))
    lost = f"{report.lost} moves and events lost of {report.moves} moves; {report.retries} requests sent again"
    print(f"the player: {lost}\nthe log: {sum(map(len, server.lines))} characters")
    faults += [lost] * (report.lost > 0) + report.problems
    return faults


def run_attacks(drill: Drill) -> list[Attack]:
    """Run one attack after the other, the first of which is none."""
    steps: list[tuple[str, Callable[[Attack], None]]] = [
        ("no attack", lambda _attack: time.sleep(min(5.0, drill.seconds))),
        ("half-sent heads", drill.half_sent_heads),
        ("deaf listeners", drill.deaf_listeners),
        ("equal actions", drill.equal_actions),
        ("all at once", drill.everything),
    ]
    files, threads, attacks = 0, 0, []
    for name, step in steps:
        attack, used, waited = Attack(name), drill.server.cpu(), waited_by(drill.server)
        step(attack)
        attack.ended = time.monotonic()
        seconds = attack.ended - attack.began
        used, waited = (drill.server.cpu() - used) / seconds, (waited_by(drill.server) - waited) / seconds
        attack.note += (
            f" processor {100 * used:.0f} %, and waited for one {100 * waited:.0f} %, "
            f"memory {drill.server.memory() >> 20} MiB, load {os.getloadavg()[0]:.0f}"
        )
        if not files:  # the player's own connections come and go, and the pool of threads fills
            files, threads = files_of(drill.server) + 8, threads_of(drill.server) + 40
        attack.left_over = left_over(drill.server, files, threads)
        attacks.append(attack)
    return attacks


def print_attack(attack: Attack, latencies: list[float]) -> list[str]:
    """Print a line of the report; return what is wrong or left over."""
    if len(latencies) < 2:
        return [f"{attack.name}: the player had no answer"]
    cut = quantiles(latencies, n=100)
    wrong = attack.wrong + [f"the player's p99 is {cut[98]:.2f} s"] * (cut[98] > MAX_LATENCY)
    print(
        f"{attack.name:16} {attack.tried:7} tried {len(wrong):3} wrong {len(attack.left_over):3} left over   "
        f"{len(latencies):5} requests of the player: p50 {1000 * cut[49]:5.0f} ms, p99 {1000 * cut[98]:5.0f} ms, "
        f"worst {1000 * max(latencies):5.0f} ms;{attack.note}",
        flush=True,
    )
    return [f"{attack.name}: {fault}" for fault in wrong + attack.left_over]


def main() -> int:
    """Run the drill with as many descriptors as this process may have; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=30.0, help="time for each attack (default: 30)")
    options = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    heads = min(10_000, hard - OWN_FILES - 1200)
    print(
        f"{heads} heads, 1000 listeners, 200 actions; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", flush=True
    )
    faults = drill(heads, 1000, 200, options.seconds)
    print("\n".join(faults) or "nothing wrong, left over or lost")
    return 1 if faults else 0


if __name__ == "__main__":
    with ended_by_signals():
        sys.exit(main())
