"""Independent events in Stage 3 (Hahn 2020, Sec. 5.1; supplement): of k activations some share no input.

A point of `feeding`: row i is a free input, column j the activation of the event Y^j, which depends on at most c
inputs; each input feeds into at most b = (1/eta) c/C of them. Events of activations without a common input are
independent. As eta < 1/2 and C <= 1, the paper's b is above 2 c; what holds, holds for a smaller b as well.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import levels
from exactua.papers.hahn2020.stage1 import few_inputs
from exactua.papers.pages import Lines, per_box
from exactua.terms.tracing import Columns, Number, Truth, every, how_many, implies, point, some, total

independent_events = Claim(
    "hahn2020:independent_events",
    title="Stage 3: independent events",
    source="Sec. 5.1, Stage 3; supplement, Lemma (X is unlikely)",
    text="Any Y_(i,h)^s can be statistically dependent on at most c (1/eta) c/C = (1/eta) c^2/C other events "
    "Y_(i,h)^s', because each input bit has at most (1/eta) c/C depending layer-0 heads. Therefore, there is a set of "
    ">= k / ((1/eta) c^2/C) independent events among these.",
    parameters=(
        Parameter("d", "inputs that feed into any activation, at most", ladder=(1, 2, 3)),
        Parameter("n", "number k of events", ladder=(2, 3, 4)),
        Parameter("c", "inputs that an activation depends on, at most", ladder=(1, 2)),
        Parameter("b", "(1/eta) c/C, activations that an input feeds into, at most", ladder=(1, 2, 3)),
    ),
    work=per_box(lambda d, n: 2 ** (d * n)),
)

feeding = levels("which inputs feed into which activations", 0, 1, 2)


def _sparse(at: Operands) -> Truth:
    """Each activation depends on at most c inputs, and each input feeds into at most b."""
    return few_inputs(at) & every(at.rows, lambda i: total(at.columns, lambda j: point[i, j]) <= at.b)


def _share(at: Operands, j: Number, k: Number) -> Truth:
    return some(at.rows, lambda i: (point[i, j] == 1) & (point[i, k] == 1))


def _others(at: Operands, j: Number) -> Number:
    """How many other events Y^j may depend on."""
    return how_many(Columns(1, at.n, "k"), lambda k: (k != j) & _share(at, j, k))


def _apart(at: Operands, size: int) -> Truth:
    """Whether `size` events, two at least, have no input in common."""

    def one_more(chosen: tuple[Number, ...]) -> Truth:
        def fits(j: Number) -> Truth:
            alone = ~_share(at, chosen[0], j)
            for other in chosen[1:]:
                alone = alone & ~_share(at, other, j)
            return alone & one_more((*chosen, j)) if len(chosen) + 1 < size else alone

        return some(Columns(chosen[-1] + 1, at.n, f"j{len(chosen) + 1}"), fits)

    return some(Columns(1, at.n, "j1"), lambda j: one_more((j,)))


def independent(at: Operands, divisor: Number) -> Truth:
    """Whether there are n / divisor independent events, n <= 4."""
    pair, triple, four = (implies(at.n > (size - 1) * divisor, _apart(at, size)) for size in (2, 3, 4))
    return pair & triple & four


of_sparse = Lines(independent_events, over=(feeding,), given=_sparse)


@of_sparse.states("any Y depends on at most c (1/eta) c/C other events")
def few_others(at: Operands) -> Truth:
    return every(at.columns, lambda j: _others(at, j) <= at.c * at.b)


@of_sparse.proof_line("not said: any Y depends on at most c ((1/eta) c/C - 1) other events", said=False)
def fewer_others(at: Operands) -> Truth:
    return every(at.columns, lambda j: _others(at, j) <= at.c * (at.b - 1))


@of_sparse.states("there is a set of >= k / ((1/eta) c^2/C) independent events")
def large_set(at: Operands) -> Truth:
    return independent(at, at.c * at.b)


@independent_events.proof_line(
    "'therefore', from the number alone: among k events, of which each depends on at most D = (1/eta) c^2/C others, "
    "are k/D independent ones",
    over=(feeding,),
    given=lambda at: (at.b > 2 * at.c) & every(at.columns, lambda j: _others(at, j) <= at.c * at.b),
    flaw="reading",
    survives=("hahn2020:independent_events.large_set", "hahn2020:independent_events.therefore@repaired"),
)
def therefore(at: Operands) -> Truth:
    return independent(at, at.c * at.b)


@independent_events.repairs(
    "therefore",
    "among k events, of which each depends on at most D others, are k/(D + 1) independent ones",
    reason="an event that is chosen excludes itself and D others; as there are only c ((1/eta) c/C - 1) others, there "
    "are k/D all the same",
    over=(feeding,),
    given=lambda at: every(at.columns, lambda j: _others(at, j) <= at.c * at.b),
)
def therefore_repaired(at: Operands) -> Truth:
    return independent(at, at.c * at.b + 1)


independent_events.reads(
    "Therefore",
    "in `large_set` from what each activation reads and each input feeds into; in `therefore` from the number of "
    "dependent events alone, which is too little",
)
independent_events.part(
    "Any Y_(i,h)^s can be statistically dependent on at most c (1/eta) c/C = (1/eta) c^2/C other events Y_(i,h)^s', "
    "because each input bit has at most (1/eta) c/C depending layer-0 heads.",
    "few_others",
    undecided="It is about every transformer; `few_others` decides it for up to 4 events and 3 inputs.",
)
independent_events.part(
    "Therefore, there is a set of >= k / ((1/eta) c^2/C) independent events among these.",
    "large_set",
    undecided="It is about every transformer; `large_set` decides it for up to 4 events and 3 inputs.",
)
