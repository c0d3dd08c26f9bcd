"""Tensors of PyTorch as a network: what its modules call their weights, and in what order they stand.

PyTorch has tokens in rows, x (n, d) -> x + MultiheadAttention(x); here they are columns of Z = x^T. A parameter of
`nn.Linear`, y = x W^T + b, is Y = W Z + b 1^T. A layer here always has its skip connection; where PyTorch has none, it
is taken away again:

    linear=NAME           Z -> W Z + b             as Z + (W - I) Z + b 1^T, W square
    mlp=A+B               Z -> W_2 relu(W_1 Z)     as Z + [W_2, -I, I] relu([W_1; I; -I] Z), for t = relu(t) - relu(-t)
    feed-forward=A+B      Z -> Z + W_2 relu(W_1 Z + b_1 1^T) + b_2 1^T, as in nn.TransformerEncoderLayer
    attention=NAME        Z -> Z + MultiheadAttention(Z), the tensors of nn.MultiheadAttention
    attention=Q+K+V+O     the same, with an nn.Linear for each

Attention without a skip connection is no network here: nothing that is added to Z + W_O W_V Z A takes Z away for all A.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from exactua.arithmetic.messages import cut, plain
from exactua.errors import InputError

KINDS: Final = {"attention": (1, 4), "feed-forward": (2,), "mlp": (2,), "linear": (1,)}
"""What --layers writes, and how many modules each takes."""
IN_PROJECTION: Final = ("in_proj_weight", "in_proj_bias")
OUT_PROJECTION: Final = ("out_proj.weight", "out_proj.bias")
LINEARS: Final = ("linear1", "linear2")
EXAMPLE: Final = '"attention=self_attn, feed-forward=linear1+linear2"'


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
    else:
        known = [f"{name}.{what}" for name in part.modules for what in ("weight", "bias")]
    for name in known:
        if name not in names and not name.endswith("bias"):
            raise InputError(f"{where}: the tensor {name} is missing, which {part} needs; there are: {listed(names)}")
    return [name for name in known if name in names]


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
            raise InputError(f"layers: {cut(layer.strip())!r} is no layer; write {', '.join(KINDS)}, as in {EXAMPLE}")
        if not sign or not modules or len(chosen) not in KINDS[kind]:
            counts = " or ".join(map(str, KINDS[kind]))
            raise InputError(f"layers: {cut(layer.strip())!r} names no {counts} modules for {kind}; write {EXAMPLE}")
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
            raise InputError(f"{where}: {_unknown([start + name for name in own if name.startswith(block)])}")
    if left:
        raise InputError(f"{where}: {_unknown([start + name for name in left])}")


def _unknown(names: Sequence[str]) -> str:
    if normal := [name for name in names if re.search(r"norm|(^|\.)ln", name)]:
        return (
            f"layer normalisation is no layer of an exact network here, and there are {listed(normal)}; train without "
            f"it, or name by --layers what is to be read, such as {EXAMPLE}"
        )
    return (
        f"these tensors belong to no layer that is known: {listed(names)}; choose others by --prefix, or say what they "
        f"are by --layers, such as {EXAMPLE}"
    )
