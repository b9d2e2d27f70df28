"""The exceptions that stop a run before its world ends it."""


class Interruption(Exception):
    """Stops playing before the world ends the run."""


class ServerStopping(Interruption):
    """The server stops; the run is resumed at its next start."""


class TakeBack(Interruption):
    """Continue from an earlier ply."""

    def __init__(self, plies: int) -> None:
        super().__init__(f"back to ply {plies}")
        self.plies = plies


class EarlyEnd(Interruption):
    """End the run without an action: resignation, expiry, or void."""

    def __init__(self, kind: str, winner: int | None = None) -> None:
        super().__init__(kind)
        self.kind, self.winner = kind, winner
