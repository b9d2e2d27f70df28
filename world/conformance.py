"""The tests that every world must pass, for authors of worlds, and its golden playthrough.

    from world.conformance import check_world
    check_world(MyWorld())

`python -m world.conformance NAME` prints the playthrough that the tests compare.
"""

import random
import re
import sys
from xml.etree import ElementTree

from world.api import IllegalAction, World
from world.errors import StartError
from world.wire import unsendable

RUNS, MAX_PLIES = 5, 400
NONSENSE = ("", " ", "0,0", "-1", "64,64", "e2e4", "\0", "1e9", "²", "9" * 10_000, "a\tb\nc")


def check_world(world: World, starts: tuple[str, ...] = ("",)) -> None:
    """Play random runs and check everything that a World promises; raise AssertionError if something does not hold."""
    assert isinstance(world, World), f"{world!r} is not a World; expected a subclass of world.World"
    assert re.fullmatch("[a-z][a-z0-9_]*", world.name), f"name is {world.name!r}; expected small letters and digits"
    assert world.seats in (1, 2), f"{world.seats!r} seats; expected 1 or 2"
    for start in starts:
        for seed in range(RUNS):
            _check_run(world, start, seed)
    _check_trials(world)


def _check_run(world: World, start: str, seed: int) -> None:
    world.newrun(start, seed)
    first = world.getstate()
    chance = random.Random(seed)
    actions: list[str] = []
    while world.ending() is None and len(actions) < MAX_PLIES:
        _check_state(world, chance)
        actions.append(chance.choice(world.actions()))
        before, seat = world.getstate(), world.turn()
        world.takeaction(actions[-1])
        assert not world.alternates or world.ending() or world.turn() == (seat + 1) % world.seats, (
            f"seat {seat} acted in {before!r} and seat {world.turn()} is to act; set alternates = False"
        )
        assert world.getstate() != before, f"{actions[-1]!r} has not changed the state {before!r}"
    _check_end(world)
    last = world.getstate()
    world.newrun(start, seed)
    assert world.getstate() == first, f"start {start!r} with seed {seed} began differently the second time"
    for action in actions:
        world.takeaction(action)
    assert world.getstate() == last, f"start {start!r} with seed {seed} went differently the second time"


def _check_state(world: World, chance: random.Random) -> None:
    """Check one state of a run that is not over."""
    state = world.getstate()
    assert state, "the state is empty"
    assert state.isprintable(), f"the state {state!r} is not one line of printable text"
    assert world.getstate() == state, "two calls of getstate() differ"
    assert world.turn() in range(world.seats), f"turn() is {world.turn()!r}; expected 0 to {world.seats - 1}"
    actions = world.actions()
    assert actions, f"there are no actions in {state!r}, but the run is not over"
    assert len(set(actions)) == len(actions), f"an action is listed twice in {state!r}"
    for action in actions:
        assert action, f"an action in {state!r} is empty"
        assert action.isprintable(), f"the action {action[:100]!r} is not one line of printable text"
        assert not unsendable(action), f"the action {action[:100]!r} cannot go over the wire: {unsendable(action)}"
    _check_score(world)
    _check_refusals(world, [text for text in NONSENSE if text not in actions])
    action = chance.choice(actions)
    assert world.describe(action), f"describe({action!r}) is empty"
    assert world.phrase(action).isprintable(), f"phrase({action!r}) is not one line of printable text"
    assert world.understand(action) in actions, f"understand({action!r}) is not an action"
    assert world.gettext(), "gettext() is empty"
    if chance.random() < 0.1:
        _check_image(world.getimage())
        for seat in range(world.seats):
            _check_image(world.getview(seat))
            _check_grid(world, seat)


def _check_refusals(world: World, texts: list[str]) -> None:
    """Check that illegal actions are refused and change nothing."""
    state, turn, actions = world.getstate(), world.turn(), world.actions()
    for text in texts:
        refusal = _refusal(world, text)
        assert refusal is not None, f"{text[:20]!r} was taken in {state!r}, but is not one of the actions"
        assert refusal.expected, f"the refusal of {text[:20]!r} does not say what was expected"
        assert len(str(refusal)) < 2000, f"the refusal of {text[:20]!r} has more than 2000 characters"
        now = (world.getstate(), world.turn(), world.actions())
        assert now == (state, turn, actions), f"the refused {text[:20]!r} changed the world"


