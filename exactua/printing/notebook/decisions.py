"""A decision: the verdict in the words of `check`, its steps, and the least counterexample of each that is refuted."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator
from typing import Final

from exactua.arithmetic.messages import cut
from exactua.claims.decision import Decision
from exactua.claims.verdicts import Verdict, headline, word
from exactua.errors import in_arguments
from exactua.plurals import so_many
from exactua.printing.documents import Block, Document, Items, Judged, Paragraph, Strong, Table
from exactua.printing.lengths import over_instances
from exactua.printing.mathematics_in_words import typeset
from exactua.printing.notebook import results, witnesses
from exactua.printing.notebook.problems import placed
from exactua.printing.text import HEADINGS, conclusion, instance, judgement, points
from exactua.reprs import MOST_LINES, WIDTH

HEADLINES: Final = 3
"""Lines of the verdict."""

OF_CHECK: Final = {"budget": "budget", "jobs": "jobs", "max-points": "max_points"}
"""The arguments of `check` that reasons name as options of the command."""

REASONS: Final = 2
"""Why it is not known."""


def prompt(decision: Decision) -> Iterator[str]:
    """The lines at the prompt; of many refuted steps the first ones, and how many more there are."""
    problem = decision.problem
    head = [f"Decision of {placed(problem)}", *_of_several(decision)]
    head += textwrap.wrap(judgement(decision), WIDTH, max_lines=HEADLINES, placeholder=" ...", break_on_hyphens=False)
    if decision.verdict is Verdict.INCONCLUSIVE:
        judged = [result for result in decision.results if result.step.name in problem.judged]
        reasons = dict.fromkeys(in_arguments(result.reason, OF_CHECK) for result in judged if result.reason)
        head += [f"because {reason}" for reason in reasons][:REASONS]
    partly = "" if decision.complete else "not every point was decided; "
    head.append(f"{partly}{_steps(decision)}; {points(decision)}")
    nowhere = [line for result in decision.results for line in results.nowhere_in_line(result)]
    head += nowhere if len(nowhere) <= MOST_LINES - len(head) else []
    yield from head
    refuted = [result for result in decision.results if result.verdict is Verdict.REFUTED]
    room = MOST_LINES - len(head)
    shown = refuted if len(refuted) <= room else refuted[: room - 1]
    for result in shown:
        yield "; ".join(filter(None, (f"  {results.told(result)}: {result.step.name}", witnesses.where(result))))
        if 2 * len(refuted) <= room and witnesses.there(result):
            yield f"    {witnesses.there(result)}"
    if len(shown) < len(refuted):
        yield f"  and {len(refuted) - len(shown)} more"


def document(decision: Decision) -> Document:
    """The same with all steps, typeset."""
    problem = decision.problem
    where = f"{instance(problem)}; {points(decision)}" if problem.parameters else points(decision)
    blocks: list[Block] = [
        Paragraph((Strong(problem.label), f": {problem.title}, {problem.source}")),
        Paragraph(where),
        *map(Paragraph, _of_several(decision)),
        *_verdict(decision),
        *_tables(decision),
    ]
    told = [(result, witnesses.fields(result)) for result in decision.results]
    for result, fields in told:
        if fields:
            blocks.append(Table(fields, title=f"{result.step.name}: {witnesses.title(result)}", has_head=False))
    return Document(blocks, None)


def _of_several(decision: Decision) -> Iterator[str]:
    """Of how many instances it is the first with their verdict: "6 instances: 2 hold, 4 refuted; ...".

    Steps that are refuted elsewhere alone are named.
    """
    objects = decision.problem.objects
    counts = Counter(word(each.verdict, objects) for each in decision.instances)
    if counts:
        told = ", ".join(so_many(count, said) for said, count in counts.items())
        said = word(decision.verdict, objects)
        yield f"{len(decision.instances)} instances: {told}; this is the first with the verdict '{said}'"
    for step in decision.problem.steps if decision.instances else ():
        told_of = [
            (each.problem.parameters, result.verdict, None if result.found is None else result.found.bindings.get("k"))
            for each in decision.instances
            for result in each.results
            if result.step.name == step.name
        ]
        yield from over_instances(step, told_of)
    here = {result.step.name for result in decision.results if result.verdict is Verdict.REFUTED}
    elsewhere = [
        (result.step.name, instance(each.problem))
        for each in decision.instances
        for result in each.results
        if result.verdict is Verdict.REFUTED and result.step.name not in here
    ]
    if elsewhere:
        first = dict(reversed(elsewhere))
        named = "; ".join(f"{name}, first at {first[name]}" for name in dict.fromkeys(name for name, _ in elsewhere))
        yield cut(f"refuted at other instances alone: {named}", WIDTH)


def _steps(decision: Decision) -> str:
    """How many steps have which verdict: "15 steps: holds 12, refuted 1, vacuous 2"."""
    counts = Counter(word(result.verdict, result.step.objects) for result in decision.results)
    number = len(decision.results)
    told = ", ".join(f"{said} {count}" for said, count in counts.items())
    return f"{number} step{'s' * (number != 1)}: {told}" if number else "no steps"


def _verdict(decision: Decision) -> Iterator[Block]:
    """What `check` ends with; its first words in the colour of the verdict."""
    first, *others = conclusion(decision)
    said = headline(decision.verdict, decision.problem.objects)
    yield Paragraph((Judged(said, decision.verdict), first.removeprefix(said)))
    if others:
        yield Items([*map(typeset, others)])


def _tables(decision: Decision) -> Iterator[Block]:
    """The steps under the headings of `check`."""
    for kind, asked, heading in HEADINGS:
        chosen = [
            result for result in decision.results if result.step.kind is kind and result.step.is_question is asked
        ]
        if chosen:
            yield Table([results.HEAD, *map(results.row, chosen)], title=heading)
