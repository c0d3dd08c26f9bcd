"""A claim as text for people: what it says, what its names mean, and its steps in the paper's order."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from exactua.certificates.proofs import WrittenTheorem
from exactua.claims.claim import Claim
from exactua.claims.dossier import edges_of
from exactua.claims.folds import OwnFold
from exactua.claims.lettering import Lettered, are_pairs, letter, name_of_point
from exactua.claims.paper_units import (
    definition_in_paper_units,
    names_in_paper_units,
    step_in_paper_units,
    term_in_paper_units,
    with_delta,
)
from exactua.claims.problem import Problem, Step
from exactua.claims.registry import command_of
from exactua.claims.signoff import ReadBy
from exactua.claims.verdicts import Part, Reading, StepKind
from exactua.grids.categories import DomainSpec
from exactua.networks.printing import describe
from exactua.printing.text import instance, number
from exactua.terms.language import FOLDED, Kind, Term, make
from exactua.terms.printing import text
from exactua.terms.tracing import point

HASH_DIGITS: Final = 12
WIDTH: Final = 100
_N: Final = make("param", ("n",))
_HEADINGS: Final = {
    StepKind.STATEMENT: "statement: what {claimed}",
    StepKind.PROOF_LINE: "proof lines: what its proof asserts or uses on the way{unsaid}",
    StepKind.REPAIRED: "repaired steps: they stand beside a step that is wrong or silent as written",
}


def shorthand(claim: Claim) -> dict[Term, str]:
    """Names for whole terms: the claim's operands, and u for a list that a matrix is multiplied by."""
    names = {operand.term: name for name, operand in claim.operands.items()}
    return {**reading_vectors(claim), **names}


def names_at(claim: Claim, problem: Problem, step: Step) -> dict[Term, str]:
    """The names for formulas of a step that is read at a point: the paper's symbols, and the letter of the point."""
    return {**shorthand(claim), **problem.shorthand, **name_of_point(claim, step.over)}


def shown_names(claim: Claim, step: Step | None = None) -> dict[Term, str]:
    """The names for the terms as they are shown, in the paper's unit: in formulas of a step, or in the operands."""
    over = operands_over(claim) if step is None else step.over
    return names_in_paper_units({**shorthand(claim), **name_of_point(claim, over)}, claim.degrees)


def operands_over(claim: Claim) -> tuple[DomainSpec, ...]:
    """The domains for whose points the operands of a claim are written: all its steps', where they are of one kind."""
    over = tuple(dict.fromkeys(spec for step in claim.steps for spec in step.over))
    return over if len({(spec.kind == "pairs", spec.kind == "cells") for spec in over}) == 1 else ()


def shown_definitions(claim: Claim) -> dict[str, Term]:
    """What the definitions stand for in the paper's unit."""
    return {name: definition_in_paper_units(name, term, claim.degrees) for name, term in claim.definitions.items()}


def reading_vectors(claim: Claim) -> dict[Term, str]:
    """The lists u of products u^T Z in the claim's operands and steps, named u (u_2, u_3, ... if there are several)."""
    terms = [operand.term for operand in claim.operands.values()]
    terms += [term for step in claim.steps for term in (step.given, step.term) if term is not None]
    vectors = dict.fromkeys(
        part.arguments[0]
        for term in terms
        for part in term.walk()
        if part.operator == "dot" and part.arguments[0].operator == "list" and not part.arguments[0].free
    )
    return {term: "u" if k == 1 else f"u_{k}" for k, term in enumerate(vectors, 1)}


def operand_text(term: Term, names: Mapping[Term, str]) -> str:
    """An operand written out under the other names; a row that is scaled in every column reads "m u^T g_c(L)"."""
    others = {known: name for known, name in names.items() if known != term}
    if (factors := scaled_row(term)) is not None:
        return " ".join(text(factor, others) for factor in factors)
    return text(term, others)


def scaled_row(term: Term) -> tuple[Term, ...] | None:
    """The factors (or none) and the row, of a list over all columns of what stands in a row; else None."""
    if term.operator == "list" and term.arguments[1] == _N:
        body = term.arguments[2]
        *factors, last = body.arguments if body.operator == "*" else (body,)
        column = make("var", term.names)
        if (
            last.operator == "item"
            and last.arguments[1] == column
            and not any(term.names[0] in part.free for part in (*factors, last.arguments[0]))
        ):
            return (*factors, last.arguments[0])
    return None


def domain_text(said: Lettered, step: Step) -> str:
    """What a step of a claim quantifies over: "for all L in category 1"."""
    if not step.over:
        return "decided once, without a point"
    name = letter(said, step.over)
    names = " and ".join(spec.name for spec in step.over)
    if are_pairs(step.over):
        return f"for {quantified(step, 'any')} {name}, {name}' ({names})"
    if step.of_some or step.several is not None:
        return f"for {quantified(step, 'all')} {name} in {names}"
    if step.fold == "sum":
        return f"summed over all {name} in {names}"
    if step.own is not None:
        return f"for all {name} in {names}, one after the other"
    if step.fold == "apart":
        return f"for any two {name}, {name}' in {names}, and within each"
    if step.over[0].kind == "cells":
        ends = step.over[0].interval
        entries = "" if ends is None else " with entries in [{}, {}]".format(*map(text, ends))
        return f"for every row and every real column {name}{entries}"
    if step.fold == "distinct":
        orbits = any(spec.kind == "orbits" for spec in step.over)
        return f"for any two {name}, {name}' in {names}" + (", not permutations of each other" if orbits else "")
    return f"for all {name} in {names}"


