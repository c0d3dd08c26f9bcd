"""How a rank-1 Transformer is trained, and what came of it: a run to its end, or one that left the floats."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, get_args

from exactua.arithmetic.messages import brief, quoted
from exactua.commands.train.weights import Rows, Weights
from exactua.errors import InputError

Device = Literal["auto", "cpu", "cuda"]
DEVICES: Final[tuple[Device, ...]] = get_args(Device)
FloatName = Literal["float32", "float64"]
FLOATS: Final[tuple[FloatName, ...]] = get_args(FloatName)
MOST_LAYERS: Final = 24
MOST_EPOCHS: Final = 100_000
MOST_HIDDEN: Final = 4096


@dataclass(frozen=True)
class Settings:
    """Adam on the mean cross-entropy of all tokens of a batch; shuffled batches, a constant learning rate.

    Raises InputError for numbers outside their ranges and names that there are not.
    """

    epochs: int = 400
    batch: int = 32
    hidden: int = 64
    learning_rate: Fraction = Fraction(1, 100)
    seed: int = 1
    device: Device = "auto"
    dtype: FloatName = "float32"

    def __post_init__(self) -> None:
        for name, least, most in (
            ("epochs", 1, MOST_EPOCHS),
            ("batch", 1, MOST_EPOCHS),
            ("hidden", 1, MOST_HIDDEN),
            ("seed", 0, 2**63 - 1),
        ):
            require_integer(getattr(self, name), name, least, most)
        if not self.learning_rate > 0:
            raise InputError(f"learning-rate: {self.learning_rate} is not valid; give a number > 0, such as 1/100")
        for argument, given, valid in (("device", self.device, DEVICES), ("dtype", self.dtype, FLOATS)):
            if given not in valid:
                raise InputError(f"{argument}: {brief(given)} is not valid; choose one of {', '.join(valid)}")


def require_integer(given: object, argument: str, least: int, most: int) -> None:
    """Raises InputError, naming `argument`, for anything but an integer from `least` to `most`."""
    if isinstance(given, bool) or not isinstance(given, int) or not least <= given <= most:
        shown = "2^63 - 1" if most == 2**63 - 1 else f"{most:,}"
        raise InputError(f"{argument}: {brief(given)} is not valid; give an integer from {least} to {shown}")


def learning_rate(text: str) -> Fraction:
    """The number > 0 that "1/100", "0.01" or "1e-2" writes. Raises InputError for anything else."""
    try:
        rate = Fraction(text) if len(text) <= 40 else Fraction(0)
    except (ValueError, ZeroDivisionError):
        rate = Fraction(0)
    if not rate > 0 or rate > 10**38:
        raise InputError(f"learning-rate: {quoted(text)} is not valid; give a number > 0, such as 1/100 or 0.01")
    return rate


@dataclass(frozen=True)
class Trained:
    """A run that came to its end with finite numbers throughout."""

    layers: int
    device: str
    """The device in words."""
    correct: tuple[int, ...]
    """After each epoch, how many tokens of the whole set are given their class."""
    losses: tuple[float, ...]
    """Of each epoch the mean loss of its batches."""
    seconds: float
    weights: Weights
    said: tuple[tuple[int, ...], ...]
    """Classes after the last epoch, [sequence][token]; the first of those with equal scores."""
    scores: tuple[Rows, ...]
    """Float scores after the last epoch, [sequence][token][class]."""

    @property
    def perfect_from(self) -> int | None:
        """The first epoch, from 1, after which every token was right; None: never."""
        total = sum(map(len, self.said))
        return next((epoch for epoch, right in enumerate(self.correct, 1) if right == total), None)


@dataclass(frozen=True)
class Diverged:
    """A run that was ended in an epoch (from 1), as numbers in it were infinite or no numbers."""

    layers: int
    device: str
    epoch: int
    what: str
    """What was not finite: "the loss is nan"."""
