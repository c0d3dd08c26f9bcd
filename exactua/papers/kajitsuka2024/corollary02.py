"""Corollary 2 (Kajitsuka & Sato 2024, Sec. 4.1; proof in App. A.4): its networks, what it states, and its proof.

    F(X^(i) + E) = F^FF(F_S^SA(X^(i) + E)) = Y^(i)  for any i in [N]       (18)
    E_{i,k} = 2 k r_max                                                   (48)

F is built for each data set: E of (48), attention with small rational weights, a feed-forward layer with one hidden
unit for each context and row. Z and Z_repaired make the ids with the weights of App. A.2, for the separation that is
printed and for the repaired one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix
from exactua.arithmetic.reals import Value
from exactua.arithmetic.reals import sqrt as real_sqrt
from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import pairs_of
from exactua.networks import Network, PositionalEncoding, SoftmaxAttentionLayer
from exactua.papers.kajitsuka2024.label_maps import COUNTED, ramps
from exactua.papers.kajitsuka2024.labelled_sets import WITH_ENCODINGS, Chosen, LabelledSet
from exactua.papers.kajitsuka2024.memorising import Memoriser, memoriser, printed_encodings, small_attention
from exactua.papers.kajitsuka2024.separation import Separation, unit_vector
from exactua.papers.kajitsuka2024.sequence_operands import (
    Vector,
    column,
    each_token,
    each_two,
    first,
    minus,
    no_duplicates,
    norm,
    provided,
    same_token,
    second,
    squared_norm,
    within_norms,
)
from exactua.papers.kajitsuka2024.theorem02_weights import Setting, head
from exactua.papers.pages import Lines, define, let, networks, per_box
from exactua.papers.yun2020.vocabulary import each_entry
from exactua.terms.tracing import MatrixOperand, Number, Truth, exp, log, pi, point, sqrt

sets: Final = Chosen("X^(1), ..., X^(N)", WITH_ENCODINGS)
both: Final = pairs_of(sets.sequences)
"""All ordered pairs (X^(i), X^(j)): the point is [X X'], d x 2n."""

corollary2 = Claim(
    "kajitsuka2024:corollary2",
    title="Corollary 2",
    source="Sec. 4.1, (18); proof in App. A.4, (48)-(50)",
    text="Let epsilon > 0, r_max > r_min > 0 and (X^(1), Y^(1)), ..., (X^(N), Y^(N)) in R^(d x n) x [C]^(d x n) be "
    "sequences of input-output-pairs such that X^(1), ..., X^(N) are tokenwise (r_min, r_max, epsilon)-separated "
    "input sequences and are consistently labeled, that is, Y^(i) = Y^(j) holds for any i, j in [N] such that "
    "X^(i) = X^(j). Then, there exist 4(s + d) + d(2nN + d) weight parameters and positional encodings E in R^(d "
    "x n) such that for any i in [N], F(X^(i) + E) = F^FF(F_S^SA(X^(i) + E)) = Y^(i) (18) holds.",
    parameters=sets.parameters,
    work=per_box(lambda data: WITH_ENCODINGS[data - 1].data.N ** 2),  # The pairs of sequences
    point="X",
)
corollary2.rests_on("theorem2", where="App. A.4, (49), (50)")
corollary2.rests_on("corollary1", where="App. A.4")


@cache
def built(data: int) -> Memoriser:
    """The Transformer of the data set of this number."""
    labelled = WITH_ENCODINGS[data - 1]
    E = printed_encodings(labelled.data.d, labelled.data.n, labelled.constants.r_max)
    return memoriser(labelled.data, small_attention(labelled.encoded), ramps, E)


# F with X -> X + E before it: after its stage "encoded" comes X + E, after "ids" the context ids
networks(corollary2, F=lambda values: built(values["data"]).network)


@corollary2.network("Z")
def ids_of_theorem2(values: Mapping[str, Any]) -> Network:
    """X -> F_S^SA(X + E) with the weights of App. A.2 for (r_max, (2n + 1) r_max, epsilon) and nN tokens."""
    labelled = WITH_ENCODINGS[values["data"] - 1]
    n, r_max = labelled.data.n, labelled.constants.r_max
    return _ids(labelled, printed_encodings(labelled.data.d, n, r_max), (2 * n + 1) * r_max)


@corollary2.network("Z_repaired")
def ids_repaired(values: Mapping[str, Any]) -> Network:
    """The same with E_{i,k} = k (2 r_max + epsilon) and n sqrt(d) (2 r_max + epsilon) + r_max for (2n + 1) r_max."""
    labelled = WITH_ENCODINGS[values["data"] - 1]
    d, n, r_max, step = (
        labelled.data.d,
        labelled.data.n,
        labelled.constants.r_max,
        2 * labelled.constants.r_max + labelled.constants.epsilon,
    )
    return _ids(labelled, printed_encodings(d, n, step / 2), n * real_sqrt(d) * step + r_max)


def _ids(labelled: LabelledSet, E: Matrix, largest: Value) -> Network:
    """X -> F_S^SA(X + E), weights of App. A.2 for tokens of norms between r_max and `largest`; s = 1."""
    n, encoded = labelled.data.n, labelled.data.shifted(E)
    v = unit_vector([*encoded.vocabulary, (mpq(0),) * labelled.data.d])
    setting = Setting(
        n, n * labelled.data.N, Separation(labelled.constants.r_max, largest, labelled.constants.epsilon), v
    )
    layers = (PositionalEncoding(E), SoftmaxAttentionLayer([head(setting)]))
    return Network(labelled.data.d, layers, {"encoded": 1, "output": 2})


define(
    corollary2,
    N=lambda at: sets.N(at),  # The number of sequences
    # The number of different tokens of X^(1) + E, ..., X^(N) + E
    V=lambda at: sets.table(at, lambda labelled: len(labelled.encoded.vocabulary)),
    # Greater than the norm of every token of X
    r_max=lambda at: sets.table(at, lambda labelled: labelled.constants.r_max),
    # Less than the norm of every token of X
    r_min=lambda at: sets.table(at, lambda labelled: labelled.constants.r_min),
    # Less than the distance of any two different tokens of X
    epsilon=lambda at: sets.table(at, lambda labelled: labelled.constants.epsilon),
)

let(corollary2, s=lambda at: at.F.quantity("head size"))  # The head size of F


def of_theorem2(at: Operands, size: Number, largest: Number) -> Number:
    """delta of (8) with r_min = r_max, r_max = largest and |V| = size."""
    gap, power = 2 * log(at.n) + 3, (size + 1) ** 4
    exponent = power * gap * pi * at.d * largest**2 / (4 * at.epsilon * at.r_max)
    fraction = 2 * log(at.n) ** 2 * at.epsilon**2 * at.r_max / (largest**2 * power * gap * pi * at.d)
    return fraction * exp(-exponent)


def delta_of_50(at: Operands) -> Number:
    """delta of (50)."""
    gap, power, reach = 2 * log(at.n) + 3, (at.n * at.N + 1) ** 4, (2 * at.n + 1) ** 2
    fraction = 2 * log(at.n) ** 2 * at.epsilon**2 / (reach * at.r_max * power * gap * pi * at.d)
    return fraction * exp(-reach * power * (gap * pi * at.d * at.r_max / (4 * at.epsilon)))


def printed_largest(at: Operands) -> Number:
    """(2n + 1) r_max."""
    return (2 * at.n + 1) * at.r_max


def repaired_largest(at: Operands) -> Number:
    """n sqrt(d) (2 r_max + epsilon) + r_max."""
    return at.n * sqrt(at.d) * (2 * at.r_max + at.epsilon) + at.r_max


def r_of_theorem2(at: Operands, largest: Number) -> Number:
    """r of (7) with r_max = largest."""
    return largest + at.epsilon / 4


def printed_parameters(at: Operands) -> Number:
    """4(s + d) + d(2nN + d)."""
    return 4 * (at.s + at.d) + at.d * (2 * at.n * at.N + at.d)


def encoded(at: Operands, X: MatrixOperand) -> MatrixOperand:
    """X + E."""
    return at.F(X, "encoded")


def separated(at: Operands) -> Truth:
    """All tokens of X and X' are as Definition 1 asks."""
    norms = within_norms(at, first(at)) & within_norms(at, second(at))
    return norms & apart(at, lambda X, k: column(X, k))


def apart(at: Operands, of: Callable[[MatrixOperand, Number], Vector]) -> Truth:
    """Definition 1, 3 for the vectors made of tokens of X and X': different ones are more than epsilon apart."""

    def far(k: Number, m: Number) -> Truth:
        square = squared_norm(at, minus(of(first(at), k), of(second(at), m)))
        return (square == 0) | (square > at.epsilon**2)

    return each_two(at, far)


# the statement

# r_min < ||X_{:,k}|| < r_max (Definition 1, 1 and 2)
of_each = Lines(corollary2, over=(sets.sequences,), given=lambda at: within_norms(at, point))


@of_each.states("(18): F(X^(i) + E) = F^FF(F_S^SA(X^(i) + E)) = Y^(i) for any i in [N], E of (48)")
def equation18(at: Operands) -> Truth:
    return each_entry(at, lambda i, k: at.F(point)[i, k] == sets.label(at, i, k, point))


@corollary2.states(
    "there exist 4(s + d) + d(2nN + d) weight parameters, and E, told by the shape of F: a single head of size s, "
    "4(s + d) for its four matrices of rank 1, and a weight and a bias for each hidden unit, d entries of w for each "
    "row; that is at most as many"
)
def parameters(at: Operands) -> Truth:
    F, units = at.F, at.F.quantity("hidden size")
    layers = (F.quantity("attention layers") == 1) & (F.quantity("feed-forward layers") == 1)
    shape = layers & (F.quantity("other layers") == 1) & (F.quantity("heads") == 1)
    return shape & (4 * (at.s + at.d) + 2 * units + at.d**2 <= printed_parameters(at))


# the proof


@of_each.proof_line("(48): each sentence of X^(1) + E, ..., X^(N) + E has no duplicate token")
def no_duplicate_token(at: Operands) -> Truth:
    return no_duplicates(at, encoded(at, point))


@of_each.proof_line(
    "(48): X^(1) + E, ..., X^(N) + E are tokenwise (r_max, (2n + 1) r_max, epsilon)-separated, the first condition: "
    "||X_{:,k} + E_{:,k}|| > r_max"
)
def greater_than_r_max(at: Operands) -> Truth:
    return each_token(at, lambda k: squared_norm(at, column(encoded(at, point), k)) > at.r_max**2)


@of_each.proof_line(
    "(48): the second condition: ||X_{:,k} + E_{:,k}|| < (2n + 1) r_max",
    survives=("kajitsuka2024:corollary2.less_than_r@repaired", "kajitsuka2024:corollary2.apart_by_epsilon@repaired"),
)
def less_than_r(at: Operands) -> Truth:
    return each_token(at, lambda k: squared_norm(at, column(encoded(at, point), k)) < printed_largest(at) ** 2)


@of_each.repairs(
    "less_than_r",
    "||X_{:,k} + E_{:,k}|| < (2 n sqrt(d) + 1) r_max",
    reason="a column of E, all of whose d entries are 2 k r_max, has the norm 2 k r_max sqrt(d)",
)
def less_than_r_repaired(at: Operands) -> Truth:
    bound = (2 * at.n * sqrt(at.d) + 1) * at.r_max
    return each_token(at, lambda k: norm(at, column(encoded(at, point), k)) < bound)


of_pairs = Lines(corollary2, over=(both,), given=separated)


@of_pairs.proof_line(
    "(48): the third condition: different tokens of X^(i) + E and X^(j) + E are more than epsilon apart",
    survives=("kajitsuka2024:corollary2.apart_by_epsilon@repaired",),
)
def apart_by_epsilon(at: Operands) -> Truth:
    return apart(at, lambda X, k: column(encoded(at, X), k))


@of_pairs.repairs(
    "apart_by_epsilon",
    "with E_{i,k} = k (2 r_max + epsilon) different tokens are more than epsilon apart",
    reason="tokens near r_max and -r_max come near each other at neighbouring positions; 2 r_max sqrt(d) - 2 r_max is "
    "0 for d = 1, and may be less than epsilon for d > 1; epsilon may be large where V has one token",
)
def apart_by_epsilon_repaired(at: Operands) -> Truth:
    return apart(at, lambda X, k: column(at.Z_repaired(X, "encoded"), k))


@of_each.proof_line(
    "not said: with these E they are tokenwise (r_max, n sqrt(d) (2 r_max + epsilon) + r_max, epsilon)-separated, the "
    "first two conditions",
    said=False,
)
def norms_repaired(at: Operands) -> Truth:
    def within(k: Number) -> Truth:
        length = norm(at, column(at.Z_repaired(point, "encoded"), k))
        return (at.r_max < length) & (length < repaired_largest(at))

    return each_token(at, within)


@corollary2.proof_line("(49): r of (7) for that separation is (2n + 1) r_max + epsilon / 4")
def equation49(at: Operands) -> Truth:
    return r_of_theorem2(at, printed_largest(at)) == (2 * at.n + 1) * at.r_max + at.epsilon / 4


@of_each.proof_line(
    "A.4: (49) follows from Theorem 2 for that separation: ||F_S^SA(X + E)_{:,k}|| < r with the weights that it gives",
    flaw="imprecise",
    survives=("kajitsuka2024:corollary2.ids_bounded@repaired",),
    same_as="corollary2.less_than_r",
)
def ids_bounded(at: Operands) -> Truth:
    bound = (2 * at.n + 1) * at.r_max + at.epsilon / 4
    return each_token(at, lambda k: squared_norm(at, column(at.Z(point), k)) < bound**2)


@of_each.repairs(
    "ids_bounded",
    "with E_{i,k} = k (2 r_max + epsilon) it is less than n sqrt(d) (2 r_max + epsilon) + r_max + epsilon / 4",
    reason="the norm of X + E alone may be above (2n + 1) r_max + epsilon / 4 where d > 1",
)
def ids_bounded_repaired(at: Operands) -> Truth:
    bound = r_of_theorem2(at, repaired_largest(at))
    return each_token(at, lambda k: norm(at, column(at.Z_repaired(point), k)) < bound)


@corollary2.proof_line("(50): delta is that of (8) for (r_max, (2n + 1) r_max, epsilon) and |V| = nN")
def equation50(at: Operands) -> Truth:
    return delta_of_50(at) == of_theorem2(at, at.n * at.N, printed_largest(at))


@corollary2.proof_line("(50): the size of the vocabulary set of X^(1) + E, ..., X^(N) + E is at most nN")
def vocabulary_size(at: Operands) -> Truth:
    return at.n * at.N >= at.V


@corollary2.proof_line("(50), not said: delta of (8) is at least as large for the size |V| that they have", said=False)
def at_most_theorem2(at: Operands) -> Truth:
    return delta_of_50(at) <= of_theorem2(at, at.V, printed_largest(at))


def _ids_apart(at: Operands, network: Any, delta: Number) -> Truth:
    """Definition 2, 2 for X + E and X' + E, which have the same vocabulary where they are equal, and only there."""
    X, Y = (network(Z, "encoded") for Z in (first(at), second(at)))
    ids, others = network(first(at)), network(second(at))

    def far(k: Number, m: Number) -> Truth:
        return norm(at, minus(column(ids, k), column(others, m))) > delta

    return each_two(at, lambda k, m: provided(~(X == Y) | ~same_token(at, X, k, Y, m), lambda: far(k, m)))


@of_pairs.proof_line(
    "(50): ids that have to differ are more than delta apart, with the weights of Theorem 2 for that separation",
    survives=("kajitsuka2024:corollary2.ids_apart@repaired", "kajitsuka2024:corollary2.equation18"),
    same_as="corollary2.apart_by_epsilon",
)
def ids_apart(at: Operands) -> Truth:
    return _ids_apart(at, at.Z, delta_of_50(at))


@of_pairs.repairs(
    "ids_apart",
    "with E_{i,k} = k (2 r_max + epsilon) they are more than delta of (8) apart, for |V| = nN and "
    "(r_max, n sqrt(d) (2 r_max + epsilon) + r_max, epsilon)",
    reason="tokens of X + E may be nearer to each other than delta, and then so are their ids",
)
def ids_apart_repaired(at: Operands) -> Truth:
    return _ids_apart(at, at.Z_repaired, of_theorem2(at, at.n * at.N, repaired_largest(at)))


@corollary2.proof_line("the number of parameters is evaluated in the same manner: d (2nN + d) for the FF layer")
def feed_forward_parameters(at: Operands) -> Truth:
    return 2 * at.F.quantity("hidden size") + at.d**2 <= at.d * (2 * at.n * at.N + at.d)


corollary2.part(
    "there exist 4(s + d) + d(2nN + d) weight parameters and positional encodings E in R^(d x n)",
    "parameters",
    theorem="kajitsuka_corollary_2",
)
corollary2.part(
    "for any i in [N], F(X^(i) + E) = F^FF(F_S^SA(X^(i) + E)) = Y^(i) (18) holds.",
    "equation18",
    theorem="kajitsuka_corollary_2",
)
corollary2.reads("4(s + d) + d(2nN + d) weight parameters", COUNTED)
corollary2.tells("r_min", "r_max", "epsilon", data=sets.in_words)
corollary2.preface("data is the number of a data set, X and X' are sequences of it, without E")
