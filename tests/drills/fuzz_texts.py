"""Fuzz every reader of texts: `python -m tests.drills.fuzz_texts [NAME …] [--minutes M]`, ten minutes each.

Each fuzzer is a file of `tests/drills/texts`. The report counts the inputs tried and those read wrongly; a wrong one is
printed as small as hypothesis can make it, with the error. The exit code is 1 if there was one.
"""

import argparse
import pkgutil
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from time import monotonic
from types import ModuleType
from typing import Any

from hypothesis import HealthCheck, given, seed, settings

from tests.drills import texts

ROUND = 2000  # inputs of one seed
MAX_WRONG = 5  # then a fuzzer stops: most are the same fault again
NAMES = sorted(found.name for found in pkgutil.iter_modules(texts.__path__) if found.name != "mutations")


def fuzzer(name: str) -> ModuleType:
    """Return the fuzzer of this name, with its `TEXTS` and `check`."""
    return import_module(f"{texts.__name__}.{name}")


def try_some(module: ModuleType, inputs: int, number: int | None = None, counted: Callable[[], Any] = int) -> None:
    """Check up to this many inputs, those of seed `number` if there is one; raise the error of a wrong one."""

    def check(text: Any) -> None:
        counted()
        module.check(text)

    bounds = settings(max_examples=inputs, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    tried = given(module.TEXTS)(check)
    bounds(tried if number is None else seed(number)(tried))()


def fuzz(name: str, seconds: float) -> tuple[int, int]:
    """Fuzz one reader for some seconds; return how many inputs were tried, and how many faults were found."""
    module, end, tried, wrong, number = fuzzer(name), monotonic() + seconds, 0, 0, 0

    def counted() -> None:
        nonlocal tried
        tried += 1

    while monotonic() < end and wrong < MAX_WRONG:
        number += 1
        try:
            try_some(module, ROUND, number, counted)
        except Exception:
            wrong += 1
            print(f"{name}, seed {number}:\n{traceback.format_exc(limit=-3)}", flush=True)
    return tried, wrong


def main() -> int:
    """Run the fuzzers that are named, or all; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(NAMES)}")
    parser.add_argument("--minutes", type=float, default=10.0, help="time for each (default: 10)")
    options = parser.parse_args()
    if unknown := set(options.names) - set(NAMES):
        parser.error(f"no fuzzer {', '.join(sorted(unknown))}; expected some of {', '.join(NAMES)}")
    faults = 0
    for name in options.names or NAMES:
        tried, wrong = fuzz(name, 60 * options.minutes)
        faults += wrong
        print(f"{name:10} {tried:9} tried {wrong:3} wrong", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
