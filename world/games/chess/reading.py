"""Games of chess from PGN: the referee plays every move; comments become thoughts and clocks."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from world.api import Ending, Thoughts, printable, quoted
from world.budget import UNLIMITED, Budget, budget
from world.errors import BudgetError, IllegalAction, RecordError, StartError
from world.games.chess.comments import Said, last_words, read_comment
from world.games.chess.endings import ending_of, result_of
from world.games.chess.fen import tidied
from world.games.chess.notation import action_named
from world.games.chess.referee import Referee
from world.pgn import Kind, split_tags, words
from world.record import Ply, Record, is_date

STANDARD = ("", "standard", "chess", "normal", "from position", "?")  # variants
MAX_PLIES = 12_000  # no game can be longer that is drawn after 75 moves without a capture or a pawn's
MAX_TEXT_LENGTH = 100
NOTHING_SAID = Said({})
LIMITS = re.compile(r"(depth|nodes|movetime|tc)=(\S{1,30})")


def read_game(text: str) -> Record:
    """Return the record of the one game in a text; raise RecordError if it cannot be played to its end."""
    tags, moves = split_tags(text)
    if tags.get("Variant", "").lower() not in STANDARD:
        raise RecordError(f"variant {quoted(tags['Variant'])}; expected standard chess")
    try:
        return _Reading(tags).record(moves)
    except StartError as problem:
        raise RecordError(str(problem)) from None


def opening_moves(moves: str, start: str, plies: int) -> list[str]:
    """Return the first actions of a game; raise RecordError if one of them is not legal."""
    reading = _Reading({"FEN": start} if start else {})
    for kind, word in words(moves):
        if kind is Kind.MOVE and len(reading.actions) < plies:
            reading.take(word)
    return reading.actions


class _Reading:
    """A game that is being played again."""

    def __init__(self, tags: Mapping[str, str]) -> None:
        self.tags = tags
        self.referee = Referee(tidied(tags["FEN"]) if "FEN" in tags else "")
        self.start, self.first = self.referee.fen, self.referee.turn
        self.actions: list[str] = []
        self.comments: list[str] = []  # after each move

    def record(self, moves: str) -> Record:
        """Play the moves, and return the record."""
        last = self._take_all(moves)
        tags, verdict = self.tags, self.referee.verdict
        announced = tags.get("PlyCount", "")
        if not last and announced.isdecimal() and len(self.actions) < int(announced[:9]):
            raise RecordError(f"it breaks off after {len(self.actions)} of {announced} plies")
        result = result_of(tags, last, verdict)
        ending = ending_of(result, verdict, tags.get("Termination", ""), last_words(self.said_last))
        return self._record(ending, _budgets(tags))

    def _take_all(self, moves: str) -> str:
        """Play the moves and keep the comments; return the result at their end, or ""."""
        last, self.said_last = "", ""
        for kind, word in words(moves):
            if kind is Kind.COMMENT:
                self.said_last = word
                if self.comments:
                    self.comments[-1] = f"{self.comments[-1]} {word}" if self.comments[-1] else word
            elif last:
                raise RecordError(f"{quoted(word)} after the result {last}")
            elif kind is Kind.RESULT:
                last = word
            else:
                self.said_last = ""
                self.take(word)
                self.comments.append("")
        return last

    def take(self, name: str) -> None:
        """Play a move."""
        referee = self.referee
        if len(self.actions) >= MAX_PLIES:
            raise RecordError(f"more than {MAX_PLIES:,} moves of both sides")
        referee.play_on()
        try:
            move = referee.read(action_named(referee, name))
        except IllegalAction:
            number = f"{referee.board.fullmove_number}{'...' if referee.turn else '.'}"
            raise RecordError(f"move {number} {quoted(name)} is not legal") from None
        referee.push(move)
        letter = f",{'pnbrqk'[move.promotion - 1]}" if move.promotion else ""
        self.actions.append(f"{move.from_square},{move.to_square}{letter}")

    def _record(self, ending: Ending, budgets: tuple[Budget, ...]) -> Record:
        tags = self.tags
        said = [
            read_comment(comment, (self.first + count) % 2) if comment else NOTHING_SAID
            for count, comment in enumerate(self.comments)
        ]
        given = next((count for count, one in enumerate(said) if not one.is_book), len(said))
        announced = tags.get("OpeningPlies", "")
        if announced.isdecimal():
            given = min(int(announced[:9]), len(said))
        seed = tags.get("Seed", "")
        return Record(
            world="chess",
            version=1,
            start=self.start,
            minds=tuple(printable(tags.get(colour, "").strip()) for colour in ("White", "Black")),
            plies=tuple(self._plies(said, budgets)),
            ending=ending,
            seed=int(seed) if re.fullmatch(r"-?\d{1,18}", seed, re.ASCII) else 0,
            budgets=budgets,
            opening=given,
            date=next((day for name in ("Date", "UTCDate") if is_date(day := tags.get(name, ""))), ""),
            event=_shown(tags.get("Event", "")),
            round=_shown(tags.get("Round", "")),
            name=_shown(tags.get("GameId", "")),
            opening_name=_shown(f"{tags.get('ECO', '')} {tags.get('Opening', '')}".replace("?", "")),
            versions=_versions(tags),
            clock=_clock_of(tags.get("ClockKind", "")),
        )

    def _plies(self, said: list[Said], budgets: tuple[Budget, ...]) -> Iterator[Ply]:
        """Yield the plies; where a comment has only the clock, it tells how long the move took."""
        clocks = [one.bank for one in budgets] or [None, None]
        increments = [one.increment for one in budgets] or [0.0, 0.0]
        seat = self.first
        for action, one in zip(self.actions, said, strict=True):
            seconds, before = one.seconds, clocks[seat]
            if seconds is None and one.left is not None and before is not None:
                seconds = max(0.0, round(before + increments[seat] - one.left, 6))
            clocks[seat] = one.left
            thoughts: Thoughts | None = one.thoughts or None
            yield Ply(seat, action, seconds or 0.0, 0.0, one.left, thoughts)
            seat = 1 - seat


def _shown(text: str) -> str:
    return printable(text.strip())[:MAX_TEXT_LENGTH].strip()


def _clock_of(text: str) -> str:
    return _shown(text) if text.startswith(("processor", "wall")) else ""


def _budgets(tags: Mapping[str, str]) -> tuple[Budget, ...]:
    """Return what each side could spend, as far as the tags say so in a way that a budget can."""
    if "Budget" in tags:
        found = [_ours(text) for text in tags["Budget"].split(" / ")]
    else:
        both = tags.get("TimeControl", "")
        found = [_theirs(tags.get(f"{colour}TimeControl", both)) for colour in ("White", "Black")]
    white, black = found[0], found[-1]
    return () if white.is_unlimited and black.is_unlimited else (white, black)


@lru_cache(256)
def _ours(text: str) -> Budget:
    """Return the budget that our own tag names: "nodes=1000 movetime=0.5"."""
    limits = dict(LIMITS.findall(text))
    try:
        return budget(
            int(limits["depth"]) if "depth" in limits else None,
            int(limits["nodes"]) if "nodes" in limits else None,
            float(limits["movetime"]) if "movetime" in limits else None,
            limits.get("tc"),
        )
    except (BudgetError, ValueError):
        return UNLIMITED


@lru_cache(256)
def _theirs(text: str) -> Budget:
    """Return the budget of a time control such as "180+2" or "1/5"; other forms are unlimited."""
    try:
        return budget(movetime=float(text[2:])) if text.startswith("1/") else budget(tc=text)
    except (BudgetError, ValueError):
        return UNLIMITED


def _versions(tags: Mapping[str, str]) -> tuple[str, ...]:
    found = tuple(_shown(tags.get(f"{colour}Version", "")) for colour in ("White", "Black"))
    return found if any(found) else ()
