"""Steps: what is reported about them, what their points say, and the verdict that they make (format, 2 and 6)."""

from __future__ import annotations

from collections.abc import Iterable

from .decided_domains import Domain
from .folds import read_fold
from .readings import Bound, Scene
from .reals import encoded, floors
from .records import array, canonical, encode, fields, integer
from .refusals import NOT_RECHECKED, demand
from .statements import PRIME, Place, Stated
from .terms import Context
from .values import Json, Number


class Step(Stated):
    """A step; as soon as it is read its statement, its counts and its verdict agree with each other.

    Then `look` gathers what points say about it, each with its place: the position of its domain in `over`, its rank.
    """

    def __init__(self, record: Json, definitions: Json, domains: dict[str, Domain], context: Context):
        super().__init__(record, definitions, domains, context)
        demand(self.record["evidence"] is None, f"the evidence of {self.where}", NOT_RECHECKED)
        self.applicable, self.failures = (integer(self.record[key], 0) for key in ("applicable", "failures"))
        self.fold = read_fold(self)
        gathers = self.fold.together or self.fold.enough > 1 or any(domain.kind == "cells" for domain in self.over)
        demand(not (self.real and gathers), f"the fold or the domain of {self.where}, of reals", NOT_RECHECKED)
        points = sum(domain.decided for domain in self.over) if self.over else 1
        enough = self.applicable >= self.fold.enough
        possible = self.failures <= self.applicable <= self.points == points and (enough or self.failures == 0)
        all_apply = self.record["given"] is not None or self.applicable == points
        possible = possible and (self.applicable == 0 if self.undecided else all_apply)
        possible = possible and not (self.alone and self.failures and self.fold.together)
        demand(possible, f"points, applicable and failures of {self.where} cannot be so")
        self.verdict = "vacuous" if not enough else "inconclusive" if self.alone else "holds"
        part = any(domain.decided != domain.total for domain in self.over) and not self.one_found()
        if self.undecided or part:
            self.verdict = "inconclusive"
        self.verdict = "refuted" if self.failures else self.verdict
        demand(self.record["verdict"] == self.verdict, f"the counts of {self.where} make its verdict {self.verdict!r}")
        reason = self.record["reason"]
        explained = reason is None or (type(reason) is str and self.verdict == "inconclusive")
        demand(explained, f"{self.where} has a reason where there is none")
        self.looked, self.applied, self.sum, self.whole = 0, 0, 0, False
        self.low: tuple[Number, Place] | None = None
        self.high: tuple[Number, Place] | None = None  # the least number, and minus the greatest

    def one_found(self) -> bool:
        """Whether all that is asked of a sum of numbers 1 and 0 is that one of them is 1, and one is said to be."""
        record, measure, unit = self.record, self.record["measure"], encode(1)
        term, asked = record["term"], [record["fold"], record.get("relation"), record.get("bound")]
        listed = isinstance(term, list) and len(term) == 4 and term[0] == "if"
        chosen = listed and [*map(canonical, term[2:])] in (["1", "0"], ["0", "1"])
        return asked == ["sum", ">=", 1] and chosen and isinstance(measure, dict) and measure.get("max") == unit

    def look(self, scene: Scene, bound: Bound, place: Place) -> None:
        """Evaluate the step at one point."""
        self.looked += 1
        if self.undecided or (self.given and not self.given(scene, bound)):
            return
        self.applied += 1
        numbers = self.fold.numbers(scene, bound, place)
        for x in numbers if self.measured else ():
            least, most = floors(x) if self.real else (x, -x)
            self.low = min(self.low or (least, place), (least, place))
            self.high = min(self.high or (most, place), (most, place))
            self.sum += 0 if self.real else x.numerator * pow(x.denominator, -1, PRIME)

    def settle(self, whole: bool) -> None:
        """Compare what the evaluated points say (all points, if `whole`) with what the step reports."""
        self.whole = whole
        failed, witness = self.fold.result(whole)
        missed, others = self.applicable - self.applied, self.failures - failed
        possible = 0 <= missed <= self.points - self.looked and (self.record["witness"] is None) == (self.failures == 0)
        possible = possible and 0 <= others <= self.fold.failures_possible(missed, whole)
        demand(possible, f"the counts of {self.where}: found {self.applied} applicable, {failed} failing points")
        measure: Json = None
        if self.low and self.high:
            (low, low_at), (high, high_at) = self.low, self.high
            low, high = map(encoded, (low, [-x for x in high])) if self.real else map(encode, (low, -high))
            measure = {"min": low, "min_at": self.position(low_at), "max": high, "max_at": self.position(high_at)}
            total = self.sum if whole or self.real else integer(self.record["measure"]["sum"])
            measure["sum"] = None if self.real else encode(total % PRIME)
        for key, value in (("witness", witness), ("measure", measure)):
            agree = canonical(self.record[key]) == canonical(value)
            demand(agree, f"the {key} of {self.where} is not the one found, {canonical(value)[:200]}")

    def told(self) -> str:
        """What was counted, in words."""
        counts = ", ".join(f"{key} {self.record[key]}" for key in ("points", "applicable", "failures"))
        together = "" if self.whole else self.fold.together
        return counts + (f"; the {together} was not re-checked, only sampled" if together else "")


def together(verdicts: Iterable[str]) -> str:
    """The verdict that those of several steps make; they are vacuous where each is."""
    step_verdicts = {*verdicts}
    return next((v for v in ("refuted", "inconclusive", "holds") if v in step_verdicts), "vacuous")


def concluded(decided: Json, verdicts: dict[str, str]) -> str:
    """The overall verdict, once it is the one that those of the judged steps make, as far as parts are decided."""
    verdict = together(verdicts[name] for name in array(decided["judged"]))
    if (left := undecided(decided)) and verdict in ("holds", "vacuous"):
        verdict = "holds in part" if verdict == "holds" and left < len(decided["parts"]) else "inconclusive"
    demand(decided["verdict"] == verdict, f"the judged steps make the verdict {verdict!r}")
    return verdict


def undecided(decided: Json) -> int:
    """The number of parts that are not decided where no step is refuted, once each is written as section 2 says."""
    count, taken = 0, list[str]()
    for record in array(decided["parts"]):
        fields(record, "undecided", words=str, steps=list)
        steps, why = record["steps"], record["undecided"]
        demand({*steps} <= {*decided["judged"]}, "a part of the statement has a step that is not judged")
        fits = bool(steps) if why is None else isinstance(why, str) and why != ""
        demand(fits and record["words"] != "", "a part of the statement has steps, or a reason why it has none")
        count, taken = count + (why is not None), taken + steps
    demand(len({*taken}) == len(taken), "two parts of the statement have one step")
    return count


def parts_told(decided: Json, verdicts: dict[str, str]) -> list[str]:
    """How many parts of the statement hold or are refuted, and how many are vacuous, as lines of text."""
    parts = decided["parts"]
    by_steps = [(together(verdicts[name] for name in part["steps"]), part["undecided"]) for part in parts]
    part_verdicts = [verdict for verdict, why in by_steps if verdict == "refuted" or why is None]
    vacuous, settled = part_verdicts.count("vacuous"), part_verdicts.count("holds") + part_verdicts.count("refuted")
    apart = f", {vacuous} vacuous" if vacuous else ""
    return [f"  {settled} of {len(parts)} parts of the statement are decided{apart}"] if parts else []
