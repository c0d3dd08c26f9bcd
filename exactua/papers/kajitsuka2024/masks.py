"""Masks of scores (Kajitsuka & Sato 2024, App. C, (133)): boltz of the same scores under different masks.

    boltz(a + c) = a^T softmax[a + c],   c of entries 0 and -infinity

A point is a pair [c c'] of masks as n marks each, 1 where the entry is 0 and 0 where it is -infinity. The scores a are
decreasing, evenly or unevenly spaced and more than delta apart, the same under both masks. Different masks are told
apart, also where one leaves a beginning of what the other leaves; the proof of Lemma 1 does not speak of that, the one
in docs/notes/separability.md does.
"""

from __future__ import annotations

from collections.abc import Callable

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import pairs_of
from exactua.grids.finite import levels
from exactua.papers.kajitsuka2024.spaced_vectors import (
    NUMBERS,
    ONE_ROW,
    SEPARATION,
    Entries,
    assume_separation,
    largest_magnitude,
    magnitude,
)
from exactua.papers.pages import Lines, let
from exactua.terms.tracing import (
    Columns,
    Number,
    Row,
    Truth,
    every,
    exp,
    implies,
    log,
    number,
    point,
    rational,
    some,
    total,
    when,
)

masks = Claim(
    "kajitsuka2024:masks",
    title="Masked self-attention: the Boltzmann operator",
    source="App. C, (133)",
    text="In order to ensure that the masked attention is a contextual mapping, it is sufficient to verify "
    "boltz(a + c) are well-separated. The caveat is that the Boltzmann operator now has to distinguish inputs "
    "consisting of the same attention a, but different masks c_1, c_2. However, the separability in this case can also "
    "be proved in the same way as in the proof of Lemma 1.",
    parameters=(ONE_ROW, NUMBERS, SEPARATION),
)
masks.rests_on("lemma1", where="App. C, in the same way")
assume_separation(masks)

marks = levels("masks", 0, 1, 2)
"""All masking vectors, as marks."""

pairs_of_marks = pairs_of(marks)
"""All pairs of masking vectors."""

let(
    masks,
    # Evenly spaced scores around 0, decreasing, shape (n,)
    a=lambda at: Entries(at.columns, lambda j: at.spacing * ((at.n + 1) / number(2) - j)),
    # Scores whose gaps grow, decreasing, shape (n,)
    uneven=lambda at: Entries(at.columns, lambda j: at.spacing * (at.n - j * (j + 1) / 2)),
)


def _left(first: Number | int, j: Number) -> Truth:
    """The mask whose marks begin behind place `first` leaves score j."""
    return point[1, first + j] == 1


def _some_left(at: Operands, first: Number | int) -> Truth:
    return some(at.columns, lambda j: _left(first, j))


def _both_leave_some(at: Operands) -> Truth:
    return _some_left(at, 0) & _some_left(at, at.n)


def _masks_differ(at: Operands) -> Truth:
    return some(at.columns, lambda j: point[1, j] != point[1, at.n + j])


def masked_boltz(at: Operands, scores: Row, first: Number | int) -> Number:
    """a^T softmax[a + c] with c of the marks behind place `first`, where -infinity hides a score."""
    powers = total(at.columns, lambda j: when(_left(first, j), exp(scores[j]), 0))
    return total(at.columns, lambda j: when(_left(first, j), scores[j] * exp(scores[j]), 0)) / powers


def _bound(at: Operands, scores: Row) -> Number:
    """(log n)^2 e^{-2r}, r = max |a_k| + 1/4."""
    r = largest_magnitude(at, scores, scores) + rational("1/4")
    return log(at.n) ** 2 * exp(-2 * r)


def _apart(at: Operands, scores: Row) -> Number:
    return magnitude(masked_boltz(at, scores, 0) - masked_boltz(at, scores, at.n))


# c_1 != c_2, each of which leaves something
of_different_masks = Lines(masks, over=(pairs_of_marks,), given=lambda at: _both_leave_some(at) & _masks_differ(at))


