"""The settings of a training: everything besides the data that decides what is learnt. Nothing heavy is imported."""

from dataclasses import asdict, dataclass

from minds.errors import TrainingError

HIDDEN_BLOCK, MAX_HIDDEN = 32, 512  # as in evaluation/learned/bounds.py, which a test compares
MAX_EPOCHS, MAX_BATCH = 1000, 1 << 20


@dataclass(frozen=True)
class Settings:
    """All that decides what is learnt from the same positions."""

    hidden: int = 128  # hidden units of each side
    pure: bool = False  # learn the whole value, not what to add to the piece-square score
    epochs: int = 20  # times that each position is seen
    batch: int = 4096  # positions for each change of the weights
    rate: float = 1e-3  # learning rate at the start …
    last_rate: float = 1e-5  # … and at the end of half a cosine
    decay: float = 0.3  # weight decay as in AdamW: a step shrinks each weight by this times the rate
    deviation: float = 0.02  # standard deviation of the initial weights
    target_scale: float = 200.0  # centipawns for which the expected result is 1 / (1 + 1/e), 0.73
    result_share: float = 0.0  # share of the game's result in the target; the rest is the search's score
    mirrored: bool = True  # show each position as its mirror image, left and right swapped, every other time
    held_out: int = 20  # one game in so many is kept for validation
    seed: int = 1

    def __post_init__(self) -> None:
        """Raise a TrainingError for a setting out of range."""
        for name, (low, high) in RANGES.items():
            if not low <= (value := getattr(self, name)) <= high:
                raise TrainingError(f"{name.replace('_', ' ')} {value}; expected {low} to {high}")
        if self.hidden % HIDDEN_BLOCK:
            raise TrainingError(f"hidden {self.hidden}; expected a multiple of {HIDDEN_BLOCK}")

    def as_dict(self) -> dict[str, object]:
        """Return the settings by name."""
        return asdict(self)


RANGES: dict[str, tuple[float, float]] = {
    "hidden": (HIDDEN_BLOCK, MAX_HIDDEN),
    "epochs": (1, MAX_EPOCHS),
    "batch": (1, MAX_BATCH),
    "rate": (1e-9, 1),
    "last_rate": (0, 1),
    "decay": (0, 100),
    "deviation": (0, 1),
    "target_scale": (1, 10_000),
    "result_share": (0, 1),
    "held_out": (2, 1000),
    "seed": (0, 2**63 - 1),
}
