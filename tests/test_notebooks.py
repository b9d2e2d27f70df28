"""The notebooks run from the first cell to the last."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tests.conftest import ROOT

pytestmark = pytest.mark.long
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
# What is played every day in place of what the reader plays.
FEWER = {
    "[::110][:5]": "[::110][:1]",
    "--games 400 --nodes 5000": "--games 2 --nodes 60",
    "--games 400": "--games 24",
    "--games 20": "--games 4",
    "--games 16": "--games 4",
    "--games 1500 --nodes 4000": "--games 20 --nodes 60",
}


def run(path: Path, fewer: dict[str, str]) -> None:
    """Run a notebook with some words replaced; it must be stored without output and show pictures."""
    notebook = nbformat.read(path, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells)
    for cell in notebook.cells:
        for many, few in fewer.items():
            cell.source = cell.source.replace(many, few)
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(ROOT)}}).execute()
    assert [out for cell in notebook.cells for out in cell.get("outputs", []) if "image/png" in out.get("data", {})]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path: Path) -> None:
    """Every cell runs, and none keeps old output: what is shown is made anew by who opens it."""
    run(path, FEWER)


@pytest.mark.drill
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run_in_full(path: Path) -> None:
    """The same with as many games as the reader plays."""
    run(path, {})


def test_every_replacement_is_used() -> None:
    """Each of the words that are replaced every day stands in a notebook."""
    text = "".join(path.read_text(encoding="utf-8") for path in NOTEBOOKS)
    assert [words for words in FEWER if words not in text] == []
