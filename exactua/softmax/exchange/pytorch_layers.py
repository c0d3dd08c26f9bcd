"""Tensors of PyTorch as a network: what its modules call their weights, and in what order they stand.

PyTorch has tokens in rows, x (n, d) -> x + MultiheadAttention(x); here they are columns of Z = x^T. A parameter of
`nn.Linear`, y = x W^T + b, is Y = W Z + b 1^T. A layer here always has its skip connection; where PyTorch has none, it
is taken away again:

    linear=NAME           Z -> W Z + b             as Z + (W - I) Z + b 1^T, W square
    mlp=A+B               Z -> W_2 relu(W_1 Z)     as Z + [W_2, -I, I] relu([W_1; I; -I] Z), for t = relu(t) - relu(-t)
    feed-forward=A+B      Z -> Z + W_2 relu(W_1 Z + b_1 1^T) + b_2 1^T, as in nn.TransformerEncoderLayer
    attention=NAME        Z -> Z + MultiheadAttention(Z), the tensors of nn.MultiheadAttention
    attention=Q+K+V+O     the same, with an nn.Linear for each
    layer-norm=NAME       Z -> LN(Z), the tensors of nn.LayerNorm over the d entries of a token

Of linear, mlp, feed-forward and attention=Q+K+V+O a module is an nn.Linear, NAME.weight and perhaps NAME.bias, or one
array NAME, the matrix W itself. Attention without a skip connection is no network here: nothing that is added to Z +
W_O W_V Z A takes Z away for all A.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Any, Final, Literal

from exactua.arithmetic.messages import cut, plain
from exactua.arithmetic.rationals import Rational
from exactua.arithmetic.reals import Value, sqrt
from exactua.errors import InputError
from exactua.networks import (
    RELU,
    AttentionHead,
    AttentionLayer,
    FeedForwardLayer,
    Layer,
    LayerNormalisation,
    PiecewiseLinear,
    SoftmaxAttentionLayer,
    TieRule,
    everywhere,
)
from exactua.networks.matrices import product
from exactua.plurals import counted
from exactua.softmax.exchange.exchanged import Tensor

KINDS: Final = {"attention": (1, 4), "feed-forward": (2,), "mlp": (2,), "linear": (1,), "layer-norm": (1,)}
"""What --layers writes, and how many modules each takes."""
IN_PROJECTION: Final = ("in_proj_weight", "in_proj_bias")
OUT_PROJECTION: Final = ("out_proj.weight", "out_proj.bias")
ADDED: Final = ("bias_k", "bias_v")
"""The tensors of nn.MultiheadAttention with add_bias_kv."""
LINEARS: Final = ("linear1", "linear2")
EXAMPLE: Final = '"attention=self_attn, feed-forward=linear1+linear2"'
NORMAL: Final = '"attention=self_attn, layer-norm=norm1, feed-forward=linear1+linear2, layer-norm=norm2"'
EPSILON: Final = Rational(1, 100_000)
"""What nn.LayerNorm adds to a variance unless it is told another: no tensor."""


@dataclass(frozen=True)
class Part:
    """A layer of a PyTorch model: its kind (see `KINDS`), and the names of its modules, prefix and all."""

    kind: str
    modules: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.kind}={'+'.join(plain(name) or '.' for name in self.modules)}"


def parts_of(names: Sequence[str], prefix: str, spec: str | None, where: str) -> tuple[list[Part], list[str]]:
    """The layers that these tensors make, in order, and the names of tensors that no layer reads.

    With a `spec` they are those that it names, below the prefix. Without one the tensors below the prefix must be those
    of nn.MultiheadAttention, of nn.TransformerEncoderLayer without its layer normalisation, of its two nn.Linear, or of
    a stack layers.0, layers.1, ... of these, and every tensor must be read. Raises InputError, with names, for others.
    """
    if not names:
        raise InputError(f"{where}: there is no tensor in it")
    start = f"{prefix.rstrip('.')}." if prefix.strip(".") else ""
    own = [name.removeprefix(start) for name in names if name.startswith(start)]
    if not own:
        raise InputError(f"prefix: no tensor of {where} begins with {start!r}; there are: {listed(names)}")
    parts = _written(spec, start) if spec is not None else list(_found(own, start, where))
    used = {name for part in parts for name in tensors_of(part, set(names), where)}
    return parts, [name for name in names if name.startswith(start) and name not in used]


def tensors_of(part: Part, names: set[str], where: str) -> list[str]:
    """The names of the tensors of a layer, those of biases only if they are there.

    Raises InputError for one that is missing.
    """
    if part.kind == "attention" and len(part.modules) == 1:
        start = f"{part.modules[0]}." if part.modules[0] else ""
        known = [start + name for name in (*IN_PROJECTION, *OUT_PROJECTION)]
        if added := [start + name for name in ADDED if start + name in names]:
            raise InputError(
                f"{where}: {part} adds a key and a value of its own to every sequence, {listed(added)} (add_bias_kv), "
                "which no layer here does"
            )
    else:
        known = [tensor for name in part.modules for tensor in (weight_of(name, names), _below(name, "bias"))]
    for name in known:
        if name not in names and not name.endswith("bias"):
            raise InputError(f"{where}: the tensor {name} is missing, which {part} needs; there are: {listed(names)}")
    return [name for name in known if name in names]


def weight_of(module: str, names: Container[str]) -> str:
    """What the weight of a module is called: NAME.weight, or NAME itself where that alone is there."""
    weight = _below(module, "weight")
    return module if weight not in names and module in names else weight


def _below(module: str, name: str) -> str:
    """What a tensor of a module is called; those of the whole file, "", have their own names."""
    return f"{module}.{name}" if module else name


def listed(names: Sequence[str] | set[str], most: int = 8) -> str:
    """Names for a message, not too many."""
    ordered = sorted(names)
    rest = f", and {len(ordered) - most:,} more" if len(ordered) > most else ""
    return ", ".join(plain(name) for name in ordered[:most]) + rest


def _written(spec: str, start: str) -> list[Part]:
    """The layers that "attention=self_attn, feed-forward=linear1+linear2" writes."""
    parts = []
    for layer in spec.split(","):
        kind, sign, modules = (text.strip() for text in layer.partition("="))
        chosen = tuple("" if name.strip() == "." else start + name.strip() for name in modules.split("+"))
        if kind not in KINDS:
            raise InputError(
                f"layers: {cut(layer.strip())!r} is not a layer; write {', '.join(KINDS)}, as in {EXAMPLE}"
            )
        if not sign or not modules or len(chosen) not in KINDS[kind]:
            counts = " or ".join(map(str, KINDS[kind]))
            raise InputError(
                f"layers: {cut(layer.strip())!r} does not name {counts} modules for {kind}; write {EXAMPLE}"
            )
        parts.append(Part(kind, tuple(name or start.rstrip(".") for name in chosen)))
    return parts


def _found(own: list[str], start: str, where: str) -> Iterator[Part]:
    """The layers by the names that PyTorch gives."""
    numbered = {int(match[1]) for name in own if (match := re.match(r"layers\.([0-9]{1,6})\.", name))}
    blocks = [f"layers.{number}." for number in sorted(numbered)] or [""]
    if numbered and numbered != set(range(len(numbered))):
        raise InputError(
            f"{where}: there are layers {cut(str(sorted(numbered)))} below {start!r}, and not all from 0 on"
        )
    left = set(own)
    for block in blocks:
        count = 0
        for inner in ("self_attn.", ""):
            known = [block + inner + name for name in (*IN_PROJECTION, *OUT_PROJECTION)]
            if known[0] in left:
                left -= set(known)
                count += 1
                yield Part("attention", ((start + block + inner).rstrip("."),))
                break
        if f"{block}linear1.weight" in left:
            left -= {f"{block}{name}.{what}" for name in LINEARS for what in ("weight", "bias")}
            count += 1
            yield Part("feed-forward", tuple(f"{start}{block}{name}" for name in LINEARS))
        if not count:
            raise InputError(f"{where}: {_unknown([name for name in own if name.startswith(block)], start)}")
    if left:
        raise InputError(f"{where}: {_unknown(sorted(left), start)}")


def _unknown(own: Sequence[str], start: str) -> str:
    """What is said of tensors without a layer: they have these names below `start`, as --layers writes them."""
    names = [start + name for name in own]
    if normal := [name for name in names if re.search(r"norm|(^|\.)ln", name)]:
        return (
            f"the file does not say where layer normalisation stands, and there are {listed(normal)}; name the layers "
            f"in their order by --layers, such as {NORMAL} for norm_first=False, the only one that import reads"
        )
    projections = _projections_by_name(own)
    if projections is None:
        written = f'{EXAMPLE} or "attention=Q+K+V+O" for four tensors Q.weight, ... or Q, ...'
    else:
        written = f'"attention={"+".join(map(plain, projections))}" for these four'
    return (
        f"these tensors belong to no layer that is known: {listed(names)}; choose others by --prefix, or say what they "
        f"are by --layers, such as {written}"
    )


def _projections_by_name(names: Sequence[str]) -> list[str] | None:
    """The modules of queries, keys, values and output, if these are all and their names say which is which."""
    modules = dict.fromkeys(name.removesuffix(".weight").removesuffix(".bias") for name in names)
    letters = {}
    for module in modules:
        match = re.fullmatch(r"(?:.*[._])?(?:w_?)?([qkvo])(?:_?proj)?", module.lower())
        if match is None or match[1] in letters:
            return None
        letters[match[1]] = module
    return [letters[letter] for letter in "qkvo"] if len(letters) == 4 else None


Rows = list[list[Any]]


@dataclass(frozen=True)
class Reading:
    """How attention is to be read: what the file does not say."""

    attention: Literal["hardmax", "softmax"] = "hardmax"
    heads: int | None = None
    tie_rule: TieRule = TieRule.AVERAGE
    factor: Rational | None = None
    """lambda of softmax[lambda A]; None: 1."""
    scale: Rational | None = None
    """What scores are multiplied by; None: 1 over the square root of the head size, as in PyTorch."""
    mask: str | None = None
    epsilon: Rational = EPSILON
    """What layer normalisation adds to a variance."""


def layers_of(part: Part, tensors: Mapping[str, Tensor], reading: Reading, where: str) -> list[Layer]:
    """The layers that make one part of a model. Raises InputError, with names and shapes, where tensors don't fit."""
    if part.kind == "attention":
        return _attention(part, tensors, reading, where)
    if part.kind == "layer-norm":
        return [_normalisation(part, tensors, reading, where)]
    weights = [_matrix(tensors, weight_of(name, tensors), where) for name in part.modules]
    biases = [
        _vector(tensors, _below(name, "bias"), len(rows), where)
        for name, rows in zip(part.modules, weights, strict=True)
    ]
    if part.kind == "linear":
        return [_linear(weight_of(part.modules[0], tensors), weights[0], biases[0], where)]
    (W_1, W_2), (b_1, b_2) = weights, biases
    d, r = len(W_1[0]), len(W_1)
    if (len(W_2), len(W_2[0])) != (d, r):
        raise InputError(
            f"{where}: {plain(weight_of(part.modules[0], tensors))} is {r} x {d}, "
            f"{plain(weight_of(part.modules[1], tensors))} {len(W_2)} x {len(W_2[0])}: the second must be {d} x {r}"
        )
    if part.kind == "feed-forward":
        return [FeedForwardLayer(W_1, b_1, W_2, b_2, RELU)]
    # without skip: Z = relu(Z) - relu(-Z) is taken away by 2d further nodes
    W_1 = [*W_1, *_identity(d), *_identity(d, -1)]
    W_2 = [[*row, *minus, *plus] for row, minus, plus in zip(W_2, _identity(d, -1), _identity(d), strict=True)]
    return [FeedForwardLayer(W_1, [*b_1, *[Rational(0)] * (2 * d)], W_2, b_2, RELU)]


