"""Stage 1 of the Depth Reduction Lemma (Hahn 2020, Sec. 5.1; supplement, Lemma (Stage 1)), by counting.

Which inputs feed into which layer-0 activations is a matrix of 0 and 1: row i is input x_i, column j is y_j^(0), which
depends on at most c inputs. All such matrices with d rows are gone through, of n inputs the others feed into nothing.
eta is T/20, C is U/10.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import levels
from exactua.papers.pages import define, let, per_box
from exactua.terms.tracing import Truth, every, how_many, point, total

stage1 = Claim(
    "hahn2020:stage1",
    title="Stage 1",
    source="Sec. 5.1, Stage 1; supplement, Lemma (Stage 1)",
    text="There is N and a restriction rho^(1) > rho such that 1. each rho^(1)-free input bit serves as an input to at "
    "most <= (1/eta) c/C many different layer-0 heads, when applying rho^(1)_n. 2. For n > N, #{i <= n: rho^(1)_n(i) = "
    "*} >= (1 - eta) C n.",
    parameters=(
        Parameter("d", "inputs that feed into any activation, at most", ladder=(1, 2)),
        Parameter("n", "number of inputs, and of layer-0 activations", ladder=(3, 4, 5)),
        Parameter("c", "inputs that an activation depends on, at most", ladder=(1, 2)),
        Parameter("T", "20 eta", ladder=(4, 9)),
        Parameter("U", "10 C", ladder=(9, 10)),
    ),
    work=per_box(lambda d, n: 2 ** (d * n)),
)
stage1.requires("d <= n")(lambda at: at.d <= at.n)
stage1.requires("eta < 1/2")(lambda at: at.T < 10)
stage1.requires("C <= 1")(lambda at: at.U <= 10)

feeding = levels("which inputs feed into which activations", 0, 1, 2)

define(
    stage1,
    eta=lambda at: at.T / 20,
    C=lambda at: at.U / 10,
    most=lambda at: at.c / (at.eta * at.C),  # (1/eta) c/C
    share=lambda at: at.eta * at.C * at.n,  # eta C n
)


def few_inputs(at: Operands) -> Truth:
    """Each activation depends on at most c inputs."""
    return every(at.columns, lambda j: total(at.rows, lambda i: point[i, j]) <= at.c)


let(
    stage1,
    # Inputs that feed into more than (1/eta) c/C activations
    busy=lambda at: how_many(at.rows, lambda i: total(at.columns, lambda j: point[i, j]) > at.most),
    pairs=lambda at: total(at.rows, lambda i: total(at.columns, lambda j: point[i, j])),
)


@stage1.proof_line(
    "if >= eta C n inputs feed into more than (1/eta) c/C different layer-0 activations, then the number of pairs is"
    " > eta C n (1/eta) c/C = n c",
    over=(feeding,),
)
def many_pairs(at: Operands) -> Truth:
    # Of all matrices: where each activation depends on at most c inputs, there are never so many
    return (at.busy < at.share) | (at.pairs > at.n * at.c)


@stage1.proof_line("there are at most n c such pairs", over=(feeding,), given=few_inputs)
def at_most_n_c_pairs(at: Operands) -> Truth:
    return at.pairs <= at.n * at.c


@stage1.proof_line(
    "so the number of input bits with > (1/eta) c/C depending layer-0 heads is <= eta C n",
    over=(feeding,),
    given=few_inputs,
)
def few_busy(at: Operands) -> Truth:
    return at.busy <= at.share


@stage1.states(
    "restricting these inputs leaves at least (1 - eta) C n of C n free ones, each of which serves as an input to at "
    "most (1/eta) c/C activations",
    over=(feeding,),
    given=few_inputs,
)
def left_free(at: Operands) -> Truth:
    # Of C n free inputs, at least C n less the restricted ones
    return at.C * at.n - at.busy >= (1 - at.eta) * at.C * at.n


stage1.part(
    "There is N and a restriction rho^(1) > rho such that 1. each rho^(1)-free input bit serves as an input to at most "
    "<= (1/eta) c/C many different layer-0 heads, when applying rho^(1)_n. 2. For n > N, "
    "#{i <= n: rho^(1)_n(i) = *} >= (1 - eta) C n.",
    "left_free",
    undecided="It is about every transformer and every large n; `left_free` decides it for 3 to 5 activations and "
    "every way in which one or two inputs may feed into them.",
)
