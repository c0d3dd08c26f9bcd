"""General results in words: step by step, and as a table of claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from exactua.certificates.proofs import Proof, ProvedStep, WrittenTheorem
from exactua.claims.meeting import phrase, word
from exactua.claims.verdicts import StepKind, Verdict
from exactua.printing.scope_subjects import listed
from exactua.printing.tables import table
from exactua.printing.text import undecided

FORMAT: Final = "exactua-prove/1"
_PLURALS: Final = {
    StepKind.STATEMENT: "statements", StepKind.PROOF_LINE: "proof lines", StepKind.REPAIRED: "repaired",
}  # fmt: skip

_WORDS: Final = {Verdict.HOLDS: "general", Verdict.REFUTED: "refuted", Verdict.INCONCLUSIVE: "not"}
_RECORDED: Final = {**_WORDS, Verdict.HOLDS: "recorded"}
"""What the kernel has not accepted here is no general result."""


def lines(proof: Proof) -> Iterator[str]:
    """A claim for all its parameters, step by step."""
    kernel = proof.evidence
    yield f"{proof.claim.label}  {proof.claim.title} ({proof.claim.source})"
    by = "by the kernel" if proof.recorded is None else "by the record of what was accepted by the kernel"
    known = proof.written or any(one.theorem is not None for one in proof.steps)
    of_kernel = f"for {proof.domain}, {by} {kernel['name']} {kernel['version']}"
    yield of_kernel if known else f"asked for {proof.domain}; nothing is proved"
    words = _WORDS if proof.recorded is None else _RECORDED
    for kind in StepKind:
        steps = [one for one in proof.steps if one.step.kind is kind]
        if steps:
            yield ""
            yield f"{_PLURALS[kind]}, {sum(one.general for one in steps)} of {len(steps)} {words[Verdict.HOLDS]}"
            yield from table([_row(one, words, proof.written) for one in steps])
    yield ""
    yield _assumed(proof.steps, "general" if proof.recorded is None else "recorded as general")
    if proof.tied is not None:
        yield _tied(proof.tied)
    if proof.reads:
        yield _read(proof.reads)
    if proof.written:
        yield ""
        yield "theorems about it in Statements.v, by the same kernel"
        yield from (f"  {one.text}" for one in proof.written)
        yield ""
    verdict = phrase(proof.verdict, proof.claim.objects(proof.judged))
    numbers = ", in rational numbers" if _rational(proof) else ""
    if proof.recorded is None:
        yield f"verdict {verdict} (scope general{numbers})"
    else:
        yield "nothing was proved here: this is the record of these sources that comes with exactua, assumptions.txt"
        yield f"verdict {verdict} (scope general{numbers}, as recorded; {proof.recorded})"
    yield from _decided(proof)
    yield from _open(proof)


def _rational(proof: Proof) -> bool:
    """Whether something that the verdict is made of speaks of rational numbers alone, where the claim does not."""
    deciding = [theorem.restriction for part in proof.parts for theorem in proof.deciding(part)]
    judged = [one.restriction for one in proof.steps if one.step.name in proof.judged]
    return any([*judged, *deciding])


def _decided(proof: Proof) -> Iterator[str]:
    """The parts of the statement that theorems decide, in its words, each with its steps beside them."""
    refuted = {one.step.name for one in proof.steps if one.verdict is Verdict.REFUTED}
    for part in proof.parts:
        if deciding := proof.deciding(part):
            instances = {name for one in deciding for name in one.instances}
            beside = {
                "an instance of it": [name for name in part.steps if name in instances - refuted],
                "beside it": [name for name in part.steps if name not in instances | refuted],
                "refuted beside it": [name for name in part.steps if name in refuted],
            }
            steps = [f"{how}: {', '.join(names)}" for how, names in beside.items() if names]
            restrictions = dict.fromkeys(one.restriction for one in deciding if one.restriction)
            by = f'decided: "{part.words}": by {", ".join(one.theorem for one in deciding)}'
            yield "; ".join([by, *steps, *restrictions])


def _row(one: ProvedStep, words: Mapping[Verdict, str], written: Sequence[WrittenTheorem]) -> tuple[str, ...]:
    above = [f"an instance of {theorem}" for theorem in _above(one.step.name, written)]
    about = "; ".join(part for part in (one.theorem, one.reason, one.restriction, *above) if part)
    shown = word(one.verdict, one.step.objects) if one.verdict is Verdict.REFUTED else words[one.verdict]
    return f"  {shown}", one.step.name, about


def _open(proof: Proof) -> Iterator[str]:
    """The parts of the statement that are not decided for all parameters: those left open, those of unproved steps."""
    unproved = {one.step.name for one in proof.steps if one.verdict is Verdict.INCONCLUSIVE}
    for part in proof.parts:
        names = [name for name in part.steps if name in unproved]
        if part.undecided:
            yield from undecided([part])
        elif names and not proof.deciding(part):
            yield f'not decided: "{part.words}": {_unsaid(names, proof.written)}'


def _unsaid(steps: Sequence[str], written: Sequence[WrittenTheorem]) -> str:
    """What no theorem says: these steps of a part; or, where theorems are more general than all of them, what is more
    general than these theorems."""
    above = {one: [name for name in steps if name in one.instances] for one in written}
    known = {one: names for one, names in above.items() if names}
    alone = [name for name in steps if not _above(name, written)]
    instances = {
        one: f"{listed(names)} {'is an instance' if len(names) == 1 else 'are instances'} of {one.theorem}"
        for one, names in known.items()
    }
    if alone:
        return "; ".join([f"no theorem says {listed(alone, 'or')}", *instances.values()])
    most = listed([one.theorem for one in known], "or")
    restrictions = dict.fromkeys(one.restriction for one in known if one.restriction)
    return "; ".join([f"no theorem says more of it than {most}", *restrictions, *instances.values()])


def _above(step: str, written: Sequence[WrittenTheorem]) -> list[str]:
    """The theorems that a step is an instance of."""
    return [one.theorem for one in written if step in one.instances]


def _assumed(steps: Sequence[ProvedStep], word: str) -> str:
    known = [one for one in steps if one.theorem is not None]
    if not known:
        return "there is no theorem about any step"
    refuted = sum(one.verdict is Verdict.REFUTED for one in known)
    counts = f"{len(known) - refuted} of {len(steps)} steps are {word}" + (f", {refuted} refuted" if refuted else "")
    return f"{counts}; assumptions of each theorem: {', '.join(dict.fromkeys(one.assumptions or '' for one in known))}"


def _read(reads: Mapping[str, Sequence[tuple[int, int]]]) -> str:
    """The files and lines that say what was proved."""
    files = [
        f"{file} {', '.join(str(first) if first == last else f'{first}-{last}' for first, last in lines)}"
        for file, lines in reads.items()
    ]
    count = sum(last - first + 1 for lines in reads.values() for first, last in lines)
    return f"what is proved is to be read in {count} lines: {'; '.join(files)}"


def _tied(tied: Mapping[str, Any]) -> str:
    boxes = ", ".join(f"({one['d']}, {one['n']}, 1/{one['m']})" for one in tied["instances"])
    return (
        f"tied at (d, n, delta) = {boxes}: exactua's networks have the weights, states and points that the kernel "
        f"computed ({tied['comparisons']} comparisons)"
    )


def document(proof: Proof, path: str | None, code: int) -> dict[str, Any]:
    """A general result as JSON data."""
    return {
        "format": FORMAT,
        **proof.data(),
        "written": [one.data() for one in proof.written],
        "recorded": proof.recorded,
        "reads": {file: [list(one) for one in lines] for file, lines in proof.reads.items()},
        "digest": None if proof.recorded else proof.digest,
        "certificate": path,
        "exit_code": code,
    }
