"""Lemma 4 (Kajitsuka & Sato 2024, App. B.2): where the Boltzmann operator decreases in an argument.

    d boltz(a) / d a_i = p_i (1 + log p_i + S(p)),   below 0 where a_i < max_j a_j - log n - 1

A point is a vector a, one row of n entries; p = softmax(a). Derivatives are those of the quotient rule (`boltzmann`).
The threshold is not the sharpest. The derivative is below 0 where sum_j (a_j - a_i - 1) e^(a_j - a_i) > 0: with
c = max_j a_j - a_i the maximum gives (c - 1) e^c, each other entry -1 or more, and -1 where it is a_i. So
(c - 1) e^c > n - 1 is enough and cannot be weakened; c = log n + 1 is more than it needs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import vocabulary
from exactua.papers.kajitsuka2024 import boltzmann
from exactua.papers.kajitsuka2024.boltzmann import (
    SMALL,
    boltz_by,
    entropy_by,
    kronecker,
    log_partition_by,
    moved,
    near_quotient,
    softmax_by,
)
from exactua.papers.pages import Lines, let
from exactua.papers.yun2020.vocabulary import equivalent
from exactua.terms.tracing import (
    Columns,
    Number,
    Row,
    Truth,
    every,
    exp,
    greatest,
    implies,
    log,
    point,
    rational,
    row,
    some,
    total,
    when,
)

ONE_ROW = Parameter("d", "number of rows of a point: a vector is one row", ladder=(1,))
ENTRIES = Parameter("n", "number of entries of a", ladder=(3, 1, 2))

lemma4 = Claim(
    "kajitsuka2024:lemma4",
    title="Lemma 4",
    source="App. B.2",
    text="Let n be a positive integer, i in [n] and a = (a_1, ..., a_n) real. The derivative of the Boltzmann operator "
    "boltz(a) = a^T softmax[a] with respect to a_i is p_i (1 + log p_i + S(p)). In particular, the Boltzmann operator "
    "is monotonically decreasing with respect to a_i whenever a_i < max_j a_j - log n - 1 holds.",
    parameters=(ONE_ROW, ENTRIES),
)
lemma4.requires("d = 1 (a is a vector)")(lambda at: at.d == 1)

vectors = vocabulary("vectors", [["0"], ["1"], ["5/2"], ["-3"]], order="orbits")
"""Vectors with entries 0, 1, 5/2, -3 up to their order, on which no step over them depends.

