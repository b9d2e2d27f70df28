"""Fuzz every reader of texts: `python -m tests.drills.fuzz_texts [NAME …] [--seconds S]`, ten minutes each.

Each fuzzer is a file of `tests/drills/texts`. The report counts the inputs tried, accepted and read wrongly; each fault
is printed as small as hypothesis can make it. An input may take ten seconds (a minute of compiled code, which no signal
interrupts, ends the process), and a fuzzer may add 500 MiB to what the process holds. The exit code is 1 if something
was wrong.
"""

import argparse
import faulthandler
import pkgutil
import sys
import traceback
from collections import Counter
from importlib import import_module
from time import monotonic
from types import ModuleType
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.drills import texts
from tests.drills.bounded import bound_memory, bounded, interrupted_by_signals, memory_peak

ROUND = 100  # inputs of one seed
MAX_LINE = 1000  # letters printed
MAX_WRONG = 5  # then a fuzzer stops: most are the same fault again
MAX_STUCK = 60.0  # seconds in which no signal is served
MAX_GROWTH = 500  # MiB
PHASES = (Phase.generate, Phase.shrink)
NAMES = sorted(found.name for found in pkgutil.iter_modules(texts.__path__) if found.name != "mutations")


def fuzzer(name: str) -> ModuleType:
    """Return the fuzzer of this name, with its `TEXTS` and `check`."""
    return import_module(f"{texts.__name__}.{name}")


def try_some(module: ModuleType, inputs: int, number: int = 0, counts: Counter[str] | None = None) -> None:
    """Check up to this many inputs, those of seed `number`, and count them; raise the error of a wrong one."""
    counts = Counter() if counts is None else counts

    @seed(number)
    @settings(max_examples=inputs, deadline=None, database=None, phases=PHASES, suppress_health_check=list(HealthCheck))
    @given(module.TEXTS)
    def check(text: Any) -> None:
        faulthandler.dump_traceback_later(MAX_STUCK, exit=True, file=sys.__stderr__)
        with bounded():
            counts["tried"] += 1
            counts["accepted"] += module.check(text)

    try:
        check()
    finally:
        faulthandler.cancel_dump_traceback_later()


def shortened(report: str) -> str:
    """Return a report without the ends of very long lines."""
    return "\n".join(line if len(line) <= MAX_LINE else f"{line[:MAX_LINE]}…" for line in report.splitlines())


def fuzz(name: str, seconds: float) -> Counter[str]:
    """Fuzz one reader for some seconds; return how many inputs were tried and accepted, and how many faults found."""
    module, end, counts, number, before = fuzzer(name), monotonic() + seconds, Counter[str](), 0, 0
    while monotonic() < end and counts["wrong"] < MAX_WRONG:
        number += 1
        try:
            try_some(module, ROUND, number, counts)
        except Exception:  # whatever it is, it is a finding, and the drill goes on looking
            counts["wrong"] += 1
            print(f"{name}, seed {number}:\n{shortened(traceback.format_exc(limit=-3))}", flush=True)
        before = before or memory_peak()  # the first round loads what the reader needs
    counts["growth"] = memory_peak() - before
    return counts


def main() -> int:
    """Run the fuzzers that are named, or all; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(NAMES)}")
    parser.add_argument("--seconds", type=float, default=600.0, help="time for each (default: 600)")
    options = parser.parse_args()
    if unknown := set(options.names) - set(NAMES):
        parser.error(f"no fuzzer {', '.join(sorted(unknown))}; expected some of {', '.join(NAMES)}")
    bound_memory()
    faults = 0
    for name in options.names or NAMES:
        counts = fuzz(name, options.seconds)
        faults += counts["wrong"] + (counts["growth"] > MAX_GROWTH)
        figures = f"{counts['tried']:9} tried {counts['accepted']:8} accepted {counts['wrong']:3} wrong"
        print(f"{name:10} {figures} {counts['growth']:5} MiB more", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    with interrupted_by_signals():
        sys.exit(main())