def _refusal(world: World, text: str) -> IllegalAction | None:
    try:
        world.takeaction(text)
    except IllegalAction as refusal:
        return refusal
    except Exception as problem:
        raise AssertionError(f"{text[:20]!r} made it raise {problem!r}; expected IllegalAction") from problem
    return None


def _check_score(world: World) -> None:
    score = world.getscore()
    assert len(score) == world.seats, f"{len(score)} scores for {world.seats} seats"
    assert all(0 <= part <= 1 for part in score), f"scores {score}; expected 0 to 1 each"


def _check_end(world: World) -> None:
    """Check the last state of a run."""
    ending = world.ending()
    if ending is None:
        return  # a long run that was stopped
    _check_score(world)
    assert ending.kind, "an ending needs a kind"
    assert ending.result == world.getscore(), f"the ending says {ending.result}, getscore {world.getscore()}"
    assert world.seats == 1 or sum(ending.result) == 1, f"the scores {ending.result} do not add up to 1"
    assert world.actions() == [], "the run is over, but there are actions left"
    _check_refusals(world, ["0", "0,0"])
    _check_image(world.getimage())


def _check_trials(world: World) -> None:
    """Check that a mind can be asked about every trial."""
    trials = world.trials()
    assert trials, "trials() is empty; expected states to ask a new mind about"
    for trial in trials:
        assert trial.name.isprintable(), f"the trial's name {trial.name!r} cannot be printed"
        assert trial.name, f"a trial from {trial.start!r} has no name"
        try:
            world.newrun(trial.start)
            for action in trial.actions:
                world.takeaction(action)
        except (StartError, IllegalAction) as problem:
            raise AssertionError(f"the trial {trial.name!r} cannot be begun: {problem}") from None
        assert world.ending() is None, f"the trial {trial.name!r} is over before a mind is asked"


def _check_grid(world: World, seat: int) -> None:
    """Check that the grid offers all legal actions and no others."""
    grid = world.getgrid(seat)
    if grid is None:
        return
    assert set(grid.actions) == set(world.actions()), f"the grid's actions in {world.getstate()!r} are not the world's"
    shape = [len(row) for row in grid.labels]
    assert shape == [grid.columns] * grid.rows, f"labels {shape}; expected {grid.rows} rows of {grid.columns}"
    for action, fields in grid.actions.items():
        assert fields, f"{action!r} takes no field; expected the fields to click"
        inside = all(0 <= row < grid.rows and 0 <= column < grid.columns for row, column in fields)
        assert inside, f"{action!r} takes fields {fields}; there are {grid.rows} rows of {grid.columns}"


def _check_image(image: str) -> None:
    assert len(image) < 1_000_000, f"an image of {len(image)} characters is too large to send"
    assert "<!" not in image.removeprefix("<!DOCTYPE"), "an image is plain SVG, without entities"
    try:
        root = ElementTree.fromstring(image)
    except ElementTree.ParseError as problem:
        raise AssertionError(f"getimage() is not XML: {problem}") from None
    assert root.tag == "{http://www.w3.org/2000/svg}svg", f"the image's root is {root.tag}; expected svg, with xmlns"
    names = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert not names & {"script", "foreignObject"}, "an image has a script; expected none, because pages show it"


def playthrough(world: World, start: str = "", seed: int = 1) -> str:
    """Return a random run as a text: if it changes, so have the world's rules."""
    world.newrun(start, seed)
    chance, lines = random.Random(seed), [f"world {world.name} version {world.version} start {start!r} seed {seed}"]
    for _ in range(MAX_PLIES):
        lines.append(f"{world.getstate()}   seat {world.turn()}   {len(world.actions())} actions")
        if world.ending() is not None:
            break
        action = chance.choice(world.actions())
        lines.append(f"  {action}   {world.describe(action)}")
        world.takeaction(action)
    ending = world.ending()
    return "\n".join([*lines, f"ending {ending.kind if ending else None} {world.getscore()}", ""])


if __name__ == "__main__":
    from world.registry import names, new_world

    if len(sys.argv) != 2 or sys.argv[1] not in names():
        sys.exit(f"python -m world.conformance NAME; expected one of {', '.join(names())}")
    print(playthrough(new_world(sys.argv[1])), end="")
