"""PyTorch's layers as exact networks: held to PyTorch itself, and to the formulas without it."""

import re

import pytest
from gmpy2 import mpq

from exactua.arithmetic.reals import sqrt
from exactua.errors import InputError
from exactua.networks import AttentionLayer, LayerNormalisation, Network, SoftmaxAttentionLayer
from exactua.softmax.exchange.exchanged import Tensor
from exactua.softmax.exchange.pytorch_layers import Part, Reading, layers_of, parts_of
from tests.softmax.exchange import samples

MHA = ["in_proj_weight", "in_proj_bias", "out_proj.weight", "out_proj.bias"]
BLOCK = [*(f"self_attn.{name}" for name in MHA), "linear1.weight", "linear1.bias", "linear2.weight", "linear2.bias"]


def tensor(*rows):
    if isinstance(rows[0], (list, tuple)):
        return Tensor((len(rows), len(rows[0])), tuple(mpq(entry) for row in rows for entry in row))
    return Tensor((len(rows),), tuple(map(mpq, rows)))


def attention(b_K=(0, 0), b_V=(0, 0), b_O=(0, 0), **reading):
    """Two heads of size 1 (or one of size 2) on two rows."""
    tensors = {
        "in_proj_weight": tensor([1, 2], [0, 1], [1, 1], [2, -1], [1, 0], [3, 1]),
        "in_proj_bias": tensor("1/2", 1, *b_K, *b_V),
        "out_proj.weight": tensor([1, 0], [2, 1]),
        "out_proj.bias": tensor(*b_O),
    }
    given = {"heads": 2, **reading}
    return layers_of(Part("attention", ("",)), tensors, Reading(**given), "file")


def test_rows_of_the_projections_are_heads():
    (layer,) = attention()
    assert isinstance(layer, AttentionLayer)
    first, second = layer.heads
    assert (first.W_Q, first.b_Q, first.W_K, first.W_V, first.W_O) == (
        ((1, 2),), (mpq(1, 2),), ((1, 1),), ((1, 0),), ((1,), (2,)),
    )  # fmt: skip
    assert (second.W_Q, second.b_Q, second.W_K, second.W_V, second.W_O) == (
        ((0, 1),),
        (1,),
        ((2, -1),),
        ((3, 1),),
        ((0,), (1,)),
    )


def test_the_bias_of_keys_changes_nothing_and_those_of_values_and_outputs_add_a_constant():
    def image(network, X, b_K, b_V, b_O):
        """The formula, token by token, with the scores of biased keys."""
        from exactua.networks import hardmax

        n, result = len(X[0]), [list(row) for row in X]
        for k, head in enumerate(network.heads):
            keys = [
                sum(w * x for w, x in zip(head.W_K[0], column, strict=True)) + b_K[k] for column in zip(*X, strict=True)
            ]
            queries = [
                sum(w * x for w, x in zip(head.W_Q[0], column, strict=True)) + head.b_Q[0]
                for column in zip(*X, strict=True)
            ]
            values = [
                sum(w * x for w, x in zip(head.W_V[0], column, strict=True)) + b_V[k] for column in zip(*X, strict=True)
            ]
            for j in range(n):
                weights = hardmax([key * queries[j] for key in keys])
                got = sum(a * v for a, v in zip(weights, values, strict=True))
                for i in range(2):
                    result[i][j] += head.W_O[i][0] * got
        return tuple(tuple(entry + bias for entry in row) for row, bias in zip(result, b_O, strict=True))

    biases = (3, -5), ("1/3", 2), (7, "-1/2")
    layers = attention(*biases)
    assert layers[0] == attention()[0]
    for X in samples.POINTS:
        exact = [tuple(map(mpq, bias)) for bias in biases]
        assert Network(2, layers)(X) == image(layers[0], X, *exact)
        assert Network(2, layers)(X) != Network(2, layers[:1])(X)