@of_different_masks.proof_line(
    "App. C: the same scores a, evenly spaced ones and some whose gaps grow, are separated under different masks: "
    "|boltz(a + c_1) - boltz(a + c_2)| > (log n)^2 e^{-2r}"
)
def separated(at: Operands) -> Truth:
    return (_apart(at, at.a) > _bound(at, at.a)) & (_apart(at, at.uneven) > _bound(at, at.uneven))


# (133)


def _lowered(at: Operands, j: Number, much: Number) -> Number:
    """a_j + c_j with -M for -infinity."""
    return at.a[j] + when(_left(0, j), 0, -much)


def _lowered_powers(at: Operands, much: Number) -> Number:
    return total(at.columns, lambda j: exp(_lowered(at, j, much)))


def _average(at: Operands, much: Number, of: Row) -> Number:
    """of^T softmax[a + c] with -M for -infinity."""
    return total(at.columns, lambda j: of[j] * exp(_lowered(at, j, much))) / _lowered_powers(at, much)


def _much(at: Operands, t: Number) -> Number:
    """M = 4 t (a_1 + 1): above 2 r for r = a_1 + 1."""
    return 4 * t * (at.a[1] + 1)


def _for_each_much(at: Operands, holds: Callable[[Number], Truth]) -> Truth:
    return every(Columns(1, 3, "t"), lambda t: holds(_much(at, t)))


@masks.proof_line(
    "(133), first and second: boltz(a + c) = (a + c)^T softmax[a + c] = a^T softmax[a + c] + c^T softmax[a + c], with "
    "-M for -infinity",
    over=(marks,),
)
def split(at: Operands) -> Truth:
    def both(much: Number) -> Truth:
        lowered = Entries(at.columns, lambda j: _lowered(at, j, much))
        masking = Entries(at.columns, lambda j: when(_left(0, j), 0, -much))
        return _average(at, much, lowered) == _average(at, much, at.a) + _average(at, much, masking)

    return _for_each_much(at, both)


of_marks = Lines(masks, over=(marks,), given=lambda at: _some_left(at, 0))


@of_marks.proof_line(
    "(133), third: c^T softmax[a + c] = 0: its products c_k p_k are numbers, so no -infinity meets a weight 0",
    flaw="silently assumed",
    survives=("kajitsuka2024:masks.vanishing@repaired",),
)
def vanishing(at: Operands) -> Truth:
    powers = total(at.columns, lambda j: when(_left(0, j), exp(at.a[j]), 0))

    def weight(j: Number) -> Number:
        return when(_left(0, j), exp(at.a[j]) / powers, 0)

    return every(at.columns, lambda j: ~((weight(j) == 0) & ~_left(0, j)))


@of_marks.repairs(
    "vanishing",
    "(133), third: with -infinity times 0 = 0; that is the limit: with -M for -infinity, |c^T softmax[a + c]| <= "
    "n M e^{2r - M}, and a^T softmax[a + c] is within 2 r n e^{2r - M} of its value for -infinity, |a_k| <= r",
    reason="-infinity times 0 has no value of its own; n M e^{2r - M} goes to 0 as M grows",
)
def vanishing_in_the_limit(at: Operands) -> Truth:
    r = at.a[1] + 1

    def near(much: Number) -> Truth:
        masking = Entries(at.columns, lambda j: when(_left(0, j), 0, -much))
        hidden = at.n * exp(2 * r - much)
        moved = magnitude(_average(at, much, at.a) - masked_boltz(at, at.a, 0))
        return (magnitude(_average(at, much, masking)) <= hidden * much) & (moved <= 2 * r * hidden)

    return _for_each_much(at, near)


@masks.proof_line(
    "(133): it holds for any masking vector c whose elements are either 0 or -infinity: some element is 0",
    over=(marks,),
    flaw="silently assumed",
    survives=("kajitsuka2024:masks.any_mask@repaired",),
)
def any_mask(at: Operands) -> Truth:
    return _some_left(at, 0)


