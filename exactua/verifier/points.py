"""Certificates that were decided point by point: every point, or a sample (format, section 7)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from .clock import Clock
from .conclusions import concluded, parts_told
from .decided_domains import Domain
from .opening import DECIDED, opened
from .readings import Scene
from .records import array, fields
from .refusals import NOT_RECHECKED, demand
from .reports import Report, headline, says_of_itself, shown
from .sampling import of_all, sampled, worth
from .statements import require_reached
from .steps import Step
from .terms import ALLOWANCE
from .values import Json


def check_points(decided: Json, sample: int | None, seed: str, seconds: float) -> Report:
    """Decide again what the hashed part of a certificate says was decided point by point."""
    fields(decided, *DECIDED.split(), claim=str, title=str, source=str, scope=str)
    known = decided["scope"] in ("enumerated", "runs")
    demand(known, f"the scope {shown(decided['scope'])}", NOT_RECHECKED)
    context = opened(decided)
    domains = {x.name: x for x in (Domain(record, context) for record in array(decided["domains"]))}
    records = array(decided["steps"])
    steps = {x.name: x for x in (Step(record, decided["definitions"], domains, context) for record in records)}
    demand(len(domains) + len(steps) == len(decided["domains"]) + len(records), "two domains or steps have one name")
    require_reached(decided, [x.record for x in steps.values()])
    verdicts = {name: step.verdict for name, step in steps.items()}
    verdict = concluded(decided, verdicts)

    points = sum(domain.decided for domain in domains.values())
    clock, recomputed = Clock(points, seconds), dict[str, int]()
    named = {position for step in steps.values() if sample is not None for position in step.positions()}
    for k, domain in enumerate(domains.values()):
        N = domain.decided
        ranks: Iterable[int] = itertools.chain(*itertools.starmap(range, domain.ranges))
        about = [(step, step.over.index(domain)) for step in steps.values() if domain in step.over]
        recomputed[domain.name] = N
        if sample is not None and sample < N:
            chosen = {domain.rank(number) for number in sampled(seed, k, N, sample)}
            chosen |= {rank for name, rank in named if name == domain.name}
            ranks, recomputed[domain.name] = sorted(chosen), len(chosen)
        layers = sum(context.networks[name].layers for name in {x for step, _ in about for x in step.evaluated})
        context.budget[0] += recomputed[domain.name] * (ALLOWANCE[1] + ALLOWANCE[2] * layers)
        for rank in ranks if sample is not None else clock.over(ranks):
            scene, bound = domain.scene(rank)
            for step, place in about:
                step.look(scene, bound, (place, rank))
    for step in steps.values():
        if not step.over:
            step.look(Scene(context, None), {}, (0, 0))
        step.settle(all(recomputed[domain.name] == domain.decided for domain in step.over))

    part = [x for x in domains.values() if recomputed[x.name] < x.decided]
    lines = [f"{headline(part)}: {verdict} ({of_all(sum(recomputed.values()), points)})", says_of_itself(decided)]
    lines += [f"  {worth(shown(x.name), min(sample or 0, x.decided), x.decided)}" for x in part]
    for step in steps.values():
        counts = ", ".join(f"{key} {step.record[key]}" for key in ("points", "applicable", "failures"))
        together = "" if step.whole else step.fold.together
        kept = f"; the {together} was not re-checked, only sampled" if together else ""
        lines.append(f"  {shown(step.name)}: {step.verdict} ({counts}{kept}) {step.record['statement']}")
    lines += parts_told(decided, verdicts)
    return Report(verdict, lines, part != [])
