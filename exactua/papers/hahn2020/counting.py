"""The counts of Stage 2 (Hahn 2020, Sec. 5.1; supplement, from the pigeonhole lemma to Corollary (Stage 2)).

While a layer-0 activation has more than 2^c k H unsatisfied heads that depend on it, c inputs are fixed so that more
than k H pairs of a head and a value become satisfied. eta is 1/E, C is 1/G; k is as small as the paper lets it be.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import levels
from exactua.papers.pages import define
from exactua.terms.tracing import Truth, greatest, point, total

counting = Claim(
    "hahn2020:counting",
    title="Stage 2: counting",
    source="Sec. 5.1, Stage 2; supplement, Corollary (Stage 2)",
    text="By the Pigeonhole principle, we can fix this head to a value that achieves the maximum attention value for "
    "at least > k H many of these k-depending layer-1 heads. This procedure can be iterated at most 2^c H n / (k H) = "
    "2^c n / k times. By choosing k so large that 2^c c / k <= eta, we find that {i <= n: rho_n^(2)(i) = *} still has "
    "at least (1 - 2 eta) C n many elements. Thus each input bit now has at most <= (2^c / eta) k c H / C many "
    "k-depending unsatisfied layer-1 heads. Consequently, every unsatisfied layer-1 head has at most f <= (2^(2c) / "
    "eta) c^2 k^2 H / C many unsatisfied k-neighbors.",
    parameters=(
        Parameter("c", "inputs that an activation depends on, at most", only=(1, 2)),
        Parameter("d", "rows of a point", only=(1,)),
        Parameter("n", "values of a layer-0 activation, 2^c", follows=("c", (2, 4))),
        Parameter("H", "heads of a layer", ladder=(1, 3)),
        Parameter("E", "1/eta", least=3, ladder=(3, 4)),
        Parameter("G", "1/C", ladder=(1, 2)),
    ),
)

define(
    counting,
    eta=lambda at: 1 / at.E,
    C=lambda at: 1 / at.G,
    k=lambda at: 2**at.c * at.c * at.E,  # the least k with 2^c c / k <= eta
    k_repaired=lambda at: 2**at.c * at.c * at.E * at.G,  # the least k with 2^c c / k <= eta C
    of_activation=lambda at: 2**at.c * at.k * at.H,
    f=lambda at: 2 ** (2 * at.c) * at.c**2 * at.k**2 * at.H / (at.eta * at.C),
)

demands = levels("for how many heads each value is the one with the largest score", 0, 1, 3)
"""For k H = 1: more than 2^c heads depend on an activation."""


@counting.states(
    "if more than 2^c k H heads depend on an activation with 2^c values, one value achieves the maximum for more than "
    "k H, with 1 in place of k H",
    over=(demands,),
    given=lambda at: total(at.columns, lambda j: point[1, j]) > at.n,
)
def pigeonhole(at: Operands) -> Truth:
    return greatest(at.columns, lambda j: point[1, j]) > 1


@counting.states("2^c H n / (k H) = 2^c n / k rounds at most, divided by n")
def rounds(at: Operands) -> Truth:
    return 2**at.c * at.H / (at.k * at.H) == 2**at.c / at.k


@counting.states(
    "with 2^c c / k <= eta: ((1 - eta) C - 2^c c / k) n >= (1 - 2 eta) C n, divided by n",
    flaw="imprecise",
    survives=("hahn2020:counting.large_k@repaired",),
)
def large_k(at: Operands) -> Truth:
    return (1 - at.eta) * at.C - 2**at.c * at.c / at.k >= (1 - 2 * at.eta) * at.C


@counting.repairs(
    "large_k",
    "with 2^c c / k <= eta C, as the supplement has it: ((1 - eta) C - 2^c c / k) n >= (1 - 2 eta) C n, divided by n",
    reason="eta C is less than eta where C < 1, and the lemma is applied to the layers behind the first with C < 1",
)
def large_k_repaired(at: Operands) -> Truth:
    return (1 - at.eta) * at.C - 2**at.c * at.c / at.k_repaired >= (1 - 2 * at.eta) * at.C


@counting.states("(c / (eta C)) 2^c k H = (2^c / eta) k c H / C heads depend on an input bit, at most")
def of_input(at: Operands) -> Truth:
    return at.c / (at.eta * at.C) * at.of_activation == 2**at.c / at.eta * at.k * at.c * at.H / at.C


@counting.states("2^c c k inputs of a head, times that number, is f")
def neighbours(at: Operands) -> Truth:
    return 2**at.c * at.c * at.k * (2**at.c / at.eta * at.k * at.c * at.H / at.C) == at.f


@counting.proof_line(
    "local lemma: the events of the neighbours of a head are <= f: f heads, of which each has an event for each of up "
    "to 2^c values",
    of="the proof of Lemma 4",
    flaw="imprecise",
    survives=("hahn2020:counting.events@repaired",),
)
def events(at: Operands) -> Truth:
    return 2**at.c * at.f <= at.f


@counting.repairs(
    "events",
    "local lemma: one event, of a head and a value, depends on c k inputs, each of them one of (2^c / eta) k c H / C "
    "heads, each of which has up to 2^c events: together <= f; and without the 2^c where these are pairs of a head and "
    "a value, as in the supplement",
    reason="events belong to pairs of a head and a value, neighbours were counted as heads: f counts the inputs of all "
    "values of the one head, and the events of other heads singly; an event has the inputs of one value",
)
def events_repaired(at: Operands) -> Truth:
    of_input = 2**at.c / at.eta * at.k * at.c * at.H / at.C
    return (at.c * at.k * of_input * 2**at.c <= at.f) & (at.c * at.k * of_input <= at.f)


EVERY_TRANSFORMER = "It is about every transformer; "
counting.part(
    "By the Pigeonhole principle, we can fix this head to a value that achieves the maximum attention value for at "
    "least > k H many of these k-depending layer-1 heads.",
    "pigeonhole",
    undecided=f"{EVERY_TRANSFORMER}`pigeonhole` decides it for k H = 1.",
)
counting.part("This procedure can be iterated at most 2^c H n / (k H) = 2^c n / k times.", "rounds")
counting.part(
    "By choosing k so large that 2^c c / k <= eta, we find that {i <= n: rho_n^(2)(i) = *} still has at least "
    "(1 - 2 eta) C n many elements.",
    "large_k",
)
counting.part(
    "Thus each input bit now has at most <= (2^c / eta) k c H / C many k-depending unsatisfied layer-1 heads.",
    "of_input",
)
counting.part(
    "Consequently, every unsatisfied layer-1 head has at most f <= (2^(2c) / eta) c^2 k^2 H / C many unsatisfied "
    "k-neighbors.",
    "neighbours",
)
