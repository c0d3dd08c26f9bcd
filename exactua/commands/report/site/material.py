"""What pages are made of beside dossiers: traces of counterexamples, theorems, and how all was computed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Final

from exactua import __version__
from exactua.arithmetic.rationals import Matrix
from exactua.certificates.proofs import WrittenTheorem
from exactua.claims.claim import Claim
from exactua.claims.dossier import PaperDossier
from exactua.claims.ledger import Counterexample
from exactua.claims.lettering import matrices
from exactua.commands.trace.work import trace
from exactua.console.deadlines import Deadline
from exactua.deciding.fingerprints import of_code
from exactua.deciding.trace import Trace
from exactua.errors import InputError
from exactua.evidence.beside_certificates import beside_all
from exactua.evidence.scopes import theorems_about
from exactua.networks import Network
from exactua.plurals import counted
from exactua.proving.rocq.definitions import CONTEXT, unfolded
from exactua.proving.rocq.sources import read_sources, sources_folder
from exactua.terms.language import TermError

MOST_WORK: Final = 20_000
"""Layers times entries of a trace: so many are gone through in a moment."""
LONGEST: Final = 60
"""Seconds after which no further trace is begun."""
MOST_POINTS: Final = 2


@dataclass(frozen=True)
class Passage:
    """A point of a counterexample on its way through a network, or why it is not shown."""

    network: str
    point: int
    """Which of the counterexample's points it is, from 0 on."""
    trace: Trace | None
    reason: str = ""


@dataclass(frozen=True)
class Unfolded:
    """A definition that a statement unfolds to: its file and name, and the lines where it stands there."""

    file: str
    name: str
    lines: tuple[int, int]


@dataclass(frozen=True)
class Stated:
    """A theorem about a claim, for all parameters, with the text of its statement."""

    theorem: WrittenTheorem
    text: str
    """As the file of statements has it."""
    unfolded: tuple[Unfolded, ...] = ()
    """All that has to be read, the statement among it, in the order of files and lines."""


@dataclass(frozen=True)
class Origin:
    """How the site was computed."""

    version: str
    code: str
    """The fingerprint of the code that decided and reads: "sha256:..."."""
    command: str
    """What builds the site again."""


@dataclass(frozen=True)
class Material:
    """Traces of counterexamples, theorems, and how all was computed."""

    origin: Origin
    passages: Mapping[tuple[str, str], tuple[Passage, ...]] = field(default_factory=dict)
    """By `Claim.found_by` and the step's name."""
    theorems: Mapping[str, tuple[Stated, ...]] = field(default_factory=dict)
    """Those that say more of a claim than its steps, by `Claim.found_by`."""
    beside: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    """What certificates of somebody's own claims do not carry of a step, in sentences: by the same as `passages`."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """The files of proofs/rocq in which their statements are to be read, by name: none of them has a proof."""


def material_of(papers: Sequence[PaperDossier], command: str) -> Material:
    """What the pages of these papers are made of; `command` builds the site again."""
    sources = read_sources(sources_folder())
    theorems = dict(_theorems(papers, sources))
    read = {definition.file for stated in theorems.values() for own in stated for definition in own.unfolded}
    statements = {name: sources[name] for name in sorted(read)}
    origin = Origin(__version__, of_code(), command)
    return Material(origin, dict(_passages(papers)), theorems, dict(_beside(papers)), statements)


def _theorems(papers: Sequence[PaperDossier], sources: Mapping[str, str]) -> Iterator[tuple[str, tuple[Stated, ...]]]:
    """The theorems about claims, each with its statement as the sources have it, and with all that it unfolds to."""
    for dossier in chain.from_iterable(paper.claims for paper in papers):
        stated = []
        for theorem in theorems_about(dossier.claim):
            first, last = theorem.lines
            text = "\n".join(sources[theorem.file].splitlines()[first - 1 : last])
            stated.append(Stated(theorem, text, tuple(_unfolded(theorem, sources))))
        if stated:
            yield dossier.claim.found_by, tuple(stated)


def _unfolded(theorem: WrittenTheorem, sources: Mapping[str, str]) -> Iterator[Unfolded]:
    """The definitions that a statement unfolds to; what else their files say is on the pages of the files."""
    for definition in unfolded(sources, [f"{theorem.file.removesuffix('.v')}.{theorem.name}"]):
        if definition.name != CONTEXT:
            yield Unfolded(f"{definition.module}.v", definition.name, definition.lines)


def _beside(papers: Sequence[PaperDossier]) -> Iterator[tuple[tuple[str, str], tuple[str, ...]]]:
    """What is told of steps of somebody's own claims beside their certificates, with the instances of which it is."""
    for dossier in chain.from_iterable(paper.claims for paper in papers):
        for name, sentences in beside_all(dossier).items():
            yield (dossier.claim.found_by, name), sentences


def _passages(papers: Sequence[PaperDossier]) -> Iterator[tuple[tuple[str, str], tuple[Passage, ...]]]:
    """The traces of all least counterexamples."""
    deadline = Deadline.of(LONGEST)
    for dossier in chain.from_iterable(paper.claims for paper in papers):
        for step in dossier.steps:
            if step.least is not None and (passages := tuple(_traces(dossier.claim, step.least, deadline))):
                yield (dossier.claim.found_by, step.step.name), passages


def _traces(claim: Claim, least: Counterexample, deadline: Deadline) -> Iterator[Passage]:
    alone = replace(claim, steps=[least.step])
    for name in sorted(least.step.networks()):
        for k, point in enumerate(matrices(least.step.over, least.witness.points)[:MOST_POINTS]):
            network = least.problem.networks[name]
            if reason := _too_long(network, point, deadline):
                yield Passage(name, k, None, reason)
                continue
            try:
                yield Passage(name, k, trace(alone, least.problem.parameters, point, name))
            except (InputError, TermError) as error:
                yield Passage(name, k, None, f"it has no trace here: {error}")


def _too_long(network: Network, point: Matrix, deadline: Deadline) -> str:
    """Why a trace is left out; "" where it is not."""
    layers = sum(network.quantity(f"{kind} layers") for kind in ("attention", "feed-forward", "other"))
    entries = sum(map(len, point))
    if layers * entries > MOST_WORK:
        return f"{counted(layers, 'layer')}, too many to be listed here; the command below shows what they come to"
    return f"left out, because traces took {LONGEST} s already" if deadline.is_over else ""
