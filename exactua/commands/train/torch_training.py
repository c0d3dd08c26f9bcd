"""Training with PyTorch (extra `train`): (20) and (3) on batches of sequences, whose rows are tokens.

On a CPU, with one thread, the same seed gives the same weights. First weights and the order of batches are drawn on
the CPU, so that a run on a GPU begins with the same numbers; there, sums may differ in last bits from run to run.
"""

from __future__ import annotations

import importlib
import importlib.util
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from math import isfinite
from typing import Any

from exactua.arithmetic.rationals import Rational
from exactua.commands.train.labelled_tokens import TrainingSet
from exactua.commands.train.settings import MOST_LAYERS, Diverged, Settings, Trained, require_integer
from exactua.commands.train.weights import Block, Rows, Vector, Weights
from exactua.errors import InputError, not_installed
from exactua.plurals import counted

AT_ONCE = 1024
"""Sequences that are evaluated at once after an epoch."""

Watch = Callable[[int, int], None]
"""Called with epochs done and epochs in all."""


class NotFinite(Exception):
    """Numbers of a run are infinite or none; its text says which."""


def require_torch(device: str = "auto") -> str:
    """The device in words. Raises InputError where PyTorch is missing, or has no such device."""
    torch = _torch()
    if device == "cpu" or (device == "auto" and not torch.cuda.is_available()):
        return "the CPU, one thread"
    if not torch.cuda.is_available():
        raise InputError("device: cuda is not available, because PyTorch sees no CUDA device; write cpu or auto")
    return str(torch.cuda.get_device_name())


def train(
    given: TrainingSet, layers: int, settings: Settings, width: int | None = None, watch: Watch | None = None
) -> Trained | Diverged:
    """A rank-1 Transformer of so many layers, trained on the set; `width` is that of its states.

    It is the greater of d and the number of classes if not given; below the d rows of X there are zeros. Entries of X
    are rounded to the format. A run whose loss, scores or weights are no longer finite ends there. Raises InputError
    for a width that is too small, layers outside 1, ..., 24, and where PyTorch or the device is missing.
    """
    require_integer(layers, "layers", 1, MOST_LAYERS)
    words, torch = require_torch(settings.device), _torch()
    w = width_of(given, width)
    device = torch.device("cpu" if words.startswith("the CPU") else "cuda")
    began = time.perf_counter()
    with _one_thread(torch):
        run = _Run(torch, given, layers, settings, w, device)
        correct, losses = [], []
        for epoch in range(1, settings.epochs + 1):
            try:
                losses.append(run.epoch())
                scores = run.scores()
            except NotFinite as reason:
                return Diverged(layers, words, epoch, str(reason))
            said = scores.argmax(-1)
            correct.append(int((said == run.targets).sum()))
            if watch is not None:
                watch(epoch, settings.epochs)
        return Trained(
            layers,
            words,
            tuple(correct),
            tuple(losses),
            time.perf_counter() - began,
            run.weights(),
            tuple(map(tuple, said.tolist())),
            tuple(tuple(map(tuple, sequence)) for sequence in scores.tolist()),
        )


def width_of(given: TrainingSet, width: int | None) -> int:
    """The width of the states. Raises InputError for one that holds neither the tokens nor the scores."""
    least = max(given.data.d, len(given.classes))
    if width is None:
        return least
    require_integer(width, "width", 1, 4096)
    if width < least:
        raise InputError(
            f"width: {width} is too small for tokens of {counted(given.data.d, 'entry')} and "
            f"{counted(len(given.classes), 'class')}; give at least {least}"
        )
    return width


def _torch() -> Any:
    if importlib.util.find_spec("torch") is None:
        raise not_installed("train", "PyTorch", "train")
    return importlib.import_module("torch")


