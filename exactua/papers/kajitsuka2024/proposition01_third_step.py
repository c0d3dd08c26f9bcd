"""Proposition 1, step 3 of its proof (Kajitsuka & Sato 2024, App. A.5): what F_S makes of G~_D and beyond ((62)-(66)).

F_S is the layer of App. A.2 with ||W_O u''|| = 1/(4 sqrt(d) D) (`grid_attention`). It is given what F_1-bar makes of a
matrix, and what the layer F_1 makes of it; g is the network of the statement.
"""

from __future__ import annotations

from exactua.claims.chapters import Chapter
from exactua.claims.claim import Operands
from exactua.grids.finite import levels
from exactua.papers.kajitsuka2024.proposition01_second_step import approximated, squared_norm
from exactua.papers.kajitsuka2024.proposition01_statement import (
    all_different,
    centres_up_to_order,
    crossings,
    distinct,
    distinct_pairs,
    entries_of,
    f,
    far_outside,
    grid,
    in_cube,
    multiples,
    some_outside,
)
from exactua.papers.yun2020.vocabulary import each_entry, equivalent
from exactua.terms.tracing import (
    Columns,
    MatrixOperand,
    Number,
    Permutation,
    Truth,
    every,
    every_permutation,
    greatest,
    highest,
    implies,
    parameter,
    point,
    product,
    some,
    total,
    when,
)

third_step = Chapter()

LABEL = "kajitsuka2024:proposition1"

integers = levels("entries -1, 0, 1, up to order", -1, 1, 3, order="orbits")
"""Any Z: a few of them."""
_dn = parameter("d") * parameter("n")
low_outputs = levels("entries -d n, ..., 0, up to order", -_dn, 1, _dn + 1, order="orbits")
"""Matrices without positive entries, none less than -d n: (61) holds for them."""

# (62)


@third_step.proof_line(
    "(62): G~_D, all columns different: D^d (D^d - 1) ... (D^d - n + 1) matrices",
    over=(grid,),
    fold="sum",
    relation="=",
    bound=lambda at: product(Columns(0, at.n - 1, "i"), lambda i: at.D**at.d - i),
)
def distinct_size(at: Operands) -> Number:
    return when(all_different(at, entries_of(point)), 1, 0)


@third_step.proof_line(
    "the label sets are consistent because f is a permutation equivariant function: L and L P have the same tokens, "
    "and equal tokens equal labels",
    over=(distinct,),
)
def consistent_labels(at: Operands) -> Truth:
    def same(P: Permutation, k: Number, m: Number) -> Truth:
        L = point.permuted(P)
        equal_columns = every(at.rows, lambda i: L[i, k] == point[i, m])
        equal_labels = every(at.rows, lambda i: f(at, entries_of(L), i, k) == f(at, entries_of(point), i, m))
        return implies(equal_columns, equal_labels)

    numbers = Columns(1, at.n, "k")
    return every_permutation(lambda P: every(numbers, lambda k: every(at.columns, lambda m: same(P, k, m))))


@third_step.proof_line(
    "G~_D can be regarded as tokenwise (1/D, sqrt d, 1/D)-separated: condition 1 of Definition 1, ||L_{:,k}|| > 1/D",
    over=(distinct,),
    flaw="imprecise",
    survives=(f"{LABEL}.greater_than_r_min@repaired",),
)
def greater_than_r_min(at: Operands) -> Truth:
    return every(at.columns, lambda k: squared_norm(at, point, k) > 1 / at.D**2)


@third_step.repairs(
    "greater_than_r_min",
    "||L_{:,k}|| > 1/2D",
    reason="for d = 1 the token 1/D has norm 1/D, and Definition 1 is strict",
    over=(distinct,),
)
def greater_than_r_min_repaired(at: Operands) -> Truth:
    return every(at.columns, lambda k: squared_norm(at, point, k) > 1 / (2 * at.D) ** 2)


