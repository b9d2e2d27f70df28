"""The options that an engine offers, and the values that it takes for them."""

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from arena.cell.dialogue import broken
from minds.errors import ParameterError, quoted

TYPES = ("check", "spin", "combo", "button", "string")
LINE = re.compile(rf"option name (.+?) type ({'|'.join(TYPES)})(.*)")
WHOLE_NUMBER = re.compile(r"-?[0-9]{1,18}")


class Option:
    """An option that an engine offers: `option name Hash type spin default 16 min 1 max 1024`."""

    def __init__(self, line: str) -> None:
        found = LINE.fullmatch(line)
        if found is None:
            broken("protocol", f"its option is {quoted(line)}; expected option name … type {'|'.join(TYPES)}")
        self.name, self.kind, rest = found[1], found[2], found[3]
        self.choices = re.findall(r"var (.+?)(?= var |$)", rest)
        self.least, self.most = (re.search(rf" {word} (-?[0-9]{{1,18}})", rest) for word in ("min", "max"))

    def check(self, value: str) -> None:
        """Raise a ParameterError if the option does not take this value."""
        if expected := self._expected(value):
            raise ParameterError(f"{self.name}={value}; expected {expected}")

    def _expected(self, value: str) -> str:
        """Return the values that are expected instead; empty if this one will do."""
        if self.kind == "check":
            return "" if value in ("true", "false") else "true or false"
        if self.kind == "combo":
            return "" if value in self.choices else f"one of {', '.join(self.choices)}"
        if self.kind != "spin":
            return ""
        if WHOLE_NUMBER.fullmatch(value) is None:
            return "a whole number"
        if self.least and self.most and not int(self.least[1]) <= int(value) <= int(self.most[1]):
            return f"{self.least[1]} to {self.most[1]}"
        return ""


def read_options(lines: Iterable[str]) -> dict[str, Option]:
    """Return the options among an engine's lines, by their names in lower case."""
    options = [Option(line.strip()) for line in lines if line.startswith("option ")]
    return {option.name.lower(): option for option in options}


def settings(engine: str, offered: Mapping[str, Option], chosen: Mapping[str, str]) -> Iterator[str]:
    """Yield the commands that set the chosen options, or raise a ParameterError."""
    for name, value in chosen.items():
        option = offered.get(name.lower())
        if option is None:
            near = get_close_matches(name.lower(), offered, 1)
            known = ", ".join(offer.name for offer in offered.values())
            expected = f"did you mean {offered[near[0]].name}?" if near else f"expected one of {known or 'none'}"
            raise ParameterError(f"{engine} has no option {quoted(name)}; {expected}")
        option.check(value)
        yield f"setoption name {option.name}" + (f" value {value}" if option.kind != "button" else "")
