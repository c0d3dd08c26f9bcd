"""Exported networks as PyTorch modules: the tensors of the naming scheme are the entries of the state_dict.

    module = TransformerModule.from_network(network, "float64", factor=100)   # or from_file("net.safetensors")
    module(Z)                                        # (batch, d, n) -> (batch, d, n)

A score that is not finite makes NaN of its whole column, so that no overflow hides behind a hardmax.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from exactua.arithmetic.messages import brief, quoted
from exactua.arithmetic.rationals import Rational, rational
from exactua.errors import InputError, not_installed
from exactua.networks import Network
from exactua.softmax.exchange.exchanged import LayerNote, padded
from exactua.softmax.exchange.files import read_arrays
from exactua.softmax.exchange.kinds import EXCHANGED
from exactua.softmax.exchange.metadata import DTYPES, KEY, Metadata, loads
from exactua.softmax.exchange.rounding import Arrays, arrays_of, names_of, require_names

try:
    import torch
except ImportError:
    raise not_installed("torch", "PyTorch", "gpu") from None


class TransformerModule(torch.nn.Module):  # type: ignore[misc, unused-ignore]
    """A network in floats: (batch, d, n) -> (batch, d, n), with hardmax, or with softmax[factor A] for hardmax[A].

    `factor` is a float, or None for hardmax; `metadata` has tie rules, stages and what was rounded. Weights are
    parameters, activations buffers, named as in `exactua.softmax.exchange`.
    """

    def __init__(self, arrays: Arrays) -> None:
        super().__init__()
        self.metadata: Metadata = arrays.metadata
        self.factor: float | None = None if arrays.metadata.factor is None else _float(arrays.metadata.factor)
        self.layers = torch.nn.ModuleList()
        for number, note in enumerate(arrays.metadata.layers):
            names = names_of(number, note)
            tensors = {name.rpartition(".")[2]: torch.from_numpy(arrays.tensors[name].copy()) for name in names}
            outer = torch.nn.Module()
            outer.add_module(EXCHANGED[note.kind].folder, _Layer(note, tensors))
            self.layers.append(outer)

    @classmethod
    def from_network(cls, network: Network, dtype: str = "float64", factor: Any = None) -> TransformerModule:
        """The module of a network, float32 or float64. Raises InputError as `arrays_of` does."""
        return cls(arrays_of(network, dtype, None if factor is None else rational(factor, "factor")))

    @classmethod
    def from_file(cls, path: str | Path) -> TransformerModule:
        """The module that a .safetensors or .npz file of `exactua export` has. Raises InputError for other files."""
        return cls(read_arrays(Path(path)))

    @classmethod
    def from_checkpoint(cls, checkpoint: Mapping[str, Any]) -> TransformerModule:
        """The module of `torch.load(FILE, weights_only=True)`, FILE from `exactua export --format torch`.

        Raises InputError for another checkpoint.
        """
        text, state = checkpoint.get(KEY), checkpoint.get("state_dict")
        if not isinstance(text, str) or not isinstance(state, Mapping):
            raise InputError(f'checkpoint: it has no "{KEY}" and "state_dict"; give one that exactua export wrote')
        metadata = loads(text, "checkpoint")
        require_names(metadata, set(state), "checkpoint")
        return cls(Arrays(metadata, {name: tensor.numpy() for name, tensor in state.items()}))

    def checkpoint(self) -> dict[str, Any]:
        """The metadata and the state_dict: what `saved` saves."""
        return {KEY: replace(self.metadata, factor=self._exact_factor()).dumps(), "state_dict": self.state_dict()}

    def saved(self) -> bytes:
        """The checkpoint as the bytes of a file for `torch.load(FILE, weights_only=True)`."""
        out = io.BytesIO()
        torch.save(self.checkpoint(), out)
        return out.getvalue()

    def arrays(self) -> Arrays:
        """The module as it is now, trained or not, for `safetensors_bytes` and the other writers.

        Its numbers are floats, so none counts as rounded; all heads have the size that they were padded to, as training
        may have moved the zeros. Raises InputError for a dtype that is neither float32 nor float64.
        """
        state = {name: tensor.detach().cpu() for name, tensor in self.state_dict().items()}
        kinds = {str(tensor.dtype).removeprefix("torch.") for tensor in state.values()} - {"bool"}
        dtype = next(iter(kinds), self.metadata.dtype)
        if len(kinds) > 1 or dtype not in DTYPES:
            raise InputError(
                f"module: its numbers are {', '.join(sorted(kinds))}; they must all be {' or '.join(DTYPES)}"
            )
        notes = tuple(replace(note, sizes=padded(note.sizes)) for note in self.metadata.layers)
        metadata = replace(self.metadata, dtype=dtype, layers=notes, factor=self._exact_factor(), rounding={})
        return Arrays(metadata, {name: tensor.numpy() for name, tensor in state.items()})

    def _exact_factor(self) -> Rational | None:
        """The factor of now: that of the metadata if it has not been changed, else the float itself."""
        known = self.metadata.factor
        if known is not None and self.factor == _float(known):
            return known
        return None if self.factor is None else rational(Fraction(self.factor), "factor")

    def forward(self, Z: Any) -> Any:
        """The value at a batch Z of shape (batch, d, n), in the dtype of the weights.

        Raises InputError for another shape or dtype.
        """
        return self.after(Z, len(self.layers))

    def stage(self, Z: Any, name: str) -> Any:
        """The state at the stage of this name. Raises InputError for another name, shape or dtype."""
        if name not in self.metadata.stages:
            known = ", ".join(map(quoted, sorted(self.metadata.stages))) or "none"
            raise InputError(f"stage: there is no stage {quoted(name)}; the stages are: {known}")
        return self.after(Z, self.metadata.stages[name])

    def after(self, Z: Any, layers: int) -> Any:
        """The state after so many layers. Raises InputError for another shape or dtype."""
        d, dtype = self.metadata.d, getattr(torch, self.metadata.dtype)
        if not isinstance(Z, torch.Tensor) or Z.dim() != 3 or Z.shape[1] != d or Z.shape[2] < 1:
            shown = tuple(Z.shape) if isinstance(Z, torch.Tensor) else brief(Z)
            raise InputError(f"Z: {shown} is not valid; give a tensor of shape (batch, {d}, n)")
        kind = next(self.parameters()).dtype if len(self.layers) else dtype
        if Z.dtype != kind:
            raise InputError(f"Z: its entries are {Z.dtype}, but the weights are {kind}; convert one of them")
        for layer in list(self.layers)[:layers]:
            (inner,) = layer.children()
            Z = inner(Z, self.factor)
        return Z


class _Layer(torch.nn.Module):  # type: ignore[misc, unused-ignore]
    """One layer: its tensors, numbers to be trained as parameters, the others as buffers."""

    def __init__(self, note: LayerNote, tensors: Mapping[str, Any]) -> None:
        super().__init__()
        self.note = note
        for name, tensor in tensors.items():
            if name in EXCHANGED[note.kind].fixed:
                self.register_buffer(name, tensor)
            else:
                self.register_parameter(name, torch.nn.Parameter(tensor))

    def forward(self, Z: Any, factor: float | None) -> Any:
        return EXCHANGED[self.note.kind].forward(torch, self, Z, factor)


def _float(factor: Any) -> float:
    """The float next to a rational that floats reach."""
    return int(factor.numerator) / int(factor.denominator)
