"""`arena train fit`: train a network from games."""

import json
import shlex
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from arena.cli import say
from arena.cli.progress import Progress
from arena.cli.signals import NAMES
from minds.training.network.select import Selection
from minds.training.network.settings import RANGES, Settings

if TYPE_CHECKING:
    from minds.training.network.export import Accuracy
    from minds.training.network.fit import Files
    from minds.training.network.trainer import Training


def setting(name: str, text: str, metavar: str) -> Callable[[Any], Any]:
    """Return the option for a number among the settings of a training."""
    default, (low, high) = getattr(Settings, name), RANGES[name]
    kind = click.IntRange(int(low), int(high)) if isinstance(default, int) else click.FloatRange(low, high)
    words = f"--{name.replace('_', '-')}"
    return click.option(words, default=default, type=kind, show_default=True, metavar=metavar, help=text)


@click.command(short_help="Train a network from games.")
@click.argument("data", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="DATA...")
@click.option("-o", "--out", required=True, type=click.Path(path_type=Path), metavar="FILE", help="Network to write.")
@setting("hidden", "Hidden units of each side, a multiple of 32.", "UNITS")
@click.option("--pure", is_flag=True, help="Learn the whole value, not what to add to the piece-square score.")
@setting("epochs", "Times that each position is seen.", "N")
@setting("batch", "Positions for each change of the weights.", "N")
@setting("rate", "Learning rate at the start.", "RATE")
@setting("last_rate", "Learning rate at the end; it falls along half a cosine.", "RATE")
@setting("decay", "Weight decay, as in AdamW.", "RATE")
@setting("target_scale", "Score that stands for an expected result of 0.73.", "CENTIPAWNS")
@setting("result_share", "Share of the game's result in the target; the rest is the search's score.", "SHARE")
@click.option(
    "--mirror/--no-mirror",
    "mirrored",
    default=Settings.mirrored,
    show_default=True,
    help="Show positions as their mirror images, left and right swapped, every other time on average.",
)
@setting("held_out", "Keep one game in N for validation.", "N")
@click.option(
    "--max-score",
    default=Selection.max_score,
    type=click.IntRange(1, 32767),
    show_default=True,
    metavar="CENTIPAWNS",
    help="Highest score of a position to learn from, for either side.",
)
@click.option(
    "--min-ply",
    default=Selection.min_ply,
    type=click.IntRange(0, 255),
    show_default=True,
    metavar="PLY",
    help="First ply of a game to learn from.",
)
@click.option(
    "--all-moves", is_flag=True, help="Learn also in check, and where the move played is a capture or a promotion."
)
@setting("seed", "Seed of the initial weights and of the order of positions.", "N")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.pass_context
def fit(context: click.Context, /, data: tuple[Path, ...], out: Path, as_json: bool, **chosen: Any) -> None:
    """Train a network from DATA and write it to a file; `prodigy:net=FILE` plays with it.

    DATA are files of games from `arena train play`, or files of positions. The network learns to predict what the
    search found in a position, its score, and with --result-share also how the game ended. Some games are kept for
    validation: their error is shown, and a picture beside the network, FILE with .png, has its curve. A smaller error
    does not prove a stronger network; `arena sprt` does.

    The same data and settings give the same network. Ctrl-C, a crash or kill -9 cost at most half a minute: the state
    is kept in FILE.checkpoint, and the same command goes on.
    """
    from minds.training.network.fit import Files

    max_score, min_ply, all_moves = (chosen.pop(name) for name in ("max_score", "min_ply", "all_moves"))
    settings, selection, files = Settings(**chosen), Selection(max_score, min_ply, not all_moves), Files(out)
    files.check()
    result = train_network(data, settings, selection, files, command_of(context))
    if as_json:
        click.echo(json.dumps(result))
        return
    click.echo(
        f"{out}: validation error {result['validation_error']:.6f}, {result['error_without']:.6f} without the network; "
        f"{result['positions']:,} positions of {result['games']:,} games, {result['seconds']:.0f} s; rounding changes "
        f"a score by {result['rounding_mean']:.1f} centipawns on average, {result['rounding_max']:.0f} at most"
    )


def train_network(
    data: Sequence[Path], settings: Settings, selection: Selection, files: "Files", command: str
) -> dict[str, Any]:
    """Train a network to its end; return what is told of it."""
    from minds.training.network.data import read_all
    from minds.training.network.fit import fit
    from minds.training.network.origin import origin_of
    from minds.training.network.positions import digest_of
    from minds.training.network.select import selected
    from minds.training.network.trainer import Training

    positions = selected(read_all(data, say), selection)
    training, progress = Training(positions, settings), Progress("positions")
    digest = digest_of(positions)
    origin = origin_of(data, f"{len(positions)} positions of {training.games} games", digest, command, settings.seed)

    def report(training: "Training") -> None:
        progress.update(training.seen, training.to_see, state_of(training))

    try:
        accuracy = stoppable(lambda stop: fit(training, digest, origin, files, report, stop))
    except (KeyboardInterrupt, SystemExit):
        progress.end(f"{training.seen:,} of {training.to_see:,} positions are learnt; the same command goes on")
        raise
    assert accuracy is not None  # it was not stopped
    progress.end(f"{training.seen:,} positions; {state_of(training)}")
    return {
        "file": str(files.net),
        "picture": str(files.picture),
        "positions": len(positions),
        "games": training.games,
        "validation_error": training.validation_error,
        "error_without": training.points[0].validation,
        "rounding_mean": accuracy.mean,
        "rounding_max": accuracy.most,
        "seconds": round(progress.seconds, 1),
    }


def state_of(training: "Training") -> str:
    """Return how far a training is."""
    epochs = training.settings.epochs
    epoch = min(epochs, 1 + training.step // training.steps_an_epoch)
    return f"epoch {epoch} of {epochs}, validation error {training.validation_error:.6f}"


def stoppable(work: "Callable[[Event], Accuracy | None]") -> "Accuracy | None":
    """Return the result of work; a signal that would end the command tells the work to stop, and then ends it."""
    stop, came = Event(), list[int]()

    def note(number: int, _frame: object) -> None:
        came.append(number)
        stop.set()

    numbers = [getattr(signal, name) for name in ("SIGINT", *NAMES) if hasattr(signal, name)]
    before = {number: signal.signal(number, note) for number in numbers if signal.getsignal(number) != signal.SIG_IGN}
    try:
        return work(stop)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if came:
            signal.raise_signal(came[0])


def command_of(context: click.Context) -> str:
    """Return the command as somebody else would type it: a file is its name alone."""
    words = ["arena", "train", "fit"]
    for option in context.command.params:
        name, value = str(option.name), context.params[str(option.name)]
        if isinstance(option, click.Argument):
            words += [path.name for path in value]
        elif context.get_parameter_source(name) == ParameterSource.COMMANDLINE and name != "as_json":
            words.append(max(option.opts if value is not False else option.secondary_opts, key=len))
            if not isinstance(value, bool):
                words.append(value.name if isinstance(value, Path) else str(value))
    return shlex.join(words)
