"""The page of a claim as data: what it says, how far it is known, its steps, its certificates, its neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from exactua.claims.claim import Claim, Parameter
from exactua.claims.dossier import CertificateFile, ClaimDossier, PaperDossier, Status, StepDossier
from exactua.claims.paper_units import step_in_paper_units, term_in_paper_units, with_delta
from exactua.claims.registry import command_of
from exactua.claims.verdicts import StepKind, Verdict, phrase
from exactua.claims.verification import refused, sentence, tally, words
from exactua.commands.report.site import formulas
from exactua.commands.report.site.addresses import Addresses
from exactua.commands.report.site.counterexamples import CounterexampleView, counterexample_view
from exactua.commands.report.site.formulas import shortened
from exactua.commands.report.site.material import Material, Stated
from exactua.commands.report.site.network_views import NetworksView, networks_view
from exactua.commands.report.site.statuses import VERDICT_KEYS, Look, PlacesRow, look, spread_rows, spread_words
from exactua.printing.lengths import of_lengths
from exactua.printing.scope_of_dossiers import ONE_AT_EACH, of_claim, of_one
from exactua.printing.scope_subjects import ScopeSentence, capital
from exactua.printing.statements import reading_vectors, shown_definitions, shown_names
from exactua.printing.text import box
from exactua.terms.language import Term
from exactua.terms.printing import text
from exactua.terms.tracing import point

if TYPE_CHECKING:
    from markupsafe import Markup

HEADINGS: Final = {
    StepKind.STATEMENT: ("statement", "Statement", "What is claimed."),
    StepKind.PROOF_LINE: ("proof-lines", "Proof lines", "What the proof asserts on the way, in the paper’s order."),
    StepKind.REPAIRED: ("repaired", "Repaired steps", "They stand beside a step that is wrong, or silent, as written."),
}
BEYOND: Final = {
    "symbolic": "decided at all points of an instance at once",
    "all D": "decided for all D at some n",
    "general": "proved for all parameters",
}
LONGEST_WORDS: Final = 4_000
MOST_CERTIFICATES: Final = 400
HASH_DIGITS: Final = 12


@dataclass(frozen=True)
class Detail:
    """How much of a claim a page shows, so that it stays small enough to be read."""

    formula: int
    """Characters of a formula's markup; of a longer one there is text."""
    traces: bool
    """Whether traces are shown, and the weights of networks."""
    steps: int
    """Steps of each kind that are shown in full."""


DETAILS: Final = (Detail(formulas.LONGEST, True, 1_000), Detail(2_000, False, 1_000), Detail(1_000, False, 50))
"""From the whole to the least."""


@dataclass(frozen=True)
class LeftOut:
    """A step that is only named."""

    name: str
    anchor: str
    look: Look
    command: str


@dataclass(frozen=True)
class StepView:
    """A step with its verdicts, its counterexample, and its repair beside it."""

    name: str
    anchor: str
    kind: StepKind
    look: Look
    says: str
    domain: Markup
    formula: Markup
    spread: str
    places: tuple[PlacesRow, ...]
    beyond: tuple[str, ...]
    """How far it is known beyond instances, in words."""
    theorem: str | None
    counterexample: CounterexampleView | None
    beside: tuple[str, ...]
    """What its certificates do not carry of it."""
    is_note: bool
    """Whether it is no fault of the paper where it is refuted."""
    reason: str
    statement: str
    read_by: tuple[str, ...]
    """Who signed it off, each with what is to be known of a sign-off that is stale."""
    repair: StepView | None
    ledger: str
    """The anchor of its row in the ledger; "" where it has none."""


@dataclass(frozen=True)
class Group:
    """The steps of one kind."""

    id: str
    heading: str
    about: str
    steps: tuple[StepView, ...]
    left_out: tuple[LeftOut, ...]


@dataclass(frozen=True)
class Meaning:
    """A name that steps use: a parameter, a definition or an operand, and what it stands for."""

    name: str
    symbol: Markup
    """The name as formulas have it."""
    means: Markup | str


@dataclass(frozen=True)
class Neighbour:
    """A claim or a fact that this one rests on, or that rests on it."""

    title: str
    href: str | None
    look: Look | None
    where: str


@dataclass(frozen=True)
class CertificateRow:
    """A certificate to be downloaded."""

    file: CertificateFile
    href: str
    name: str
    instance: Markup
    about: str
    """What was judged, where it is not the whole statement."""
    key: str
    verdict: str
    verified: str
    """What a verifier said of it, in words."""
    refused: bool
    """Whether that is that it is wrong."""