def test_scores_are_scaled_for_softmax_alone():
    (layer,) = attention(heads=1, attention="softmax")
    assert isinstance(layer, SoftmaxAttentionLayer)
    assert ((sqrt(mpq(1, 2)), sqrt(mpq(1, 2))), (2 * sqrt(mpq(1, 2)), -sqrt(mpq(1, 2)))) == layer.heads[0].W_K
    assert attention(attention="softmax")[0].heads == attention()[0].heads
    assert (
        attention(heads=1, attention="softmax", factor=mpq(3), scale=mpq(1, 2))[0].heads[0].W_K[0] == (mpq(3, 2),) * 2
    )
    assert attention(attention="softmax", mask="causal")[0].mask == "causal"


def linears(kind, W_1=([1, 2], [0, -1], [1, 1]), W_2=([1, 0, 2], [0, 1, -1])):
    tensors = {"a.weight": tensor(*W_1), "a.bias": tensor(*range(len(W_1))), "b.weight": tensor(*W_2)}
    modules = ("a",) if kind == "linear" else ("a", "b")
    return layers_of(Part(kind, modules), tensors, Reading(), "file")[0]


def test_linear_layers_with_and_without_a_skip_connection():
    block, mlp, linear = linears("feed-forward"), linears("mlp"), linears("linear", W_1=([1, 2], [3, -1]))
    for X in samples.POINTS:
        for x, y, got, bare, mapped in zip(
            *X, *(zip(*layer(X), strict=True) for layer in (block, mlp, linear)), strict=True
        ):
            hidden = [max(mpq(0), entry) for entry in (x + 2 * y, -y + 1, x + y + 2)]
            added = (hidden[0] + 2 * hidden[2], hidden[1] - hidden[2])
            assert got == (x + added[0], y + added[1])
            assert bare == added
            assert mapped == (x + 2 * y, 3 * x - y + 1)


def test_shapes_that_do_not_fit():
    for call, message in (
        (lambda: attention(heads=None), "heads: missing; file does not say how many heads attention=. has; give --heads, such as 1"),
        (lambda: attention(heads=3), "heads: 3 heads do not divide the 2 rows of the queries of attention=."),
        (lambda: attention(b_V=(1,)), "file: in_proj_bias has shape (5,); (6,) fits its weight"),
        (lambda: linears("linear"), "file: a.weight is 3 x 2, but a layer maps d x n to d x n: it must be square"),
        (lambda: linears("mlp", W_2=([1, 0], [0, 1])), "file: a.weight is 3 x 2, b.weight 2 x 2: the second must be 2 x 3"),
        (lambda: layers_of(Part("linear", ("a",)), {"a.weight": tensor(1, 2)}, Reading(), "file"),
         "file: a.weight has shape (2,); a matrix of numbers is needed"),
    ):  # fmt: skip
        with pytest.raises(InputError, match="^" + re.escape(message) + "$"):
            call()


@pytest.mark.parametrize(
    ("names", "prefix", "spec", "parts", "unread"),
    [
        (MHA, "", None, ["attention=."], []),
        (BLOCK, "", None, ["attention=self_attn", "feed-forward=linear1+linear2"], []),
        ([f"a.b.{name}" for name in BLOCK] + ["head.weight"], "a.b", None, ["attention=a.b.self_attn", "feed-forward=a.b.linear1+a.b.linear2"], []),
        ([f"e.layers.{k}.{name}" for k in (1, 0) for name in BLOCK[4:]], "e.", None,
         ["feed-forward=e.layers.0.linear1+e.layers.0.linear2", "feed-forward=e.layers.1.linear1+e.layers.1.linear2"], []),
        ([*BLOCK, "norm1.weight"], "", "feed-forward=linear1+linear2, attention=self_attn", ["feed-forward=linear1+linear2", "attention=self_attn"], ["norm1.weight"]),
        (["m.q.weight", "m.k.weight", "m.v.weight", "m.o.weight", "m.o.bias"], "m", "attention=q+k+v+o", ["attention=m.q+m.k+m.v+m.o"], []),
        (MHA, "", "attention=.", ["attention=."], []),
        (["weight", "bias"], "", "layer-norm=.", ["layer-norm=."], []),
        (["m.weight"], "m", "linear=.", ["linear=m"], []),
    ],
)  # fmt: skip
def test_layers_are_found_by_their_names(names, prefix, spec, parts, unread):
    assembled, left = parts_of(names, prefix, spec, "file")
    assert [str(part) for part in assembled] == parts
    assert left == unread


