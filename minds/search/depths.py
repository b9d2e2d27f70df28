"""How deep a mind may be told to look."""

from minds.errors import ParameterError

DEEPEST = 60


def checked(depth: int) -> int:
    """A depth that makes sense."""
    if not 1 <= depth <= DEEPEST:
        raise ParameterError(f"depth={depth}; expected 1 to {DEEPEST} moves")
    return depth
