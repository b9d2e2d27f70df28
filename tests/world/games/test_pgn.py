"""The PGN of a record, read back by python-chess."""

import io
import random

import chess.pgn
import pytest

from tests.world.players import Scripted, chooser
from world.api import Budget, Ending, Fault, Reply, State
from world.errors import RecordError
from world.games.chess.world import Chess
from world.record import Ply, Record
from world.run import run


def read(text: str) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert game.errors == []
    return game


def random_game(seed: int, start: str = "") -> tuple[Record, Chess]:
    chance, world = random.Random(seed), Chess()
    player = chooser(chance.choice, world.actions)
    return run(world, (player, player), start=start, seed=seed), world


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("start", ["", "4k2r/PPP5/8/8/8/8/6pp/R3K3 b Qk - 3 17"])
def test_games_are_read_back(seed: int, start: str) -> None:
    """The moves lead python-chess to the same final position and result."""
    record, world = random_game(seed, start)
    game = read(Chess.getrecord(record))
    assert game.end().board().fen() == world.getstate()
    assert game.headers["Result"] == {(1.0, 0.0): "1-0", (0.0, 1.0): "0-1", (0.5, 0.5): "1/2-1/2"}[record.ending.result]
    assert int(game.headers["PlyCount"]) == len(record.plies)
    assert game.headers.get("FEN", chess.STARTING_FEN) == record.start
    assert game.headers["Termination"] == "normal"


def test_the_seven_tags_come_first() -> None:
    """The seven tags are in the standard's order, and lines are short."""
    record, _ = random_game(1)
    lines = Chess.getrecord(record).splitlines()
    assert [line.split()[0][1:] for line in lines[:7]] == ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
    assert max(map(len, lines)) < 80
    assert lines[2] == '[Date "????.??.??"]'


def test_thoughts_and_clocks_are_comments() -> None:
    """Score, depth, mate, clock and time are comments that other programs read."""
    plies = (
        Ply(0, "12,28", 1.5, 0.0, 58.5, {"score": 31, "depth": 6}),
        Ply(1, "52,36", 0.25, 0.0, 59.75, {"score": 31, "depth": 7}),
        Ply(0, "6,21", 2.0, 0.0, 56.5, {"score": 29_990, "mate": 5, "depth": 9}),
        Ply(1, "57,42", 3.0, 0.0, 3600.0, {"mate": -5}),
        Ply(0, "1,18", 3.0, 0.0, 1.0, {"score": "<b>", "depth": [1], "mate": True}),
    )
    record = Record(
        "chess", 1, chess.STARTING_FEN, ("a", "b"), plies, Ending("max plies", (0.5, 0.5)), 0, (Budget(bank=60.0),) * 2
    )
    game = read(Chess.getrecord(record))
    nodes = list(game.mainline())
    assert [node.clock() for node in nodes] == [58.5, 59.75, 56.5, 3600.0, 1.0]
    assert [node.emt() for node in nodes] == [1.5, 0.25, 2.0, 3.0, 3.0]
    scores = [node.eval() for node in nodes]
    assert [str(score.white()) for score in scores if score] == ["+31", "-31", "#+5", "#+5"]
    assert scores[4] is None
    assert [node.eval_depth() for node in nodes[:3]] == [6, 7, 9]
    assert game.headers["TimeControl"] == "60+0"
    assert game.headers["Termination"] == "adjudication"


def test_games_without_a_time_limit_have_no_times() -> None:
    """Without a time limit, the same moves give the same PGN, however long they took."""

    def game(seconds: float) -> str:
        players = (Scripted("12,28", "0,0", seconds=seconds), Scripted("52,36", seconds=seconds))
        return Chess.getrecord(run(Chess(), players, budgets=[Budget(nodes=10)]))

    assert game(0.1) == game(2.0)


@pytest.mark.parametrize(
    ("kind", "words"), [("illegal", "rules infraction"), ("time", "time forfeit"), ("crash", "abandoned")]
)
def test_forfeits_are_explained(kind: str, words: str) -> None:
    """A tag names the kind of forfeit and a comment explains it; no text can break out of the comment."""
    fault = Fault(kind, 'why } 1-0 [Event "x"]\n\x1b[31m', seat=1)  # type: ignore[arg-type]
    record = Record(
        "chess", 1, chess.STARTING_FEN, ("a", "b"), (Ply(0, "12,28"),), Ending("forfeit", (1.0, 0.0), fault)
    )
    game = read(Chess.getrecord(record))
    assert game.headers["Termination"] == words
    assert f"Black forfeits, {kind}: why ? 1-0" in game.end().comment.replace("\n", " ")
    assert game.headers["Event"] == "Mind Arena"
    assert "\x1b" not in Chess.getrecord(record)


