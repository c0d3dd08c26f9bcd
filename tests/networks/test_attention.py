from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.errors import InputError
from exactua.networks import AttentionHead, AttentionLayer, Network, TieRule, variable
from exactua.networks.retouching import with_tie_rule

from .strategies import attention_layers, masks, points


def fractions(rows):
    return [[Fraction(int(value.numerator), int(value.denominator)) for value in row] for row in rows]


def sees(mask, k, j):
    """Whether token j attends to token k."""
    if isinstance(mask, tuple):
        return mask[k][j]
    return {None: True, "causal": k <= j, "strictly causal": k < j}[mask]


def naive_attention(layer, Z):
    """The layer entry by entry, with indices and fractions only: nothing of the package but the weights."""
    X = fractions(Z)
    d, n = len(X), len(X[0])
    result = [row[:] for row in X]
    for head in layer.heads:
        W_O, W_V, W_K, W_Q = map(fractions, (head.W_O, head.W_V, head.W_K, head.W_Q))
        (b_Q,) = fractions([head.b_Q])
        for j in range(n):
            query = [sum(W_Q[a][i] * X[i][j] for i in range(d)) + b_Q[a] for a in range(len(b_Q))]
            score = []
            for k in range(n):
                key = [sum(W_K[a][i] * X[i][k] for i in range(d)) for a in range(len(b_Q))]
                score.append(sum(key[a] * query[a] for a in range(len(b_Q))))
            met = [k for k in range(n) if sees(layer.mask, k, j)]
            best = [k for k in met if all(score[k] >= score[other] for other in met)]
            if not best:
                continue
            chosen = {"average": best, "leftmost": best[:1], "rightmost": best[-1:]}[layer.tie_rule.value]
            for a in range(len(W_V)):
                value = sum(sum(W_V[a][i] * X[i][k] for i in range(d)) for k in chosen) * Fraction(1, len(chosen))
                for i in range(d):
                    result[i][j] += W_O[i][a] * value
    return result


sizes = st.tuples(st.integers(1, 3), st.integers(1, 4))
layer_and_point = sizes.flatmap(
    lambda size: st.tuples(attention_layers(size[0], masks=masks(size[1])), points(size[0], st.just(size[1])))
)


@given(layer_and_point)
@settings(max_examples=60, deadline=None)
def test_it_is_the_formula_of_the_paper(case):
    layer, Z = case
    assert fractions(layer(Z)) == naive_attention(layer, Z)


U = [[1, 2]]
E1 = [[1], [0]]


def psi(b_Q, times=1):
    """Attention part of E.3's psi for d = 2, delta = 1/2: e1 u^T Z hardmax[(u^T Z)^T (u^T Z - b_Q 1^T)]."""
    return AttentionHead([[times], [0]], U, U, U, [-mpq(b_Q)])


# u^T Z = (1/2, 3/2, 1): the columns of Z have these ids
Z = ((mpq(1, 2), mpq(1, 2), mpq(0)), (mpq(0), mpq(1, 2), mpq(1, 2)))


def test_psi_gives_the_largest_id_above_the_threshold_and_the_least_below():
    assert AttentionLayer([psi(mpq(3, 4))])(Z) == (
        (mpq(1, 2) + mpq(1, 2), mpq(1, 2) + mpq(3, 2), 0 + mpq(3, 2)),
        Z[1],
    )


def test_psi_at_the_threshold_averages_all_ids():
    assert AttentionLayer([psi(1)])(Z)[0][2] == 0 + (mpq(1, 2) + mpq(3, 2) + 1) / 3


def test_capital_psi_shifts_the_selected_column_only():
    layer = AttentionLayer([psi(mpq(3, 4)), psi(mpq(5, 4), times=-1)])
    assert layer(Z) == ((mpq(1, 2), mpq(1, 2), 0 + mpq(3, 2) - mpq(1, 2)), Z[1])


def test_the_query_bias_decides_who_attends_to_whom():
    Z = [[-1, 2]]
    ones = [[1]]
    without, moved = AttentionHead(ones, ones, ones, ones), AttentionHead(ones, ones, ones, ones, [-3])
    assert AttentionLayer([without])(Z) == ((-1 - 1, 2 + 2),)
    assert AttentionLayer([moved])(Z) == ((-1 - 1, 2 - 1),)