@pytest.mark.parametrize(
    ("names", "prefix", "spec", "message"),
    [
        (BLOCK, "encoder", None, "prefix: no tensor of file begins with 'encoder.'; there are: linear1.bias, "),
        ([*BLOCK, "norm1.weight", "norm1.bias"], "", None, "file: the file does not say where layer normalisation stands, and there are norm1.bias, norm1.weight; "),
        ([*BLOCK, "ln.weight"], "", None, "file: the file does not say where layer normalisation stands, and there are ln.weight; "),
        ([*BLOCK, "embedding.weight"], "", None, "file: these tensors belong to no layer that is known: embedding.weight; "),
        ([*MHA, "bias_k", "bias_v"], "", None, "file: these tensors belong to no layer that is known: bias_k, bias_v; "),
        (["0.weight", "0.bias"], "", None, "file: these tensors belong to no layer that is known: 0.bias, 0.weight; "),
        ([f"layers.{k}.linear1.weight" for k in (0, 2)], "", None, "file: there are layers [0, 2] below '', and not all from 0 on"),
        (["linear1.weight", "linear1.bias"], "", None, "file: the tensor linear2.weight is missing, which feed-forward=linear1+linear2 needs"),
        (MHA[:2], "", None, "file: the tensor out_proj.weight is missing, which attention=. needs; there are: in_proj_bias"),
        (["a\x1b[2J"], "", None, "file: these tensors belong to no layer that is known: a\\x1b[2J; "),
        (BLOCK, "", "conv=a", "layers: 'conv=a' is not a layer; write attention, feed-forward, mlp, linear, layer-norm, as in "),
        (BLOCK, "", "", "layers: '' is not a layer; write attention, "),
        (BLOCK, "", "mlp=a", "layers: 'mlp=a' does not name 2 modules for mlp; write "),
        (BLOCK, "", "attention=a+b", "layers: 'attention=a+b' does not name 1 or 4 modules for attention; write "),
        (BLOCK, "", "linear", "layers: 'linear' does not name 1 modules for linear; write "),
        ([*MHA, "bias_k", "bias_v"], "", "attention=.", "file: attention=. adds a key and a value of its own to every sequence, bias_k, bias_v (add_bias_kv), which no layer here does"),
        ([f"a.{c}" for c in "okqv"], "a", None, 'file: these tensors belong to no layer that is known: a.k, a.o, a.q, a.v; choose others by --prefix, or say what they are by --layers, such as "attention=q+k+v+o" for these four'),
        (BLOCK, "", "linear=linear3", "file: the tensor linear3.weight is missing, which linear=linear3 needs; there are: "),
    ],
)  # fmt: skip
def test_what_is_no_layer_is_refused_with_its_name(names, prefix, spec, message):
    with pytest.raises(InputError, match="^" + re.escape(message)):
        parts_of(names, prefix, spec, "file")


PROJECTIONS = {
    name: tensor(*rows)
    for name, rows in (
        ("Wq", ([1, 2], [0, 1])),
        ("Wk", ([1, 1], [2, -1])),
        ("Wv", ([1, 0], [3, 1])),
        ("Wo", ([1, 0], [2, 1])),
    )
}


