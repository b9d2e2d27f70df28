"""`arena doctor`: is all there, and does the jail hold?"""

import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from arena.doctor.health import Finding
    from arena.doctor.trial import Outcome

NEWEST = 99


@click.command(short_help="Prove the jail and the installation.")
@click.option(
    "--landlock", type=click.IntRange(1), default=NEWEST, metavar="N", help="Use no newer Landlock than this."
)
@click.option("--no-namespaces", is_flag=True, help="Do without namespaces, as where they are forbidden.")
@click.option("--only", default="", metavar="WORD", help="Try only the attacks whose name has this in it.")
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
def doctor(landlock: int, no_namespaces: bool, only: str, as_json: bool) -> None:
    """Look over the installation, then attack it from within the jail, in every way known, with bait of its own.

    Every attack is tried by a mind in Python and by a program. The exit code is 1 if anything got through or is
    missing.
    """
    from arena.cell.jail.walls import lacking
    from arena.cell.order import Jail
    from arena.doctor.bait import Bait
    from arena.doctor.catalogue import attacks
    from arena.doctor.health import look
    from arena.doctor.trial import try_all

    chosen = [attack for attack in attacks() if only in attack.name]
    if not chosen:
        raise click.UsageError(
            f"--only {only}: no attack is called that; expected the like of network or memory.shared"
        )
    outcomes: list[Outcome] = []
    if missing := lacking():
        findings = list(look())
    else:
        walls = Jail(namespaces=not no_namespaces, landlock=landlock)
        with Bait() as bait:  # before any mind's process is started: it must not get to know the secret
            findings = list(look())
            for outcome in try_all(bait, chosen, walls):
                outcomes.append(outcome)
                _tell(len(outcomes), 2 * len(chosen))
    unproven = [outcome for outcome in outcomes if outcome.through or not outcome.tried]
    if as_json:
        told = {"findings": list(map(asdict, findings)), "attacks": list(map(asdict, outcomes))}
        click.echo(json.dumps(told))
    else:
        _show_findings(findings)
        if missing:
            click.echo(f"not attacked: {missing}")
        else:
            _show(outcomes)
    sys.exit(1 if unproven or any(finding.needed and not finding.well for finding in findings) else 0)


def _tell(done: int, of: int) -> None:
    """How far it is, to whoever is looking."""
    if sys.stderr.isatty():
        click.echo(f"\r{done} of {of} attacks{'' if done < of else chr(10)}", err=True, nl=False)


def _show_findings(findings: "list[Finding]") -> None:
    from arena.cli.tables import print_table

    rows = [[one.what, one.found, "" if one.well else "MISSING" if one.needed else "missed"] for one in findings]
    print_table(("what", "found", ""), rows)
    click.echo()


def _show(outcomes: "list[Outcome]") -> None:
    """A line for each attack, one attacker's answer beside the other's."""
    from arena.cli.tables import print_table
    from arena.report.words import visible

    answers: dict[tuple[str, str], list[str]] = {}
    for one in outcomes:
        mark = "GOT THROUGH: " if one.through else "" if one.tried else "NOT TRIED: "
        answers.setdefault((one.attack, one.says), []).append(mark + visible(one.answer)[:60])
    print_table(
        ("attack", "what it tries", "a mind was told", "a program was told"),
        [[*key, *told] for key, told in answers.items()],
    )
    through = sum(one.through for one in outcomes)
    walls = ", ".join(sorted({one.walls for one in outcomes if one.walls})) or "no walls"
    click.echo(f"\n{through} of {len(outcomes)} attacks got through ({walls})")
    if untried := sum(not one.tried for one in outcomes):
        click.echo(f"{untried} could not be tried: the attacker has failed, which proves nothing")