def test_no_attention_leaves_the_skip_connection():
    zero = AttentionHead([[0], [0]], U, U, U)
    assert AttentionLayer([zero])(Z) == Z


def test_heads_see_the_same_state_not_each_others_output():
    doubling = AttentionHead([[1]], [[1]], [[0]], [[0]])
    assert AttentionLayer([doubling, doubling])([[1]]) == ((3,),)


def test_head_size_two():
    identity, swap = [[1, 0], [0, 1]], [[0, 1], [1, 0]]
    layer = AttentionLayer([AttentionHead(identity, swap, identity, identity, [0, 1])])
    # scores of column j: K_k . (Q_j + (0, 1)); column 1 = (1, 0) asks (1, 1), column 2 = (0, 3) asks (0, 4)
    assert layer([[1, 0], [0, 3]]) == ((1 + 3, 0 + 3), (0 + 0, 3 + 0))


@given(
    st.integers(1, 3).flatmap(
        lambda d: st.tuples(
            attention_layers(d, rules=(TieRule.AVERAGE,), masks=st.none()),
            points(d, st.just(3)),
            st.permutations(range(3)),
        )
    )
)
@settings(max_examples=60, deadline=None)
def test_average_permutes_with_the_columns(case):
    """Claim 1: f(X P) = f(X) P."""
    layer, X, order = case
    permuted = [[row[k] for k in order] for row in X]
    assert layer(permuted) == tuple(tuple(row[k] for k in order) for row in layer(X))


EVERYTHING = AttentionHead([[1]], [[1]], [[0]], [[0]])  # all scores are 0


def test_a_mask_leaves_out_what_it_forbids():
    Z = [[3, 5, 10]]
    assert AttentionLayer([EVERYTHING], mask="causal")(Z) == ((6, 9, 16),)
    assert AttentionLayer([EVERYTHING], mask="strictly causal")(Z) == ((3, 8, 14),)
    chosen = [[True, False, False], [True, False, True], [False, True, True]]
    assert AttentionLayer([EVERYTHING], mask=chosen)(Z) == ((7, 15, mpq(35, 2)),)
    assert AttentionLayer([EVERYTHING], "rightmost", chosen)(Z) == ((8, 15, 20),)


def test_a_future_token_changes_nothing_under_a_causal_mask():
    layer = AttentionLayer([AttentionHead([[1]], [[1]], [[1]], [[1]])], mask="causal")
    assert layer([[1, 2, 100]])[0][:2] == layer([[1, 2, -7]])[0][:2]
    assert layer([[1, 100, 2]])[0][1] != layer([[1, -7, 2]])[0][1]


@pytest.mark.parametrize(
    ("mask", "why"),
    [("casual", "is not a mask"), ([], "is not a mask"), ([[True, True]], "is not a mask"), ([[1]], "row 1 has an entry"),
     ([[True, False], [True, False]], "column 2 has no True"), (5, "is not a mask")],
)  # fmt: skip
def test_a_mask_that_is_none_is_refused(mask, why):
    with pytest.raises(InputError, match=why):
        AttentionLayer([EVERYTHING], mask=mask)


def test_another_tie_rule_leaves_the_mask():
    network = Network(1, [AttentionLayer([EVERYTHING], mask="causal")])
    (layer,) = with_tie_rule(network, TieRule.LEFTMOST).layers()
    assert layer == AttentionLayer([EVERYTHING], "leftmost", "causal")


def test_a_mask_fits_its_columns_only():
    with pytest.raises(InputError, match="the mask is 2 x 2, but the matrix has 3 columns"):
        AttentionLayer([EVERYTHING], mask=[[True, True], [True, True]])([[0, 1, 2]])