def test_single_arrays_are_read_as_the_weights_of_linear_layers():
    modules = tuple(PROJECTIONS)
    bare = layers_of(Part("attention", modules), PROJECTIONS, Reading(heads=2), "file")
    named = {f"{name}.weight": matrix for name, matrix in PROJECTIONS.items()}
    assert bare == layers_of(Part("attention", modules), named, Reading(heads=2), "file")
    assert parts_of(list(PROJECTIONS), "", "attention=Wq+Wk+Wv+Wo", "file") == ([Part("attention", modules)], [])
    both = {**PROJECTIONS, "Wq.weight": tensor([5, 5], [5, 5])}  # an nn.Linear of that name stands before an array
    assert parts_of(list(both), "", "attention=Wq+Wk+Wv+Wo", "file")[1] == ["Wq"]
    assert layers_of(Part("attention", modules), both, Reading(heads=2), "file")[0].heads[0].W_Q == ((5, 5),)
    (layer,) = layers_of(Part("linear", ("W",)), {"W": tensor([2, 0], [0, 3])}, Reading(), "file")
    assert Network(2, [layer])([[1], [1]]) == ((2,), (3,))
    with pytest.raises(InputError, match=r"^file: W is 1 x 2, but a layer maps d x n to d x n: it must be square"):
        layers_of(Part("linear", ("W",)), {"W": tensor([2, 0])}, Reading(), "file")


@pytest.mark.parametrize(
    ("names", "hint"),
    [
        (["Wq", "Wk", "Wv", "Wo"], '"attention=Wq+Wk+Wv+Wo" for these four'),
        ([f"a.{c}_proj.weight" for c in "okqv"], '"attention=a.q_proj+a.k_proj+a.v_proj+a.o_proj" for these four'),
        (["Q.weight", "K.weight", "V.weight", "O.weight", "O.bias"], '"attention=Q+K+V+O" for these four'),
        (
            ["Wq", "Wk", "Wv"],
            '"attention=self_attn, feed-forward=linear1+linear2" or "attention=Q+K+V+O" for four tensors Q.weight, ... or Q, ...',
        ),
        (
            ["Wq", "Wk", "Wv", "a"],
            '"attention=self_attn, feed-forward=linear1+linear2" or "attention=Q+K+V+O" for four tensors Q.weight, ... or Q, ...',
        ),
    ],
)
def test_tensors_that_may_be_projections_are_named_in_the_hint(names, hint):
    with pytest.raises(InputError) as caught:
        parts_of(names, "", None, "file")
    assert str(caught.value).endswith(f"such as {hint}")


def test_layer_normalisation_is_read_where_it_is_named():
    tensors = {"norm1.weight": tensor(2, 3), "norm1.bias": tensor(1, "1/2")}
    parts, unread = parts_of([*BLOCK, *tensors], "", "attention=self_attn, layer-norm=norm1", "file")
    assert parts[1] == Part("layer-norm", ("norm1",))
    assert set(unread) == {name for name in BLOCK if "linear" in name}
    (layer,) = layers_of(parts[1], tensors, Reading(), "file")
    assert layer == LayerNormalisation([2, 3], [1, "1/2"], mpq(1, 100_000))
    (layer,) = layers_of(parts[1], {"norm1.weight": tensor(2, 3)}, Reading(epsilon=mpq(0)), "file")
    assert Network(2, [layer])([[3], [1]]) == ((2,), (-3,))
    whole = {"weight": tensor(2, 3), "bias": tensor(1, "1/2")}  # the state_dict of one module has no name before a dot
    (layer,) = layers_of(Part("layer-norm", ("",)), whole, Reading(), "file")
    assert layer == LayerNormalisation([2, 3], [1, "1/2"], mpq(1, 100_000))
    (layer,) = layers_of(
        Part("linear", ("",)), {"weight": tensor([2, 1], [0, 3]), "bias": tensor(1, 5)}, Reading(), "file"
    )
    assert Network(2, [layer])([[1], [1]]) == ((4,), (8,))
    for wrong, says in ((tensor([1, 2]), "has shape (1, 2); a vector of numbers is needed"),):
        with pytest.raises(InputError, match=re.escape(says)):
            layers_of(parts[1], {"norm1.weight": wrong}, Reading(), "file")
