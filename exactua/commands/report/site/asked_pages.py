"""The pages of networks that were asked about: the question, what came of it, the counterexample, the certificate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from exactua.arithmetic.rationals import Matrix
from exactua.claims.lettering import placed_points
from exactua.claims.problem import Step
from exactua.claims.verdicts import Verdict
from exactua.claims.verification import refused, sentence, words
from exactua.commands.report.site.addresses import ASKED, Addresses
from exactua.commands.report.site.formulas import matrix, shortened
from exactua.commands.report.site.rendering import Page, rendered
from exactua.commands.report.site.statuses import VERDICT_KEYS
from exactua.errors import InputError
from exactua.evidence.questions import AskedNetwork, of_question
from exactua.plurals import counted
from exactua.printing.scope_subjects import ScopeSentence
from exactua.printing.text import number, violated

if TYPE_CHECKING:
    from markupsafe import Markup

MOST_SECONDS: Final = 1
"""What an image may take that is shown."""
LONGEST: Final = 4_000
"""Characters of what a step says, and of what is false at a counterexample."""


@dataclass(frozen=True)
class AskedStep:
    """A step with its verdict, and its least counterexample where it is refuted."""

    name: str
    key: str
    verdict: str
    says: str
    points: str
    counterexample: tuple[tuple[Markup, str], ...]
    """Its points, each with where it stands."""
    images: tuple[Markup, ...]
    """What the network makes of the points, evaluated from the certificate."""
    violated: str
    among: str
    """Of which points it is the least, where not all were decided."""


@dataclass(frozen=True)
class AskedPage:
    """All that the page of an answer shows."""

    asked: AskedNetwork
    title: str
    href: str
    certificate: str
    key: str
    verdict: str
    scope: ScopeSentence
    steps: tuple[AskedStep, ...]
    separation: str
    verified: str
    refused: str


def asked_pages(asked: Sequence[AskedNetwork], addresses: Addresses, shared: Mapping[str, object]) -> Iterator[Page]:
    """A page for each answer, and one that lists them; none where there is no answer."""
    if not asked:
        return
    views = [_page(network, addresses) for network in asked]
    yield Page(f"{ASKED}/index.html", rendered("asked_list.html.jinja", **shared, views=views))
    yield from (Page(view.href, rendered("asked.html.jinja", **shared, page=view)) for view in views)


def _page(asked: AskedNetwork, addresses: Addresses) -> AskedPage:
    file, told = asked.file, asked.separation
    wrong = refused(file.verified)
    return AskedPage(
        asked,
        f"{asked.in_full}: {asked.named or 'a network'}",
        addresses.asked(asked),
        addresses.certificate(file),
        "stale" if wrong else VERDICT_KEYS[asked.verdict],
        "not counted" if wrong else asked.verdict.value,
        of_question(asked),
        tuple(_step(asked, name) for name in asked.steps),
        "" if told is None or wrong else f"{told.shown}{f', between {told.of}' if told.of else ''}",
        words(file.verified) + file.by_evidence,
        f"{file.path.name} is {sentence(file.verified)}" if wrong else "",
    )


def _step(asked: AskedNetwork, name: str) -> AskedStep:
    at = asked.steps[name]
    step = next(step for step in asked.problem.steps if step.name == name)
    points, images, false = [], [], ""
    if at.witness is not None and at.verdict is Verdict.REFUTED:
        for letter, point, position in placed_points(asked.problem, step, at.witness):
            where = "" if position is None else f"{step.over[position[0]].name}, rank {number(position[1])}"
            points.append((matrix(letter, point), where))
            images += [matrix(f"{name}({letter})", image) for name, image in _images(asked, step, point)]
        false = shortened(violated(asked.problem, step, at.witness), LONGEST)
    noun = "pair" if any(spec.kind == "pairs" for spec in step.over) else "point"
    return AskedStep(
        name,
        VERDICT_KEYS[at.verdict],
        at.verdict.value,
        shortened(step.says, LONGEST),
        counted(at.points, noun) if step.over else "",
        tuple(points),
        tuple(images),
        false,
        "" if at.complete else "the least of the points that were decided; others were not",
    )


def _images(asked: AskedNetwork, step: Step, point: Matrix) -> Iterator[tuple[str, Matrix]]:
    """What networks that a step speaks of make of a point; nothing where that may take long."""
    for name in sorted(step.networks()):
        network = asked.problem.networks[name]
        if network.cost(len(point[0])).seconds <= MOST_SECONDS:
            with suppress(InputError):
                yield name, network(point)
