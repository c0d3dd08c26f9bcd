"""Networks for other libraries, and networks from theirs: what `export` writes of a network file and `import` reads."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from exactua.arithmetic.float_formats import BFLOAT16, FLOAT16, FLOAT32, FLOAT64
from exactua.arithmetic.rationals import Rational, rational, written
from exactua.arithmetic.reals import Real
from exactua.errors import InputError
from exactua.networks import Network, TieRule
from exactua.networks.files import read_network, write_network
from exactua.networks.layer import Layer
from exactua.networks.serialisation import dumps
from exactua.networks.serialisation import loads as loads_network
from exactua.output_files import Kind, write_bytes
from exactua.plurals import counted
from exactua.printing.short_numbers import short
from exactua.softmax.exchange.metadata import Metadata, Rounding, loads
from exactua.softmax.exchange.pytorch_layers import (
    EPSILON,
    NORMAL,
    Part,
    Reading,
    layers_of,
    listed,
    parts_of,
    rational_root,
    tensors_of,
)
from exactua.softmax.exchange.rounding import Attention, network_of

FORMATS: Final = ("npz", "safetensors", "torch", "onnx")
"""What a network is exported to."""
EXPORT: Final = Kind(
    "network that exactua exported",
    r"PK\x03\x04.{26}exactua\.npy"  # npz
    r"|PK\x03\x04.{26}archive/data\.pkl.{1,3000}exactua"  # torch
    r'|.{8}\{"__metadata__":\{"exactua":'  # safetensors
    r"|\x08.\x12\x07exactua",  # onnx
)
TENSOR_FORMATS: Final = {"F16": FLOAT16, "BF16": BFLOAT16, "F32": FLOAT32, "F64": FLOAT64}
"""The formats of tensors that are read, by their names in safetensors files."""
MOST_TENSORS: Final = 10
"""Tensors with rounded weights that are listed."""


@dataclass(frozen=True)
class Exported:
    """An export that was written: what stands beside the arrays, and the size of the file in bytes."""

    metadata: Metadata
    size: int


def positive(text: str, argument: str) -> Rational:
    """The number above 0 that "10", "1/3", "0.5" or "1e3" writes. Raises InputError, naming `argument`, for others."""
    number = rational(text, argument)
    if number <= 0:
        raise InputError(f"{argument}: {text.strip()} is not valid; give a number above 0")
    return number


def export(network: Path, form: str, output: Path, dtype: str, factor: Rational | None = None) -> Exported:
    """Writes the network of a file in one of `FORMATS`; with a factor lambda, the one with softmax[lambda A].

    Raises InputError for a bad file, a network that is too large, a weight that the dtype cannot hold, and a library
    that is not installed.
    """
    from exactua.softmax.exchange.rounding import arrays_of

    arrays = arrays_of(read_network(network).network, dtype, factor)
    content = _content(form, arrays)
    write_bytes(output, content, "output", EXPORT)
    return Exported(arrays.metadata, len(content))


def _content(form: str, arrays: Any) -> bytes:
    """The bytes of the file; each library is loaded where it is asked for."""
    if form == "torch":
        from exactua.softmax.exchange.torch_module import TransformerModule

        return TransformerModule(arrays).saved()
    if form == "onnx":
        from exactua.softmax.exchange.onnx_model import onnx_model

        content: bytes = onnx_model(arrays).SerializeToString(deterministic=True)
        return content
    from exactua.softmax.exchange import files

    return files.npz_bytes(arrays) if form == "npz" else files.safetensors_bytes(arrays)


@dataclass(frozen=True)
class Asked:
    """What the user says about a file of tensors; None: not given."""

    attention: Attention | None = None
    heads: int | None = None
    prefix: str | None = None
    layers: str | None = None
    tie_rule: str | None = None
    factor: Rational | None = None
    scale: Rational | None = None
    mask: Literal["causal"] | None = None
    epsilon: Rational | None = None


@dataclass(frozen=True)
class Imported:
    """A network made of a file of tensors, with what was read, and notes on what was decided on the way."""

    network: Network
    notes: tuple[str, ...]
    built: dict[str, Any]


def import_tensors(path: Path, asked: Asked) -> Imported:
    """The network in a .safetensors or .npz file: an export of exactua, or a small stack of PyTorch's layers.

    Every float is read as the rational number that it is. Raises InputError, one sentence with names, for files,
    tensors and arguments that make no network.
    """
    from exactua.softmax.exchange.files import read_tensors

    file = read_tensors(path)
    network, notes = _own(file, asked) if file.metadata is not None else _pytorch(file, asked)
    with open(path, "rb") as opened:
        digest = hashlib.file_digest(opened, "sha256").hexdigest()
    return Imported(network, tuple(notes), {"imported": {"file": path.name, "sha256": digest, "read as": list(notes)}})


def write_imported(imported: Imported, output: Path) -> int:
    """Writes the network file, and says how many bytes it has. Raises InputError for one that can't be read again."""
    try:
        loads_network(dumps(imported.network), str(output))
    except InputError as error:
        raise InputError(f"file: exactua could not read the resulting network file ({error})") from None
    return write_network(output, imported.network, imported.built)


