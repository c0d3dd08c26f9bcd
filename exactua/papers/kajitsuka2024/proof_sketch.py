"""The sketch of the proof of Lemma 1 (Kajitsuka & Sato 2024, App. B.3): (8, 6, 5) beside (4, 3, 1) and (8, 3, 1).

    boltz(8, 6, 5) <= boltz(8, 6) < boltz(8, 3, 3) <= boltz(8, 3, 1)

"Approximately" is read as: to the nearest integer in (106), to one decimal place in (109). The example is not one of
Lemma 1: no two of its numbers lie 2 log 3 + 3 apart, nor 8 and 6 log 3 + 1, as Lemma 4 asks. All it says is true.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import listed
from exactua.networks import Network, SoftmaxAttentionLayer
from exactua.papers.kajitsuka2024 import boltzmann
from exactua.papers.kajitsuka2024.boltzmann import boltz_by
from exactua.papers.kajitsuka2024.definition03 import QUERY_OF_ONE
from exactua.papers.kajitsuka2024.lemma04 import OF_A, ONE_ROW, ordered_vectors
from exactua.papers.pages import let
from exactua.terms.tracing import (
    Columns,
    Number,
    Row,
    Truth,
    every,
    every_permutation,
    exp,
    implies,
    inside,
    log,
    number,
    point,
    rational,
    row,
    select,
    when,
)

proof_sketch = Claim(
    "kajitsuka2024:proof_sketch",
    title="the sketch of the proof of Lemma 1",
    source="App. B.3",
    text="Before moving on to the proof, we first illustrate the proof sketch of Lemma 1 using a simple example, e.g., "
    "a^(i) = (8, 6, 5) and a^(j) = (4, 3, 1). In this case, since the Boltzmann operator boltz can be regarded as "
    "an approximation of max, we have boltz(a^(i)) ~ 8 > 4 ~ boltz(a^(j)) (106), and so the Boltzmann operator "
    "can readily separate these two inputs. The subtle case is where the initial tokens of a^(i) and a^(j) are "
    "identical, but the rest of each sequences differs, like a^(i) = (8, 6, 5) and a^(j) = (8, 3, 1). Thus, if we "
    "can show boltz(a_^(i)) < boltz(a-bar^(j)), then boltz(a^(i)) < boltz(a^(j)) holds.",
    parameters=(ONE_ROW, Parameter("n", "number of entries of the example's vectors", ladder=(3,))),
)
proof_sketch.rests_on("lemma4", where="App. B.3, (107)-(109)")
proof_sketch.requires("d = 1 (a is a vector)")(lambda at: at.d == 1)
proof_sketch.requires("n = 3 (the example has three entries)")(lambda at: at.n == 3)

example = listed("example", [[["8", "6", "5"]]])
"""(8, 6, 5)."""

let(proof_sketch, **{name: OF_A[name] for name in ("a", "boltz", "largest")})


@proof_sketch.network("masked_attention")
def masked_attention(values: Mapping[str, Any]) -> Network:
    """Softmax attention with query 1 that attends to the first two of three tokens: the third score is -infinity."""
    return Network(1, (SoftmaxAttentionLayer([QUERY_OF_ONE], [[True] * 3, [True] * 3, [False] * 3]),), {"output": 1})


def _vector(*entries: Number | int) -> tuple[Row, Columns]:
    columns = Columns(1, len(entries), "k")
    return row(columns, lambda k: select(k, entries)), columns


def _boltz(*entries: Number | int) -> Number:
    return boltzmann.boltz(*_vector(*entries))


def _near(value: Number, written: str, unit: str) -> Truth:
    """The value is `written` to so many places: it is less than half a unit away."""
    half = rational(unit) / 2
    return (value - rational(written) < half) & (value - rational(written) > -half)


# What is said of the operator


@proof_sketch.proof_line("B.3: the Boltzmann operator is permutation invariant", over=(ordered_vectors,))
def permutation_invariant(at: Operands) -> Truth:
    def unchanged(P: Any) -> Truth:
        permuted = row(at.columns, lambda k: point.permuted(P)[1, k])
        return boltzmann.boltz(permuted, at.columns) == at.boltz

    return every_permutation(unchanged)


@proof_sketch.proof_line(
    "B.3: the operator can be regarded as an approximation of max: max_j a_j - log n <= boltz(a) <= max_j a_j",
    over=(ordered_vectors,),
)
def approximates_maximum(at: Operands) -> Truth:
    return inside(at.boltz, at.largest - log(at.n), at.largest)


# The first example


@proof_sketch.states("(106): boltz(8, 6, 5) is approximately 8, to the nearest integer")
def approximately_8(at: Operands) -> Truth:
    return _near(_boltz(8, 6, 5), "8", "1")


@proof_sketch.states("(106): approximately 8 > 4 approximately, so that boltz(8, 6, 5) > boltz(4, 3, 1)")
def readily_separated(at: Operands) -> Truth:
    return _boltz(8, 6, 5) > _boltz(4, 3, 1)


@proof_sketch.states("(106): boltz(4, 3, 1) is approximately 4, to the nearest integer")
def approximately_4(at: Operands) -> Truth:
    return _near(_boltz(4, 3, 1), "4", "1")


# The second example


def _separated(at: Operands, *vectors: tuple[int, int, int]) -> Truth:
    """Different numbers of the vectors lie more than 2 log n + 3 apart, as (14) asks."""
    numbers, columns = _vector(*(entry for vector in vectors for entry in vector))

    def apart(i: Number, j: Number) -> Truth:
        distance = when(numbers[i] > numbers[j], numbers[i] - numbers[j], numbers[j] - numbers[i])
        return implies(numbers[i] != numbers[j], distance > 2 * log(at.n) + 3)

    return every(columns, lambda i: every(columns, lambda j: apart(i, j)))


@proof_sketch.proof_line(
    "B.3, not said: the simple example is none of Lemma 1: (8, 6, 5) and (8, 3, 1) are not separated by more than"
    " 2 log n + 3 (14)",
    said=False,
)
def example_of_lemma_1(at: Operands) -> Truth:
    return ~_separated(at, (8, 6, 5), (8, 3, 1))


@proof_sketch.proof_line(
    "B.3, not said: (18, 12, 6) and (18, 6, 0), whose numbers are 6 apart, are separated by more than 2 log n + 3 (14)",
    said=False,
)
def separated_example(at: Operands) -> Truth:
    return _separated(at, (18, 12, 6), (18, 6, 0))


def _decreasing(at: Operands, *entries: int) -> Truth:
    """The derivatives by the second and the third entry are below 0."""
    return every(Columns(2, at.n), lambda k: boltz_by(*_vector(*entries), k) < 0)


@proof_sketch.proof_line(
    "B.3: if the first coordinate and the second one are well-separated, by more than log n + 1, then boltz(a) is "
    "monotonically decreasing for each coordinate k = 2, ..., n",
    over=(ordered_vectors,),
    given=lambda at: (
        every(Columns(2, at.n - 1), lambda k: at.a[k] >= at.a[k + 1]) & (at.a[2] < at.a[1] - log(at.n) - 1)
    ),
)
def well_separated(at: Operands) -> Truth:
    return every(Columns(2, at.n, "k"), lambda k: boltz_by(at.a, at.columns, k) < 0)


@proof_sketch.proof_line(
    "B.3, not said: in the above example 8 and 6 are not well-separated as (84) asks, 6 > 8 - log 3 - 1 = 5.901...;"
    " the third coordinates, 5 and 3, which (107) and (108) move, are below it",
    said=False,
)
def well_separated_example(at: Operands) -> Truth:
    threshold = 8 - log(3) - 1
    return (number(6) > threshold) & (number(5) < threshold) & (number(3) < threshold)


@proof_sketch.proof_line(
    "B.3, not said: all the same boltz is decreasing in the second and the third coordinate at (8, 6, 5) and at (8, 3, "
    "1): the sharpest threshold of Lemma 4 is met, (2 - 1) e^2 > 3 - 1",
    said=False,
)
def decreasing_example(at: Operands) -> Truth:
    return _decreasing(at, 8, 6, 5) & _decreasing(at, 8, 3, 1)


@proof_sketch.proof_line("(107): boltz(8, 3, 1) >= boltz(8, 3, 3)")
def third_raised(at: Operands) -> Truth:
    return _boltz(8, 3, 1) >= _boltz(8, 3, 3)


@proof_sketch.proof_line(
    "(108): boltz(8, 6, 5) <= boltz(8, 6, -infinity): what attention with a mask adds", over=(example,)
)
def third_masked(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.boltz <= at.masked_attention(point)[1, j] - point[1, j])


@proof_sketch.proof_line("(108): boltz(8, 6, -infinity) = boltz(8, 6), by abuse of notation", over=(example,))
def abuse_of_notation(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.masked_attention(point)[1, j] - point[1, j] == _boltz(8, 6))


@proof_sketch.proof_line("(108): or boltz(8, 6, 5) <= boltz(8, 6)")
def third_dropped(at: Operands) -> Truth:
    return _boltz(8, 6, 5) <= _boltz(8, 6)


@proof_sketch.proof_line("B.3: this is indeed the case: boltz(8, 6) < boltz(8, 3, 3)")
def bounds_in_order(at: Operands) -> Truth:
    return _boltz(8, 6) < _boltz(8, 3, 3)


@proof_sketch.states("B.3: then boltz(8, 6, 5) < boltz(8, 3, 1) holds")
def conclusion(at: Operands) -> Truth:
    return _boltz(8, 6, 5) < _boltz(8, 3, 1)


# (109)


def _joined() -> Number:
    """(8 e^8 + (3 + log 2) e^(3 + log 2)) / (e^8 + e^(3 + log 2))."""
    return (8 * exp(8) + (3 + log(2)) * exp(3 + log(2))) / (exp(8) + exp(3 + log(2)))


def _doubled() -> Number:
    """(8 e^8 + 2 * 3 e^3) / (e^8 + 2 e^3)."""
    return (8 * exp(8) + 2 * 3 * exp(3)) / (exp(8) + 2 * exp(3))


@proof_sketch.proof_line("(109): boltz(8, 3, 3) = (8 e^8 + 3 e^3 + 3 e^3) / (e^8 + e^3 + e^3)")
def written_out(at: Operands) -> Truth:
    return _boltz(8, 3, 3) == (8 * exp(8) + 3 * exp(3) + 3 * exp(3)) / (exp(8) + exp(3) + exp(3))


@proof_sketch.proof_line("(109): = (8 e^8 + 2 * 3 e^3) / (e^8 + 2 e^3)")
def equal_terms_joined(at: Operands) -> Truth:
    return (8 * exp(8) + 3 * exp(3) + 3 * exp(3)) / (exp(8) + exp(3) + exp(3)) == _doubled()


@proof_sketch.proof_line(
    "(109): approximately (8 e^8 + (3 + log 2) e^(3 + log 2)) / (e^8 + e^(3 + log 2)): both are 7.9 to one place"
)
def approximately_one_term(at: Operands) -> Truth:
    return _near(_doubled(), "79/10", "1/10") & _near(_joined(), "79/10", "1/10")


@proof_sketch.proof_line("(109), not said: the second is larger, by 2 e^3 log 2 / (e^8 + 2 e^3)", said=False)
def approximation_error(at: Operands) -> Truth:
    return _joined() - _doubled() == 2 * exp(3) * log(2) / (exp(8) + 2 * exp(3))


@proof_sketch.proof_line("(109): = boltz(8, 3 + log 2)")
def boltz_of_two(at: Operands) -> Truth:
    return _joined() == _boltz(8, 3 + log(2))


@proof_sketch.proof_line("B.3: by the monotonicity, which holds at x <= 6 for n = 2: 6 < 8 - log 2 - 1 (84)")
def monotonicity_applies(at: Operands) -> Truth:
    return number(6) < 8 - log(2) - 1


@proof_sketch.proof_line("B.3: boltz(8, 6) < boltz(8, 3 + log 2)")
def by_monotonicity(at: Operands) -> Truth:
    return _boltz(8, 6) < _boltz(8, 3 + log(2))


proof_sketch.part(
    "since the Boltzmann operator boltz can be regarded as an approximation of max",
    undecided="It is about all vectors, and names no bound; `approximates_maximum` decides max_j a_j - log n <= "
    "boltz(a) <= max_j a_j for the vectors with entries 0, 1, 5/2, -3.",
)
proof_sketch.part(
    "boltz(a^(i)) ~ 8 > 4 ~ boltz(a^(j)) (106), and so the Boltzmann operator can readily separate these two inputs.",
    "approximately_8",
    "readily_separated",
    "approximately_4",
)
proof_sketch.part(
    "if we can show boltz(a_^(i)) < boltz(a-bar^(j)), then boltz(a^(i)) < boltz(a^(j)) holds.", "conclusion"
)
proof_sketch.reads("boltz(a_^(i)) < boltz(a-bar^(j))", "with a_^(i) = (8, 6) and a-bar^(j) = (8, 3, 3)")
