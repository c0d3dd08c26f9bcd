"""Lemma 1 (Kajitsuka & Sato 2024, Sec. 3.4; proof in App. B.3): boltz is a map that keeps vectors separated.

    delta > 2 log n + 3  =>  |boltz(a)| <= r,  |boltz(a) - boltz(b)| > (log n)^2 e^{-2r}

boltz does not see the order of its arguments: (16) is false of a vector and a permutation of it, and true of vectors
that differ as sets. A point is a pair of vectors (`spaced_vectors`), here in every order of the second. (16) is about
all vectors: a pair here can refute it, as one does for n >= 2. For n = 1 it says |a - b| > 0 where a != b. The proof
is (110) to (113); behind it stands how much the lemma needs of (14).
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands
from exactua.papers.kajitsuka2024.boltzmann import boltz, softmax
from exactua.papers.kajitsuka2024.spaced_vectors import (
    NUMBERS,
    ONE_ROW,
    SEPARATION,
    Entries,
    across,
    assume_separation,
    crowded,
    decreasing,
    differ_after,
    dropping,
    larger,
    largest_magnitude,
    magnitude,
    multiples,
    positive_where,
)
from exactua.papers.pages import Lines, let
from exactua.terms.tracing import (
    Columns,
    MatrixOperand,
    Number,
    Permutation,
    Row,
    Truth,
    every,
    every_permutation,
    exp,
    implies,
    log,
    point,
    rational,
    some,
    total,
    when,
)

lemma1 = Claim(
    "kajitsuka2024:lemma1",
    title="Lemma 1",
    source="Sec. 3.4; proof in App. B.3",
    text="Let a^(1), ..., a^(m) in R^n be tokenwise (r, delta)-separated vectors with no duplicate element in each "
    "vector and delta > 2 log n + 3. Then, the outputs of the Boltzmann operator are (r, delta')-separated, that is, "
    "|boltz(a^(i))| <= r and |boltz(a^(i)) - boltz(a^(j))| > delta' = (log n)^2 e^{-2r} hold for each i, j in [m] with "
    "a^(i) != a^(j).",
    parameters=(ONE_ROW, NUMBERS, SEPARATION),
)
lemma1.rests_on("lemma7", where="App. B.3, (112)")
assume_separation(lemma1)

let(
    lemma1,
    a=lambda at: multiples(at, at.spacing)[0],  # The first vector in decreasing order, shape (n,)
    b=lambda at: multiples(at, at.spacing)[1],  # The second vector in decreasing order, shape (n,)
    # A number above all |a_k|, |b_k|: the largest of them and 1/4
    r=lambda at: largest_magnitude(at, at.a, at.b) + rational("1/4"),
    # a_1 - b_{k+1} with the k of (111); 0 where there is none
    distance=lambda at: total(
        Columns(0, at.n - 1, "k"), lambda k: when(differ_after(at.a, at.b, k), at.a[1] - at.b[k + 1], 0)
    ),
    boltz_a=lambda at: boltz(at.a, at.columns),  # boltz(a)
    boltz_b=lambda at: boltz(at.b, at.columns),  # boltz(b)
    promised=lambda at: log(at.n) ** 2 * exp(-2 * at.r),  # delta' = (log n)^2 e^{-2r}
)


def _numbers(at: Operands, matrix: MatrixOperand) -> Row:
    """The numbers of a 1 x n matrix as they stand there, times -(delta + 1/4)."""
    return Entries(at.columns, lambda j: -(at.spacing * matrix[1, j]))


def one_vector(at: Operands) -> Row:
    """The first vector as it stands there."""
    return _numbers(at, point.columns(1, at.n))


def another(at: Operands, order: Permutation) -> Row:
    """The second vector in another order."""
    return _numbers(at, point.columns(at.n + 1, 2 * at.n).permuted(order))


def hypotheses(at: Operands) -> Truth:
    """No duplicate element in a vector, different numbers of both more than delta apart."""
    apart = decreasing(at, at.a, at.separation) & decreasing(at, at.b, at.separation)
    return apart & across(at, at.a, at.b, at.separation)


def differ(at: Operands) -> Truth:
    """a != b, both in decreasing order: the sets of their numbers differ."""
    return some(at.columns, lambda j: at.a[j] != at.b[j])


BOTH = (dropping, crowded)


@lemma1.proof_line(
    "(15): |boltz(a^(i))| <= r, of vectors whose entries are n of n + 1 numbers, or near each other",
    over=BOTH,
    given=hypotheses,
)
def bounded(at: Operands) -> Truth:
    return (magnitude(at.boltz_a) <= at.r) & (magnitude(at.boltz_b) <= at.r)


@lemma1.states(
    "(16): |boltz(a^(i)) - boltz(a^(j))| > (log n)^2 e^{-2r} for a^(i) != a^(j); for n = 1 that is |a - b| > 0",
    over=BOTH,
    given=hypotheses,
    survives=("kajitsuka2024:lemma1.separated@repaired",),
)
def separated(at: Operands) -> Truth:
    def further(order: Permutation) -> Truth:
        first, second = one_vector(at), another(at, order)
        different = some(at.columns, lambda j: first[j] != second[j])
        return implies(different, magnitude(boltz(first, at.columns) - boltz(second, at.columns)) > at.promised)

    return every_permutation(further)


@lemma1.repairs(
    "separated",
    "(16): |boltz(a^(i)) - boltz(a^(j))| > (log n)^2 e^{-2r} where a^(i), a^(j) are different as sets; of vectors "
    "whose entries are n of n + 1 numbers, or near each other; of all by hand (docs/notes/separability.md)",
    reason="boltz is permutation invariant, and a vector differs from its permutations; Theorem 2 has different sets",
    over=BOTH,
    given=lambda at: hypotheses(at) & differ(at),
)
def separated_as_sets(at: Operands) -> Truth:
    return magnitude(at.boltz_a - at.boltz_b) > at.promised


def _first_difference(at: Operands, a: Row, b: Row) -> Truth:
    """(111)."""
    return some(Columns(0, at.n - 1, "k"), lambda k: differ_after(a, b, k))


def _greater_first(at: Operands) -> Truth:
    """The hypotheses and (111)."""
    return hypotheses(at) & _first_difference(at, at.a, at.b)


@lemma1.proof_line("App. B.3: the Boltzmann operator is permutation invariant", over=(dropping,))
def permutation_invariant(at: Operands) -> Truth:
    return every_permutation(lambda order: boltz(another(at, order), at.columns) == at.boltz_b)


of_separated = Lines(lemma1, over=(dropping,), given=hypotheses)


@of_separated.proof_line(
    "App. B.3: without loss of generality a_1 > ... > a_n and b_1 > ... > b_n: a != b stays so when both are sorted",
    survives=("kajitsuka2024:lemma1.without_loss@repaired",),
    same_as="lemma1.separated",
)
def without_loss(at: Operands) -> Truth:
    def still_different(order: Permutation) -> Truth:
        first, second = one_vector(at), another(at, order)
        return implies(some(at.columns, lambda j: first[j] != second[j]), differ(at))

    return every_permutation(still_different)


@of_separated.repairs(
    "without_loss",
    "without loss of generality a_1 > ... > a_n and b_1 > ... > b_n where a and b are different as sets",
    reason="a permutation of a becomes a when it is sorted",
)
def without_loss_of_sets(at: Operands) -> Truth:
    def same_set(first: Row, second: Row) -> Truth:
        return every(at.columns, lambda i: some(at.columns, lambda j: first[i] == second[j]))

    def still_different(order: Permutation) -> Truth:
        first, second = one_vector(at), another(at, order)
        return implies(~(same_set(first, second) & same_set(second, first)), differ(at))

    return every_permutation(still_different)


@of_separated.proof_line(
    "App. B.3: since there is no duplicate element in a, a_k is strictly greater than a_l for any k < l"
)
def strictly_decreasing(at: Operands) -> Truth:
    return decreasing(at, at.a, 0) & decreasing(at, at.b, 0)


@lemma1.proof_line(
    "(110): the Boltzmann operator can be regarded as weighted averaging: the weights are positive, their sum is 1",
    over=(dropping,),
)
def weighted_average(at: Operands) -> Truth:
    weights = softmax(at.a, at.columns)
    positive = every(at.columns, lambda j: weights[j] > 0)
    return positive & (total(at.columns, lambda j: weights[j]) == 1)


def _ends(at: Operands) -> Number:
    """max(|a_1|, |a_n|)."""
    return larger(magnitude(at.a[1]), magnitude(at.a[at.n]))


@of_separated.proof_line("(110), first: |boltz(a)| <= max(|a_1|, |a_n|)")
def below_ends(at: Operands) -> Truth:
    return magnitude(at.boltz_a) <= _ends(at)


@of_separated.proof_line("(110), second: < r")
def ends_below_r(at: Operands) -> Truth:
    return _ends(at) < at.r


@lemma1.proof_line(
    "(111): if a != b, both decreasing, then of one of the two orders: there exists k in {0, ..., n - 1} with "
    "(a_1, ..., a_k) = (b_1, ..., b_k) and a_{k+1} > b_{k+1}",
    over=(dropping,),
    given=lambda at: hypotheses(at) & differ(at),
)
def first_difference_exists(at: Operands) -> Truth:
    return _first_difference(at, at.a, at.b) | _first_difference(at, at.b, at.a)


def _of_lemma_7(at: Operands) -> Number:
    """(log n)^2 e^{-(a_1 - b_{k+1})}."""
    return log(at.n) ** 2 * exp(-at.distance)


where_a_is_greater = Lines(lemma1, over=(dropping,), given=_greater_first)


@where_a_is_greater.proof_line("(112): |boltz(a) - boltz(b)| > (log n)^2 e^{-(a_1 - b_{k+1})}")
def by_lemma_7(at: Operands) -> Truth:
    return magnitude(at.boltz_a - at.boltz_b) > _of_lemma_7(at)


@where_a_is_greater.proof_line("App. B.3: a_1 - b_{k+1} < 2r holds")
def distance_below_2r(at: Operands) -> Truth:
    return at.distance < 2 * at.r


@where_a_is_greater.proof_line("(113), first: |boltz(a) - boltz(b)| > (log n)^2 e^{-(a_1 - b_{k+1})}")
def by_lemma_7_again(at: Operands) -> Truth:
    return magnitude(at.boltz_a - at.boltz_b) > _of_lemma_7(at)


@where_a_is_greater.proof_line(
    "(113), second: > (log n)^2 e^{-2r}",
    flaw="silently assumed",
    survives=("kajitsuka2024:lemma1.bounded_by_r@repaired", "kajitsuka2024:lemma1.by_lemma_7_again"),
)
def bounded_by_r(at: Operands) -> Truth:
    return _of_lemma_7(at) > at.promised


@where_a_is_greater.repairs(
    "bounded_by_r",
    "(113), second: > (log n)^2 e^{-2r} for n >= 2, = for n = 1",
    reason="for n = 1 both are 0, as log 1 = 0; the first inequality is strict, so the chain is",
)
def bounded_by_r_repaired(at: Operands) -> Truth:
    return positive_where(at.n >= 2, _of_lemma_7(at) - at.promised)


# What the lemma needs


@lemma1.proof_line(
    "(14), not said: (16) holds too of numbers that lie exactly 2 log n + 3 apart, r the largest |a_k|, |b_k|",
    over=(dropping,),
    given=differ,
    said=False,
)
def at_the_threshold(at: Operands) -> Truth:
    first, second = multiples(at, 2 * log(at.n) + 3)
    largest = largest_magnitude(at, first, second)
    difference = magnitude(boltz(first, at.columns) - boltz(second, at.columns))
    return difference > log(at.n) ** 2 * exp(-2 * largest)


@lemma1.proof_line(
    "(14), not said: (16) holds of numbers that lie log n + 3 apart, even with e^{log n + 3} for (log n)^2",
    over=(dropping,),
    given=differ,
    said=False,
)
def one_logarithm(at: Operands) -> Truth:
    delta = log(at.n) + 3
    first, second = multiples(at, delta)
    largest = largest_magnitude(at, first, second)
    return magnitude(boltz(first, at.columns) - boltz(second, at.columns)) > exp(delta - 2 * largest)


@lemma1.proof_line(
    "(16), not said: the constant is not the best: |boltz(a) - boltz(b)| > e^{delta - 2r}",
    over=(dropping,),
    given=lambda at: hypotheses(at) & differ(at),
    said=False,
)
def larger_constant(at: Operands) -> Truth:
    return magnitude(at.boltz_a - at.boltz_b) > exp(at.separation - 2 * at.r)


@of_separated.proof_line(
    "(15), not said: |boltz(a^(i))| < r, as Definition 1 asks of (r, delta')-separated outputs", said=False
)
def strictly_bounded(at: Operands) -> Truth:
    return (magnitude(at.boltz_a) < at.r) & (magnitude(at.boltz_b) < at.r)


lemma1.part(
    "|boltz(a^(i))| <= r",
    undecided="It is about all such vectors; `bounded` decides it for vectors whose entries are n of n + 1 "
    "numbers, `below_ends` and `ends_below_r` the proof's two steps for them.",
    theorem="kajitsuka_lemma_1_repaired",
)
lemma1.part(
    "|boltz(a^(i)) - boltz(a^(j))| > delta' = (log n)^2 e^{-2r} hold for each i, j in [m] with a^(i) != a^(j).",
    "separated",
    undecided="It is about all such vectors, and the step about two whose entries are n of n + 1 numbers, or near each "
    "other. Of all that differ as sets it is proved in proofs/rocq (kajitsuka_lemma_1_repaired).",
)
lemma1.tells("a", "b", "r")
lemma1.preface(
    "L and L' stand for the vectors a = -(delta + 1/4) L and b = -(delta + 1/4) L', delta = separation, which are "
    "compared; P is an order of the entries of b"
)
