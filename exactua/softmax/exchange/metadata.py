"""What stands beside the tensors: the kind of each layer, tie rules, stages, the factor, and what was rounded."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from exactua.arithmetic.json_values import array_at, object_at, parsed, string_at
from exactua.arithmetic.messages import brief, quoted
from exactua.arithmetic.rationals import Rational, decode_rational, encode_known, encode_rational
from exactua.errors import InputError
from exactua.networks.heads import NAMED, TieRule
from exactua.plurals import counted
from exactua.softmax.exchange.exchanged import HeadSize, LayerNote
from exactua.softmax.exchange.kinds import EXCHANGED

FORMAT: Final = "exchange/1"
KEY: Final = "exactua"
"""The key of the metadata in a safetensors or ONNX file, and the name of the array in an npz file."""
DTYPES: Final = ("float32", "float64")


@dataclass(frozen=True)
class Rounding:
    """How many entries of a tensor (or of all) are not what the network has, and by how much at most.

    `greatest` is exact for rational weights; for real ones a rational of 64 bits that no error is above.
    """

    entries: int = 0
    greatest: Rational = field(default_factory=Rational)

    def __add__(self, other: Rounding) -> Rounding:
        return Rounding(self.entries + other.entries, max(self.greatest, other.greatest))


@dataclass(frozen=True)
class Metadata:
    """Everything that is no tensor. `factor` is lambda of softmax[lambda A]; None: hardmax."""

    d: int
    dtype: str
    layers: tuple[LayerNote, ...]
    stages: Mapping[str, int]
    factor: Rational | None = None
    rounding: Mapping[str, Rounding] = field(default_factory=dict)
    """Of the tensors that have rounded entries, and of the "factor" if it is rounded."""
    entries: int = 0
    """Numbers in all tensors together."""

    @property
    def rounded(self) -> Rounding:
        """Of all tensors together."""
        return sum(self.rounding.values(), start=Rounding())

    def dumps(self) -> str:
        """The metadata as one line of JSON."""
        data = {
            "format": FORMAT,
            "d": self.d,
            "dtype": self.dtype,
            "factor": encode_known(self.factor),
            "layers": [_note(layer) for layer in self.layers],
            "stages": dict(self.stages),
            "entries": self.entries,
            "rounded": {
                name: {"entries": rounding.entries, "at most": encode_rational(rounding.greatest)}
                for name, rounding in self.rounding.items()
            },
        }
        return json.dumps(data, sort_keys=True, separators=(",", ":"))


def _note(note: LayerNote) -> dict[str, Any]:
    given = {"tie_rule": note.tie_rule, "sizes": list(note.sizes), "mask": note.mask, "centre": note.centre}
    return {"kind": note.kind, **{name: value for name, value in given.items() if value not in (None, [])}}


def loads(text: str, where: str) -> Metadata:
    """The metadata that `dumps` wrote. Raises InputError, beginning with `where`, for anything else."""
    data = object_at(parsed(text.encode(), where), where)
    if data.get("format") != FORMAT:
        given = quoted(data["format"]) if isinstance(data.get("format"), str) else "none"
        raise InputError(f'{where}: the format is {given}, but the valid one is "{FORMAT}"')
    keys = ("format", "d", "dtype", "factor", "layers", "stages", "entries", "rounded")
    data = object_at(data, where, keys)
    if data["dtype"] not in DTYPES:
        raise InputError(f"{where}: dtype: {brief(data['dtype'])} is not one of {', '.join(DTYPES)}")
    factor = None if data["factor"] is None else decode_rational(data["factor"], f"{where}: factor")
    if factor is not None and factor <= 0:
        raise InputError(f"{where}: factor: {factor} is not above 0")
    layers = [_layer(layer, f"{where}: layers[{k}]") for k, layer in enumerate(array_at(data["layers"], where))]
    stages = {name: _count(value, where) for name, value in object_at(data["stages"], f"{where}: stages").items()}
    if stages and max(stages.values()) > len(layers):
        raise InputError(
            f"{where}: a stage is after layer {max(stages.values())}, but the network has only "
            f"{counted(len(layers), 'layer')}"
        )
    rounding = {}
    for name, record in object_at(data["rounded"], f"{where}: rounded").items():
        fields = object_at(record, f"{where}: rounded[{quoted(name)}]", ("entries", "at most"))
        rounding[name] = Rounding(_count(fields["entries"], where), decode_rational(fields["at most"], where))
    d = _count(data["d"], f"{where}: d", 1)
    return Metadata(d, data["dtype"], tuple(layers), stages, factor, rounding, _count(data["entries"], where))


def _layer(data: object, where: str) -> LayerNote:
    given = object_at(data, where)
    kind = string_at(given.get("kind"), f"{where}.kind")
    if kind not in EXCHANGED:
        raise InputError(f"{where}.kind: {quoted(kind)} is not one of {', '.join(EXCHANGED)}")
    known = EXCHANGED[kind]
    fields = object_at(given, where, ("kind", *known.needed, *(name for name in known.optional if name in given)))
    tie_rule, mask, centre = fields.get("tie_rule"), fields.get("mask"), fields.get("centre")
    if tie_rule is not None and tie_rule not in list(TieRule):
        raise InputError(f"{where}.tie_rule: {brief(tie_rule)} is not one of {', '.join(TieRule)}")
    if mask not in (None, *NAMED, "tensor"):
        raise InputError(f"{where}.mask: {brief(mask)} is not one of {', '.join(NAMED)}, tensor")
    sizes = tuple(_size(size, f"{where}.sizes") for size in array_at(fields.get("sizes", []), f"{where}.sizes"))
    if "sizes" in known.needed and not sizes:
        raise InputError(f"{where}.sizes: an attention layer needs at least one head")
    return LayerNote(kind, tie_rule, sizes, mask, None if centre is None else _count(centre, f"{where}.centre", 1))


def _size(value: object, where: str) -> HeadSize:
    if not isinstance(value, list):
        return _count(value, where, 1)
    keys, values = (_count(size, where, 1) for size in value) if len(value) == 2 else (0, 0)
    if keys == values:
        raise InputError(f"{where}: {brief(value)} is not a head; write its size, or [m_k, m_v] where they differ")
    return keys, values


def _count(value: object, where: str, least: int = 0) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise InputError(f"{where}: {brief(value)} is not an integer >= {least}")
    return value