def _linear(name: str, W: Rows, b: list[Any], where: str) -> Layer:
    d = len(W)
    if len(W[0]) != d:
        raise InputError(
            f"{where}: {plain(name)} is {d} x {len(W[0])}, but a layer maps d x n to d x n: it must be square"
        )
    moved = [[entry - int(i == j) for j, entry in enumerate(row)] for i, row in enumerate(W)]
    identity = PiecewiseLinear.of((everywhere(), 1, 0))
    return FeedForwardLayer(_identity(d), [Rational(0)] * d, moved, b, identity)


def _normalisation(part: Part, tensors: Mapping[str, Tensor], reading: Reading, where: str) -> Layer:
    """nn.LayerNorm over the entries of a token: its weight is the gain, its bias 0 where there is none."""
    name = weight_of(part.modules[0], tensors)
    gain = tensors[name]
    if len(gain.shape) != 1 or not all(gain.shape) or gain.boolean:
        raise InputError(f"{where}: {plain(name)} has shape {gain.shape}; a vector of numbers is needed")
    bias = _vector(tensors, _below(part.modules[0], "bias"), gain.shape[0], where)
    return LayerNormalisation(list(gain.entries), bias, reading.epsilon)


def _attention(part: Part, tensors: Mapping[str, Tensor], reading: Reading, where: str) -> list[Layer]:
    """Multi-head attention with its skip connection, and its constant as a layer of its own where it is not 0.

    With y = W_V Z + b_V 1^T the head adds W_O y A = W_O W_V Z A + W_O b_V 1^T, as the columns of A = softmax or hardmax
    sum to 1: the value bias adds the constant W_O b_V, and b_O is one already. With keys W_K Z + b_K 1^T column j of
    the scores is (W_K Z)^T q_j + (b_K^T q_j) 1: the key bias adds the same to all scores that token j compares, and
    neither softmax nor the places of the largest scores change by that. So b_K has no effect and is left out.
    """
    weights, biases = _projections(part, tensors, where)
    d, e = len(weights["O"]), len(weights["Q"])
    for name, rows in weights.items():
        needed = (d, e) if name == "O" else (e, d)
        if (len(rows), len(rows[0])) != needed:
            raise InputError(
                f"{where}: {part}: the {_WORDS[name]} projection is {len(rows)} x {len(rows[0])}, but {needed[0]} x "
                f"{needed[1]} fits the others"
            )
    if reading.heads is None:
        raise InputError(f"heads: missing; {where} does not say how many heads {part} has; give --heads, such as 1")
    if e % reading.heads:
        raise InputError(
            f"heads: {counted(reading.heads, 'head')} do not divide the {counted(e, 'row')} of the queries of {part}"
        )
    h = e // reading.heads
    scale = _scale(reading, h)
    heads = []
    for k in range(reading.heads):
        own = slice(k * h, (k + 1) * h)
        keys = [[entry * scale if entry else entry for entry in row] for row in weights["K"][own]]
        outer = [row[own] for row in weights["O"]]
        heads.append(AttentionHead(outer, weights["V"][own], keys, weights["Q"][own], biases["Q"][own]))
    layer: Layer = (
        AttentionLayer(heads, reading.tie_rule, reading.mask)
        if reading.attention == "hardmax"
        else SoftmaxAttentionLayer(heads, reading.mask)
    )
    added = product(tuple(map(tuple, weights["O"])), tuple((entry,) for entry in biases["V"]))
    constant = [value + bias for (value,), bias in zip(added, biases["O"], strict=True)]
    if not any(constant):
        return [layer]
    zeros = [Rational(0)] * d
    return [layer, FeedForwardLayer([zeros], [Rational(0)], [[Rational(0)]] * d, constant, RELU)]