def quantified(step: Step, of_each: str) -> str:
    """How a step quantifies over points: as `of_each` says, or with what it says of several conditions before that."""
    several = step.several
    if several is None:
        return "some" if step.of_some else of_each
    some, count = ("each", "some") if several.each else ("one", of_each)
    return f"{some} of {len(several.conditions)} conditions and {count}"


SKIPPED: Final = "..."
MOST_CONDITIONS: Final = 4


def shortened(conditions: Sequence[Term]) -> tuple[Term | None, ...]:
    """The conditions, if they are few; else the first and the last ones, with None for those between."""
    return tuple(conditions) if len(conditions) <= MOST_CONDITIONS else (*conditions[:2], None, conditions[-1])


def formula(step: Step, names: Mapping[Term, str]) -> str:
    """The step's assertion in one line, with its hypothesis in front."""
    sought, several = step.sought, step.several
    shown = text(step.term if sought is None else sought, names)
    if several is not None:
        shown = "; ".join(SKIPPED if part is None else text(part, names) for part in shortened(several.conditions))
    elif step.own is not None:
        shown = _fold_text(step.own, shown if step.term.kind is Kind.LIST else f"({shown})", names)
    if step.fold == "distinct":
        shown = f"the numbers {shown} of both points together are all different"
    if step.bound is not None and sought is None:
        far = f"{step.relation} {text(step.bound, names)}"
        apart = f"any two of the numbers {shown} differ: |x - y| {far}"
        shown = f"sum of {shown} {far}" if step.fold == "sum" else apart
    return shown if step.given is None else f"where {text(step.given, names)}: {shown}"


def _fold_text(fold: OwnFold, numbers: str, names: Mapping[Term, str]) -> str:
    """An own fold in one line; `numbers` are those of a point."""
    start, following = (", ".join(text(term, names) for term in terms) for terms in (fold.start, fold.next))
    asks = any(FOLDED["numbers"] in term.free for term in fold.next)
    where = f", where x = {numbers}" if asks else ""
    end = text(fold.holds, names)
    return f"starting with a = ({start}), for each point a := ({following}){where}; in the end {end}"


def _parts(parts: Sequence[Part]) -> Iterator[str]:
    """The parts of the statement, each with the steps and theorems that decide it, or why none does."""
    yield "parts of the statement:"
    for part in parts:
        yield from _wrapped(f"- {part.words}", 2, "  ")
        if not part.undecided:
            yield from _wrapped(part.decided_by, 6)
            continue
        general = f"; {part.by_theorems}" if part.theorems else ""
        at = " at an instance" if part.theorems else ""
        left = f"decided {part.decided_by}; otherwise not decided" if part.steps else f"not decided{at}"
        yield from _wrapped(f"{left}: {part.why}{'' if part.steps else general}", 6)


def _readings(readings: Sequence[Reading]) -> Iterator[str]:
    """How words of the text are read."""
    yield "read here:"
    for reading in readings:
        yield from _wrapped(f"- {reading}", 2, "  ")


def _theorems(claim: Claim, theorems: Sequence[WrittenTheorem]) -> Iterator[str]:
    """Theorems with their words, and where to read them."""
    yield f"theorems about it, for all parameters (proofs/rocq; exactua prove {command_of(claim)}):"
    for theorem in theorems:
        yield from _wrapped(f"- {theorem.text}", 2, "  ")


def report(
    claim: Claim,
    step: str | None,
    hashes: Mapping[str, str],
    problem: Problem | None = None,
    scopes: Mapping[str, Sequence[str]] | None = None,
    theorems: Sequence[WrittenTheorem] = (),
    read_by: Mapping[str, Sequence[ReadBy]] | None = None,
) -> Iterator[str]:
    """The lines of a claim, or of one step; definitions with values and networks written out at an instance.

    `scopes` are how far each step is known: enumerated, symbolic, all D, general; `theorems` say more than the steps;
    `read_by` names who signed each step off.
    """
    names = shown_names(claim)
    yield f"{claim.label}: {claim.title}, {claim.source}"
    yield ""
    if claim.text:
        yield from _wrapped(claim.text, 2)
        yield ""
    if step is None and claim.parts:
        yield from _parts(claim.parts)
        yield ""
    if step is None and claim.readings:
        yield from _readings(claim.readings)
        yield ""
    if step is None and theorems:
        yield from _theorems(claim, theorems)
        yield ""
    yield from _names(claim, names, problem)
    if step is None:
        yield from _edges(claim)
    kinds = dict.fromkeys(claim_step.kind for claim_step in claim.steps if step in (None, claim_step.name))
    for kind in (kind for kind in StepKind if kind in kinds):
        yield ""
        yield _HEADINGS[kind].format(claimed=_claimed(claim), unsaid=_unsaid(claim))
        for claim_step in claim.steps:
            if claim_step.kind is kind and step in (None, claim_step.name):
                known = (scopes or {}).get(claim_step.name, ())
                yield from _step(claim, claim_step, hashes[claim_step.name], known)
                for reader in (read_by or {}).get(claim_step.name, ()):
                    yield from _wrapped(f"read by {reader.words}", 6)


