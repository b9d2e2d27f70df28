"""`arena doctor`: check the installation, and test the jail."""

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from arena.cell.order import Jail
    from arena.doctor.catalogue import Attack
    from arena.doctor.installation import Finding
    from arena.doctor.outcomes import Outcome

NEWEST = 99
MAX_ANSWER_LENGTH = 60


@click.command(short_help="Check the installation and test the jail.")
@click.option(
    "--landlock",
    type=click.IntRange(1),
    default=NEWEST,
    metavar="N",
    help="Newest Landlock version to use. [default: the kernel's]",
)
@click.option(
    "--no-namespaces", is_flag=True, help="Build the jail without namespaces, as on systems that forbid them."
)
@click.option("--only", default="", metavar="WORD", help="Try only attacks with this word in their name.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings and outcomes as JSON.")
def doctor(landlock: int, no_namespaces: bool, only: str, as_json: bool) -> None:
    """Check the installation, then attack the jail from inside in every known way.

    A mind in Python, a program and a UCI engine each try every attack, on bait that the doctor lays out itself. The
    exit code is 1 if an attack got through or could not be tried, or if a required part is missing.
    """
    from arena.cell.jail.walls import lacking
    from arena.cell.order import Jail
    from arena.doctor.catalogue import attacks
    from arena.doctor.installation import check_installation

    chosen = [attack for attack in attacks() if only in attack.name]
    if not chosen:
        raise click.UsageError(f"--only {only}: no such attack; expected part of a name, e.g. network or memory.shared")
    missing = lacking()
    outcomes: list[Outcome] = []
    if missing:
        findings = list(check_installation())
    else:
        findings, outcomes = _attack(chosen, Jail(namespaces=not no_namespaces, landlock=landlock))
    if as_json:
        click.echo(json.dumps({"findings": list(map(asdict, findings)), "attacks": list(map(asdict, outcomes))}))
    else:
        _show(findings, outcomes, missing)
    unproven = [outcome for outcome in outcomes if outcome.got_through or not outcome.tried]
    sys.exit(1 if unproven or any(finding.required and not finding.ok for finding in findings) else 0)


def _attack(chosen: "Sequence[Attack]", walls: "Jail") -> "tuple[list[Finding], list[Outcome]]":
    """Lay out the bait, check the installation, and try the chosen attacks."""
    from arena.doctor.attackers import ATTACKERS
    from arena.doctor.bait import Bait
    from arena.doctor.installation import check_installation
    from arena.doctor.outcomes import try_all

    outcomes: list[Outcome] = []
    with Bait() as bait:  # before any mind's process starts, so that none is given the secret
        findings = list(check_installation())
        for outcome in try_all(bait, chosen, walls):
            outcomes.append(outcome)
            _show_progress(len(outcomes), len(ATTACKERS) * len(chosen))
    return findings, outcomes


def _show_progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r{done} of {total} attacks{'' if done < total else chr(10)}", err=True, nl=False)


def _show(findings: "Sequence[Finding]", outcomes: "Sequence[Outcome]", missing: str) -> None:
    from arena.cli.tables import print_table

    rows = [[one.name, one.found, "" if one.ok else "MISSING" if one.required else "optional"] for one in findings]
    print_table(("part", "found", ""), rows)
    click.echo()
    if missing:
        click.echo(f"no attack was tried: {missing}")
    else:
        _show_outcomes(outcomes)


def _show_outcomes(outcomes: "Sequence[Outcome]") -> None:
    """Print a line for each attack, with the answers to the attackers side by side."""
    from arena.cli.tables import print_table
    from world.errors import printable

    answers: dict[tuple[str, str], list[str]] = {}
    for one in outcomes:
        mark = "GOT THROUGH: " if one.got_through else "" if one.tried else "NOT TRIED: "
        mark = f"NEEDS {one.lacking.upper()}: " if one.lacking else mark
        text = mark + printable(one.answer)[:MAX_ANSWER_LENGTH]
        answers.setdefault((one.attack, one.description), []).append(text)
    headings = ("attack", "what it tries", "answer to a mind", "answer to a program", "answer to an engine")
    print_table(headings, [[*key, *texts] for key, texts in answers.items()])
    through = sum(one.got_through for one in outcomes)
    layers = ", ".join(sorted({one.layers for one in outcomes if one.layers})) or "no jail"
    click.echo(f"\n{through} of {len(outcomes)} attacks got through ({layers})")
    if lacking := sum(bool(one.lacking) for one in outcomes):
        click.echo(f"{lacking} attacks are held back by namespaces only, which this jail lacks")
    if untried := sum(not one.tried for one in outcomes):
        click.echo(f"{untried} attacks could not be tried, which proves nothing about the jail")