@dataclass(frozen=True)
class ClaimPage:
    """All that the page of a claim shows."""

    claim: Claim
    command: str
    look: Look
    scope: ScopeSentence
    box: str
    theorems: tuple[Stated, ...]
    """About it, for all parameters."""
    groups: tuple[Group, ...]
    meanings: tuple[tuple[str, tuple[Meaning, ...]], ...]
    """Parameters, definitions and operands under their headings."""
    hypotheses: tuple[str, ...]
    networks: tuple[str, ...]
    weights: NetworksView | None
    """The networks layer by layer; None where none is shown."""
    rests_on: tuple[Neighbour, ...]
    used_by: tuple[Neighbour, ...]
    certificates: tuple[CertificateRow, ...]
    more_certificates: int
    verified: str
    """How many of its certificates are told in which words."""
    refused: tuple[str, ...]
    """Of certificates that a verifier refused, the file and what it said."""
    refuted_lines: int
    refuted: frozenset[str]
    """The names of its steps that are refuted, repaired or not."""


def claim_page(
    dossier: ClaimDossier,
    papers: Sequence[PaperDossier],
    addresses: Addresses,
    material: Material,
    rows: Mapping[str, str],
    detail: Detail = DETAILS[0],
) -> ClaimPage:
    """The page of a claim; `rows` are the anchors of the ledger's rows by the label of their step."""
    claim = dossier.claim
    names = shown_names(claim)
    repaired = {step.step.name: step for step in dossier.steps if step.step.kind is StepKind.REPAIRED}

    def view(step: StepDossier) -> StepView:
        repair = repaired.get(step.repair or "")
        beside = None if repair is None or step.step.kind is StepKind.REPAIRED else view(repair)
        return _step(claim, step, addresses, material, beside, rows, detail)

    def left_out(step: StepDossier) -> LeftOut:
        name = step.step.name
        command = f"exactua show {command_of(claim)}.{name}"
        return LeftOut(
            name, addresses.step(claim, name), look(step.status, step.step.objects, step.step.exists), command
        )

    groups = []
    for kind in StepKind:
        own = [step for step in dossier.steps if step.step.kind is kind]
        shown, hidden = own[: detail.steps], own[detail.steps :]
        groups.append(Group(*HEADINGS[kind], tuple(map(view, shown)), tuple(map(left_out, hidden))))
    files = dossier.certificates
    return ClaimPage(
        claim,
        command_of(claim),
        look(dossier.status, claim.objects(), _is_for_want(dossier)),
        of_claim(dossier, {step.name: material.beside.get((claim.found_by, step.name), ()) for step in claim.steps}),
        dossier.box,
        material.theorems.get(claim.found_by, ()),
        tuple(group for group in groups if group.steps),
        tuple((heading, tuple(meanings)) for heading, meanings in _meanings(claim, names) if meanings),
        tuple(hypothesis.says for hypothesis in claim.hypotheses),
        tuple(claim.networks),
        networks_view(dossier) if detail.traces else None,
        tuple(_below(dossier, papers, addresses)),
        tuple(_above(dossier, papers, addresses)),
        tuple(_certificate(claim, file, addresses) for file in files[:MOST_CERTIFICATES]),
        max(0, len(files) - MOST_CERTIFICATES),
        tally(file.verified for file in files),
        tuple(f"{file.path.name} is {sentence(file.verified)}" for file in files if refused(file.verified)),
        dossier.refuted_lines,
        frozenset(step.step.name for step in dossier.steps if step.status in (Status.REFUTED, Status.REPAIRED)),
    )


def _step(
    claim: Claim,
    dossier: StepDossier,
    addresses: Addresses,
    material: Material,
    repair: StepView | None,
    rows: Mapping[str, str],
    detail: Detail,
) -> StepView:
    step, least = dossier.step, dossier.least
    passages = material.passages.get((claim.found_by, step.name), ()) if detail.traces else ()
    return StepView(
        step.name,
        addresses.step(claim, step.name),
        step.kind,
        look(dossier.status, dossier.step.objects, step.exists),
        shortened(step.says, LONGEST_WORDS, "see the file of the claim"),
        formulas.domain(claim, step),
        formulas.assertion(step_in_paper_units(step, claim.degrees), shown_names(claim, step), detail.formula),
        spread_words(dossier.spread, dossier.step.objects),
        spread_rows(dossier.spread, dossier.step.objects),
        tuple(BEYOND[scope] for scope in dossier.scopes if scope in BEYOND),
        dossier.theorem,
        None if least is None else counterexample_view(least, passages),
        _beside(claim, dossier, material),
        not step.is_plain,
        step.reason or "",
        dossier.statement,
        tuple(reader.words for reader in dossier.read_by),
        repair,
        rows.get(f"{claim.label}.{step.name}", ""),
    )


