"""Steps that carry complete evidence, which decides them without their points (format, sections 6 and 7)."""

from __future__ import annotations

from .decided_domains import Domain
from .evaluations import Subject
from .families import everywhere
from .folds import read_fold
from .orders import apart
from .readings import Bound, Scene
from .records import array, canonical, encode, fields, integer
from .refusals import NOT_RECHECKED, demand
from .statements import Place, Stated
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
        _, found = fold.result(False)
        agree = canonical(found) == canonical(self.record["witness"])
        demand(agree, f"{where} is not what is found there, {canonical(found)[:200]}")

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
