"""Fuzz the server: `python -m tests.drills.fuzz_server [--seconds S]`, ten minutes each.

Ten minutes go to requests that schemathesis makes from the OpenAPI document, valid and not, and ten to lines on the
WebSocket of a seat, made by hypothesis. No answer may be a server error or differ from the document, no line may
add a ply, and at the end the server must have few files and threads and no traceback in its log. The exit code is 1 if
something was wrong.
"""

import argparse
import json
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.drills.bounded import interrupted_by_signals
from tests.drills.logged import logged_server
from tests.drills.server import left_over
from tests.world.server.serving import Client, Server
from tests.world.server.test_openapi import fuzz

MAX_WRONG = 5  # then the fuzzer stops: most are the same fault again
REQUESTS_A_ROUND = 20  # of each operation, valid and not
LINES_A_ROUND = 50  # sequences of lines
MAX_LINES = 60  # in a sequence; after a hundred errors the server closes the connection
WORDS = st.sampled_from(["WORD", "WORD", "OLD", "", "0", "token", "error", "play"])
VERBS = ["ready", "bye", "error", "ask", "newrun", "getaction", "endrun", "{}", "[]", "null", "1e999", "0,0"]
FIELDS = st.one_of(
    st.sampled_from(VERBS),
    st.text(max_size=30),
    st.builds(lambda depth: "[" * depth, st.integers(1, 3000)),
    st.builds(lambda name: json.dumps({name: {name: [1e309, -0, "\0"]}}), st.sampled_from(["depth", "pv", "message"])),
)
LINES = st.one_of(
    st.builds(lambda word, fields: "\t".join([word, *fields]), WORDS, st.lists(FIELDS, max_size=5)),
    st.text(max_size=60),
    st.binary(max_size=60),
    st.builds(lambda size: "WORD\t" + "x" * size, st.sampled_from([500, 501, 4095, 4097, 16_000])),
)


class Seat:
    """A seat of a run of chess, and of a new one when a line has ended the run."""

    def __init__(self, server: Server) -> None:
        self.server, self.runs, self.lines = server, 0, 0
        self.open()

    def open(self) -> None:
        """Open a run, from an address that has not opened many."""
        self.runs += 1
        client = Client(self.server.port, f"127.0.2.{self.runs % 250 + 1}")
        self.run, (self.token, _) = client.open(seats=[None, None])

    @contextmanager
    def question(self) -> Iterator[tuple[ClientConnection, str, str]]:
        """Connect to the seat; yield the connection and the words of newrun and of the question."""
        url = f"ws://127.0.0.1:{self.server.port}{self.run}/seat"
        headers = {"Authorization": f"Bearer {self.token}"}
        with connect(url, proxy=None, additional_headers=headers, close_timeout=5) as socket:
            first, verb, *_ = str(socket.recv(timeout=20)).split("\t")
            if verb == "newrun":
                socket.send(f"{first}\tready")
                word, verb, *_ = str(socket.recv(timeout=20)).split("\t")
                if verb == "getaction":
                    yield socket, first, word
                    return
            assert verb == "endrun", verb
        self.open()  # a line of before has ended the run
        with self.question() as asked:
            yield asked

    def send(self, lines: list[str | bytes]) -> None:
        """Send lines, with the words of newrun and of the question in them; no action is legal."""
        with self.question() as (socket, first, word), suppress(ConnectionClosed):
            for line in lines:
                self.lines += 1
                socket.send(line if isinstance(line, bytes) else line.replace("WORD", word).replace("OLD", first))
        details = self.server.ask("GET", self.run).json
        assert details["plies"] == 0, details
        assert details["ending"] is None or details["ending"]["kind"] in ("forfeit", "resignation"), details

    def end(self) -> None:
        """Play a legal move, as if nothing had been."""
        with self.question() as (socket, _, word):
            socket.send(f"{word}\t12,28")
            assert self.server.ask("GET", f"{self.run}/state?seat=1&wait=20").text.endswith("b KQkq - 0 1\n")
        self.server.ask("POST", f"{self.run}/resign", token=self.token)


def fuzz_lines(server: Server, sequences: int, number: int) -> int:
    """Send sequences of lines to a seat; return how many lines were sent."""
    seat = Seat(server)

    @seed(number)
    @settings(max_examples=sequences, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(LINES, max_size=MAX_LINES))
    def send(lines: list[str | bytes]) -> None:
        seat.send(lines)

    send()
    seat.end()
    return seat.lines


def fuzz_requests(server: Server, examples: int, number: int) -> int:
    """Send requests made from the OpenAPI document; return how many were sent."""
    fuzzing = fuzz(server, examples, number)
    STATUSES.update(fuzzing.statuses)
    for run, token in fuzzing.opened:
        server.ask("POST", f"{run}/resign", token=token)
    return fuzzing.sent


STATUSES: Counter[int] = Counter()


def run_for(seconds: float, server: Server) -> tuple[Counter[str], int]:
    """Fuzz for so many seconds each; return how many requests and lines were sent, and how many faults were found."""
    tried, wrong = Counter[str](), 0
    for name, one, size in [("requests", fuzz_requests, REQUESTS_A_ROUND), ("lines", fuzz_lines, LINES_A_ROUND)]:
        end, number, before = monotonic() + seconds, 0, wrong
        while monotonic() < end and wrong - before < MAX_WRONG:
            number += 1
            server.address = f"127.0.1.{number % 250 + 1}"  # opens the runs, apart from those that send many requests
            try:
                tried[name] += one(server, size, number)
            except Exception:  # whatever it is, it is a finding, and the drill goes on looking
                wrong += 1
                print(f"{name}, seed {number}:\n{traceback.format_exc(limit=-3)}", flush=True)
    return tried, wrong


def main() -> int:
    """Fuzz a server, print the counts, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=600.0, help="time for each (default: 600)")
    options = parser.parse_args()
    with logged_server("--runs", "10000", "--minds", "64", "--idle", "30") as server:
        tried, wrong = run_for(options.seconds, server)
        rest = left_over(server, files=64, threads=200)
    faults = server.faults()
    wrong += len(faults)
    print("\n".join(faults))
    print(f"{tried['requests']} requests {dict(sorted(STATUSES.items()))}, {tried['lines']} lines tried; {wrong} wrong")
    print(f"left over: {', '.join(rest) or 'nothing'}")
    return 1 if wrong or rest else 0


if __name__ == "__main__":
    with interrupted_by_signals():
        sys.exit(main())
