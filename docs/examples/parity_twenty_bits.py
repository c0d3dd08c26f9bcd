"""PARITY of Chiang and Cholak's program at words of L bits, layer by layer: the second layer reads k alone."""

from exactua.authoring import (
    AttentionLayer,
    Network,
    PositionalEncoding,
    claim,
    every,
    listed,
    point,
    product_of,
    total,
    when,
)
from exactua.papers.chiang2022.parity import at_k, comparing, counting, encoding

L = 20
ZERO, ONE, CLS = ([int(i == k) for i in range(10)] for k in range(3))
every_word = product_of("words", [[ZERO, ONE]] * L + [[CLS]])


def state(k):
    """Rows 3, 5 and 8 behind the first layer where k of the bits are 1, all others 0."""
    rows = [[0] * (L + 1) for _ in range(10)]
    rows[2][L] = 1
    rows[4] = encoding(L + 1)[4]
    rows[7][k] = f"1/{L + 1}"
    return rows


states = listed("states", [state(k) for k in range(L + 1)])
first_layer, second_layer = claim("first_layer"), claim("second_layer")


@first_layer.network("f")
def counted(values):
    # its scores are all 0, so that hardmax, with ties averaged, gives what softmax gives, and batches are rational
    items = [PositionalEncoding(encoding(L + 1)), AttentionLayer(counting(10, {5: 1}, {6: 1}).heads), at_k(10, {7: 1})]
    return Network(10, items)


@first_layer.states("row 8 is 1/n at i = k and 0 elsewhere, rows 3 and 5 are those of the encoding", over=every_word)
def k_alone(at):
    Z, k = at.f(point), total(at.columns, lambda j: point[2, j])
    return every(
        at.columns,
        lambda j: (
            (at.n * Z[8, j] == when(j == k + 1, 1, 0))
            & (Z[3, j] == when(j == at.n, 1, 0))
            & (Z[5, j] == 1 - 2 * ((j - 1) % 2))
        ),
    )


@second_layer.network("f")
def compared(values):
    return Network(10, [comparing(10, 1, {8: -1}, {8: 1})])


@second_layer.states("the sign is that of the parity of k", over=states)
def sign(at):
    k = total(at.columns, lambda j: (j - 1) * at.n * point[8, j])
    return when(k % 2 == 1, at.f(point)[9, at.n], -at.f(point)[9, at.n]) > 0
