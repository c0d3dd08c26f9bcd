"""What a kernel has on a claim, on all claims, and on the certificate of a general result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from exactua.arithmetic.json_values import array_at, object_at, string_at
from exactua.arithmetic.messages import brief, plain, quoted
from exactua.certificates.proofs import Proof, read_proof
from exactua.claims.claim import Claim
from exactua.claims.problem import Step
from exactua.claims.registry import find
from exactua.deciding.shards import Progress
from exactua.errors import InputError
from exactua.proving.kernels import GeneralKernel, KernelMissing
from exactua.proving.rocq.kernel import RocqKernel, RocqRecord
from exactua.proving.rocq.toolchain import NotProved
from exactua.python_files import is_own

KERNELS: Final[Mapping[str, type[GeneralKernel]]] = {RocqKernel.name: RocqKernel}
"""The kernels for all parameters, by the names that `--kernel` takes."""
POLYNOMIAL: Final = "polynomial"
"""The kernel for all D at given n (`exactua.proving.symbolic.general`)."""


def kernel_named(name: str) -> GeneralKernel:
    """The kernel of that name. Raises InputError with those there are."""
    if not isinstance(name, str) or name not in KERNELS:
        raise InputError(f"kernel: {brief(name)} is not valid here; choose one of {', '.join((*KERNELS, POLYNOMIAL))}")
    return KERNELS[name]()


def prove(
    claim: Claim,
    steps: tuple[str, ...],
    kernel: GeneralKernel,
    judged: str = "as written",
    progress: Progress | None = None,
) -> Proof:
    """What the kernel has on the claim, or on the steps named, for all parameters.

    `judged` "repaired" judges a repaired step in place of the step it repairs. Raises InputError for a step that the
    claim has not, KernelMissing where the kernel is not installed, EvaluatorsDisagree where the claim's networks are
    others than those that the kernel's theorems are about.
    """
    chosen, names = claim.judged_steps(steps, judged)
    return _proof(claim, chosen, names, kernel, progress)


def _proof(
    claim: Claim, chosen: Sequence[Step], judged: Sequence[str], kernel: GeneralKernel, progress: Progress | None
) -> Proof:
    """What the kernel has on these steps, `judged` among them, and on the parts of the statement."""
    kernel.require()
    tied = kernel.tie(claim)
    proved = kernel.decide(claim, chosen, progress)
    parts, written = claim.judged_parts(chosen, judged), kernel.written(claim, progress)
    deciding = [theorem for theorem in written if any(theorem.name in part.theorems for part in parts)]
    decides = deciding or any(step.theorem is not None for step in proved)
    reads = kernel.reads(claim, proved, deciding if decides else written)
    return Proof(claim, proved, judged, kernel.evidence(), parts, tied, reads, written)


def recorded(claim: Claim, steps: tuple[str, ...], judged: str, missing: KernelMissing) -> Proof:
    """What the record that comes with exactua says that the kernel accepted, where `missing` says why it isn't asked.

    The networks are compared as in `prove`. Raises InputError and EvaluatorsDisagree as it does, KernelMissing where
    there is no such record of the sources.
    """
    try:
        proof = prove(claim, steps, RocqRecord(), judged)
    except NotProved as error:
        raise KernelMissing(f"{missing}; there is no record either: {error}") from None
    return replace(proof, recorded=str(missing))


def recheck(path: Path, progress: Progress | None = None) -> tuple[Proof, list[str]]:
    """Proves anew what the certificate in a file says is proved; says in what it differs, nothing if it is confirmed.

    The kernel compiles everything, whatever is cached. Raises InputError where the file is no such certificate, or is
    about a claim or a kernel that is not here; KernelMissing where the kernel is not installed, EvaluatorsDisagree as
    `prove` does.
    """
    decided = read_proof(path).decided
    label = string_at(decided["claim"], "claim")
    name = string_at(object_at(decided["kernel"], "kernel").get("name"), "kernel.name")
    if name not in KERNELS:
        raise InputError(f"kernel: {name!r} is not known here; known: {', '.join(KERNELS)}")
    if is_own(label):  # a certificate is data: it must not have a file run
        raise InputError(
            f"certificate: its claim {quoted(label)} is in a file; proofs are of claims that are installed"
        )
    claim, _ = find(label)
    steps = tuple(
        string_at(object_at(entry, f"steps[{k}]").get("name"), f"steps[{k}].name")
        for k, entry in enumerate(array_at(decided["steps"], "steps"))
    )
    judged = tuple(string_at(entry, f"judged[{k}]") for k, entry in enumerate(array_at(decided["judged"], "judged")))
    proof = _proof(claim, [claim.step(name) for name in steps], judged, RocqKernel(cached=False), progress)
    return proof, list(_differences(decided, proof.data(), ""))


def _differences(written: Any, actual: Any, where: str) -> Iterator[str]:
    """The places in which the data of a certificate differ from what was found, but for the version of the kernel."""
    if where == "kernel.version":
        return
    if isinstance(written, dict) and isinstance(actual, dict):
        for key in sorted({*written, *actual}):
            inner = f"{where}.{plain(key)}" if where else plain(key)
            if key not in written or key not in actual:
                yield f"{inner} is {'missing' if key not in written else 'not there any more'}"
            else:
                yield from _differences(written[key], actual[key], inner)
    elif isinstance(written, list) and isinstance(actual, list) and len(written) == len(actual):
        for k, (left, right) in enumerate(zip(written, actual, strict=True)):
            name = plain(str(left.get("name", k))) if isinstance(left, dict) else k
            yield from _differences(left, right, f"{where}[{name}]")
    elif written != actual:
        yield f"{where} is not what was found now"