@of_marks.repairs(
    "any_mask",
    "(133): it holds for any masking vector with an element 0: the weights of the scores that are left sum to 1",
    reason="where all elements are -infinity the softmax is 0 / 0",
)
def any_mask_repaired(at: Operands) -> Truth:
    powers = total(at.columns, lambda j: when(_left(0, j), exp(at.a[j]), 0))
    return total(at.columns, lambda j: when(_left(0, j), exp(at.a[j]) / powers, 0)) == 1


# In the same way


def _agree_before(at: Operands, j: Number) -> Truth:
    return every(Columns(1, j - 1, "l"), lambda i: point[1, i] == point[1, at.n + i])


def _leaves_later(at: Operands, first: Number | int, j: Number) -> Truth:
    return some(Columns(j + 1, at.n, "l"), lambda i: _left(first, i))


def _first_difference(at: Operands, later: bool) -> Truth:
    """At the first score that one mask leaves and the other hides: the other leaves a later one, or leaves none."""

    def here(j: Number) -> Truth:
        left_at_0 = _left(0, j) & ~_left(at.n, j) & _wanted(_leaves_later(at, at.n, j), later)
        left_at_n = ~_left(0, j) & _left(at.n, j) & _wanted(_leaves_later(at, 0, j), later)
        return _agree_before(at, j) & (left_at_0 | left_at_n)

    return some(at.columns, here)


def _wanted(condition: Truth, wanted: bool) -> Truth:
    return condition if wanted else ~condition


def _nested_apart(at: Operands) -> Truth:
    """Of two masks, one of which leaves a beginning: boltz of the longer is less by over e^{-(a_1 - a_{k+1})}."""

    def less(i: Number, j: Number) -> Truth:
        first = _left(0, i) & every(Columns(1, i - 1, "l"), lambda o: ~_left(0, o))
        lacking = _agree_before(at, j) & (point[1, j] != point[1, at.n + j])
        difference = masked_boltz(at, at.a, 0) - masked_boltz(at, at.a, at.n)
        return implies(first & lacking, when(_left(0, j), -difference, difference) > exp(at.a[j] - at.a[i]))

    return every(at.columns, lambda i: every(Columns(i + 1, at.n, "j2"), lambda j: less(i, j)))


@of_different_masks.proof_line(
    "App. C: in the same way as in the proof of Lemma 1: of the scores that are left, (111) has a k with the same k "
    "first and a_{k+1} > b_{k+1}",
    flaw="silently assumed",
    survives=("kajitsuka2024:masks.same_way@repaired", "kajitsuka2024:masks.separated"),
)
def same_way(at: Operands) -> Truth:
    return _first_difference(at, later=True)


@of_different_masks.repairs(
    "same_way",
    "there is such a k, or one mask leaves a beginning of what the other leaves; there boltz of the longer is the less "
    "by more than e^{-(a_1 - a_{k+1})}, a_1 the first that is left and a_{k+1} the first that the shorter lacks",
    reason="where the scores left under c_1 begin those left under c_2 there is no b_{k+1}; Lemma 7 does not apply",
)
def same_way_repaired(at: Operands) -> Truth:
    return _first_difference(at, later=True) | (_first_difference(at, later=False) & _nested_apart(at))


@of_different_masks.proof_line(
    "App. C, not said: repeated scores are not told apart: where all are equal, boltz is the same under all masks",
    said=False,
)
def repeated_scores(at: Operands) -> Truth:
    equal = Entries(at.columns, lambda j: at.spacing)
    return masked_boltz(at, equal, 0) == masked_boltz(at, equal, at.n)


masks.part(
    "In order to ensure that the masked attention is a contextual mapping, it is sufficient to verify "
    "boltz(a + c) are well-separated.",
    undecided="It is about all layers with a mask, and says how a proof may go; no step decides it.",
)
masks.part(
    "However, the separability in this case can also be proved in the same way as in the proof of Lemma 1.",
    undecided="It is about all scores a; `separated` decides the separability for two kinds of them, and "
    "`same_way` what the proof of Lemma 1 needs. The separability of all scores without duplicates is proved in "
    "proofs/rocq (kajitsuka_same_scores_different_masks), not in the same way alone.",
)
masks.preface("L and L' stand for masks c of the same scores: 1 for an element 0, and 0 for -infinity")