Their differences are on both sides of the thresholds of Lemmas 4 and 5 for n <= 5.
"""
ordered_vectors = replace(vectors, name="vectors in every order", kind="sequences")
"""All of these vectors."""


OF_A: Final[dict[str, Callable[[Operands], Any]]] = {
    "a": lambda at: row(at.columns, lambda j: point[1, j]),  # The vector a, shape (n,)
    "p": lambda at: boltzmann.softmax(at.a, at.columns),  # The softmax of a, shape (n,)
    "boltz": lambda at: boltzmann.boltz(at.a, at.columns),  # boltz(a), (80)
    "log_partition": lambda at: boltzmann.log_partition(at.a, at.columns),  # The logarithm of sum_i e^(a_i), (81)
    "entropy": lambda at: boltzmann.entropy(at.p, at.columns),  # The entropy of p, (82)
    "partition": lambda at: boltzmann.partition(at.a, at.columns),  # sum_i e^(a_i)
    "largest": lambda at: greatest(at.columns, lambda j: at.a[j]),  # max_j a_j
    # The derivatives of boltz(a) by a_1, ..., a_n by the quotient rule, shape (n,)
    "slope": lambda at: row(at.columns, lambda i: boltz_by(at.a, at.columns, i)),
}
"""What lemmas on the Boltzmann operator let its letters stand for: operands by their names."""
let(lemma4, **OF_A)


def bracket(at: Operands, i: Number) -> Number:
    """1 + log p_i + S(p)."""
    return 1 + log(at.p[i]) + at.entropy


def below(at: Operands, i: Number) -> Truth:
    """(84) at i."""
    return at.a[i] < at.largest - log(at.n) - 1


def somewhere_below(at: Operands) -> Truth:
    """(84) at some i."""
    return some(at.columns, lambda i: below(at, i))


def _rest_below(at: Operands) -> Truth:
    """There are arguments besides the maximum, and all of them satisfy (84)."""
    return somewhere_below(at) & every(at.columns, lambda i: (at.a[i] == at.largest) | below(at, i))


# The lemma


@lemma4.proof_line(
    "B.2: the operator is monotonically decreasing when the maximum and the rest are far enough apart",
    over=(vectors,),
    given=_rest_below,
    flaw="reading",
    survives=("kajitsuka2024:lemma4.decreasing", "kajitsuka2024:lemma4.in_words@repaired"),
)
def in_words(at: Operands) -> Truth:
    return every(at.columns, lambda i: at.slope[i] < 0)


@lemma4.repairs(
    "in_words",
    "it decreases in the rest of the arguments when the maximum and these are far enough apart",
    reason="in an argument that is the maximum alone it increases: with the others far below it is that argument",
    over=(vectors,),
    given=_rest_below,
)
def in_words_repaired(at: Operands) -> Truth:
    return every(at.columns, lambda i: when(at.a[i] < at.largest, at.slope[i], -1) < 0)


of_vectors = Lines(lemma4, over=(vectors,))


@of_vectors.proof_line(
    "(83): d boltz(a) / d a_i = p_i (1 + log p_i + S(p)) for each i, at vectors with entries 0, 1, 5/2, -3"
)
def derivative(at: Operands) -> Truth:
    return every(at.columns, lambda i: at.slope[i] == at.p[i] * bracket(at, i))


@of_vectors.proof_line("(83), as a limit: the difference quotient for h = 1/1000 is within its remainder")
def derivative_as_limit(at: Operands) -> Truth:
    def near(i: Number) -> Truth:
        there = boltzmann.boltz(moved(at.a, at.columns, i, SMALL), at.columns)
        return near_quotient(at.p[i] * bracket(at, i), there, at.boltz, 3 + log(at.n))

    return every(at.columns, near)


@lemma4.proof_line(
    "(84): the derivative with respect to a_i is below 0 whenever a_i < max_j a_j - log n - 1, at vectors with "
    "entries 0, 1, 5/2, -3",
    over=(vectors,),
    given=somewhere_below,
)
def decreasing(at: Operands) -> Truth:
    return every(at.columns, lambda i: implies(below(at, i), at.slope[i] < 0))


@lemma4.proof_line(
    "(84): boltz is monotonically decreasing with respect to a_i there: smaller halfway up to the threshold, at "
    "vectors with entries 0, 1, 5/2, -3",
    over=(vectors,),
    given=somewhere_below,
)
def smaller_values(at: Operands) -> Truth:
    def smaller(i: Number) -> Truth:
        halfway = (at.largest - log(at.n) - 1 - at.a[i]) / 2
        return when(below(at, i), boltzmann.boltz(moved(at.a, at.columns, i, halfway), at.columns) - at.boltz, -1) < 0

    return every(at.columns, smaller)


def _far_enough(at: Operands, c: Number) -> Truth:
    return (c - 1) * exp(c) > at.n - 1


def at_threshold(at: Operands, c: Number | int) -> Row:
    """(a_1, ..., a_(n-1), x) with x = max_j a_j - log n - c - t, t the last entry of the point; n >= 2."""
    others = greatest(at.columns, lambda k: when(k < at.n, at.a[k], at.a[1]))
    return row(at.columns, lambda k: when(k < at.n, at.a[k], others - log(at.n) - c - at.a[at.n]))


@lemma4.proof_line(
    "(84), not said: a_n = max_j a_j - log n - 1 itself, and any t >= 0 less, will do where n >= 2 (t the last entry)",
    over=(ordered_vectors,),
    given=lambda at: (at.n >= 2) & (at.a[at.n] >= 0),
    said=False,
)
def threshold_itself(at: Operands) -> Truth:
    return boltz_by(at_threshold(at, 1), at.columns, at.n) < 0


@lemma4.proof_line(
    "(84), not said: it is enough that (c - 1) e^c > n - 1, c = max_j a_j - a_i",
    over=(vectors,),
    given=lambda at: some(at.columns, lambda i: _far_enough(at, at.largest - at.a[i])),
    said=False,
)
def sharper_threshold(at: Operands) -> Truth:
    return every(at.columns, lambda i: implies(_far_enough(at, at.largest - at.a[i]), at.slope[i] < 0))


@lemma4.proof_line(
    "(84), not said: and this is sharp: at (0, -c, ..., -c) the derivative is below 0 only then (c = 1/8, ..., 5)",
    given=lambda at: at.n >= 2,
    said=False,
)
def sharpest_threshold(at: Operands) -> Truth:
    def sharp(k: Number) -> Truth:
        slope = boltz_by(row(at.columns, lambda j: when(j == 1, 0, -k / 8)), at.columns, at.n)
        return equivalent(slope < 0, _far_enough(at, k / 8))

    return every(Columns(1, 40, "k"), sharp)


# (85) and (86): boltz is the difference of two functions


@of_vectors.proof_line("(85): L(a) - S(p) = log(sum_j e^(a_j)) + sum_k p_k log p_k")
def difference(at: Operands) -> Truth:
    return at.log_partition - at.entropy == log(at.partition) + total(at.columns, lambda k: at.p[k] * log(at.p[k]))


@of_vectors.proof_line("(85): = sum_k p_k log(p_k sum_j e^(a_j))")
def difference_joined(at: Operands) -> Truth:
    separate = log(at.partition) + total(at.columns, lambda k: at.p[k] * log(at.p[k]))
    return separate == total(at.columns, lambda k: at.p[k] * log(at.p[k] * at.partition))


@of_vectors.proof_line("(85): = sum_k p_k log e^(a_k)")
def difference_cancelled(at: Operands) -> Truth:
    joined = total(at.columns, lambda k: at.p[k] * log(at.p[k] * at.partition))
    return joined == total(at.columns, lambda k: at.p[k] * log(exp(at.a[k])))


@of_vectors.proof_line("(85): = sum_k p_k a_k")
def difference_averaged(at: Operands) -> Truth:
    cancelled = total(at.columns, lambda k: at.p[k] * log(exp(at.a[k])))
    return cancelled == total(at.columns, lambda k: at.p[k] * at.a[k])


@of_vectors.proof_line("(85): = boltz(a)")
def difference_is_boltz(at: Operands) -> Truth:
    return at.log_partition - at.entropy == at.boltz


@of_vectors.proof_line("(86): d boltz(a) / d a_i = d L(a) / d a_i - d S(p) / d a_i")
def derivative_of_difference(at: Operands) -> Truth:
    def difference_of(i: Number) -> Number:
        return log_partition_by(at.a, at.columns, i) - entropy_by(at.a, at.columns, i)

    return every(at.columns, lambda i: at.slope[i] == difference_of(i))


# (87) and (88): the derivatives of softmax


def _every_pair(at: Operands, condition: Callable[[Number, Number], Truth]) -> Truth:
    return every(at.columns, lambda i: every(at.columns, lambda j: condition(i, j)))


@of_vectors.proof_line(
    "(87): d p_i / d a_j = d/da_j e^(a_i) / sum_k e^(a_k), as a limit: the difference quotient is within its remainder"
)
def softmax_as_limit(at: Operands) -> Truth:
    def near(i: Number, j: Number) -> Truth:
        there = boltzmann.softmax(moved(at.a, at.columns, j, SMALL), at.columns)[i]
        return near_quotient(softmax_by(at.a, at.columns, i, j), there, exp(at.a[i]) / at.partition, rational("1/4"))

    return _every_pair(at, near)


def _quotient_rule(at: Operands, i: Number, j: Number) -> Number:
    """((d/da_j e^(a_i)) sum_k e^(a_k) - e^(a_i) d/da_j sum_k e^(a_k)) / (sum_k e^(a_k))^2."""
    top_by = when(i == j, exp(at.a[i]), 0)
    bottom_by = total(at.columns, lambda k: when(k == j, exp(at.a[k]), 0))
    return (top_by * at.partition - exp(at.a[i]) * bottom_by) / at.partition**2


def _with_kronecker(at: Operands, i: Number, j: Number) -> Number:
    return (kronecker(i, j) * exp(at.a[j]) * at.partition - exp(at.a[i]) * exp(at.a[j])) / at.partition**2


@of_vectors.proof_line("(87): = (d/da_j e^(a_i) sum_k e^(a_k) - e^(a_i) d/da_j sum_k e^(a_k)) / (sum_k e^(a_k))^2")
def softmax_quotient_rule(at: Operands) -> Truth:
    return _every_pair(at, lambda i, j: softmax_by(at.a, at.columns, i, j) == _quotient_rule(at, i, j))


@of_vectors.proof_line("(87): = (delta_ij e^(a_j) sum_k e^(a_k) - e^(a_i) e^(a_j)) / (sum_k e^(a_k))^2")
def softmax_numerator(at: Operands) -> Truth:
    return _every_pair(at, lambda i, j: _quotient_rule(at, i, j) == _with_kronecker(at, i, j))


@of_vectors.proof_line("(87): = p_j (delta_ij - p_i)")
def softmax_derivative(at: Operands) -> Truth:
    return _every_pair(at, lambda i, j: _with_kronecker(at, i, j) == at.p[j] * (kronecker(i, j) - at.p[i]))


@of_vectors.proof_line("(88): delta_ij is 0 if i != j, 1 if i = j: sum_j delta_ij a_j is a_i")
def kronecker_delta(at: Operands) -> Truth:
    return every(at.columns, lambda i: total(at.columns, lambda j: kronecker(i, j) * at.a[j]) == at.a[i])


# (89) and (90): the derivatives of the two functions


@of_vectors.proof_line(
    "(89): d L(a) / d a_i = e^(a_i) / sum_j e^(a_j), as a limit: the difference quotient is within its remainder"
)
def log_partition_as_limit(at: Operands) -> Truth:
    def near(i: Number) -> Truth:
        there = boltzmann.log_partition(moved(at.a, at.columns, i, SMALL), at.columns)
        return near_quotient(exp(at.a[i]) / at.partition, there, at.log_partition, rational("1/4"))

    return every(at.columns, near)


@of_vectors.proof_line("(89): d L(a) / d a_i = e^(a_i) / sum_j e^(a_j)")
def log_partition_derivative(at: Operands) -> Truth:
    return every(at.columns, lambda i: log_partition_by(at.a, at.columns, i) == exp(at.a[i]) / at.partition)


@of_vectors.proof_line("(89): = p_i")
def log_partition_probability(at: Operands) -> Truth:
    return every(at.columns, lambda i: exp(at.a[i]) / at.partition == at.p[i])


def _by_chain_rule(at: Operands, i: Number, derivative: Callable[[Number, Number], Number]) -> Number:
    """sum_j (-log p_j - 1) times what `derivative` says of d p_j / d a_i."""
    return total(at.columns, lambda j: (-log(at.p[j]) - 1) * derivative(j, i))


def _inner(at: Operands, i: Number) -> Number:
    """-p_i sum_j [delta_ji (log p_j + 1) - p_j log p_j - p_j]."""
    p = at.p
    return -p[i] * total(at.columns, lambda j: kronecker(j, i) * (log(p[j]) + 1) - p[j] * log(p[j]) - p[j])


@of_vectors.proof_line(
    "(90): d S(p) / d a_i, as a limit: the difference quotient is within its remainder of -p_i (log p_i + S(p))"
)
def entropy_as_limit(at: Operands) -> Truth:
    def near(i: Number) -> Truth:
        there = boltzmann.entropy(boltzmann.softmax(moved(at.a, at.columns, i, SMALL), at.columns), at.columns)
        return near_quotient(-at.p[i] * (log(at.p[i]) + at.entropy), there, at.entropy, 3 + log(at.n))

    return every(at.columns, near)


@of_vectors.proof_line("(90): d S(p) / d a_i = sum_j (d S(p) / d p_j) (d p_j / d a_i)")
def entropy_chain_rule(at: Operands) -> Truth:
    def chained(i: Number) -> Number:
        return _by_chain_rule(at, i, lambda j, i: _with_kronecker(at, j, i))

    return every(at.columns, lambda i: entropy_by(at.a, at.columns, i) == chained(i))


@of_vectors.proof_line(
    "(90): d/dp_j (-sum_k p_k log p_k) = -log p_j - 1, as a limit: the difference quotient is within its remainder"
)
def entropy_in_probabilities(at: Operands) -> Truth:
    def near(j: Number) -> Truth:
        there = boltzmann.entropy(moved(at.p, at.columns, j, SMALL), at.columns)
        return near_quotient(-log(at.p[j]) - 1, there, at.entropy, 1 / at.p[j])

    return every(at.columns, near)


@of_vectors.proof_line("(90): = sum_j (-log p_j - 1) p_i (delta_ji - p_j)")
def entropy_softmax_derivative(at: Operands) -> Truth:
    def as_printed(i: Number) -> Number:
        return _by_chain_rule(at, i, lambda j, i: at.p[i] * (kronecker(j, i) - at.p[j]))

    return every(
        at.columns, lambda i: _by_chain_rule(at, i, lambda j, i: softmax_by(at.a, at.columns, j, i)) == as_printed(i)
    )


@of_vectors.proof_line("(90): = -p_i sum_j [delta_ji (log p_j + 1) - p_j log p_j - p_j]")
def entropy_expanded(at: Operands) -> Truth:
    def before(i: Number) -> Number:
        return _by_chain_rule(at, i, lambda j, i: at.p[i] * (kronecker(j, i) - at.p[j]))

    return every(at.columns, lambda i: before(i) == _inner(at, i))


@of_vectors.proof_line("(90): = -p_i (log p_i + 1 + S(p) - 1)")
def entropy_summed(at: Operands) -> Truth:
    return every(at.columns, lambda i: _inner(at, i) == -at.p[i] * (log(at.p[i]) + 1 + at.entropy - 1))


@of_vectors.proof_line("(90): = -p_i (log p_i + S(p))")
def entropy_derivative(at: Operands) -> Truth:
    return every(at.columns, lambda i: entropy_by(at.a, at.columns, i) == -at.p[i] * (log(at.p[i]) + at.entropy))


# (91) to (93): the sign of the derivative


@of_vectors.proof_line("(91): d L(a) / d a_i - d S(p) / d a_i = p_i + p_i (log p_i + S(p))")
def plugged_in(at: Operands) -> Truth:
    def as_printed(i: Number) -> Truth:
        difference_of = log_partition_by(at.a, at.columns, i) - entropy_by(at.a, at.columns, i)
        return difference_of == at.p[i] + at.p[i] * (log(at.p[i]) + at.entropy)

    return every(at.columns, as_printed)


@of_vectors.proof_line("(91): = p_i (1 + log p_i + S(p))")
def factored(at: Operands) -> Truth:
    return every(at.columns, lambda i: at.p[i] + at.p[i] * (log(at.p[i]) + at.entropy) == at.p[i] * bracket(at, i))


@of_vectors.proof_line("(92): the derivative at index i is negative when 1 + S(p) + log p_i < 0 (and then only)")
def sign_of_bracket(at: Operands) -> Truth:
    return every(at.columns, lambda i: equivalent(at.slope[i] < 0, 1 + at.entropy + log(at.p[i]) < 0))


@of_vectors.proof_line("(92): 1 + S(p) + log p_i < 0 <=> 1 + S(p) + (a_i - L(a)) < 0")
def log_probability(at: Operands) -> Truth:
    def same(i: Number) -> Truth:
        return equivalent(1 + at.entropy + log(at.p[i]) < 0, 1 + at.entropy + (at.a[i] - at.log_partition) < 0)

    return every(at.columns, same)


@of_vectors.proof_line("(92): <=> a_i < L(a) - S(p) - 1")
def threshold(at: Operands) -> Truth:
    def same(i: Number) -> Truth:
        return equivalent(
            1 + at.entropy + (at.a[i] - at.log_partition) < 0, at.a[i] < at.log_partition - at.entropy - 1
        )

    return every(at.columns, same)


@of_vectors.proof_line("(93): max_j a_j <= L(a)")
def largest_below_log_partition(at: Operands) -> Truth:
    return at.largest <= at.log_partition


@of_vectors.proof_line("(93): S(p) <= log n")
def entropy_below_log(at: Operands) -> Truth:
    return at.entropy <= log(at.n)


@lemma4.proof_line(
    "(93): p_i (1 + log p_i + S(p)) < 0 whenever a_i < max_j a_j - log n - 1", over=(vectors,), given=somewhere_below
)
def negative_below(at: Operands) -> Truth:
    return every(at.columns, lambda i: implies(below(at, i), at.p[i] * bracket(at, i) < 0))


lemma4.part(
    "The derivative of the Boltzmann operator boltz(a) = a^T softmax[a] with respect to a_i is p_i (1 + log p_i + "
    "S(p)).",
    undecided="It is about all real a; `derivative` decides it for the vectors with entries 0, 1, 5/2, -3, with "
    "the quotient rule for the derivative.",
    theorem="kajitsuka_lemma_4",
)
lemma4.part(
    "In particular, the Boltzmann operator is monotonically decreasing with respect to a_i whenever a_i < max_j "
    "a_j - log n - 1 holds.",
    undecided="It is about all real a; `decreasing` and `smaller_values` decide it for the vectors with entries "
    "0, 1, 5/2, -3.",
    theorem="kajitsuka_lemma_4",
)
