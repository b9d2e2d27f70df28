"""`arena bench`: how fast this machine plays by the rules, and how a mind behaves."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli.plan import TRUST
from minds.errors import quoted

if TYPE_CHECKING:
    from arena.bench.rules import Figure


def drawable(_context: click.Context, _parameter: click.Parameter, path: Path | None) -> Path | None:
    """Refuse a picture that could not be drawn before anything is measured for it."""
    if path is not None:
        try:
            fits = path.suffix in (".png", ".svg") and path.parent.is_dir() and not path.is_dir()
        except OSError as problem:
            raise click.BadParameter(f"{quoted(str(path))}: {problem.strerror}") from problem
        if not fits:
            expected = "a name ending in .png or .svg, in a folder that is there"
            raise click.BadParameter(f"{quoted(str(path))}; expected {expected}")
    return path


@click.command(short_help="Measure our rules of chess, and a mind's behaviour.")
@click.argument("spec", default="pst-engine")
@click.option("--signature", "only", is_flag=True, help="Print the mind's signature only.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@TRUST
@click.option(
    "--plot",
    type=click.Path(path_type=Path),
    callback=drawable,
    metavar="FILE",
    help="Draw the figures into a PNG or SVG file.",
)
def bench(spec: str, only: bool, as_json: bool, plot: Path | None, trusted: bool) -> None:
    """Measure the mind of SPEC, and our rules of chess beside python-chess and Stockfish, in one run of 20 seconds.

    A mind's signature is how many nodes it looks at in 40 positions to a fixed depth: a change of its behaviour
    changes the number. SPEC may be any mind that tells its nodes; it is pst-engine if nothing is said.
    """
    from arena.bench import rules as work
    from arena.bench.signature import measure
    from arena.cell.admission import admit
    from minds.registry import check

    if only and plot is not None:
        raise click.UsageError("--plot draws the figures; expected no --signature beside it")
    check(spec)
    admit([spec], trusted)
    signature = measure(spec, trusted=trusted)
    if not as_json:
        click.echo(str(signature))
    if only:
        if as_json:
            click.echo(json.dumps(signature.told()))
        return
    figures = work.run(lambda line: click.echo(line, err=True))
    found = work.circumstances()
    if as_json:
        told = {"signature": signature.told(), "circumstances": found}
        click.echo(json.dumps(told | {"figures": [asdict(figure) for figure in figures]}))
    else:
        show(figures, found)
    if plot is not None:
        from arena.report.charts import draw_speeds

        draw_speeds(figures, found, plot)
        click.echo(f"drawn into {plot}", err=True)


def show(figures: "list[Figure]", circumstances: dict[str, str]) -> None:
    """The figures as a table."""
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
    # A pipe is no terminal: nothing may be folded there.
    console = Console(width=None if Console().is_terminal else 120, highlight=False)
    console.print(table)
    console.print("\nMedians of three rounds; the ratios are taken within a round, and the median of those is shown.")
    console.print(
        "python-chess, being slower, counts to depth 4 and 3. Where there are scores, ours are the core's own. "
        "Our referee is python-chess too."
    )
    console.print(" · ".join(circumstances.values()))


def brief(figure: float) -> str:
    """Three digits, or all before the point."""
    return f"{figure:.0f}" if figure >= 100 else f"{figure:.3g}"
