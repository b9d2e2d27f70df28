"""An engine that plays one long game from memory, and puts the moments of each question and answer into its info line.

`nodes` is the moment at which it has read `go`, and `tbhits` the moment just before it writes `bestmove`, both in
nanoseconds of the machine's monotonic clock. Run as a program of its own: `clocked_engine.py MOVE …`.
"""

import os
import sys
import time

WRAP = 10**14  # numbers in an info line have bounds; this one is reached after a day


def ply_of(words: list[str]) -> int:
    """Return the number of plies played, from the words of `position`."""
    moves = len(words) - words.index("moves") - 1 if "moves" in words else 0
    return moves if words[1] == "startpos" else 2 * (int(words[7]) - 1) + (words[3] == "b") + moves


def main(moves: list[str]) -> None:
    """Answer commands until the input ends."""
    received, ply = b"", 0
    while more := os.read(0, 65536):
        moment = time.monotonic_ns() % WRAP
        *lines, received = (received + more).split(b"\n")
        for line in lines:
            words = line.decode().split() or [""]
            if words[0] == "position":
                ply = ply_of(words)
            elif words[0] == "go":
                head = f"info depth 1 score cp 0 nodes {moment} tbhits "
                os.write(1, f"{head}{time.monotonic_ns() % WRAP} pv {moves[ply]}\nbestmove {moves[ply]}\n".encode())
            elif words[0] == "quit":
                return
            elif words[0] in ("uci", "isready"):
                os.write(1, {"uci": b"id name clocked\nuciok\n", "isready": b"readyok\n"}[words[0]])


if __name__ == "__main__":
    main(sys.argv[1:])
