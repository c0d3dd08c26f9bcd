"""`exactua.prove`: what holds for all parameters, and how that shows at the prompt and in a notebook."""

from __future__ import annotations

from collections.abc import Iterator

from exactua.certificates.proofs import Proof, domain_of
from exactua.claims.registry import Named, find
from exactua.claims.verdicts import StepKind, phrase
from exactua.commands.prove import work
from exactua.commands.prove.words import decided_parts, open_parts, step_cells
from exactua.console.python_arguments import positive
from exactua.deciding.shards import Progress
from exactua.errors import InputError, told_in_arguments
from exactua.plurals import counted
from exactua.printing.documents import Block, Document, Items, Judged, Paragraph, Strong, Table
from exactua.proving.kernels import KernelMissing
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


def prompt(proof: Proof) -> Iterator[str]:
    """The lines at the prompt."""
    yield f"Proof of {proof.claim.label} for {_domain(proof)}"
    yield f"  verdict: {_verdict(proof)} (scope general)"
    if proof.recorded is not None:
        yield f"  {_recorded(proof)}"
    yield f"  {_counts(proof)}"
    yield from (f"  {line}" for line in (*decided_parts(proof), *open_parts(proof)))


def document(proof: Proof) -> Document:
    """The same with every step."""
    blocks: list[Block] = [
        Paragraph((Strong(proof.claim.label), f": {proof.claim.title}, {proof.claim.source}")),
        Paragraph((Judged(_verdict(proof), proof.verdict), f" for {_domain(proof)}; {_counts(proof)}")),
    ]
    if proof.recorded is not None:
        blocks.append(Paragraph(_recorded(proof)))
    if parts := [*decided_parts(proof), *open_parts(proof)]:
        blocks.append(Items(parts))
    for kind in StepKind:
        rows = [step_cells(proof, proved) for proved in proof.steps if proved.step.kind is kind]
        if rows:
            blocks.append(Table([("for all parameters", "step", "by"), *rows], title=kind.value))
    if proof.written:
        blocks.append(Table([("theorem",), *((theorem.text,) for theorem in proof.written)], title="theorems about it"))
    return Document(blocks, None)


def _domain(proof: Proof) -> str:
    return domain_of(proof.claim, of_delta=True)


def _recorded(proof: Proof) -> str:
    return f"nothing was proved here, this is the record that comes with exactua: {proof.recorded}"


def _verdict(proof: Proof) -> str:
    return phrase(proof.verdict, proof.claim.objects(proof.judged))


def _counts(proof: Proof) -> str:
    word = "general" if proof.recorded is None else "recorded as general"
    return f"{sum(step.general for step in proof.steps)} of {counted(len(proof.steps), 'step')} {word}"