@pytest.mark.parametrize("name", ['"] [Result "1-0', "a\nb", "\\", '\\"', "x" * 1000, "ключ", "\x1b[2J"])
def test_names_stay_in_their_tag(name: str) -> None:
    """A mind's name cannot open another tag, and is read back as far as it is printable."""
    record = Record("chess", 1, chess.STARTING_FEN, (name, "b"), (), Ending("adjudication", (0.5, 0.5)))
    game = read(Chess.getrecord(record))
    assert game.headers["Result"] == "1/2-1/2"
    assert game.headers["Black"] == "b"
    shown = "".join(sign if sign.isprintable() else "?" for sign in name)[:200]
    # python-chess leaves the standard's backslashes in.
    assert game.headers["White"] == shown.replace("\\", "\\\\").replace('"', '\\"')


def test_illegal_records() -> None:
    """A record with illegal moves raises a RecordError."""
    record = Record("chess", 1, chess.STARTING_FEN, ("a", "b"), (Ply(0, "0,0"),), Ending("adjudication", (0.5, 0.5)))
    with pytest.raises(RecordError, match="ply 1"):
        Chess.getrecord(record)


def test_different_budgets_have_tags_of_their_own() -> None:
    """Players with different budgets have a tag each."""

    class Quick(Scripted):
        def getaction(self, state: State) -> Reply:
            return Reply("0,0", 0.0)

    text = Chess.getrecord(run(Chess(), (Quick(), Quick()), budgets=[Budget(bank=1.0), Budget(movetime=0.1)]))
    assert '[WhiteTimeControl "1+0"]' in text
    assert '[BlackTimeControl "1/0.1"]' in text


def test_a_tournament_s_game_has_the_field_s_tags() -> None:
    """Event, round, date, versions, opening and the game's own name each have their tag."""
    record = Record(
        "chess",
        1,
        chess.STARTING_FEN,
        ("ann", "bob"),
        (),
        Ending("adjudication", (1.0, 0.0)),
        date="2026.11.19",
        event="Class of 2026",
        round="3.2",
        name="001-002-00001b",
        opening_name="C65 Ruy Lopez, Berlin Defence",
        versions=("1f2e", ""),
    )
    headers = read(Chess.getrecord(record)).headers
    found = {name: headers.get(name) for name in ("Event", "Date", "Round", "GameId", "ECO", "Opening")}
    assert found == {
        "Event": "Class of 2026",
        "Date": "2026.11.19",
        "Round": "3.2",
        "GameId": "001-002-00001b",
        "ECO": "C65",
        "Opening": "Ruy Lopez, Berlin Defence",
    }
    assert (headers["WhiteVersion"], headers.get("BlackVersion")) == ("1f2e", None)


@pytest.mark.parametrize(
    ("ending", "tag", "comment"),
    [
        (Ending("resignation", (0.0, 1.0)), "normal", "White resigns"),
        (Ending("adjudication", (0.0, 1.0)), "adjudication", "adjudicated as a win for Black"),
        (Ending("adjudication", (0.5, 0.5)), "adjudication", "adjudicated as a draw"),
        (Ending("max plies", (0.5, 0.5)), "adjudication", "draw by max plies"),
        (Ending("forfeit", (0.0, 1.0), Fault("memory", "too much")), "emergency", "White forfeits, memory: too much"),
        (Ending("forfeit", (0.0, 1.0), Fault("protocol", "odd")), "rules infraction", "White forfeits, protocol: odd"),
    ],
)
def test_endings_are_told_apart(ending: Ending, tag: str, comment: str) -> None:
    """Resignation, adjudication and each kind of forfeit have their own words."""
    game = read(Chess.getrecord(Record("chess", 1, chess.STARTING_FEN, ("a", "b"), (Ply(0, "12,28"),), ending)))
    assert game.headers["Termination"] == tag
    assert comment in game.end().comment
