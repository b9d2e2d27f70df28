"""Writers of PGN in the styles of other programs, from records of our own."""

import io
from collections.abc import Iterator

import chess.pgn

from world.games.chess.san import san_moves
from world.record import Ply, Record

RESULTS = {(1.0, 0.0): "1-0", (0.0, 1.0): "0-1", (0.5, 0.5): "1/2-1/2"}
REASONS = {
    "checkmate": "{winner} mates",
    "stalemate": "Draw by stalemate",
    "threefold repetition": "Draw by 3-fold repetition",
    "fifty moves": "Draw by fifty moves rule",
    "insufficient material": "Draw by insufficient mating material",
    "resignation": "{loser} resigns",
    "adjudication": "{winner} wins by adjudication",
    "max plies": "Draw by adjudication",
    "time": "{loser} loses on time",
    "illegal": "{loser} makes an illegal move: a1a1",
    "crash": "{loser} disconnects",
}
TERMINATIONS = {"time": "time forfeit", "illegal": "illegal move", "crash": "abandoned", "adjudication": "adjudication"}


def _tags(record: Record, **more: str) -> str:
    result = RESULTS[record.ending.result]  # type: ignore[index]
    tags = {"Event": "A match", "Site": "?", "Date": record.date or "2026.11.19", "Round": record.round or "1"}
    tags |= {"White": record.minds[0], "Black": record.minds[1], "Result": result}
    if record.start != chess.STARTING_FEN:
        tags |= {"SetUp": "1", "FEN": record.start}
    return "".join(f'[{name} "{value}"]\n' for name, value in (tags | more).items())


def _kind(record: Record) -> str:
    return record.ending.fault.kind if record.ending.fault else record.ending.kind


def engines(record: Record, *, more: bool = False, numbered: bool = True) -> str:
    """Return a game as cutechess writes it or, with `more`, as fastchess can."""
    white_wins = record.ending.result[0] > 0.5
    names = ("White", "Black") if white_wins else ("Black", "White")
    reason = REASONS[_kind(record)].format(winner=names[0], loser=names[1])
    termination = TERMINATIONS.get(_kind(record), "normal" if more else "")
    tags = {"PlyCount": str(len(record.plies)), "TimeControl": "8+0.08"}
    words = []
    for count, (ply, (number, white, name)) in enumerate(
        zip(record.plies, san_moves(record.start, record.actions), strict=True), 1
    ):
        words += [f"{number}{'.' if white else '...'}"] if numbered and (white or count == 1) else []
        last = f", {reason}" if count == len(record.plies) else ""
        words += [name, f"{{{_engine(ply, more) if count > record.opening else 'book'}{last}}}"]
    text = _tags(record, **tags, **({"Termination": termination} if termination else {}))
    return f"{text}\n{' '.join(words)} {RESULTS[record.ending.result]}\n\n"  # type: ignore[index]


def _engine(ply: Ply, more: bool) -> str:
    thoughts = ply.thoughts or {}
    mate = thoughts.get("mate")
    score = f"{thoughts.get('score', 0) / 100:+.2f}" if mate is None else f"{'+' if mate > 0 else '-'}M{_plies(mate)}"
    rest = f", tl={ply.left:.3f}s, n={thoughts.get('nodes', 0)}, sd=9" if more and ply.left is not None else ""
    rest += f', pv="{thoughts["line"]}"' if more and "line" in thoughts else ""
    return f"{score}/{thoughts.get('depth', 1)} {ply.seconds:.3f}s{rest}"


def _plies(mate: int) -> int:
    return 2 * mate - 1 if mate > 0 else -2 * mate


def lichess(record: Record) -> str:
    """Return a game as lichess writes it: White's evaluations, and clocks in whole seconds."""
    words: list[str] = []
    for ply, (number, white, name) in zip(record.plies, san_moves(record.start, record.actions), strict=True):
        evaluation = f"[%eval {_for_white(ply)}] " if ply.thoughts else ""
        words += [f"{number}{'.' if white else '...'}", name, f"{{ {evaluation}[%clk {_clock(ply.left or 0)}] }}"]
    termination = "Time forfeit" if _kind(record) == "time" else "Normal"
    more = {"UTCDate": "2026.11.19", "WhiteElo": "1500", "Variant": "Standard", "TimeControl": "300+3", "ECO": "C50"}
    more |= {"Opening": "Italian Game", "Termination": termination, "Site": "https://lichess.org/abcdefgh"}
    tags = _tags(record, **more).replace('[Round "1"]', '[Round "-"]')
    return f"{tags}\n{' '.join(words)} {RESULTS[record.ending.result]}\n\n\n"  # type: ignore[index]


def _for_white(ply: Ply) -> str:
    sign, thoughts = -1 if ply.seat else 1, ply.thoughts or {}
    return f"#{sign * thoughts['mate']}" if "mate" in thoughts else f"{sign * thoughts['score'] / 100:.2f}"


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 3600}:{int(seconds) // 60 % 60:02}:{int(seconds) % 60:02}"


def python_chess(record: Record) -> str:
    """Return a game as python-chess writes it, with a variation, a sign and an arrow."""
    game = chess.pgn.Game()
    if record.start != chess.STARTING_FEN:
        game.setup(record.start)
    game.headers.update(White=record.minds[0], Black=record.minds[1], Result=RESULTS[record.ending.result])  # type: ignore[index]
    node: chess.pgn.GameNode = game
    for ply, move in zip(record.plies, _moves(record), strict=True):
        others = [other for other in node.board().legal_moves if other != move]
        before, node = node, node.add_variation(move)
        thoughts = ply.thoughts or {}
        if "score" in thoughts:
            score = chess.engine.PovScore(chess.engine.Cp(thoughts["score"]), not ply.seat)
            node.set_eval(score, thoughts.get("depth"))
        node.set_emt(ply.seconds)
        node.set_arrows([chess.svg.Arrow(0, 9)])
        node.nags.add(chess.pgn.NAG_GOOD_MOVE)
        if others:
            before.add_variation(others[0], comment="or ( this")
    return str(game) + "\n\n"


def _moves(record: Record) -> Iterator[chess.Move]:
    board = chess.Board(record.start)
    for action in record.actions:
        source, target, *letter = action.split(",")
        move = chess.Move(int(source), int(target), chess.PIECE_SYMBOLS.index(letter[0]) if letter else None)
        board.push(move)
        yield move


def read_back(text: str) -> list[chess.pgn.Game]:
    """Return the games of a text as python-chess reads them."""
    file = io.StringIO(text)
    return list(iter(lambda: chess.pgn.read_game(file), None))  # type: ignore[arg-type]