def _scale(reading: Reading, h: int) -> Value:
    """What scores are multiplied by; 1 for hardmax, which a positive factor does not change."""
    if reading.attention == "hardmax":
        return Rational(1)
    factor = Rational(1) if reading.factor is None else reading.factor
    own = sqrt(Rational(1, h)) if reading.scale is None else reading.scale
    result: Value = factor * own
    return result


def rational_root(h: int) -> bool:
    """Whether the square root of the head size is rational."""
    return isqrt(h) ** 2 == h


_WORDS = {"Q": "query", "K": "key", "V": "value", "O": "output"}


def _projections(part: Part, tensors: Mapping[str, Tensor], where: str) -> tuple[dict[str, Rows], dict[str, list[Any]]]:
    """The four matrices and biases, of nn.MultiheadAttention or of four nn.Linear."""
    if len(part.modules) == 4:
        weights = {
            name: _matrix(tensors, weight_of(module, tensors), where)
            for name, module in zip("QKVO", part.modules, strict=True)
        }
        return weights, {
            name: _vector(tensors, _below(module, "bias"), len(weights[name]), where)
            for name, module in zip("QKVO", part.modules, strict=True)
        }
    start = f"{part.modules[0]}." if part.modules[0] else ""
    joint = _matrix(tensors, start + IN_PROJECTION[0], where)
    if len(joint) % 3:
        raise InputError(
            f"{where}: {plain(start)}{IN_PROJECTION[0]} has {counted(len(joint), 'row')}, which is not a multiple of 3"
        )
    e = len(joint) // 3
    bias = _vector(tensors, start + IN_PROJECTION[1], 3 * e, where)
    outer = _matrix(tensors, start + OUT_PROJECTION[0], where)
    weights = {name: joint[k * e : (k + 1) * e] for k, name in enumerate("QKV")} | {"O": outer}
    biases = {name: bias[k * e : (k + 1) * e] for k, name in enumerate("QKV")}
    return weights, biases | {"O": _vector(tensors, start + OUT_PROJECTION[1], len(outer), where)}


def _matrix(tensors: Mapping[str, Tensor], name: str, where: str) -> Rows:
    tensor = tensors[name]
    if len(tensor.shape) != 2 or not all(tensor.shape) or tensor.boolean:
        raise InputError(f"{where}: {plain(name)} has shape {tensor.shape}; a matrix of numbers is needed")
    rows, columns = tensor.shape
    return [list(tensor.entries[i * columns : (i + 1) * columns]) for i in range(rows)]


def _vector(tensors: Mapping[str, Tensor], name: str, size: int, where: str) -> list[Any]:
    """The entries of a bias; zeros where there is none."""
    if name not in tensors:
        return [Rational(0)] * size
    if tensors[name].shape != (size,) or tensors[name].boolean:
        raise InputError(f"{where}: {plain(name)} has shape {tensors[name].shape}; {(size,)} fits its weight")
    return list(tensors[name].entries)


def _identity(d: int, sign: int = 1) -> Rows:
    return [[Rational(sign * int(i == k)) for k in range(d)] for i in range(d)]
