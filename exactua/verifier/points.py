"""Certificates that were decided point by point: every point, or a sample (format, section 7)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from .clock import Clock
from .conclusions import concluded, parts_told
from .decided_domains import Domain
from .evidence import Evident, counted, subject_of
from .opening import DECIDED, opened
from .readings import Scene
from .records import array, fields
from .refusals import NOT_RECHECKED, demand
from .reports import Report, headline, says_of_itself, shown
from .sampling import of_all, sampled, worth
from .statements import require_reached
from .steps import Step
from .terms import ALLOWANCE, Context
from .values import Json


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
