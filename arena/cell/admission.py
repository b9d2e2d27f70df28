"""Admission: which specs may be played on this system, decided once, where they enter."""

from collections.abc import Iterable

from arena.cell.jail.walls import lacking
from arena.errors import CellError, JailError
from minds.errors import quoted
from minds.registry import Spec, read_spec


def admit(specs: Iterable[str], trusted: bool, remote: bool = False) -> None:
    """Raise JailError for a foreign mind that this system cannot jail, CellError for a remote one that cannot join.

    `trusted` admits foreign minds without a jail; `remote` says that a server is open for remote minds.
    """
    for spec in map(read_spec, specs):
        if spec.kind == "remote" and not remote:
            raise CellError(f"{quoted(spec.text)} is a mind that joins a server: arena run {spec.text} … --serve PORT")
        if not trusted:
            require_jail(spec)


def require_jail(spec: Spec) -> None:
    """Raise JailError if a spec names foreign code and this system has no jail for it."""
    if spec.is_foreign and (missing := lacking()):
        raise JailError(
            f"{quoted(spec.text)} is foreign code, and this system has no jail for it ({missing}); --trust runs it all "
            "the same, with all your own permissions: it can read your files and use your network"
        )
