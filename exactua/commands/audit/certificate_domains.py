"""What a certificate says of its domains: ranges that were not decided, points that there are not, other cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from gmpy2 import mpq

from exactua.arithmetic.rationals import decode_integer, decode_rational, encode_integer, encode_rational
from exactua.commands.audit.certificate_changes import Lie, judged_again, with_step
from exactua.commands.audit.certificate_truth import Truths
from exactua.commands.audit.network_operators import put
from exactua.errors import ExactuaError


def lies_of_ranges(decided: Mapping[str, Any], k: int, truths: Truths) -> Iterator[Lie]:
    """Points that were not decided, and points that there are not."""
    domain, where = decided["domains"][k], f"domains[{k}]"
    if domain["points"] is None or not domain["decided"]:
        return
    points = decode_integer(domain["points"], "points")
    over = [j for j, step in enumerate(decided["steps"]) if domain["name"] in step["over"]]
    shorter = _decided_in(decided, k, [[0, points - 1]] if points > 1 else [])
    yield Lie("the last point is not decided", f"{where}.decided", partial(_told, shorter, truths))
    yield Lie("the last point is left out", f"{where}.decided", partial(_one_less, decided, k, over, points))
    for j in over:
        yield Lie(
            "a step as if every point were decided", f"steps[{j}]", partial(_as_before, decided, shorter, j, truths)
        )
    if points > 3:
        gap = _decided_in(decided, k, [[0, 1], [2, points]])
        yield Lie("a point in between is not decided", f"{where}.decided", partial(_told, gap, truths))
        touching = _decided_in(decided, k, [[0, 1], [1, points]])
        yield Lie("ranges that touch", f"{where}.decided", partial(dict, touching))
        turned = _decided_in(decided, k, [[1, points], [0, 1]])
        yield Lie("ranges that do not increase", f"{where}.decided", partial(dict, turned))
    nothing = put(_decided_in(decided, k, []), ("domains", k, "points"), None)
    yield Lie("nothing is counted and nothing decided", where, partial(_told, nothing, truths))
    yield Lie("one point more", where, partial(_one_more, decided, k, over, points))


def _decided_in(decided: Mapping[str, Any], k: int, ranges: list[list[int]]) -> dict[str, Any]:
    encoded = [[encode_integer(end) for end in part] for part in ranges]
    changed: dict[str, Any] = put(decided, ("domains", k, "decided"), encoded)
    return changed


def _told(decided: Mapping[str, Any], truths: Truths) -> dict[str, Any] | None:
    """The true certificate that asks this."""
    try:
        told: dict[str, Any] = truths.again(decided).told(decided)[0]
    except ExactuaError:
        return None
    return told


def _as_before(decided: Mapping[str, Any], shorter: Mapping[str, Any], k: int, truths: Truths) -> dict[str, Any] | None:
    """The true certificate about fewer points, but for one step: it says what it said of all of them."""
    told = _told(shorter, truths)
    if told is None:
        return None
    kept = {key: decided["steps"][k][key] for key in ("verdict", "reason", "failures", "witness", "measure")}
    return with_step(told, k, **kept)


def _one_less(decided: Mapping[str, Any], k: int, over: list[int], points: int) -> dict[str, Any]:
    """The last point not decided, and the verdicts as if it were."""
    changed = _decided_in(decided, k, [[0, points - 1]] if points > 1 else [])
    return _counted(changed, over, -1)


def _one_more(decided: Mapping[str, Any], k: int, over: list[int], points: int) -> dict[str, Any]:
    """A point behind the last one, wherever points are counted."""
    changed = put(_decided_in(decided, k, [[0, points + 1]]), ("domains", k, "points"), encode_integer(points + 1))
    return _counted(changed, over, 1)


def _counted(decided: Mapping[str, Any], over: list[int], more: int) -> dict[str, Any]:
    """So many points more in these steps; applicable ones too, where all are."""
    steps = list(decided["steps"])
    for j in over:
        counts = {key: decode_integer(steps[j][key], key) for key in ("points", "applicable")}
        keys = ("points",) if steps[j]["given"] is not None else ("points", "applicable")
        steps[j] = {**steps[j], **{key: encode_integer(max(counts[key] + more, 0)) for key in keys}}
    return judged_again({**decided, "steps": steps})


def lies_of_cells(decided: Mapping[str, Any], k: int, truths: Truths) -> Iterator[Lie]:
    """Cells cut once more, which is true, and once less."""
    domain, where = decided["domains"][k], f"domains[{k}].evidence"
    if "breakpoints" not in domain["evidence"]:
        return
    for row, cuts in enumerate(domain["evidence"]["breakpoints"]):
        numbers = [decode_rational(cut, where) for cut in cuts]
        finer = (
            [*numbers, numbers[-1] + 1]
            if len(numbers) < 2
            else [numbers[0], (numbers[0] + numbers[1]) / 2, *numbers[1:]]
        )
        yield Lie("cells cut once more", where, partial(_recut, decided, k, row, finer, truths))
        for gone in range(len(numbers)):
            fewer = [*numbers[:gone], *numbers[gone + 1 :]]
            yield Lie("cells cut once less", where, partial(_recut, decided, k, row, fewer, None))


def _recut(
    decided: Mapping[str, Any], k: int, row: int, cuts: list[mpq], truths: Truths | None
) -> dict[str, Any] | None:
    """Other cells in one row; what is found there, or (without `truths`) what was found before, counts made to fit."""
    domain = decided["domains"][k]
    old = domain["evidence"]["breakpoints"]
    points = decode_integer(domain["points"], "points") + 2 * (len(cuts) - len(old[row]))
    breakpoints = [*old[:row], [encode_rational(cut) for cut in cuts], *old[row + 1 :]]
    changes = {"evidence": {"breakpoints": breakpoints}, "points": points, "decided": [[0, points]]}
    changed: dict[str, Any] = put(decided, ("domains", k), {**domain, **changes})
    if truths is not None:
        return _told(changed, truths)
    over = [j for j, step in enumerate(decided["steps"]) if domain["name"] in step["over"]]
    return _counted(changed, over, 2 * (len(cuts) - len(old[row])))