@third_step.proof_line(
    "G~_D can be regarded as tokenwise (1/D, sqrt d, 1/D)-separated: condition 2, ||L_{:,k}|| < sqrt d",
    over=(distinct,),
    flaw="imprecise",
    survives=(f"{LABEL}.less_than_r_max@repaired",),
    same_as="proposition1.greater_than_r_min",
)
def less_than_r_max(at: Operands) -> Truth:
    return every(at.columns, lambda k: squared_norm(at, point, k) < at.d)


@third_step.repairs(
    "less_than_r_max",
    "||L_{:,k}|| < 2 sqrt d",
    reason="the token (1, ..., 1) has norm sqrt d, and Definition 1 is strict",
    over=(distinct,),
)
def less_than_r_max_repaired(at: Operands) -> Truth:
    return every(at.columns, lambda k: squared_norm(at, point, k) < 4 * at.d)


def _squared_distance(at: Operands, k: Number, m: Number) -> Number:
    """||L_{:,k} - L'_{:,m}||^2 of a pair [L L']."""
    return total(at.rows, lambda i: (point[i, k] - point[i, at.n + m]) ** 2)


def _tokens_apart(at: Operands, square: Number) -> Truth:
    def apart(k: Number, m: Number) -> Truth:
        distance = _squared_distance(at, k, m)
        return (distance == 0) | (distance > square)

    return every(Columns(1, at.n, "k"), lambda k: every(Columns(1, at.n, "l"), lambda m: apart(k, m)))


@third_step.proof_line(
    "G~_D can be regarded as tokenwise (1/D, sqrt d, 1/D)-separated: condition 3, different tokens are more than 1/D "
    "apart",
    over=(distinct_pairs,),
    flaw="imprecise",
    survives=(f"{LABEL}.more_than_epsilon_apart@repaired",),
    same_as="proposition1.greater_than_r_min",
)
def more_than_epsilon_apart(at: Operands) -> Truth:
    return _tokens_apart(at, 1 / at.D**2)


@third_step.repairs(
    "more_than_epsilon_apart",
    "different tokens are more than 1/2D apart",
    reason="neighbours on the grid are 1/D apart, and Definition 1 is strict",
    over=(distinct_pairs,),
)
def more_than_epsilon_apart_repaired(at: Operands) -> Truth:
    return _tokens_apart(at, 1 / (2 * at.D) ** 2)


def _same_vocabulary(at: Operands) -> Truth:
    """L and L' of a pair, both of different tokens in increasing order, have the same tokens."""
    return every(at.columns, lambda k: _squared_distance(at, k, k) == 0)


def _ids_differ(at: Operands, Q: MatrixOperand, R: MatrixOperand) -> Truth:
    """Q_{:,k} != R_{:,l} where the vocabularies, or the tokens, of the pair differ."""

    def differ(k: Number, m: Number) -> Truth:
        needed = ~_same_vocabulary(at) | (_squared_distance(at, k, m) != 0)
        return implies(needed, some(at.rows, lambda i: Q[i, k] != R[i, m]))

    return every(Columns(1, at.n, "k"), lambda k: every(Columns(1, at.n, "l"), lambda m: differ(k, m)))


@third_step.proof_line(
    "Theorem 2 allows us to construct F_S to be a contextual mapping for such input sequences: its ids differ, weights "
    "of App. A.2 with (1/D, sqrt d, 1/D)",
    over=(distinct_pairs,),
)
def contextual(at: Operands) -> Truth:
    return _ids_differ(at, at.attention(point.columns(1, at.n)), at.attention(point.columns(at.n + 1, 2 * at.n)))


# (63)-(66)


def _squared_move(at: Operands, W: MatrixOperand, k: Number) -> Number:
    """||F_S(W)_{:,k} - W_{:,k}||^2."""
    return total(at.rows, lambda i: (at.attention(W)[i, k] - W[i, k]) ** 2)


def _largest(at: Operands, W: MatrixOperand) -> Number:
    """max over k' of ||W_{:,k'}||^2."""
    return greatest(at.columns, lambda k: squared_norm(at, W, k))


