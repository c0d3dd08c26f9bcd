"""General results in words: step by step, and as a table of claims."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from exactua.certificates.proofs import Proof, ProvedStep, WrittenTheorem, domain_of
from exactua.claims.claim import GRID_PARAMETERS, Claim
from exactua.claims.registry import command_of, paper_of
from exactua.claims.verdicts import StepKind, Verdict, phrase, word
from exactua.evidence.scopes import StepScopes
from exactua.printing.documents import Block, Code, Document, Either, Heading, Items, Paragraph, Table, Words
from exactua.printing.renderers.text import table
from exactua.printing.scope_subjects import listed
from exactua.printing.text import undecided

FORMAT: Final = "exactua-prove/1"
_PLURALS: Final = {
    StepKind.STATEMENT: "statements", StepKind.PROOF_LINE: "proof lines", StepKind.REPAIRED: "repaired",
}  # fmt: skip
GRID_NAMES: Final = {parameter.name for parameter in GRID_PARAMETERS}
_WORDS: Final = {Verdict.HOLDS: "general", Verdict.REFUTED: "refuted", Verdict.INCONCLUSIVE: "not"}
_RECORDED: Final = {**_WORDS, Verdict.HOLDS: "recorded"}
"""What the kernel has not accepted here is no general result."""
HEAD: Final = ("claim", "steps", "enumerated", "symbolic", "all D", "general", "theorem")
ABOUT: Final = (
    "each number of steps by kind: statement steps/proof lines/repaired steps",
    "enumerated: every point of every instance of the default ladder",
    "symbolic: all points of an instance at once, asked here at (d, n, delta) = (2, 3, 1/2)",
    "all D: all points of all instances with n columns at once, asked here at n = 2, 3, 4, 5",
    "general: all parameters, a theorem that the Rocq kernel has checked",
    "theorem: steps that are instances of a theorem that says more, of all values, functions, orders or networks",
)
Written = Mapping[str, Sequence[WrittenTheorem]]
"""By the label of a claim."""


def lines(proof: Proof) -> Iterator[str]:
    """A claim for all its parameters, step by step."""
    kernel = proof.evidence
    yield f"{proof.claim.label}  {proof.claim.title} ({proof.claim.source})"
    by = "by the kernel" if proof.recorded is None else "by the record of what was accepted by the kernel"
    domain, by = domain_of(proof.claim, of_delta=True), f"{by} {kernel['name']} {kernel['version']}"
    of_steps = any(proved.theorem is not None for proved in proof.steps)
    known = of_steps or any(proof.deciding(part) for part in proof.parts)
    words = [parameter.name for parameter in proof.claim.parameters if parameter.choices]
    each = f" and each {listed(words)}" if words and of_steps else ""
    if of_steps:
        yield f"for {domain}{each}, {by}"
    elif known:
        yield f"{by}, for all that the theorems below name"
    elif proof.written:
        yield f"asked for {domain}; no step and no part of the statement is decided {by}"
    else:
        yield f"asked for {domain}; nothing is proved"
    yield from _by_kind(proof)
    yield ""
    yield _assumed(proof.steps, "general" if proof.recorded is None else "recorded as general")
    if proof.tied is not None:
        yield _tied(proof.tied)
    if proof.reads and known:
        yield _read(proof.reads)
    if proof.written:
        yield ""
        files = listed(list(dict.fromkeys(theorem.file for theorem in proof.written)))
        yield f"theorems about it in {files}, by the same kernel"
        yield from (f"  {theorem.text}" for theorem in proof.written)
        if proof.reads and not known:
            yield _read(proof.reads, "what these theorems say")
        yield ""
    verdict = phrase(proof.verdict, proof.claim.objects(proof.judged))
    numbers = ", in rational numbers" if _rational(proof) else ""
    if proof.recorded is None:
        yield f"verdict {verdict} (scope general{numbers})"
    else:
        yield "nothing was proved here: this is the record of these sources that comes with exactua, assumptions.txt"
        yield f"verdict {verdict} (scope general{numbers}, as recorded; {proof.recorded})"
    yield from decided_parts(proof)
    yield from open_parts(proof)
    if proof.claim.written is not None and not known and not proof.written:
        yield _of_an_own_claim(proof.claim)


def _by_kind(proof: Proof) -> Iterator[str]:
    """The steps of each kind, and how many of them are general."""
    words = _WORDS if proof.recorded is None else _RECORDED
    for kind in StepKind:
        steps = [proved for proved in proof.steps if proved.step.kind is kind]
        if steps:
            yield ""
            yield f"{_PLURALS[kind]}, {sum(proved.general for proved in steps)} of {len(steps)} {words[Verdict.HOLDS]}"
            yield from table([_row(proved, words, proof.written) for proved in steps])


def _of_an_own_claim(claim: Claim) -> str:
    """What there is for a claim that no theorem of proofs/rocq can be about."""
    if {parameter.name for parameter in claim.parameters} == GRID_NAMES:
        return (
            "theorems are about the claims that come with exactua; for all d and delta at given n, and points of the "
            f"grid, there is: exactua prove {command_of(claim)} --kernel polynomial --n 2..10 (docs/proofs.md)"
        )
    return (
        "theorems are about the claims that come with exactua; what would be needed: the parameters d, n and m alone "
        "and points of the grid, for --kernel polynomial, or one instance, for check and export --format smtlib "
        "(docs/proofs.md)"
    )


def _rational(proof: Proof) -> bool:
    """Whether something that the verdict is made of speaks of rational numbers alone, where the claim does not."""
    deciding = [theorem.restriction for part in proof.parts for theorem in proof.deciding(part)]
    judged = [proved.restriction for proved in proof.steps if proved.step.name in proof.judged]
    return any([*judged, *deciding])


def decided_parts(proof: Proof) -> Iterator[str]:
    """The parts of the statement that theorems decide, in its words, each with its steps beside them."""
    refuted = {proved.step.name for proved in proof.steps if proved.verdict is Verdict.REFUTED}
    for part in proof.parts:
        if deciding := proof.deciding(part):
            instances = {name for theorem in deciding for name in theorem.instances}
            beside = {
                "an instance of it": [name for name in part.steps if name in instances - refuted],
                "beside it": [name for name in part.steps if name not in instances | refuted],
                "refuted beside it": [name for name in part.steps if name in refuted],
            }
            steps = [f"{how}: {', '.join(names)}" for how, names in beside.items() if names]
            restrictions = dict.fromkeys(theorem.restriction for theorem in deciding if theorem.restriction)
            by = f'decided: "{part.words}": by {", ".join(theorem.theorem for theorem in deciding)}'
            read = [reading.how for reading in proof.claim.readings if reading.words in part.words]
            assumptions = dict.fromkeys(theorem.assumes for theorem in deciding if theorem.assumes)
            yield "; ".join([by, *steps, *restrictions, *assumptions, *(f"read here: {how}" for how in read)])


def step_cells(proof: Proof, proved: ProvedStep) -> tuple[str, ...]:
    """Of one step what is known for all parameters, in a word, its name, and by which theorem, or why it is not."""
    words = _WORDS if proof.recorded is None else _RECORDED
    return tuple(cell.strip() for cell in _row(proved, words, proof.written))


def _row(proved: ProvedStep, words: Mapping[Verdict, str], written: Sequence[WrittenTheorem]) -> tuple[str, ...]:
    above = [f"an instance of {theorem}" for theorem in _above(proved.step.name, written)]
    about = "; ".join(part for part in (proved.theorem, proved.reason, proved.restriction, *above) if part)
    shown = word(proved.verdict, proved.step.objects) if proved.verdict is Verdict.REFUTED else words[proved.verdict]
    return f"  {shown}", proved.step.name, about


def open_parts(proof: Proof) -> Iterator[str]:
    """The parts of the statement that are not decided for all parameters: those left open, those of unproved steps."""
    unproved, refuted = (
        {proved.step.name for proved in proof.steps if proved.verdict is verdict}
        for verdict in (Verdict.INCONCLUSIVE, Verdict.REFUTED)
    )
    for part in proof.parts:
        names = [name for name in part.steps if name in unproved]
        if not part.is_decided(refuted):
            yield from undecided([part])
        elif names and not proof.deciding(part):
            yield f'not decided: "{part.words}": {_unsaid(names, proof.written)}'


def _unsaid(steps: Sequence[str], written: Sequence[WrittenTheorem]) -> str:
    """For what no theorem is stated: these steps of a part; or, where theorems are more general than all of them, what
    is more general than these theorems."""
    above = {theorem: [name for name in steps if name in theorem.instances] for theorem in written}
    known = {theorem: names for theorem, names in above.items() if names}
    alone = [name for name in steps if not _above(name, written)]
    instances = {
        theorem: f"{listed(names)} {'is an instance' if len(names) == 1 else 'are instances'} of {theorem.theorem}"
        for theorem, names in known.items()
    }
    if alone:
        return "; ".join([f"no theorem of proofs/rocq is stated for {listed(alone, 'or')}", *instances.values()])
    most = listed([theorem.theorem for theorem in known], "or")
    restrictions = dict.fromkeys(theorem.restriction for theorem in known if theorem.restriction)
    return "; ".join([f"no theorem says more of it than {most}", *restrictions, *instances.values()])


def _above(step: str, written: Sequence[WrittenTheorem]) -> list[str]:
    """The theorems that a step is an instance of."""
    return [theorem.theorem for theorem in written if step in theorem.instances]


def _assumed(steps: Sequence[ProvedStep], word: str) -> str:
    known = [step for step in steps if step.theorem is not None]
    if not known:
        return "no step has a theorem of its own"
    refuted = sum(step.verdict is Verdict.REFUTED for step in known)
    counts = f"{len(known) - refuted} of {len(steps)} steps are {word}" + (f", {refuted} refuted" if refuted else "")
    return (
        f"{counts}; assumptions of each theorem: {', '.join(dict.fromkeys(step.assumptions or '' for step in known))}"
    )


def _read(reads: Mapping[str, Sequence[tuple[int, int]]], what: str = "what is proved") -> str:
    """The files and lines that say what was proved."""
    files = [
        f"{file} {', '.join(str(first) if first == last else f'{first}-{last}' for first, last in lines)}"
        for file, lines in reads.items()
    ]
    count = sum(last - first + 1 for lines in reads.values() for first, last in lines)
    return f"{what} is to be read in {count} lines: {'; '.join(files)}"


def _tied(tied: Mapping[str, Any]) -> str:
    boxes = ", ".join(f"({instance['d']}, {instance['n']}, 1/{instance['m']})" for instance in tied["instances"])
    return (
        f"tied at (d, n, delta) = {boxes}: exactua's networks have the weights, states and points that the kernel "
        f"computed ({tied['comparisons']} comparisons)"
    )


def document(proof: Proof, path: str | None, code: int) -> dict[str, Any]:
    """A general result as JSON data."""
    return {
        "format": FORMAT,
        **proof.data(),
        "written": [theorem.data() for theorem in proof.written],
        "recorded": proof.recorded,
        "reads": {file: [list(span) for span in lines] for file, lines in proof.reads.items()},
        "digest": None if proof.recorded else proof.digest,
        "certificate": path,
        "exit_code": code,
    }


def scopes_document(
    rows: Sequence[Sequence[StepScopes]], kernel: Mapping[str, Any] | None, written: Written, data: Any
) -> Document:
    """The table, and on a page each step that is known beyond enumeration.

    `kernel` has the name and the version of the proof kernel; None: it was not asked.
    """
    counted = Table([HEAD, *_scopes_cells(rows, kernel is not None, written)], right=range(1, len(HEAD)))
    page: list[Block] = [
        Heading("How far each step is known"),
        Paragraph(
            (
                "Nothing here is written by hand: ",
                Code("exactua prove --all --format markdown"),
                f". Proof kernel: {'not asked' if kernel is None else kernel['name']}.",
            )
        ),
        Items(ABOUT),
        counted,
        *(block for claim in rows if claim for block in _beyond(claim, written.get(claim[0].claim.label, ()))),
    ]
    asked = [] if kernel is None else [f"proof kernel: {kernel['name']} {kernel['version']}"]
    return Document([Either([counted, Items([*ABOUT, *asked])], page)], data)


def _beyond(claim: Sequence[StepScopes], theorems: Sequence[WrittenTheorem]) -> Iterator[Block]:
    """What is known of a claim beyond enumeration, if anything is."""
    known = [scopes for scopes in claim if len(scopes.words) > 1]
    if known or theorems:
        yield Heading(f"{claim[0].claim.title} ({claim[0].claim.label})", 2)
    if theorems:
        yield Items([theorem.text for theorem in theorems])
    if known:
        yield Table([("step", "symbolic", "all D", "theorem"), *map(_scopes_row, known)])


def _scopes_row(scopes: StepScopes) -> Sequence[Words]:
    theorem = "" if scopes.theorem is None else Code(scopes.theorem)
    return Code(scopes.step.name), _verdict(scopes.symbolic), _verdict(scopes.for_all_D), theorem


def _scopes_cells(rows: Sequence[Sequence[StepScopes]], asked: bool, written: Written) -> Iterator[tuple[str, ...]]:
    """A row for each claim, for each paper, and for all of them."""
    instances = {
        (label, name) for label, theorems in written.items() for theorem in theorems for name in theorem.instances
    }
    columns: list[Callable[[StepScopes], bool]] = [
        lambda scopes: True,
        lambda scopes: True,
        lambda scopes: scopes.symbolic is not None,
        lambda scopes: scopes.for_all_D is not None,
        lambda scopes: scopes.theorem is not None,
        lambda scopes: (scopes.claim.label, scopes.step.name) in instances,
    ]
    papers: dict[str, list[StepScopes]] = {}
    for claim in rows:
        for scopes in claim:
            papers.setdefault(paper_of(scopes.claim), []).append(scopes)
    named = [(claim[0].claim.label, claim) for claim in rows if claim]
    for name, steps in [*named, *papers.items(), ("all", [scopes for claim in rows for scopes in claim])]:
        cells = [_kinds([scopes for scopes in steps if test(scopes)]) for test in columns]
        if not asked:
            cells[-2:] = ["?", "?"]
        yield (name, *cells)


def _kinds(steps: Sequence[StepScopes]) -> str:
    """How many steps of each kind: "4/19/4"; "" for none."""
    kinds = [scopes.step.kind for scopes in steps]
    return "/".join(str(kinds.count(kind)) for kind in StepKind) if kinds else ""


def _verdict(verdict: Verdict | None) -> str:
    return "" if verdict is None else verdict.value
