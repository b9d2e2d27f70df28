"""The tests that every mind of chess should pass, for authors of minds.

from minds.conformance import check_mind
check_mind(MyMind())
"""

import os
import warnings
from collections.abc import Callable
from functools import partial

from minds.api import Mind
from minds.board.position import Position
from minds.errors import MoveError
from minds.host import MindPlayer
from world.api import Budget, Ending, MindFailure, Reply, Run, State

MAX_NAME_LENGTH = 60
SLACK = 1.0  # seconds that a mind may take over its time here; a tournament is stricter
TRIES = 3  # a mind that is late is late each time, unless a busy machine lets it wait for a processor
POSITIONS = {
    "the start": Position().fen,
    "Black to move": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    "many moves": "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "a check": "rnbqk1nr/pppp1ppp/8/4p3/1b1P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 1",
    "a double check": "4k3/8/8/8/8/3n4/4r3/4K2R w K - 0 1",
    "one legal move": "7k/6pp/8/8/8/8/1r6/K1r5 w - - 0 1",
    "en passant as the only way": "8/8/8/2k5/3Pp3/8/8/4K2R b K d3 0 1",
    "promotions": "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
    "castling": "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "a mate in one": "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1",
    "a bare king": "8/8/8/3k4/8/3K4/8/3q4 w - - 0 1",
    "an old endgame": "8/8/8/3k4/8/3K4/8/3R4 w - - 98 120",
}
BUDGETS = (
    Budget(depth=2),
    Budget(nodes=1000),
    Budget(nodes=1),
    Budget(movetime=0.05),
    Budget(bank=1.0, increment=0.01),
)

PROCESSES = 8  # dice that fall alike in all of them are taken for something that is kept


def check_mind(mind: Mind) -> None:
    """Ask a mind about awkward positions under every kind of budget; an AssertionError says what is wrong."""
    assert isinstance(mind, Mind), f"{mind!r} is not a Mind; subclass minds.Mind"
    host = MindPlayer(mind)
    assert 0 < len(host.name) <= MAX_NAME_LENGTH, f"a name of {len(host.name)} letters; expected 1 to {MAX_NAME_LENGTH}"
    assert host.name.isprintable(), f"the name {host.name!r} cannot be printed"
    for title, fen in POSITIONS.items():
        for budget in BUDGETS:
            if Position(fen).legal_moves():
                first = _ask(host, title, fen, budget)
                again = _ask(host, title, fen, budget)
                assert first == again or budget.is_timed, (
                    f"{title}: {first}, and with the same seed and budget ({budget}) {again}; "
                    f"{_cause(partial(_ask, host, title, fen, budget))}"
                )


def _cause(ask: Callable[[], str]) -> str:
    """Return why a mind answers differently, by asking it in processes that begin with the same memory."""
    if not hasattr(os, "fork"):
        return "draw from self.rng only, and reset in newrun what you keep"
    if len({_asked_apart(ask) for _ in range(PROCESSES)}) == 1:
        return "it keeps something from game to game: reset it in newrun"
    return "draw from self.rng only"


def _asked_apart(ask: Callable[[], str]) -> bytes:
    """Return an answer that is given in a process of its own, a copy of this one."""
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the copy has one thread, whatever this process has
        child = os.fork()
    if child == 0:
        try:
            os.write(writer, ask().encode())
        finally:
            os._exit(0)
    os.close(writer)
    with open(reader, "rb") as answer:
        said = answer.read()
    os.waitpid(child, 0)
    return said


def _ask(host: MindPlayer, title: str, fen: str, budget: Budget) -> str:
    """Play one run of one question, from beginning to end, and return the action."""
    replies = [_reply(host, title, fen, budget)]
    limit = (budget.seconds or 0.0) + SLACK
    while budget.seconds is not None and replies[-1].seconds > limit and len(replies) < TRIES:
        replies.append(_reply(host, title, fen, budget))
    late = replies[-1].seconds
    assert budget.seconds is None or late <= limit, f"{title}: {late:.2f} s for {budget}, each of {TRIES} times"
    return replies[-1].action


def _reply(host: MindPlayer, title: str, fen: str, budget: Budget) -> Reply:
    """Play one run of one question, and return the reply, whose action is legal."""
    position = Position(fen)
    seat = position.turn
    try:
        host.newrun(Run("chess", seat, 1, budget, "a test", fen))
        reply = host.getaction(State(fen, "chess", seat=seat, budget=budget, start=fen))
        host.endrun(Ending("adjudication", (0.5, 0.5)))
    except MindFailure as failure:
        raise AssertionError(f"{title}, {fen}, {budget}: {failure.fault.message}\n{failure.fault.traceback}") from None
    try:
        position.parse(reply.action)
    except MoveError as problem:
        raise AssertionError(f"{title}, {budget}: {problem}") from None
    return reply
