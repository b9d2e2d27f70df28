"""The drill that teaches a network, as small as can be and in its small form; notebook 05 goes this way every day."""

from pathlib import Path

import pytest

from arena import load
from minds.evaluation.learned.net_file import read_network
from tests.arena.command import without_plots
from tests.drills.processes import swept_folder
from tests.drills.teach import SMALL, Lesson, School, Words, in_a_process, teach

TINY = Lesson(games=20, nodes=60, match=4, match_nodes=60)
THREADS = ("--crew", "tests.arena.crew.executors:threads")


def in_this_process(words: Words) -> str:
    """Run a command of the arena here."""
    done = without_plots(*words, *(THREADS if words[:2] == ["train", "play"] else ()))
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.drill
def test_the_commands_lead_to_a_network_that_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Games, a network that learns from them, and a match of it without a fault; a second call does nothing twice."""
    school = School(TINY, tmp_path, in_this_process)
    teach(school)
    origin = read_network(school.net).origin
    assert origin.command == "arena train fit teacher.games --out pupil.net"
    results = load(school.results)
    assert (len(results.games), len(results.faults)) == (4, 0)
    made = {path: path.read_bytes() for path in (school.games, school.net)}
    teach(school)
    assert {path: path.read_bytes() for path in made} == made
    assert "the network is there already" in capsys.readouterr().out
    assert len(load(school.results).games) == 4


@pytest.mark.drill
def test_three_minutes_are_enough_to_beat_the_tables() -> None:
    """A network that has learned from 1,500 games of champion beats pst-engine at equal nodes."""
    with swept_folder() as folder:
        assert teach(School(SMALL, folder, in_a_process)) == 0
