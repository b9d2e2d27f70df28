"""The attacker as a program that speaks the wire and uses only the standard library."""

import importlib
import json
import os
import sys
from pathlib import Path


class Program:
    """The attacker's end of the wire."""

    def __init__(self) -> None:
        self.echo = ""  # the word that ties the next answer to its question

    def serve(self) -> None:
        """Answer questions line by line until the input ends."""
        for line in sys.stdin:
            self.echo, verb, *fields = line.rstrip("\n").split("\t")
            if verb == "getaction":
                self.attack(fields[0])
            else:
                self.say("ready" if verb == "newrun" else "bye")

    def say(self, *fields: str) -> None:
        """Send an answer."""
        print(self.echo, *fields, sep="\t", flush=True)

    def attack(self, state: str) -> None:
        """Try the attack that the state names, and answer."""
        runner = importlib.import_module("runner")  # by its plain name: the jail holds this folder, not the arena
        self.answer(*runner.run(state, ask=self.ask, go_on=self.go_on))

    def answer(self, word: str, evidence: str) -> None:
        """Send how the attack went."""
        self.say(word, json.dumps({"answer": evidence}))

    def ask(self, spec: str) -> str:
        """Return another mind's action."""
        self.say("ask", spec, importlib.import_module("runner").START)
        self.echo, verb, *fields = sys.stdin.readline().rstrip("\n").split("\t")
        if verb != "answer":
            raise PermissionError(fields[0])
        return fields[0]

    def go_on(self, word: str, evidence: str) -> None:
        """Answer the present question from this thread, and serve those that follow."""
        self.answer(word, evidence)
        self.serve()
        os._exit(0)


def main() -> None:
    """Serve the wire on standard input and output."""
    folder = str(Path(__file__).resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)
    Program().serve()


if __name__ == "__main__":
    main()