@contextmanager
def _one_thread(torch: Any) -> Iterator[None]:
    """Sums in one order: with several threads they may differ in last bits."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


class _Run:
    """The tensors of one run."""

    def __init__(
        self, torch: Any, given: TrainingSet, layers: int, settings: Settings, width: int, device: Any
    ) -> None:
        self.torch, self.settings, self.layers = torch, settings, layers
        self.source = torch.Generator().manual_seed(settings.seed)
        self.kind = {"dtype": getattr(torch, settings.dtype), "device": device}
        tokens = [[list(map(_float, token)) for token in zip(*X, strict=True)] for X in given.padded(width)]
        self.inputs = torch.tensor(tokens, **self.kind)
        self.targets = torch.tensor(given.targets, device=device)
        self.classes = len(given.classes)
        w, q = width, settings.hidden
        # a layer changes the state by about its own size, all together by a few times that
        self.blocks = [
            (
                self._drawn(1 / w, w),
                self._drawn(1 / w, w),
                self._drawn(1 / w, w),
                self._drawn(2 / w, q, w),
                self._drawn(1 / 100, q),
                self._drawn(1 / (q * layers**2), w, q),
                self._drawn(0, w),
            )
            for _ in range(layers)
        ]
        self.read_out, self.bias = self._drawn(1 / w, self.classes, w), self._drawn(0, self.classes)
        self.parameters = [tensor for block in self.blocks for tensor in block] + [self.read_out, self.bias]
        self.optimiser = torch.optim.Adam(self.parameters, lr=float(settings.learning_rate))

    def _drawn(self, variance: float, *shape: int) -> Any:
        """Normal numbers of this variance, to be trained."""
        numbers = self.torch.randn(*shape, generator=self.source, dtype=self.torch.double) * variance ** (1 / 2)
        return numbers.to(**self.kind).requires_grad_()

    def forward(self, Z: Any) -> Any:
        """The scores at states Z, (sequences, n, w): (sequences, n, C)."""
        torch = self.torch
        for v_1, v_2, W_O, W_1, b_1, W_2, b_2 in self.blocks:
            keys, queries = Z @ v_1, Z @ v_2
            attention = torch.softmax(queries[:, :, None] * keys[:, None, :], -1)
            Z = Z + (attention @ keys[:, :, None]) * W_O
            Z = Z + torch.relu(Z @ W_1.T + b_1) @ W_2.T + b_2
        return Z @ self.read_out.T + self.bias

    def epoch(self) -> float:
        """One epoch; the mean loss of its batches. Raises NotFinite."""
        torch, losses = self.torch, list[float]()
        order = torch.randperm(len(self.inputs), generator=self.source).to(self.inputs.device)
        for chosen in order.split(self.settings.batch):
            scores, targets = self.forward(self.inputs[chosen]), self.targets[chosen]
            loss = torch.nn.functional.cross_entropy(scores.reshape(-1, self.classes), targets.reshape(-1))
            losses.append(loss.item())
            if not isfinite(losses[-1]):
                raise NotFinite(f"the loss is {losses[-1]}")
            self.optimiser.zero_grad()
            loss.backward()
            self.optimiser.step()
        if not all(bool(torch.isfinite(tensor).all()) for tensor in self.parameters):
            raise NotFinite("a weight is not finite")
        return sum(losses) / len(losses)

    def scores(self) -> Any:
        """The scores at all sequences. Raises NotFinite."""
        torch = self.torch
        with torch.no_grad():
            scores = torch.cat([self.forward(some) for some in self.inputs.split(AT_ONCE)])
        if not bool(torch.isfinite(scores).all()):
            raise NotFinite("a score is not finite")
        return scores

    def weights(self) -> Weights:
        """The weights of now, each float as it is."""
        blocks = tuple(
            Block(_vector(v_1), _vector(v_2), _vector(W_O), _rows(W_1), _vector(b_1), _rows(W_2), _vector(b_2))
            for v_1, v_2, W_O, W_1, b_1, W_2, b_2 in self.blocks
        )
        return Weights(blocks, _rows(self.read_out), _vector(self.bias))


def _float(entry: Rational) -> float:
    """The nearest float64, which the format of the run rounds once more. Raises InputError for a number beyond it."""
    try:
        return float(Fraction(int(entry.numerator), int(entry.denominator)))
    except OverflowError:
        raise InputError("data: an entry of X is too large for a float; scale the tokens") from None


def _vector(tensor: Any) -> Vector:
    return tuple(tensor.detach().tolist())


def _rows(tensor: Any) -> Rows:
    return tuple(map(tuple, tensor.detach().tolist()))
