"""The chess world: a state is a FEN, an action "from,to". The referee decides everything else."""

from typing import TYPE_CHECKING

from world.api import Ending, Grid, Opening, World
from world.games.chess.grid import grid
from world.games.chess.referee import Referee

if TYPE_CHECKING:
    from world.record import Record


class Chess(World):
    """Chess. A state is a FEN; an action is "12,28" (e2e4), with ",n" to promote to a knight."""

    name = "chess"
    seats = 2
    colours = ("White", "Black")
    tells_actions = False  # there are many, and chess minds know the rules

    def __init__(self) -> None:
        self.newrun()

    def newrun(self, start: str = "", seed: int = 0) -> None:
        self.referee = Referee(start)

    def getstate(self) -> str:
        return self.referee.fen

    def turn(self) -> int:
        return self.referee.turn

    def actions(self) -> list[str]:
        return self.referee.actions()

    def takeaction(self, action: str) -> None:
        self.referee.push(self.referee.read(action))

    def playon(self) -> None:
        self.referee.play_on()

    def ending(self) -> Ending | None:
        verdict = self.referee.verdict
        return Ending(*verdict) if verdict else None

    def getscore(self) -> tuple[float, ...]:
        verdict = self.referee.verdict
        return verdict[1] if verdict else (0.0, 0.0)

    def getimage(self) -> str:
        return self.referee.svg()

    def getview(self, seat: int) -> str:
        return self.referee.svg(seat)

    def getgrid(self, seat: int = 0) -> Grid | None:
        return grid(self.getstate(), self.actions(), seat)

    def gettext(self) -> str:
        return self.referee.text()

    def describe(self, action: str) -> str:
        return self.referee.san(action)

    def phrase(self, action: str) -> str:
        return self.referee.phrase(action)

    def understand(self, text: str) -> str:
        return self.referee.understand(text)

    @classmethod
    def openings(cls, text: str | None = None) -> list[Opening]:
        """Return the house set of named lines, or the openings of a text in PGN, EPD or FEN."""
        from world.games.chess.openings import house_openings, read_openings

        return house_openings() if text is None else read_openings(text)

    @classmethod
    def trials(cls) -> list[Opening]:
        """Return the house's sixty positions, some for each difficulty of chess."""
        from world.games.chess.trials import house_trials

        return house_trials()

    @classmethod
    def readrecord(cls, text: str) -> "Record":
        """Return the game of a PGN."""
        from world.games.chess.reading import read_game

        return read_game(text)

    @classmethod
    def getrecord(cls, record: "Record") -> str:
        from world.games.chess.pgn import write_pgn

        return write_pgn(record)
