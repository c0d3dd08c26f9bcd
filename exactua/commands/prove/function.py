"""`exactua.prove`: what holds for all parameters, at the prompt and in a notebook."""

from __future__ import annotations

from exactua.certificates.proofs import Proof
from exactua.claims.registry import Named, find
from exactua.commands.prove import work
from exactua.console.python_arguments import positive
from exactua.errors import InputError, told_in_arguments
from exactua.proving.kernels import KernelMissing, Progress
from exactua.proving.symbolic import SymbolicResult
from exactua.proving.symbolic.general import decide_for_all_D
from exactua.proving.symbolic.replaying import replay


@told_in_arguments()
def prove(
    label: Named,
    *,
    kernel: str = "rocq",
    n: int | None = None,
    judged: str = "as written",
    progress: Progress | None = None,
) -> Proof | SymbolicResult:
    """A claim, or one step of it, for all its parameters, by a proof kernel; or for all D = delta^-d at one n.

    `label` is a label, a claim or `(claim, "step")`, as `check` takes it. `kernel` "rocq" compiles proofs/rocq and
    looks up the theorem of each step: a claim of your own has none, and every step is then inconclusive. Where Rocq is
    not installed the record that comes with exactua is given, which says so (`recorded`). `kernel` "polynomial" decides
    all d and delta at the `n` columns that are given. `judged` "repaired" judges repaired steps in place of those that
    they repair.

    Raises InputError for anything wrong with the arguments; EvaluatorsDisagree where the claim's networks are others
    than those of the theorems, or enumeration at small instances finds another verdict; NotProved where Rocq refuses.

    >>> result = prove("lemma10", kernel="polynomial", n=3)
    >>> result.verdict, result["one_to_one"].verdict
    (<Verdict.HOLDS: 'holds'>, <Verdict.HOLDS: 'holds'>)
    """
    claim, step = find(label)
    steps = () if step is None else (step,)
    if kernel == work.POLYNOMIAL:
        if n is None:
            raise InputError("n: missing; the kernel polynomial speaks of all D at one n; give it, such as n=3")
        result = decide_for_all_D(claim, positive(n, "n"), steps, judged)
        replay(claim, result)
        return result
    if n is not None:
        raise InputError('n: the kernel rocq speaks of all n; leave it out, or give kernel="polynomial"')
    chosen = work.kernel_named(kernel)
    try:
        chosen.require()
    except KernelMissing as missing:
        return work.recorded(claim, steps, judged, missing)
    return work.prove(claim, steps, chosen, judged, progress)
