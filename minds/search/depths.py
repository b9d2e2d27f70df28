"""The search depth that a mind accepts as a parameter."""

from minds.errors import ParameterError

DEEPEST = 60


def checked(depth: int) -> int:
    """Return the depth, or raise a ParameterError if it is out of range."""
    if not 1 <= depth <= DEEPEST:
        raise ParameterError(f"depth={depth}; expected 1 to {DEEPEST} moves")
    return depth