def _own(file: Any, asked: Asked) -> tuple[Network, list[str]]:
    """An export read back."""
    for name in ("heads", "prefix", "layers", "tie_rule", "scale", "mask", "epsilon"):
        if getattr(asked, name) is not None:
            raise InputError(
                f"{name.replace('_', '-')}: {file.where} is an export of exactua, which says it itself; leave it out"
            )
    metadata = loads(file.metadata, f"{file.where}: metadata")
    if asked.attention == "hardmax" and asked.factor is not None:
        raise InputError("lambda: hardmax has none, as a positive factor changes no largest score; leave it out")
    hard = any(note.tie_rule is not None for note in metadata.layers)
    if asked.factor is not None and not hard:
        raise InputError(f"lambda: it is for hardmax attention, but {file.where} has none; leave it out")
    if asked.factor is not None and asked.attention is None and metadata.factor is None:
        raise InputError("lambda: the export has hardmax; give --attention softmax with it")
    network = network_of(metadata, file.exact(list(file.tensors)), file.where, asked.attention, asked.factor)
    notes = [f"an export of exactua, {metadata.dtype}"]
    if metadata.rounding:
        total = metadata.rounded
        notes.append(
            f"{counted(total.entries, 'number')} had been rounded when it was written, "
            f"by at most {short(total.greatest)}"
        )
    if hard and asked.attention != "hardmax" and (asked.attention == "softmax" or metadata.factor is not None):
        factor = next(known for known in (asked.factor, metadata.factor, Rational(1)) if known is not None)
        notes.append(f"softmax[{written(factor)} A] for hardmax[A]")
    return network, notes


def _pytorch(file: Any, asked: Asked) -> tuple[Network, list[str]]:
    """A stack of PyTorch's layers."""
    reading = _reading(asked)
    names = list(file.tensors)
    parts, unread = parts_of(names, asked.prefix or "", asked.layers, file.where)
    kinds = {part.kind for part in parts}
    if "attention" not in kinds:
        for name in ("attention", "heads", "tie_rule", "factor", "scale", "mask"):
            if getattr(asked, name) is not None:
                option = {"factor": "lambda"}.get(name, name.replace("_", "-"))
                raise InputError(f"{option}: no layer that is read from {file.where} is attention; leave it out")
    if "layer-norm" not in kinds and asked.epsilon is not None:
        raise InputError(
            f"epsilon: no layer that is read from {file.where} is a layer normalisation; leave it out, or name one by "
            f"--layers, such as {NORMAL}"
        )
    chosen = [tensors_of(part, set(names), file.where) for part in parts]
    tensors = file.exact(list(dict.fromkeys(name for own_names in chosen for name in own_names)))
    stacks = [layers_of(part, tensors, reading, file.where) for part in parts]
    d = stacks[0][0].d
    for part, own in zip(parts, stacks, strict=True):
        if own[0].d != d:
            raise InputError(f"{file.where}: {part} acts on {own[0].d} rows, but {parts[0]} on {d}; they must agree")
    layers = [layer for own in stacks for layer in own]
    stages = {f"{number}. {part.kind}": sum(map(len, stacks[:number])) for number, part in enumerate(parts, 1)}
    network = Network(d, layers, {**stages, "output": len(layers)})
    dtypes = ", ".join(sorted({file.tensors[name].dtype for name in tensors}))
    count = sum(len(tensor.entries) for tensor in tensors.values())
    notes = [f"{counted(count, 'number')} of {dtypes}, each read as the rational that it is"]
    for part, own, read in zip(parts, stacks, chosen, strict=True):
        notes.append(f"{part}: {_note(part, own[0], reading, assumed=asked.epsilon is None)}")
        if part.kind == "attention" and len(own) == 2:
            notes += _folded(part, own[1], {file.tensors[name].dtype for name in read})
    if arrays := [name for part in parts for name in part.modules if name in tensors]:
        notes.append(f"{listed(arrays)}: each read as the matrix W of W Z, where the columns of Z are the tokens")
    if unread:
        notes.append(f"not read: {listed(unread)}")
    return network, notes