def _claimed(claim: Claim) -> str:
    """Who claims it."""
    if claim.written is not None:
        return "is claimed"
    return "we claim" if claim.is_ours else "the paper claims"


def _unsaid(claim: Claim) -> str:
    """What lines that are not said in the paper may be, where the claim has such."""
    all_said = all(step.said for step in claim.steps)
    return "" if all_said else "; where they are not said there, some are remarks of ours"


def _names(claim: Claim, names: Mapping[Term, str], problem: Problem | None) -> Iterator[str]:
    yield "parameters"
    width = max(len(parameter.name) for parameter in claim.parameters)
    for parameter in claim.parameters:
        yield f"  {parameter.name:<{width}}  {parameter.explained}"
    if claim.hypotheses:
        yield f"hypotheses: {'; '.join(hypothesis.says for hypothesis in claim.hypotheses)}"
    if problem is not None:
        yield f"instance: {instance(problem)}"
    if claim.definitions:
        yield "definitions"
        values = None if problem is None else problem.paper_values
        for name, term in shown_definitions(claim).items():
            value = f" = {number(values[name])}" if values is not None else ""
            yield f"  {name} := {text(term, with_delta(names))}{value}"
    vectors = reading_vectors(claim)
    if claim.operands or vectors:
        yield f"operands ({text(point.term, names)}: the point)"
        for term, name in vectors.items():
            yield f"  {name} := {text(term)}"
        for name, operand in claim.operands.items():
            yield f"  {name} := {operand_text(term_in_paper_units(operand.term, claim.degrees), names)}"
    if claim.degrees is not None:
        yield "ids and numbers made of them are shown as in the paper; the terms that are hashed count them in delta"
    if claim.networks and problem is None:
        yield f"networks: {', '.join(claim.networks_in_short)} (give {_options(claim)} to see them layer by layer)"
    elif problem is not None and problem.networks:
        yield "networks"
        others = [[*family][1:] for family in claim.families.values()]
        hidden = {name for family in others for name in family}
        for name, network in problem.networks.items():
            if name in hidden:
                continue
            first, *rest = describe(network).splitlines()
            yield f"  {name}: {first}"
            yield from (f"  {line}" for line in rest)
        for family in filter(None, others):
            ends = family[0] if len(family) == 1 else f"{family[0]}, ..., {family[-1]}"
            yield f"  {ends}: others of the family (--format json has their weights)"


def _edges(claim: Claim) -> Iterator[str]:
    """What the proof uses, a line for each place where it does; claims of its own paper by their short names."""
    paper = f"{claim.label.rpartition(':')[0]}:"
    for (assumed, where), edges in itertools.groupby(edges_of(claim), lambda edge: (edge.assumed, edge.where)):
        told = [edge.on if assumed else edge.on.removeprefix(paper) for edge in edges]
        if assumed:
            yield from (line for fact in told for line in _wrapped(f"assumes: {fact} ({where})", 0, "  "))
        else:
            yield from _wrapped(f"rests on: {', '.join(told)} ({where})", 0, "  ")


def _options(claim: Claim) -> str:
    """The options that an instance of the claim takes: "--d, --n and --delta"; a size with one value is not among them.

    Where that is all, they are what may be given.
    """
    known = {"d": "--d", "n": "--n", "m": "--delta"}
    needed = [parameter.name for parameter in claim.parameters if parameter.name in known or parameter.default is None]
    free = [
        parameter.name
        for parameter in claim.parameters
        if parameter.name in needed
        and len(parameter.only) != 1
        and claim.only_size(parameter.name, claim.likely_values) is None
    ]
    needed = free or needed
    options = [known.get(name, f"-p {name}") for name in needed]
    return " and ".join(filter(None, [", ".join(options[:-1]), *options[-1:]])) or "-p"


def _step(claim: Claim, step: Step, digest: str, scopes: Sequence[str]) -> Iterator[str]:
    shown = digest.removeprefix("sha256:")[:HASH_DIGITS]
    yield f"  {step.name}  [{shown}]" + (f"  {', '.join(scopes)}" if scopes else "")
    yield from _wrapped(step.says, 6)
    yield f"      {domain_text(claim, step)}"
    yield f"      {formula(step_in_paper_units(step, claim.degrees), shown_names(claim, step))}"
    if step.meets is not None:
        yield from _wrapped(f"asks whether it is met by {step.meets}", 6)
    if step.reason is not None:
        yield from _wrapped(f"repaired: {step.reason}", 6)


def _wrapped(words: str, indent: int, hanging: str = "") -> list[str]:
    space = " " * indent
    return textwrap.wrap(words, WIDTH, initial_indent=space, subsequent_indent=space + hanging, break_on_hyphens=False)