def test_leftmost_does_not_permute_with_the_columns():
    constant_scores = AttentionHead([[1]], [[1]], [[0]], [[0]])
    X, swapped = [[1, 2]], [[2, 1]]
    leftmost = AttentionLayer([constant_scores], TieRule.LEFTMOST)
    assert leftmost(X) == ((2, 3),)
    assert leftmost(swapped) == ((4, 3),) != ((3, 2),)
    assert AttentionLayer([constant_scores], "average")(swapped) == ((mpq(7, 2), mpq(5, 2)),)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ((E1, [[1, 2, 3]], U, U), "W_V is 1 x 3, W_O is 2 x 1: W_O is d x m_v, so W_V must be m_v x d, 1 x 2"),
        ((E1, U, [[1], [2]], U), "W_K is 2 x 1, W_O is 2 x 1: W_O has d rows, so W_K must be m_k x d, 2 x 2"),
        (
            ([[1, 0], [0, 1]], [[1, 0], [0, 1]], [[1, 0], [0, 1]], U),
            "W_Q is 1 x 2, W_K is 2 x 2: W_K is m_k x d, so W_Q must be m_k x d, 2 x 2",
        ),
        ((E1, U, U, U, [1, 2]), "b_Q has length 2, W_Q is 1 x 2: b_Q needs one entry for each row of W_Q"),
        (([[1], [0, 1]], U, U, U), "W_O: row 2 has 2 entries, row 1 has 1; rows must be equally long"),
        (([], U, U, U), "W_O is empty: it needs at least one row and one column"),
        (([[], []], U, U, U), "W_O is empty: it needs at least one row and one column"),
        (("12", U, U, U), "W_O is not a matrix: write its rows, such as [[1, 0], [0, 1]]"),
        (([1, 0], U, U, U), "W_O is not a matrix: write its rows, such as [[1, 0], [0, 1]]"),
        (
            (E1, [[1, 0.1]], U, U),
            'W_V[0][1]: 0.1 is a float, and no float equals 1/10; write "1/10", or binary(0.1) for its own value',
        ),
        ((E1, U, U, U, 3), "b_Q is not a vector: write its entries, such as [0, 1]"),
    ],
)
def test_heads_that_do_not_fit_are_refused(weights, message):
    with pytest.raises(InputError) as caught:
        AttentionHead(*weights)
    assert str(caught.value) == message


def test_layers_that_do_not_fit_are_refused():
    with pytest.raises(InputError, match=r"^an attention layer needs at least one head$"):
        AttentionLayer([])
    with pytest.raises(InputError) as caught:
        AttentionLayer([psi(0), AttentionHead([[1]], [[1]], [[1]], [[1]])])
    assert str(caught.value) == "head 2 has W_O 1 x 1, head 1 has W_O 2 x 1: all heads of a layer need the same d"
    with pytest.raises(InputError, match="'first' is not a tie rule; write one of average, leftmost, rightmost"):
        AttentionLayer([psi(0)], "first")


@pytest.mark.parametrize(
    ("X", "message"),
    [
        ([[1, 2]], "Z is 1 x 2, the attention layer maps 2 x n to 2 x n: it needs 2 rows"),
        ([[], []], "Z is 2 x 0, the attention layer maps 2 x n to 2 x n: it needs at least one column"),
        ([[1, 2], [3]], "Z: row 2 has 1 entry, row 1 has 2; rows must be equally long"),
        (
            [[1, 2], [3, 0.1]],
            'Z[1][1]: 0.1 is a float, and no float equals 1/10; write "1/10", or binary(0.1) for its own value',
        ),
        (7, "Z is not a matrix: write its rows, such as [[1, 0], [0, 1]]"),
    ],
)
def test_points_that_do_not_fit_are_refused(X, message):
    with pytest.raises(InputError) as caught:
        AttentionLayer([psi(0)])(X)
    assert str(caught.value) == message


def test_a_template_has_no_value_until_its_variable_has_one():
    ell = variable("l")
    layer = AttentionLayer([AttentionHead(E1, U, U, U, [-ell]), psi(2, times=-1)])
    with pytest.raises(InputError, match=r"^the layer is a template in l: evaluate `\.at\(\.\.\.\)` first$"):
        layer(Z)
    assert layer.at({"l": mpq(3, 4)}) == AttentionLayer([psi(mpq(3, 4)), psi(2, times=-1)])
    assert AttentionLayer([psi(2)], TieRule.RIGHTMOST).at({}).tie_rule is TieRule.RIGHTMOST


def test_equality_and_hash_are_by_value():
    assert psi(1) == psi("1") != psi(2)
    assert hash(AttentionLayer([psi(1)])) == hash(AttentionLayer((psi(1),)))
    assert AttentionLayer([psi(1)]) != AttentionLayer([psi(1)], TieRule.LEFTMOST)
    assert pickle.loads(pickle.dumps(AttentionLayer([psi(1)]))) == AttentionLayer([psi(1)])