def _beside(claim: Claim, dossier: StepDossier, material: Material) -> tuple[str, ...]:
    """What is told of a step beside the verdicts at its instances."""
    told = [capital(says) for says in material.beside.get((claim.found_by, dossier.step.name), ())]
    if lengths := of_lengths(claim, dossier.step, dossier.spread):
        told.append(capital(lengths))
    if of_one(dossier):
        told.append(capital(ONE_AT_EACH))
    return tuple(f"{says}." for says in told)


def _is_for_want(dossier: ClaimDossier) -> bool:
    """Whether all of its statement that is refuted says that there is something."""
    refuted = [
        entry.step
        for entry in dossier.steps
        if entry.step.kind is StepKind.STATEMENT and entry.status in (Status.REFUTED, Status.REPAIRED)
    ]
    return bool(refuted) and all(step.exists for step in refuted)


def _meanings(claim: Claim, names: Mapping[Term, str]) -> Iterator[tuple[str, list[Meaning]]]:
    yield "Parameters", [_meaning(parameter.name, _parameter(parameter)) for parameter in claim.parameters]
    yield (
        "Definitions",
        [_meaning(name, formulas.operand(term, with_delta(names))) for name, term in shown_definitions(claim).items()],
    )
    vectors = [_meaning(name, formulas.operand(term, {})) for term, name in reading_vectors(claim).items()]
    operands = [
        _meaning(name, formulas.operand(term_in_paper_units(operand.term, claim.degrees), names))
        for name, operand in claim.operands.items()
    ]
    yield f"Operands, of a point {text(point.term, names)}", [*vectors, *operands]


def _meaning(name: str, means: Markup | str) -> Meaning:
    return Meaning(name, formulas.symbol(name), means)


def _parameter(parameter: Parameter) -> str:
    return f"{parameter.explained}; delta is 1/m" if parameter.name == "m" else parameter.explained


def _below(dossier: ClaimDossier, papers: Sequence[PaperDossier], addresses: Addresses) -> Iterator[Neighbour]:
    known = {addresses.claim(other.claim): other for paper in papers for other in paper.claims}
    for edge in dossier.rests_on:
        page = None if edge.assumed else addresses.label(edge.on, dossier.claim)
        other = None if page is None else known[page]
        title = edge.on if other is None else other.claim.title
        yield Neighbour(title, page, None if other is None else look(other.status, other.claim.objects()), edge.where)


def _above(dossier: ClaimDossier, papers: Sequence[PaperDossier], addresses: Addresses) -> Iterator[Neighbour]:
    own = addresses.claim(dossier.claim)
    for paper in papers:
        for other in paper.claims:
            for edge in other.rests_on:
                if not edge.assumed and addresses.label(edge.on, other.claim) == own:
                    shown = look(other.status, other.claim.objects())
                    yield Neighbour(other.claim.title, addresses.claim(other.claim), shown, edge.where)


def _certificate(claim: Claim, file: CertificateFile, addresses: Addresses) -> CertificateRow:
    statement = {step.name for step in claim.steps if step.kind is StepKind.STATEMENT}
    href = addresses.certificate(file)
    about = "" if set(file.judged) == statement else shortened(", ".join(file.judged), 120)
    key = VERDICT_KEYS[Verdict(file.verdict)]
    if file.stale or refused(file.verified):
        key = "stale"
    return CertificateRow(
        file,
        href,
        href.rpartition("/")[2],
        _unbroken(box(file.box) or "all parameters"),
        about,
        key,
        phrase(Verdict(file.verdict), claim.objects(file.judged)),
        words(file.verified) + file.by_evidence,
        refused(file.verified),
    )


def _unbroken(words: str) -> Markup:
    """The parameters such that no line ends within "n = 2"."""
    from markupsafe import Markup, escape

    return escape(words).replace(" = ", Markup("&#160;=&#160;"))
