"""The command line of the training: `python -m minds.training --help`."""

import argparse
import sys
from pathlib import Path

from minds.training.store import StoreError


def main() -> int:
    """Run a command; return 0 when done, 1 if the store cannot be used."""
    arguments = _parser().parse_args()
    try:
        arguments.do(arguments)
    except StoreError as problem:
        print(f"minds.training: {problem}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m minds.training", description="Fit the engine's tables and weights to played games."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    openings = commands.add_parser("openings", help="print random openings that are roughly level, one FEN a line")
    openings.add_argument("count", type=int, metavar="N", help="number of openings")
    openings.add_argument("--seed", type=int, default=1, help="seed of the random moves (default: 1)")
    openings.set_defaults(do=_openings)
    tables = commands.add_parser("tables", help="fit the piece-square tables to the games of a store")
    tables.add_argument("store", type=Path, metavar="STORE", help="the arena.sqlite of a tournament")
    tables.add_argument("--out", type=Path, metavar="FILE", help="write to FILE instead of minds/board/tables.py")
    tables.set_defaults(do=_tables)
    known = commands.add_parser("knowledge", help="fit the weights of the champion's ideas, on top of the tables")
    known.add_argument("store", type=Path, metavar="STORE", help="the arena.sqlite of a tournament")
    known.add_argument(
        "--out", type=Path, metavar="FILE", help="write to FILE instead of minds/evaluation/tuned/weights.py"
    )
    known.set_defaults(do=_knowledge)
    ideas = commands.add_parser("ideas", help="print the loss on held-out games without each of the champion's ideas")
    ideas.add_argument("store", type=Path, metavar="STORE", help="the arena.sqlite of a tournament")
    ideas.set_defaults(do=_ideas)
    drawn = commands.add_parser("picture", help="draw the tables as heat maps")
    drawn.add_argument("--out", type=Path, metavar="FILE", help="write to FILE instead of minds/evaluation/tables.png")
    drawn.set_defaults(do=_picture)
    return parser


def _openings(arguments: argparse.Namespace) -> None:
    from minds.training.openings import random_openings

    for fen in random_openings(arguments.count, arguments.seed):
        print(fen, flush=True)


def _tables(arguments: argparse.Namespace) -> None:
    from minds.training import tables
    from minds.training.learning import learn
    from minds.training.sample import gather
    from minds.training.store import games_in
    from minds.training.writing import TABLES_FILE, tables_source

    sample = gather(games_in(arguments.store))
    weights = learn(sample, tables.START, tables.springs(*tables.STRENGTHS))
    source = tables_source(*tables.to_tables(weights), len(sample.results), sample.count_games())
    (arguments.out or TABLES_FILE).write_text(source, encoding="utf-8")


def _knowledge(arguments: argparse.Namespace) -> None:
    from minds.evaluation.tuned.ideas import ALL_IDEAS
    from minds.training import knowledge
    from minds.training.features import knowledge_features
    from minds.training.learning import learn
    from minds.training.sample import gather
    from minds.training.store import games_in
    from minds.training.writing import WEIGHTS_FILE, weights_source

    sample = gather(games_in(arguments.store), knowledge_features, ALL_IDEAS)
    weights = learn(sample, knowledge.START, knowledge.springs(*knowledge.STRENGTHS))
    source = weights_source(knowledge.to_term_weights(weights), len(sample.results), sample.count_games())
    (arguments.out or WEIGHTS_FILE).write_text(source, encoding="utf-8")


def _ideas(arguments: argparse.Namespace) -> None:
    from minds.training.ablation import losses
    from minds.training.store import games_in

    for name, lost in losses(list(games_in(arguments.store))):
        print(f"{name:12} {lost:.5f}", flush=True)


def _picture(arguments: argparse.Namespace) -> None:
    from minds.training.picture import draw
    from minds.training.writing import MINDS

    draw(arguments.out or MINDS / "evaluation" / "tables.png")


if __name__ == "__main__":
    sys.exit(main())
