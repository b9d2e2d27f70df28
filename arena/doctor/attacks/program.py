"""The attacker as a program that speaks the wire and uses only the standard library."""

import importlib
import json
import sys
from pathlib import Path


def answer(verb: str, fields: list[str]) -> str:
    """Return the fields of the answer."""
    if verb == "newrun":
        return "ready"
    if verb == "endrun":
        return "bye"
    runner = importlib.import_module("runner")  # imported by its plain name: the jail holds this folder, not the arena
    word, evidence = runner.run(fields[0])
    return f"{word}\t{json.dumps({'answer': evidence})}"


def main() -> None:
    """Answer questions line by line until the input ends."""
    folder = str(Path(__file__).resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)
    for line in sys.stdin:
        echo, verb, *fields = line.rstrip("\n").split("\t")
        print(f"{echo}\t{answer(verb, fields)}", flush=True)


if __name__ == "__main__":
    main()
