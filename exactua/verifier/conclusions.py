"""The overall verdict, and the parts of the statement that are decided (format, section 2)."""

from __future__ import annotations

from collections.abc import Iterable

from .records import array, fields
from .refusals import demand
from .values import Json


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
