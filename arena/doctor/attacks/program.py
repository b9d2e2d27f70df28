"""The attacker as a program that speaks the wire, on the standard library alone."""

import importlib
import json
import sys
from pathlib import Path


def answer(verb: str, fields: list[str]) -> str:
    """The answer's fields."""
    if verb == "newrun":
        return "ready"
    if verb == "endrun":
        return "bye"
    runner = importlib.import_module("runner")  # a neighbour in this folder: in the jail there is no arena
    word, evidence = runner.run(fields[0])
    return f"{word}\t{json.dumps({'answer': evidence})}"


def main() -> None:
    """Answer line by line until there are no more questions."""
    folder = str(Path(__file__).resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)
    for line in sys.stdin:
        echo, verb, *fields = line.rstrip("\n").split("\t")
        print(f"{echo}\t{answer(verb, fields)}", flush=True)


if __name__ == "__main__":
    main()
