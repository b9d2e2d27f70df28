"""`arena bench`: measures the speed of the rules of chess, and fingerprints (signatures) of how minds play."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arena.cli.plan import TRUST
from minds.errors import quoted

if TYPE_CHECKING:
    from arena.bench.rules import Figure


def drawable(_context: click.Context, _parameter: click.Parameter, path: Path | None) -> Path | None:
    """Reject a picture's path that cannot be written, before anything is measured."""
    if path is not None:
        try:
            fits = path.suffix in (".png", ".svg") and path.parent.is_dir() and not path.is_dir()
        except OSError as problem:
            raise click.BadParameter(f"{quoted(str(path))}: {problem.strerror}") from problem
        if not fits:
            expected = "a name ending in .png or .svg, in an existing folder"
            raise click.BadParameter(f"{quoted(str(path))}; expected {expected}")
    return path


@click.command(short_help="Measure the speed of the rules, and fingerprints (signatures) of how minds play.")
@click.argument("specs", nargs=-1, metavar="[SPEC]...")
@click.option("--signature", "only", is_flag=True, help="Print only the minds' signatures.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@TRUST
@click.option(
    "--plot",
    type=click.Path(path_type=Path),
    callback=drawable,
    metavar="FILE",
    help="Draw the figures into this PNG or SVG file.",
)
def bench(specs: tuple[str, ...], only: bool, as_json: bool, plot: Path | None, trusted: bool) -> None:
    """Measure each SPEC's signature, and our rules of chess beside python-chess and Stockfish, in about 25 seconds.

    A mind's signature is the number of nodes it searches in 40 positions to a fixed depth: a change of its behaviour
    changes the number. SPEC may be any mind that reports its nodes; the default is pst-engine, champion and prodigy.
    """
    from arena.bench import rules as work
    from arena.bench.signature import ENGINES, measure
    from arena.cell.admission import admit
    from minds.registry import check

    if only and plot is not None:
        raise click.UsageError("--plot draws the figures, which --signature leaves out; give only one of them")
    specs = specs or ENGINES
    for spec in specs:
        check(spec)
    admit(specs, trusted)
    signatures = []
    for spec in specs:
        signatures.append(measure(spec, trusted=trusted))
        if not as_json:
            click.echo(str(signatures[-1]))
    report: dict[str, Any] = {"signatures": [signature.to_dict() for signature in signatures]}
    if only:
        if as_json:
            click.echo(json.dumps(report))
        return
    figures, found = work.run(lambda line: click.echo(line, err=True)), work.circumstances()
    if as_json:
        report |= {"circumstances": found, "figures": [asdict(figure) for figure in figures]}
        click.echo(json.dumps(report))
    else:
        show(figures, found)
    if plot is not None:
        draw(figures, found, plot)


def draw(figures: "list[Figure]", circumstances: dict[str, str], path: Path) -> None:
    """Draw the figures into a file."""
    from arena.report.charts import draw_speeds

    draw_speeds(figures, circumstances, path)
    click.echo(f"written to {path}", err=True)


def show(figures: "list[Figure]", circumstances: dict[str, str]) -> None:
    """Print the figures as a table."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("")
    for column in ("ours", "unit", "python-chess", "faster by", "stockfish", "faster by"):
        table.add_column(column, justify="left" if column == "unit" else "right", no_wrap=True)
    for one in figures:
        fish = (brief(one.stockfish), f"{one.times_stockfish:.2f}×") if one.stockfish else ("–", "–")
        chess = (brief(one.python_chess), f"{one.times_python_chess:.1f}×")
        table.add_row(one.name, brief(one.ours), one.unit, *chess, *fish)
    # Without a terminal, as in a pipe, no line may be folded.
    console = Console(width=None if Console().is_terminal else 120, highlight=False)
    console.print(table)
    console.print("\nMedians of three rounds; a ratio is the median of the three rounds' ratios.")
    console.print(
        "python-chess, being slower, counts to depth 4 and 3. With scores, ours come from the core. "
        "Our referee is python-chess too."
    )
    console.print(" · ".join(circumstances.values()))


def brief(figure: float) -> str:
    """Return a figure with three significant digits, or from 100 on as a whole number."""
    return f"{figure:.0f}" if figure >= 100 else f"{figure:.3g}"
