"""The attacker as a UCI engine: a file holds the attack to try, and the move says how it went; the log says why."""

import importlib
import os
import sys
from pathlib import Path

OPTION = "Order"  # the option that names the file
MOVES = {"through": "e2e4", "refused": "d2d4", "left": "c2c4"}


def answer(line: str, path: str) -> str:
    """Return the answer to a command, without the line's end; empty if it has none."""
    command = line.split()[0]
    if command == "uci":
        return f"id name attacker\noption name {OPTION} type string default <empty>\nuciok"
    if command == "isready":
        return "readyok"
    if command != "go":
        return ""
    runner = importlib.import_module("runner")  # imported by its plain name: the jail holds this folder, not the arena
    return _bestmove(*runner.run(Path(path).read_text(encoding="utf-8"), ask=_ask, go_on=_go_on))


def _bestmove(word: str, evidence: str) -> str:
    print(evidence, file=sys.stderr, flush=True)
    return f"bestmove {MOVES[word]}"


def _ask(spec: str) -> str:
    raise PermissionError("UCI has no word to ask another mind")


def _go_on(word: str, evidence: str) -> None:
    """Answer the present question from this thread, and serve those that follow."""
    print(_bestmove(word, evidence), flush=True)
    main()
    os._exit(0)


def main() -> None:
    """Answer commands line by line until the input ends."""
    path, head = "", f"setoption name {OPTION} value "
    folder = str(Path(__file__).resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)
    for line in filter(str.strip, sys.stdin):
        path = line.removeprefix(head).strip() if line.startswith(head) else path
        if line.strip() == "quit":
            return
        if text := answer(line, path):
            print(text, flush=True)


if __name__ == "__main__":
    main()