def _reading(asked: Asked) -> Reading:
    attention = asked.attention or "softmax"
    if attention == "hardmax":
        for name, why in (("factor", "lambda"), ("scale", "scale")):
            if getattr(asked, name) is not None:
                raise InputError(f"{why}: a positive factor changes no largest score of hardmax; leave it out")
    elif asked.tie_rule is not None:
        raise InputError("tie-rule: softmax has no ties; give --attention hardmax with it")
    tie_rule = TieRule(asked.tie_rule or "average")
    epsilon = EPSILON if asked.epsilon is None else asked.epsilon
    return Reading(attention, asked.heads, tie_rule, asked.factor, asked.scale, asked.mask, epsilon)


def _folded(part: Part, layer: Layer, dtypes: set[str]) -> Iterator[str]:
    """That no format of the file holds the constant of the biases, if so: bits speaks of what the network has."""
    constant = [entry for entry in layer.numbers()["biases"] if not isinstance(entry, Real)]
    formats = [form for name, form in TENSOR_FORMATS.items() if name in dtypes]
    if not any(all(form.rounded(entry) == entry for entry in constant) for form in formats):
        shown = ", ".join(form.name for form in formats)
        yield f"{part}: its constant W_O b_V + b_O is exact, and not all of its entries are numbers of {shown}"


def _note(part: Part, layer: Layer, reading: Reading, assumed: bool = True) -> str:
    """What a part was read as, and what of that the file does not say."""
    if part.kind == "linear":
        return "Z -> W Z + b, as Z + (W - I) Z + b"
    if part.kind == "layer-norm":
        return f"Z -> LN(Z), with epsilon {written(reading.epsilon)}{', which is assumed' if assumed else ''}"
    if part.kind == "mlp":
        return "Z -> W_2 relu(W_1 Z + b_1) + b_2, its skip connection taken away by 2d nodes; relu is assumed"
    if part.kind == "feed-forward":
        return "Z -> Z + W_2 relu(W_1 Z + b_1) + b_2; relu and the skip connection are assumed"
    heads, size = len(layer.heads), layer.heads[0].size
    counted = f"{heads} head{'s' if heads > 1 else ''} of size {size}"
    mask = "" if reading.mask is None else f", {reading.mask} mask"
    if layer.tie_rule is not None:
        return f"{counted}, hardmax, ties {layer.tie_rule}{mask}; the skip connection is assumed"
    factor = "" if reading.factor is None else f"{written(reading.factor)} "
    if reading.scale is not None:
        scale = f"{factor}times {written(reading.scale)}"
    elif size == 1:
        scale = f"times {factor}" if factor else ""
    else:
        scale = f"{factor}over the square root of {size}, {'a rational' if rational_root(size) else 'an exact real'}"
    scores = f"scores {scale}".rstrip()
    return f"{counted}, softmax of {scores}{mask}; the skip connection is assumed"


def lines(path: str, form: str, size: int, metadata: Metadata) -> list[str]:
    """The file, its layers, and every tensor that was rounded, the largest error first."""
    kinds = Counter(note.kind for note in metadata.layers)
    layers = ", ".join(f"{count:,} {kind}" for kind, count in kinds.items()) or "none"
    told = [
        f"{path}: {form}, {metadata.dtype}, {size:,} bytes",
        f"  (batch, {metadata.d}, n) -> (batch, {metadata.d}, n); layers: {layers}",
    ]
    if metadata.factor is not None:
        told.append(f"  softmax[{written(metadata.factor)} A] for hardmax[A]")
    elif rules := sorted({note.tie_rule for note in metadata.layers if note.tie_rule is not None}):
        told.append(f"  hardmax, ties {', '.join(rules)}")
    if not metadata.rounding:
        return [*told, f"  all {metadata.entries:,} numbers are floats of {metadata.dtype}: none was rounded"]
    own = {name: rounding for name, rounding in metadata.rounding.items() if name != "factor"}
    total = sum(own.values(), start=Rounding())
    told.append(
        f"  {total.entries:,} of {metadata.entries:,} numbers were rounded"
        + (f", by at most {short(total.greatest)}" if own else "")
    )
    worst = sorted(metadata.rounding.items(), key=lambda entry: (-entry[1].greatest, entry[0]))
    for name, rounding in worst[:MOST_TENSORS]:
        told.append(f"    {name}: {rounding.entries:,}, by at most {short(rounding.greatest)}")
    if len(worst) > MOST_TENSORS:
        told.append(f"    and {len(worst) - MOST_TENSORS:,} more tensors; the metadata of the file lists all of them")
    return told
