"""The styles of other programs: what their comments say is in the records."""

from collections.abc import Callable, Iterator

import pytest

from tests.arena.importing import styles
from tests.arena.importing.played import wild_game
from world.api import Budget, Fault
from world.games.chess.openings import house_openings
from world.games.chess.world import Chess
from world.record import Ply, Record

SEEDS = range(8)


def both(style: Callable[[Record], str], **options: object) -> Iterator[tuple[Record, Record]]:
    """Yield games and what is read of them in a style."""
    for seed in SEEDS:
        game = wild_game(seed, opening=house_openings()[seed], max_plies=60 + 20 * seed, **options)
        yield game, Chess.readrecord(style(game))


def evaluations(plies: tuple[Ply, ...], *names: str) -> list[dict[str, object] | None]:
    return [
        {name: ply.thoughts[name] for name in names if name in ply.thoughts} if ply.thoughts else None for ply in plies
    ]


def test_engines_say_what_they_thought() -> None:
    """In the style of cutechess: scores and mates for the mover, depths, times, the plies of the book, and endings."""
    for game, read in both(styles.engines):
        assert read.actions == game.actions
        assert read.opening == game.opening > 0
        after = slice(game.opening, None)
        assert evaluations(read.plies[after], "mate", "depth") == [
            {"depth": 1} | one for one in evaluations(game.plies[after], "mate", "depth") if one is not None
        ]
        assert [ply.thoughts and ply.thoughts.get("score") for ply in read.plies[after]] == [
            ply.thoughts and ply.thoughts.get("score") for ply in game.plies[after]
        ]
        assert [ply.seconds for ply in read.plies] == [ply.seconds for ply in game.plies]
        assert read.budgets == (Budget(bank=8.0, increment=0.08),) * 2


def test_fastchess_says_more() -> None:
    """In the style of fastchess: the time left, nodes and the expected line too; moves may have no numbers."""
    played = wild_game(3)
    thoughts = {"score": -31, "depth": 12, "nodes": 4711, "line": "e2e4 e7e8q"}
    game = Record(
        **{name: getattr(played, name) for name in Record.__struct_fields__}
        | {"plies": tuple(Ply(ply.seat, ply.action, 0.25, 0.0, 59.5, thoughts) for ply in played.plies)}
    )
    for numbered in (True, False):
        read = Chess.readrecord(styles.engines(game, more=True, numbered=numbered))
        (said,) = {repr(ply.thoughts) for ply in read.plies}
        assert said == repr({"score": -31, "depth": 12, "nodes": 4711, "pv": ["12,28", "52,60,q"]})
        assert {(ply.seconds, ply.left) for ply in read.plies} == {(0.25, 59.5)}


def test_endings_are_told_apart() -> None:
    """Mates, draws, forfeits, adjudications and resignations have the endings and faults of our own games."""
    ours = {name for game, _ in both(styles.engines) for name in [game.ending.kind]}
    assert ours >= {"forfeit", "max plies"}
    for style in (styles.engines, lambda game: styles.engines(game, more=True)):
        for game, read in both(style):
            assert read.ending.result == game.ending.result
            kind = "adjudication" if game.ending.kind == "max plies" else game.ending.kind
            assert read.ending.kind == kind
            wrong, said = game.ending.fault, read.ending.fault
            assert (said and (said.kind, said.seat)) == (wrong and (wrong.kind, wrong.seat))


def test_lichess_says_it_for_white() -> None:
    """In the style of lichess: White's evaluations become the mover's, and clocks tell how long moves took."""
    for game, read in both(styles.lichess):
        assert evaluations(read.plies, "score", "mate") == evaluations(game.plies, "score", "mate")
        assert [ply.left for ply in read.plies] == [float(int(ply.left or 0)) for ply in game.plies]
        last = {0: 300.0, 1: 300.0}
        for ply in read.plies:
            assert ply.left is not None
            assert ply.seconds == max(0.0, last[ply.seat] + 3 - ply.left)
            last[ply.seat] = ply.left
        assert (read.opening_name, read.round) == ("C50 Italian Game", "-")


def test_python_chess_s_variations_are_skipped() -> None:
    """In the style of python-chess: variations, signs and arrows are skipped, evaluations and times are kept."""
    for game, read in both(styles.python_chess):
        assert read.actions == game.actions
        assert [ply.seconds for ply in read.plies] == [ply.seconds for ply in game.plies]
        scored = [
            (one, two) for one, two in zip(read.plies, game.plies, strict=True) if "score" in (two.thoughts or {})
        ]
        assert scored
        assert all(one.thoughts == two.thoughts for one, two in scored)


def test_our_own_faults_are_whole() -> None:
    """Our own PGN gives back kind, message and seat of a fault, however it is folded."""
    message = "took 0.311 s of processor time and had 0.1 s " * 5 + '(and 0.05 s of grace) [Event "x"] 1-0'
    played = wild_game(1)
    for seat, kind in ((0, "time"), (1, "memory"), (1, "protocol"), (0, "crash")):
        result = (float(seat), 1.0 - float(seat))
        ending = type(played.ending)("forfeit", result, Fault(kind, message, seat))  # type: ignore[arg-type]
        plies = tuple(ply for ply in played.plies[:20])
        game = Record("chess", 1, played.start, played.minds, plies, ending)
        assert Chess.readrecord(Chess.getrecord(game)).ending == ending


@pytest.mark.parametrize(
    ("tag", "result", "words", "ending", "fault"),
    [
        ("Time forfeit", "1-0", "", "forfeit", ("time", 1)),
        ("Time forfeit", "1/2-1/2", "", "draw on time", None),
        ("Rules infraction", "0-1", "", "forfeit", ("illegal", 0)),
        ("Abandoned", "1-0", "", "forfeit", ("crash", 1)),
        ("Normal", "1-0", "I was short on time", "resignation", None),
        ("Normal", "1/2-1/2", "", "agreement", None),
        ("", "0-1", "White loses on time", "forfeit", ("time", 0)),
        ("", "0-1", "", "resignation", None),
        ("adjudication", "0-1", "", "adjudication", None),
        ("", "1/2-1/2", "Draw by adjudication: SyzygyTB", "adjudication", None),
        ("ann won by resignation", "1-0", "", "resignation", None),
        ("ann won on time", "1-0", "", "forfeit", ("time", 1)),
        ("Game drawn by 50-move rule", "1/2-1/2", "", "fifty moves", None),
    ],
)
def test_terminations(tag: str, result: str, words: str, ending: str, fault: tuple[str, int] | None) -> None:
    """The tag Termination, or else the last comment, names the ending where the position does not."""
    tags = f'[White "ann"]\n[Black "bob"]\n[Result "{result}"]\n' + (f'[Termination "{tag}"]\n' if tag else "")
    found = Chess.readrecord(f"{tags}\n1. e4 {{ {words} }} {result}\n").ending
    assert found.kind == ending
    assert (found.fault and (found.fault.kind, found.fault.seat)) == fault


def test_every_ending_survives_our_own_pgn() -> None:
    """Endings that were read from others' games are the same after they were written and read again."""
    kinds = ["time forfeit", "adjudication", "abandoned", "normal", "rules infraction"]
    for result in ("1-0", "0-1", "1/2-1/2"):
        for kind in kinds:
            tags = f'[White "ann"]\n[Black "bob"]\n[Result "{result}"]\n[Termination "{kind}"]\n'
            once = Chess.readrecord(f"{tags}\n1. e4 {result}\n")
            assert Chess.readrecord(Chess.getrecord(once)).ending == once.ending