@third_step.proof_line(
    "(63): ||F_S(Z)_{:,k} - Z_{:,k}|| < 1/(4 sqrt(d) D) max ||Z_{:,k'}|| for any Z; squared",
    over=(integers,),
    flaw="imprecise",
    survives=(f"{LABEL}.moves_little@repaired",),
)
def moves_little(at: Operands) -> Truth:
    bound = _largest(at, point) / (16 * at.d * at.D**2)
    return every(at.columns, lambda k: _squared_move(at, point, k) < bound)


@third_step.repairs(
    "moves_little",
    "||F_S(Z)_{:,k} - Z_{:,k}|| <= 1/(4 sqrt(d) D) max ||Z_{:,k'}||; squared",
    reason="(33) gives <=; both sides are 0 at Z = 0, and equal where all tokens are the same multiple of v",
    over=(integers,),
)
def moves_little_repaired(at: Operands) -> Truth:
    bound = _largest(at, point) / (16 * at.d * at.D**2)
    return every(at.columns, lambda k: _squared_move(at, point, k) <= bound)


@third_step.proof_line(
    "(64): F_S o F_1(Z_{:,k}), the layers at a column alone, is column k of F_S o F_1(Z)",
    over=(distinct,),
    flaw="typo",
    survives=(f"{LABEL}.moves_less@repaired",),
)
def column_alone(at: Operands) -> Truth:
    def same(k: Number) -> Truth:
        alone = at.attention(point.columns(k, k))
        return every(at.rows, lambda i: alone[i, 1] == at.attention(point)[i, k])

    return every(at.columns, same)


@third_step.proof_line(
    "(64): ||F_S o F_1(Z)_{:,k} - F_1(Z)_{:,k}|| < dn/(4D), combining (63) with (61), of F_1-bar; squared",
    over=(centres_up_to_order,),
    flaw="imprecise",
    survives=(f"{LABEL}.moves_less@repaired",),
    same_as="proposition1.moves_little",
)
def moves_less(at: Operands) -> Truth:
    bound = at.entries**2 / (4 * at.D) ** 2
    return every(at.columns, lambda k: _squared_move(at, approximated(at, point), k) < bound)


@third_step.repairs(
    "moves_less",
    "||F_S o F_1(Z)_{:,k} - F_1(Z)_{:,k}|| <= dn/(4D); squared",
    reason="where all entries of Z are negative and d = 1, all tokens are -n and F_S moves each by n/(4D)",
    over=(centres_up_to_order,),
)
def moves_less_repaired(at: Operands) -> Truth:
    bound = at.entries**2 / (4 * at.D) ** 2
    return every(at.columns, lambda k: _squared_move(at, approximated(at, point), k) <= bound)


@third_step.repairs(
    "column_alone",
    "(64): ||F_S o F_1(Z)_{:,k} - F_1(Z)_{:,k}|| <= dn/(4D), as in moves_less@repaired; squared",
    reason="F_S(Z_{:,k}) attends to one token alone, and (63) is about column k of F_S(Z); F without its number is F_1",
    over=(centres_up_to_order,),
)
def column_alone_repaired(at: Operands) -> Truth:
    return moves_less_repaired(at)


def _all_below(at: Operands, W: MatrixOperand) -> Truth:
    """F_S(W)_{tk} < 1/(4D) for all t and k."""
    return each_entry(at, lambda i, j: at.attention(W)[i, j] < 1 / (4 * at.D))


@third_step.proof_line(
    "(65): F_S o F_1(Z)_{tk} < 1/(4D) for Z outside [0, 1]^(d x n): of F_1-bar",
    over=(centres_up_to_order,),
    given=some_outside,
)
def stays_below(at: Operands) -> Truth:
    return _all_below(at, approximated(at, point))


@third_step.proof_line(
    "(65): thus, if we take large enough D, from (64) and elements <= 0 before F_S: dn/(4D) <= 1/(4D)",
    flaw="imprecise",
    survives=(f"{LABEL}.stays_below",),
)
def bound_suffices(at: Operands) -> Truth:
    return at.entries / (4 * at.D) <= 1 / (4 * at.D)


