"""Certificates that were decided point by point, or by complete evidence instead (format, sections 6 and 7)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from .decided_domains import Domain
from .evaluations import Subject
from .families import apart, everywhere
from .folds import read_fold
from .readings import Bound, Scene
from .records import array, canonical, encode, fields, integer
from .refusals import NOT_RECHECKED, demand
from .reports import Report, headline, says_of_itself, shown
from .sampling import Clock, of_all, sampled, worth
from .statements import DECIDED, Place, Stated, opened, require_reached
from .steps import Step, concluded, parts_told
from .terms import ALLOWANCE, Context
from .values import Json

EVIDENCE = {"signs": ["order"], "witness": list[str]()}  # the kinds, with what stands in them beside
EVIDENT_FOLDS = ("each", "distinct", "apart")  # those for which there is evidence
SIGNS_BUDGET = 20_000_000  # elementary steps, for all steps that are decided by signs


class Evident(Stated):
    """A step with evidence; as soon as it is read it says no more than what its evidence shows.

    Where every point is asked for, `look` gathers what points say about it, and its evidence is not used.
    """

    def __init__(self, record: Json, definitions: Json, domains: dict[str, Domain], context: Context):
        super().__init__(record, definitions, domains, context)
        evidence: Json = self.record["evidence"]
        self.by = evidence.get("kind") if isinstance(evidence, dict) else None
        demand(isinstance(self.by, str) and self.by in EVIDENCE, f"the evidence of {self.where}", NOT_RECHECKED)
        fields(evidence, "kind", *EVIDENCE[str(self.by)])
        fold, verdict = self.record["fold"], self.record["verdict"]
        kinds = {domain.kind for domain in self.over}
        described = isinstance(fold, str) and fold in EVIDENT_FOLDS and "cells" not in kinds and not self.speaks
        demand(described and self.over != [], f"{self.where} has evidence that nothing describes")
        self.fold, self.measured, self.looked, self.applied = read_fold(self), False, 0, 0
        self.signs, order = self.by == "signs", evidence.get("order")
        complete = all(domain.decided == domain.total for domain in self.over)
        demand(complete, f"{self.where} has evidence, and its points are not all decided")
        said = [self.record[key] for key in ("points", "applicable", "failures", "measure", "reason")]
        points = encode(sum(domain.decided for domain in self.over))
        shown = [points, points if self.given is None else None, 0 if self.signs else None, None, None]
        demand(canonical(said) == canonical(shown), f"the counts of {self.where} are not those of its evidence")
        demand(verdict in (("holds", "vacuous") if self.signs else ("refuted",)), f"the verdict of {self.where}")
        demand((self.record["witness"] is None) == self.signs, f"the witness of {self.where} and its evidence")
        sorts = self.signs and verdict == "holds" and fold != "each"
        demand(order is None or sorts, f"{self.where} has an order, and nothing to put in order")
        alone = self.alone and verdict == "holds"
        demand(not alone, f"{self.where} holds, where one point does not stand for its orbit")
        self.verdict = str(verdict)

    def confirm(self, subject: Subject | None) -> None:
        """Decide the step again by its evidence."""
        if not self.signs:
            self.fails()
            return
        assert subject is not None
        record = {**self.record, "order": self.record["evidence"]["order"]}
        specs = {domain.name: domain.spec for domain in self.over}
        applicable = (everywhere if record["fold"] == "each" else apart)(record, subject, specs)
        demand(self.verdict == ("holds" if applicable else "vacuous"), f"{self.where} is not {self.verdict}")

    def fails(self) -> None:
        """Evaluate the step at its witness, where it has to fail as the witness says."""
        where, fold, places = f"the witness of {self.where}", read_fold(self), list[Place]()
        names = [domain.name for domain in self.over]
        for position in array(fields(self.record["witness"], *WITNESS)["at"], fold.enough):
            name, rank = array(position, 2)
            demand(isinstance(name, str) and name in names, f"{where} is in a domain that is none of it")
            place = names.index(name), integer(rank, 0)
            demand(self.over[place[0]].holds(place[1]), f"{where} is at a rank that is none")
            demand(place not in places, f"{where} is one point twice")
            places.append(place)
        layers = sum(self.context.networks[name].layers for name in self.evaluated)
        self.context.budget[0] += len(places) * (ALLOWANCE[1] + ALLOWANCE[2] * layers)
        for place in places:
            scene, bound = self.over[place[0]].scene(place[1])
            demand(self.given is None or bool(self.given(scene, bound)), f"{where} does not satisfy the hypothesis")
            fold.numbers(scene, bound, place)
        _, witness = fold.result(False)
        agree = canonical(witness) == canonical(self.record["witness"])
        demand(agree, f"{where} is not what is found there, {canonical(witness)[:200]}")

    def look(self, scene: Scene, bound: Bound, place: Place) -> None:
        """Evaluate the step at one point."""
        self.looked += 1
        if self.given and not self.given(scene, bound):
            return
        self.applied += 1
        self.fold.numbers(scene, bound, place)

    def settle(self, whole: bool) -> None:
        """Compare what the evaluated points say (all points, if `whole`) with the verdict."""
        if not self.signs:
            self.fails()
            return
        failed, _ = self.fold.result(whole)
        demand(failed == 0, f"{self.where} fails at {failed} points")
        enough = self.applied >= self.fold.enough
        demand(not enough if self.verdict == "vacuous" else enough or not whole, f"{self.where} is not {self.verdict}")

    def told(self, every_point: bool) -> str:
        """By what it was confirmed, in words."""
        by = "signs of affine forms" if self.signs else "its witness"
        if every_point:
            by = f"{encode(self.looked)} points, without its evidence" if self.signs else by
        return f"points {self.record['points']}, by {by}"


WITNESS = ("at", "points", "bindings", "relation", "left", "right")


def subject_of(steps: list[Evident], context: Context) -> Subject | None:
    """What signs are about: the instance, where a step is decided by them."""
    if not any(step.signs for step in steps):
        return None
    context.budget[0] += SIGNS_BUDGET
    context.spend(context.size("n") ** 3)
    return Subject(context)


def counted(steps: list[Evident]) -> str:
    """How many steps were confirmed by which evidence, for the headline."""
    signs, witnesses = (sum(step.signs == by for step in steps) for by in (True, False))
    words = [f", {signs} {'step' if signs == 1 else 'steps'} over points by signs of affine forms"] if signs else []
    words += [f", {witnesses} by {'its witness' if witnesses == 1 else 'their witnesses'}"] if witnesses else []
    return "".join(words)


def check_points(decided: Json, sample: int | None, seed: str, seconds: float, every_point: bool = False) -> Report:
    """Decide again what the hashed part of a certificate says was decided point by point.

    Steps with evidence are decided by it; with `every_point` at each point, like the others.
    """
    fields(decided, *DECIDED.split(), claim=str, title=str, source=str, scope=str)
    known = decided["scope"] in ("enumerated", "runs")
    demand(known, f"the scope {shown(decided['scope'])}", NOT_RECHECKED)
    context = opened(decided)
    domains = {x.name: x for x in (Domain(record, context) for record in array(decided["domains"]))}
    records = array(decided["steps"])
    steps = {x.name: x for x in (read_step(record, decided["definitions"], domains, context) for record in records)}
    demand(len(domains) + len(steps) == len(decided["domains"]) + len(records), "two domains or steps have one name")
    require_reached(decided, [x.record for x in steps.values()])
    verdicts = {name: step.verdict for name, step in steps.items()}
    verdict = concluded(decided, verdicts)

    evident = [step for step in steps.values() if isinstance(step, Evident) and not every_point]
    looking = [step for step in steps.values() if step not in evident]
    subject = subject_of(evident, context)
    for evidence in evident:
        evidence.confirm(subject)

    points, needed = sum(domain.decided for domain in domains.values()), {x.name for step in looking for x in step.over}
    clock = Clock(sum(domains[name].decided for name in needed), seconds)
    recomputed, left_out = dict[str, int](), list[Domain]()
    asked = [step for step in looking if sample is not None and isinstance(step, Step)]
    named = {position for step in asked for position in step.positions()}
    for k, domain in enumerate(domains.values()):
        N = domain.decided
        ranks: Iterable[int] = itertools.chain(*itertools.starmap(range, domain.ranges))
        about = [(step, step.over.index(domain)) for step in looking if domain in step.over]
        recomputed[domain.name] = N if about else 0
        if not about:
            continue
        if sample is not None and sample < N:
            chosen = {domain.rank(number) for number in sampled(seed, k, N, sample)}
            chosen |= {rank for name, rank in named if name == domain.name}
            ranks, recomputed[domain.name] = sorted(chosen), len(chosen)
            left_out += [domain] if len(chosen) < N else []
        layers = sum(context.networks[name].layers for name in {x for step, _ in about for x in step.evaluated})
        context.budget[0] += recomputed[domain.name] * (ALLOWANCE[1] + ALLOWANCE[2] * layers)
        for rank in ranks if sample is not None else clock.over(ranks):
            scene, bound = domain.scene(rank)
            for step, place in about:
                step.look(scene, bound, (place, rank))
    for step in looking:
        if not step.over:
            step.look(Scene(context, None), {}, (0, 0))
        step.settle(all(recomputed[domain.name] == domain.decided for domain in step.over))

    about_points = f"{of_all(sum(recomputed.values()), points)}{counted(evident)}"
    lines = [f"{headline(left_out)}: {verdict} ({about_points})", says_of_itself(decided)]
    lines += [f"  {worth(shown(x.name), min(sample or 0, x.decided), x.decided)}" for x in left_out]
    for step in steps.values():
        about_step = step.told(every_point) if isinstance(step, Evident) else step.told()
        lines.append(f"  {shown(step.name)}: {step.verdict} ({about_step}) {step.record['statement']}")
    lines += parts_told(decided, verdicts)
    return Report(verdict, lines, left_out != [])


def read_step(record: Json, definitions: Json, domains: dict[str, Domain], context: Context) -> Step | Evident:
    """A step, with evidence or without."""
    evident = isinstance(record, dict) and record.get("evidence") is not None
    return (Evident if evident else Step)(record, definitions, domains, context)
