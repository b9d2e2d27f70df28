"""The strongest mind of chess: the search of pst-engine with a tuned evaluation."""

from minds.builtin.pst_engine import PstEngine
from minds.engine.techniques import NAMES
from minds.engine.techniques import without as left_of
from minds.errors import ParameterError
from minds.evaluation.tuned.ideas import IDEAS

ALL = "all"  # techniques


class Champion(PstEngine):
    """The search of pst-engine with a tuned evaluation; `without` switches off techniques of search or ideas."""

    name = "champion"
    needs = "position"

    # The same as pst-engine's, because parameters are read from a mind's own source without running it.
    def __init__(
        self,
        depth: int = 60,
        hash: int = 16,  # noqa: A002
        threads: int = 1,
        without: str = "",
        book: str = "",
        book_moves: int = 0,
    ) -> None:
        super().__init__(depth, hash, threads, without, book, book_moves)

    def split(self, names: str) -> tuple[int, int]:
        """Return techniques and ideas as bits, without the named ones."""
        named = names.split("+") if names else []
        for name in named:
            if name not in (*NAMES, *IDEAS, ALL):
                expected = f"{ALL}, techniques {', '.join(NAMES)}; ideas {', '.join(IDEAS)}"
                raise ParameterError(f"no technique or idea {name!r}; expected some of {expected}")
        ideas = sum(1 << number for number, name in enumerate(IDEAS) if name not in named)
        return 0 if ALL in named else left_of("+".join(name for name in named if name not in IDEAS)), ideas