@third_step.repairs(
    "bound_suffices",
    "where p entries are outside, every element of F_1-bar(Z) is in [-p, 1 - p], so with (63) at most 1 - p + p/(4D) "
    "after F_S, and that is <= 1/(4D): p = 1, ..., dn",
    reason="no D makes dn/(4D) <= 1/(4D) for dn > 1; but elements that F_S can move far lie as far below 0",
)
def bound_suffices_repaired(at: Operands) -> Truth:
    return every(Columns(1, at.entries, "p"), lambda p: 1 - p + p / (4 * at.D) <= 1 / (4 * at.D))


def _one_low_token(at: Operands) -> Truth:
    """All entries of the first token are -d n, all others 0."""
    return each_entry(at, lambda i, j: point[i, j] == when(j == 1, -at.entries, 0))


@third_step.proof_line(
    "(65), not said: elements <= 0 and the norms of (61) alone do not give it: where one token has entries -d n and "
    "the others are 0, some element is >= 1/(4D) after F_S, if and only if n >= 2",
    over=(low_outputs,),
    given=_one_low_token,
    said=False,
)
def low_outputs_stay_below(at: Operands) -> Truth:
    return equivalent(~_all_below(at, point), at.n >= 2)


@third_step.proof_line(
    "(65): F_S o F_1(Z)_{tk} < 1/(4D) for Z outside [0, 1]^(d x n): of the layer F_1",
    over=(crossings,),
    given=some_outside,
    flaw="reading",
    survives=(f"{LABEL}.layer_stays_below@repaired", f"{LABEL}.stays_below"),
)
def layer_stays_below(at: Operands) -> Truth:
    return _all_below(at, at.first_layer(point))


@third_step.repairs(
    "layer_stays_below",
    "row 1 is at most gain <= 1/(4D) after F_S in every token where any has an entry outside (-delta, 1 + delta): "
    "of g, whose penalties are n/gain times as great and whose tokens attend to those that have them",
    reason="of (60) a layer keeps the penalties of a token's own entries: other tokens stay >= 1/D, and F_S moves them "
    "by 1/(4D) times the largest norm at most. And on strips the penalty is not there yet",
    over=(centres_up_to_order, crossings),
    given=far_outside,
)
def layer_stays_below_repaired(at: Operands) -> Truth:
    return every(at.columns, lambda k: at.g(point, "attended")[1, k] <= at.gain) & (at.gain <= 1 / (4 * at.D))


@third_step.proof_line(
    "(65), of g, for all Z at once: a in [0, 1] beside some a_o <= 1 - n/gain, weights E_j <= 1 relative to that of a_o"
    ": a + gain (E_2 + ... + E_n + 1 - n/gain)/(1 + E_2 + ... + E_n) <= gain for all a, E_j in [0, 1]"
)
def pushed_below(at: Operands) -> Truth:
    def moved(h: MatrixOperand) -> Number:
        others = total(Columns(2, at.n, "j"), lambda j: h[1, j])
        return h[1, 1] + at.gain * (others + 1 - at.n / at.gain) / (1 + others)

    return highest(1, moved) <= at.gain


def _all_above(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: at.attention(approximated(at, point))[i, j] > 3 / (4 * at.D))


@third_step.proof_line(
    "(66): F_S o F_1(Z)_{tk} > 3/(4D) for Z in [0, 1]^(d x n): of F_1-bar",
    over=(multiples,),
    given=in_cube,
    flaw="imprecise",
    survives=(f"{LABEL}.stays_above@repaired",),
    same_as="proposition1.identifies",
)
def stays_above(at: Operands) -> Truth:
    return _all_above(at)


@third_step.repairs(
    "stays_above",
    "F_S o F_1(Z)_{tk} > 3/(4D) for Z in (0, 1]^(d x n) and D >= 2, of F_1-bar: elements are >= 1/D before F_S and "
    "norms at most sqrt d, so that (63) bounds the move by 1/(4D)",
    reason="an entry 0 has a penalty; and (64), dn/(4D), is not enough. For D = d = 1 elements are 1 and 3/4 is met",
    over=(centres_up_to_order,),
    given=lambda at: in_cube(at) & (at.D >= 2),
)
def stays_above_repaired(at: Operands) -> Truth:
    return _all_above(at)
