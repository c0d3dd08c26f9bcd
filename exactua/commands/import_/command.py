"""`exactua import`: the network that a file of tensors holds, exactly."""

from __future__ import annotations

from pathlib import Path

import click

from exactua.console import completion
from exactua.console.help import Command
from exactua.console.options import one_of
from exactua.console.output import OutputFile, say

ATTENTION, MASKS = ("hardmax", "softmax"), ("causal",)


@click.command(
    "import",
    cls=Command,
    short_help="Read a network from safetensors or npz, exactly.",
    examples=(
        "exactua import layer.safetensors -o net.json --heads 2 --attention hardmax",
        "exactua import export.npz -o net.json",
        "exactua import own.npz -o net.json --layers attention=Wq+Wk+Wv+Wo --heads 1",
    ),
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=OutputFile(), metavar="FILE",
              help="Where the network file goes.")  # fmt: skip
@click.option(
    "--attention",
    metavar="NAME",
    shell_complete=completion.words(ATTENTION),
    help="softmax or hardmax (default: that of an export, or softmax).",
)
@click.option(
    "--heads", type=click.IntRange(1), metavar="K", help="Heads of each attention layer; files do not record it."
)
@click.option("--prefix", metavar="NAME", help="Read only tensors below it, such as encoder.layers.0.")
@click.option("--layers", metavar="SPEC",
              help='What the modules are, in order: "attention=self_attn, feed-forward=linear1+linear2".')  # fmt: skip
@click.option(
    "--tie-rule",
    metavar="RULE",
    shell_complete=completion.words(completion.TIE_RULES),
    help="Of hardmax: average (if not given), leftmost or rightmost.",
)
@click.option("--lambda", "factor", metavar="L", help="softmax[L A] for softmax[A].")
@click.option("--scale", metavar="S", help="Factor of scores; 1/sqrt(head size) if not given, as in PyTorch.")
@click.option(
    "--mask",
    metavar="NAME",
    shell_complete=completion.words(MASKS),
    help="causal: a token attends to those up to itself.",
)
@click.option("--epsilon", metavar="E", help="Of layer normalisation; 1/100000 if not given, as in PyTorch.")
def command(
    file: Path,
    output: Path,
    attention: str | None,
    heads: int | None,
    prefix: str | None,
    layers: str | None,
    tie_rule: str | None,
    factor: str | None,
    scale: str | None,
    mask: str | None,
    epsilon: str | None,
) -> int:
    """Make a network file of the tensors in FILE, .safetensors or .npz, for `exactua ask` and the others.

    FILE is an export of exactua, or a small stack of PyTorch's layers without layer normalisation: attention
    (nn.MultiheadAttention) and nn.Linear, ReLU, nn.Linear, each with its skip connection, as in
    nn.TransformerEncoderLayer. --layers names others: attention=Q+K+V+O for four nn.Linear or matrices, linear=NAME and
    mlp=A+B for layers without a skip connection, layer-norm=NAME. import reads every float as the rational that it is,
    and reads no pickles (.pt).

    \b
    Exit codes: 0 the network is written; 2 wrong usage, or a file that makes no network.
    """
    from exactua.arithmetic.rationals import rational
    from exactua.commands.export.networks import Asked, import_tensors, positive, write_imported
    from exactua.console.output import require_another
    from exactua.networks.files import NETWORK
    from exactua.output_files import require_writable

    for given, allowed, name in (
        (attention, ATTENTION, "attention"),
        (tie_rule, completion.TIE_RULES, "tie-rule"),
        (mask, MASKS, "mask"),
    ):
        if given is not None:
            one_of(given, allowed, name)
    numbers = {name: None if given is None else positive(given, name)
               for name, given in (("lambda", factor), ("scale", scale))}  # fmt: skip
    not_negative = None if epsilon is None else rational(epsilon, "epsilon")
    require_another(output, "output", {"FILE": file})
    require_writable(output, "output", NETWORK)
    asked = Asked(attention, heads, prefix, layers, tie_rule, numbers["lambda"], numbers["scale"], mask, not_negative)  # type: ignore[arg-type]
    imported = import_tensors(file, asked)
    size = write_imported(imported, output)
    say(f"{output}: network on R^({imported.network.d} x n), {size:,} bytes")
    for note in imported.notes:
        say(f"  {note}")
    return 0
