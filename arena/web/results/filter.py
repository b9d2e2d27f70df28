"""A filter of games, as a query says it, and the same in SQL."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

MAX_TEXT_LENGTH = 200
ORDERS = {  # the first one holds where none is given
    "decisive": "score_first = score_second, games.number DESC",  # decisive games first, the newest of them first
    "newest": "games.number DESC",
    "oldest": "games.number",
    "name": "games.name",
    "longest": "plies DESC, games.number DESC",
    "shortest": "plies, games.number",
}
DEFAULT_ORDER = next(iter(ORDERS))
ENDING = "games.ending || ifnull(': ' || incidents.kind, '')"  # "checkmate", "forfeit: crash"
LIKE = "LIKE :search ESCAPE '\\'"
SEARCHED = f"""(games.name {LIKE} OR games.opening {LIKE} OR {ENDING} {LIKE}
    OR games.first IN (SELECT number FROM minds WHERE name {LIKE})
    OR games.second IN (SELECT number FROM minds WHERE name {LIKE}))"""


class GameFilter(Struct, frozen=True):
    """A wish for games, and for their order; fields that are empty do not matter."""

    mind: str = ""
    opponent: str = ""
    colour: str = ""  # the seat of `mind`: "0" or "1"
    result: str = ""  # of `mind`: "won", "drawn" or "lost"; of any game "decisive" or "drawn"
    opening: str = ""
    ending: str = ""  # "checkmate", "forfeit: crash"
    search: str = ""  # part of the name of a game, mind, opening or ending
    min_plies: int | None = None
    max_plies: int | None = None
    order: str = ""

    @property
    def values(self) -> dict[str, Any]:
        """The fields that are given, for links and forms."""
        return {name: value for name, value in asdict(self).items() if value not in ("", None)}

    @property
    def ordering(self) -> str:
        """The order in SQL."""
        return ORDERS.get(self.order, ORDERS[DEFAULT_ORDER])


def read_filter(query: Mapping[str, str], order: str = DEFAULT_ORDER) -> GameFilter:
    """Return the filter of a query; what makes no sense is left out."""
    texts: dict[str, Any] = {name: query.get(name, "")[:MAX_TEXT_LENGTH] for name in GameFilter.__struct_fields__}
    texts |= {name: _number(texts[name]) for name in ("min_plies", "max_plies")}
    texts["order"] = texts["order"] if texts["order"] in ORDERS else order
    return GameFilter(**texts)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def condition(wanted: GameFilter, mind: int | None, opponent: int | None) -> tuple[str, dict[str, Any]]:
    """Return the condition in SQL with its values; the minds are given by their numbers, None for unknown ones."""
    parts = [*_minds(wanted), *_result(wanted)]
    if wanted.opening:
        parts.append("games.opening = :opening")
    if wanted.ending:
        parts.append(f"{ENDING} = :ending")
    if wanted.min_plies is not None:
        parts.append("games.plies >= :min_plies")
    if wanted.max_plies is not None:
        parts.append("games.plies <= :max_plies")
    if wanted.search:
        parts.append(SEARCHED)
    text = wanted.search.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    values = asdict(wanted) | {"mind": mind, "opponent": opponent, "search": f"%{text}%"}
    return " AND ".join(parts) or "1", values


def _minds(wanted: GameFilter) -> list[str]:
    seats = ["games.first = :mind", "games.second = :mind"]
    if wanted.mind and wanted.opponent:
        seats = [f"{seats[0]} AND games.second = :opponent", f"games.first = :opponent AND {seats[1]}"]
    elif wanted.opponent:
        return ["(games.first = :opponent OR games.second = :opponent)"]
    elif not wanted.mind:
        return []
    chosen = [seats[int(wanted.colour)]] if wanted.colour in ("0", "1") else seats
    return [f"({' OR '.join(f'({seat})' for seat in chosen)})"]


def _result(wanted: GameFilter) -> list[str]:
    if wanted.result == "drawn":
        return ["games.score_first = games.score_second"]
    if wanted.result == "decisive":
        return ["games.score_first <> games.score_second"]
    if wanted.result not in ("won", "lost") or not wanted.mind:
        return []
    sign = ">" if wanted.result == "won" else "<"
    own = "CASE games.first WHEN :mind THEN games.score_first {sign} games.score_second"
    return [f"({own.format(sign=sign)} ELSE games.score_second {sign} games.score_first END)"]
