"""An overview of examinations: a verdict in one line on each of many minds."""

from msgspec import Struct

from arena.check.findings import Findings
from world.errors import printable


class Verdict(Struct, frozen=True):
    """The verdict on a submission: whether it is ready, and if not, what is wrong first."""

    name: str
    path: str
    is_ready: bool
    says: str

    def line(self, width: int) -> str:
        """Return the verdict as a line, with the name in a column of this width."""
        verdict = "is ready" if self.is_ready else "NOT READY"
        first = self.says.partition("\n")[0]  # below it may be lines of the source
        return f"{printable(self.name):{width}}  {verdict:9}  {printable(first)}".rstrip()


def verdict_on(name: str, path: str, found: Findings) -> Verdict:
    """Return the verdict that the findings of an examination allow."""
    if found.failures:
        first = found.failures[0]
        parts = [f"{first.fault.kind}, {first.fault.message}", first.diagnosis]
        parts += [f"{len(found.failures) - 1} other failures"] if len(found.failures) > 1 else []
        return Verdict(name, path, False, "; ".join(filter(None, parts)))
    if not found.answers:
        return Verdict(name, path, False, "undecided: no time was left to ask anything; use --seconds to allow more")
    return Verdict(name, path, True, "; ".join(found.remarks))
