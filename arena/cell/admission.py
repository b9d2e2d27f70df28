"""Admission: which specs may be played on this system, decided once, where they enter."""

from collections.abc import Iterable

from arena.cell.cell import Cell
from arena.cell.prepare import require_jail
from arena.errors import CellError
from minds.errors import quoted
from minds.registry import Spec, read_spec

AT_ONCE = 4  # engines that are started at the same time to be examined


def admit(specs: Iterable[str], trusted: bool, remote: bool = False) -> None:
    """Raise an error for a spec that cannot be played here.

    That is a JailError for a foreign mind that this system cannot jail, a CellError for a remote one that cannot join,
    and a ParameterError for a UCI engine that does not start or does not take its options. `trusted` admits foreign
    minds without a jail; `remote` says that a server is open for remote minds.
    """
    found = [read_spec(spec) for spec in dict.fromkeys(specs)]
    for spec in found:
        if spec.kind == "remote" and not remote:
            raise CellError(f"{quoted(spec.text)} is a mind that joins a server: arena run {spec.text} … --serve PORT")
        if not trusted:
            require_jail(spec)
    _examine([spec for spec in found if spec.kind == "uci"], trusted)


def _examine(engines: list[Spec], trusted: bool) -> None:
    """Start each engine as a tournament will, have it take its options, and end it."""
    for first in range(0, len(engines), AT_ONCE):
        cells = [Cell(spec.text, trusted=trusted) for spec in engines[first : first + AT_ONCE]]
        try:
            for cell in cells:
                cell.start()
            for cell in cells:
                cell.examine()
        finally:
            for cell in cells:
                cell.close()
