"""`explain`: why a step holds or fails at a point, with every value that it is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.arithmetic.reals import PrecisionReached
from exactua.claims.claim import Claim
from exactua.claims.decision import Position, StepResult, Witness
from exactua.claims.lettering import are_pairs, letter, name_of_point
from exactua.claims.paper_units import in_paper_units, unit_of_definition, unit_of_term, with_delta
from exactua.claims.problem import COMPARING, Problem, Step
from exactua.claims.registry import command_of
from exactua.claims.verdicts import Verdict
from exactua.commands.explain.dissection import Dissection
from exactua.commands.explain.of_several import in_members
from exactua.commands.explain.record import Collision, Explanation, Folded, Named, Node, PlacedPoint
from exactua.console import points
from exactua.deciding.cells import CellDomain
from exactua.deciding.fold import RELATION, end_failure, fold_evaluator, folding_of, unsound_orbits
from exactua.deciding.observations import LiteralObservations, UnrolledNetworks
from exactua.deciding.plan import Plan, describe_points, plan
from exactua.deciding.running import UNEVALUATED, Progress, decide
from exactua.errors import ExactuaError, InputError
from exactua.evidence.boxes import are_words
from exactua.evidence.statements import instance
from exactua.printing.statements import names_at, operand_text
from exactua.printing.text import found_point
from exactua.terms.evaluation import Evaluator
from exactua.terms.language import TermError
from exactua.terms.measures import failure_of
from exactua.terms.printing import text as term_text
from exactua.terms.units import DELTA

MOST_SUMMED: Final = 1_000_000
"""Points over which the total of a sum, or an own fold, is computed again."""
MOST_SOUGHT: Final = 20_000
"""Points among which one without a value is looked for."""
MOST_COMPARED: Final = 2_000
"""Numbers of the points given of which the nearest two are looked for."""


def explain(
    claim: Claim,
    step: str,
    box: Mapping[str, int | str],
    at: Sequence[Matrix] = (),
    row: int | None = None,
    progress: Progress | None = None,
    shown: bool = False,
) -> Explanation:
    """The step taken apart at the points `at` of an instance; without any at the least counterexample.

    Its numbers are in units of delta where the claim counts ids; in the paper's unit if they are to be `shown`.

    On cells `row` is the row that the step is read at (None: the first where it fails). Raises InputError for a wrong
    parameter, shape, entry, row or number of points.
    """
    problem = instance(claim, box, (step,))
    asked = claim.step(step)
    problem = replace(problem, shorthand=names_at(claim, problem, asked))
    read = in_paper_units if shown else lambda given: given
    chosen, verdict = "", None
    if not at and asked.over:
        at, row, chosen, verdict = _choose(problem, asked, row, progress)
    elif at and not asked.over:
        raise InputError(f"at: {claim.label}.{step} is decided once and speaks of no point; leave out --at")
    most = 2 if asked.fold in COMPARING or are_pairs(asked.over) else 1
    if len(at) > most:
        raise InputError(f"at: {claim.label}.{step} speaks of {most} point{'s' * (most - 1)}, and {len(at)} are given")
    try:
        return _explained(claim, problem, asked, tuple(at), row, chosen, verdict, read, with_repair=True)
    except TermError:
        with problem.located(f"step {step}"):
            raise


def _explained(
    claim: Claim,
    problem: Problem,
    step: Step,
    at: tuple[Matrix, ...],
    row: int | None,
    chosen: str,
    verdict: Verdict | None,
    read: Callable[[Problem], Problem],
    with_repair: bool,
) -> Explanation:
    placed, problem_as_written = _placed(claim, problem, step, at), problem
    problem = read(problem)
    (step,) = problem.steps
    networks = UnrolledNetworks(problem.networks)
    if row is None and placed and _on_cells(step):
        row = _first_false_row(problem, step, networks, placed[0].taken)
    evaluators = [_evaluator(problem, networks, point.taken, row) for point in placed] or [
        _evaluator(problem, networks, None, row)
    ]
    first = evaluators[0]
    dissection = Dissection(first, problem.shorthand)
    readable = bool(placed) or not step.over
    applicable = step.given is None or not readable or all(bool(evaluator(step.given)) for evaluator in evaluators)
    true, failure, folded, tree, without_value = None, None, None, None, ""
    asserted = step.term if step.fold == "each" else step.sought
    if asserted is not None:
        if readable:
            try:
                true = bool(first(asserted))
            except TermError as error:
                if not are_words(step.over):  # where it is a mistake, as check has it
                    raise
                true, without_value = None, str(error)
            tree = dissection.node(asserted, first.bound)
            if true is None:
                failure = None
            elif step.denied is not None and true:
                failure = Witness.of(failure_of(step.denied.term, first))
            elif not true and not step.of_some:
                failure = Witness.of(failure_of(step.term, first))
        elif verdict in (Verdict.REFUTED, Verdict.INCONCLUSIVE):
            true = None if verdict is Verdict.INCONCLUSIVE else False
    else:
        folded = folded_at(problem, step, evaluators if readable else [], first)
        true = fold_truth(step, folded)
        if step.own is not None:
            true, failure, tree = in_the_end(problem, step, folded)
            if step.several is not None and folded.accumulated is not None and not folded.obstacle:
                tree = in_members(
                    problem,
                    step,
                    folded.accumulated,
                    lambda point: _evaluator(problem, networks, point, None),
                    first if readable else None,
                )
        elif placed and step.fold == "sum":
            tree = dissection.node(step.term, first.bound)
    repaired, obstacle = None, ""
    if with_repair and step.reason is None and f"{step.name}@repaired" in {known.name for known in claim.steps}:
        repaired, obstacle = _repaired(claim, problem_as_written, step, at, row, read)
    return Explanation(
        problem,
        step,
        tuple(hypothesis.says for hypothesis in claim.hypotheses),
        placed,
        row,
        chosen,
        verdict,
        tuple(_operands(problem, step, first)),
        None if step.given is None or not readable else dissection.node(step.given, first.bound),
        applicable,
        true,
        failure,
        tree,
        folded,
        repaired,
        obstacle,
        without_value,
    )


def _evaluator(problem: Problem, networks: UnrolledNetworks, point: Matrix | None, row: int | None) -> Evaluator:
    bound = {} if row is None else {"row": row}
    observations = _NoPoint(networks, None) if point is None else LiteralObservations(networks, point)
    return Evaluator(problem.parameters, problem.values, observations, bound)


class _NoPoint(LiteralObservations):
    """Networks without a point: counts can be read off them, and nothing else."""

    def point(self) -> Any:
        """There is none."""
        raise TermError("this term needs a point, and there is none here")


def _on_cells(step: Step) -> bool:
    return any(spec.kind == "cells" for spec in step.over)


def _first_false_row(problem: Problem, step: Step, networks: UnrolledNetworks, point: Matrix) -> int:
    """The first row at which the step is false, else the first at which it says something."""
    speaking = []
    for row in range(1, len(point) + 1):
        evaluator = _evaluator(problem, networks, point, row)
        if step.given is None or evaluator(step.given):
            speaking.append(row)
            if not evaluator(step.term):
                return row
    return speaking[0] if speaking else 1


def _placed(claim: Claim, problem: Problem, step: Step, at: tuple[Matrix, ...]) -> tuple[PlacedPoint, ...]:
    """The points as the step reads them, each with the domain in which it lies."""
    if not at:
        return ()
    placement = points.Placement(problem)
    if _on_cells(step):
        d = problem.parameters["d"]
        assert isinstance(d, int)
        (point,) = at
        if len(point) == 1 and d > 1:
            raise InputError(f"at: 1 row is given, and {claim.label}.{step.name} needs a column of {d} entries here")
        points.check_shape(claim, {"d": d, "n": 1}, point, any_width=False)
        return (_place(placement, step, point, letter(problem, step.over)),)
    pairs = next((spec for spec in step.over if spec.kind == "pairs"), None)
    if pairs is not None and len(at) == 2:
        for matrix in at:
            points.check_shape(claim, problem.parameters, matrix, any_width=False)
        at = (tuple(first + second for first, second in zip(*at, strict=True)),)
    placed = []
    for k, matrix in enumerate(at):
        n = problem.parameters["n"]
        assert isinstance(n, int)
        if pairs is not None and pairs.of is not None and pairs.of.spelling is not None and len(matrix[0]) == n:
            raise InputError(f"at: {claim.label}.{step.name} speaks of two words, and one is given; give both")
        size = {**problem.parameters, "n": 2 * n if pairs is not None else n}
        points.check_shape(claim, size, matrix, any_width=False)
        points.check_entries(replace(problem, steps=(step,)), matrix)
        name = " ".join(
            letter(problem, step.over, index) for index in ((2 * k, 2 * k + 1) if pairs is not None else (k,))
        )
        placed.append(_place(placement, step, matrix, name))
    return tuple(placed)


def _place(placement: points.Placement, step: Step, matrix: Matrix, letter: str) -> PlacedPoint:
    placements = [(spec.name, placement(spec, matrix)) for spec in step.over]
    for name, placed in placements:
        if placed.objection is None:
            return PlacedPoint(letter, matrix, placed.taken, name, placed.rank)
    why = "; ".join(f"not in {name}: {placed.objection}" for name, placed in placements)
    return PlacedPoint(letter, matrix, placements[0][1].taken, None, None, why)


def _operands(problem: Problem, step: Step, evaluator: Evaluator) -> Iterator[Named]:
    """Every definition and operand that the step uses, with its value at the (first) point."""
    used = dict.fromkeys(part for term in step.terms for part in term.walk())
    names = problem.shorthand
    for name, term in problem.definitions:
        use = next((part for part in used if part.operator == "def" and part.names[0] == name), None)
        if use is not None:
            unit = unit_of_definition(name, problem)
            yield Named(names.get(use, name), term_text(term, with_delta(names)), problem.values[name], unit)
    for term, name in names.items():
        if term in {DELTA, *name_of_point(problem, step.over)} or term.operator == "def":
            continue
        if term in used and not term.free - {"row"}:
            try:
                value = evaluator(term)
            except TermError:
                continue  # there is no point
            said = operand_text(term, names)
            if said != name:
                yield Named(name, said, value, unit_of_term(term, problem.degrees))


def _choose(
    problem: Problem, step: Step, row: int | None, progress: Progress | None
) -> tuple[tuple[Matrix, ...], int | None, str, Verdict]:
    """The least counterexample, else where the step is nearest to failing, else the first points."""
    decision = decide(replace(problem, judged=(step.name,)), progress=progress)
    result = decision[step.name]
    among = "" if result.complete else " among the points that were decided"
    if result.witness is not None and result.witness.points:
        at_row = result.witness.bindings.get("row", row)
        chosen = f"the least counterexample{among}: it fails at {result.failures:,} of {describe_points(result.points)}"
        return result.witness.points, at_row, chosen, result.verdict
    if result.found is not None and result.found.points:
        word = "false" if step.denied is not None else "true"
        return result.found.points, row, f"the least at which it is {word}", result.verdict
    if step.of_some and result.verdict is not Verdict.VACUOUS:
        seen = f"no single one: {describe_points(result.points)}"
        why = f"; inconclusive: {result.reason}" if result.reason else ""
        return (), row, f"{seen}{why}", result.verdict
    if step.accumulates and not step.of_some:
        of_own = "the fold goes through" if step.several is None else "it speaks of all"
        what = "the sum is over" if step.own is None else of_own
        first = "".join(f"; {line}" for line in [*found_point(problem, result)][:-1])
        return (), row, f"no single one: {what} {describe_points(result.points)}{first}", result.verdict
    lost_at_words = are_words(step.over) and (result.reason or "").startswith(UNEVALUATED)
    if lost_at_words and (lost := _without_value(problem, step)) is not None:
        return (lost,), row, "the least at which it has no value", result.verdict
    matrices, at_row, chosen = _without_failure(problem, step, result, row)
    if result.verdict is Verdict.INCONCLUSIVE:
        chosen = f"{chosen}; inconclusive: {result.reason}"
    return matrices, at_row, chosen, result.verdict


def _without_value(problem: Problem, step: Step) -> Matrix | None:
    """The least point at which a condition on single points has no value; None where it is not found among a few."""
    planned, obstacle = _planned(problem, step)
    if obstacle or step.gathers or planned.points > MOST_SOUGHT or _on_cells(step):
        return None
    decider = planned.decider()
    for spec in step.over:
        for rank in range(planned.domains[spec.name].count):
            evaluator = decider.point_evaluator(spec.name, rank)
            try:
                if step.given is None or evaluator(step.given):
                    evaluator(step.term)
            except TermError:
                return planned.domains[spec.name].matrix(rank)
            except PrecisionReached:
                continue
    return None


def _without_failure(
    problem: Problem, step: Step, result: StepResult, row: int | None
) -> tuple[tuple[Matrix, ...], int | None, str]:
    domains = plan(replace(problem, steps=(step,))).domains
    counts = {spec.name: domains[spec.name].count for spec in step.over if spec.name in domains}
    names = " and ".join(counts) or "the domain"
    if not sum(counts.values()):
        return (), row, f"{names} is empty here: there is no point, and nothing is asserted"
    tightest = _tightest(step, result)
    if tightest is not None:
        places = [(step.over[tightest[0]].name, tightest[1])]
        word = "the step is not refuted here; this is the point where it is nearest to being false"
    else:
        wanted = 2 if step.fold in COMPARING else 1
        ranks = [(name, rank) for name, count in counts.items() for rank in range(min(count, wanted))]
        places, word = ranks[:wanted], "the step is not refuted here; the first point" + "s" * (wanted - 1)
    if result.verdict is Verdict.VACUOUS:
        alone = step.fold in COMPARING and result.applicable
        nothing = "one point alone satisfies the hypothesis" if step.given else "there is one point alone"
        word = f"{nothing}, and no pair" if alone else "no point satisfies the hypothesis; this is the first one"
    matrices = []
    for name, rank in places:
        domain = domains[name]
        matrices.append(domain.matrix(rank))
        if isinstance(domain, CellDomain):
            row = domain.row(rank)
    return tuple(matrices), row, word


def _tightest(step: Step, result: StepResult) -> Position | None:
    """Where an inequality is nearest to being false; None for other steps."""
    term = step.term
    while term.operator == "all":
        term = term.arguments[2]
    if step.fold != "each" or result.measured is None or term.operator not in ("<", "<=", ">", ">="):
        return None
    measured = result.measured  # of the right side less the left one
    return measured.minimum.at if term.operator in ("<", "<=") else measured.maximum.at


def _repaired(
    claim: Claim,
    problem: Problem,
    step: Step,
    at: tuple[Matrix, ...],
    row: int | None,
    read: Callable[[Problem], Problem],
) -> tuple[Explanation | None, str]:
    """The repaired step at the same points; or why it says nothing there."""
    other = claim.step(f"{step.name}@repaired")
    words = f"{other.says} (because {other.reason})"
    if bool(other.over) != bool(step.over) or _on_cells(other) != _on_cells(step):
        at = ()
        if other.over:
            label = f"{command_of(claim)}.{other.name}"
            return None, f"{words}; not evaluated here, since it speaks of points of another kind: explain {label}"
    if len(at) == 2 and other.fold not in COMPARING and not are_pairs(other.over):
        at = at[:1]
    if not at and other.over and not (other.accumulates and not other.of_some):
        label = f"{command_of(claim)}.{other.name}"
        return None, f"{words}; not evaluated here, as no point is: explain {label}"
    try:
        own = claim.problem(problem.parameters, (other.name,))
        own = replace(own, shorthand=names_at(claim, own, other))
        row = row if _on_cells(other) else None
        return _explained(claim, own, other, at, row, "", None, read, with_repair=False), ""
    except ExactuaError as error:
        return None, f"{words}; not evaluated here: {error}"


def folded_at(problem: Problem, step: Step, evaluators: Sequence[Evaluator], first: Evaluator) -> Folded:
    """What a step that speaks of several points has to say of those given."""
    numbers = []
    for evaluator in evaluators:
        value = evaluator(step.term)
        numbers.append(tuple(map(mpq, value)) if isinstance(value, tuple) else (mpq(value),))
    bound = None if step.bound is None else mpq(first(step.bound))
    nearest = _nearest(step, numbers, bound) if step.fold in COMPARING else None
    total = _total(problem, step) if step.fold == "sum" else None
    if step.own is None:
        return Folded(tuple(numbers), bound, nearest, total)
    accumulated, obstacle = _accumulated(problem, step)
    return Folded(tuple(numbers), None, None, None, accumulated, obstacle)


def _nearest(step: Step, numbers: Sequence[tuple[Rational, ...]], bound: Rational | None) -> Collision | None:
    placed = [(value, k, i) for k, values in enumerate(numbers) for i, value in enumerate(values, 1)]
    if len(placed) > MOST_COMPARED:
        placed = sorted(placed)
        pairs = list(pairwise(placed))
    else:
        pairs = list(combinations(placed, 2))
    if not pairs:
        return None
    (first, k, i), (second, k2, j) = min(pairs, key=lambda pair: abs(pair[1][0] - pair[0][0]))
    distance = abs(second - first)
    if step.relation is not None and bound is not None:
        wrong = not RELATION[step.relation](distance, bound)
    else:
        wrong = distance == 0
    return Collision((k, k2), (i, j), (first, second), distance, bool(wrong))


def fold_truth(step: Step, folded: Folded) -> bool | None:
    """Whether the points given contradict the step; True for two that don't, None where others matter.

    Not of an own fold, of which `in_the_end` knows.
    """
    if step.fold == "sum":
        if folded.total is None or folded.bound is None or step.relation is None:
            return None
        return bool(RELATION[step.relation](folded.total, folded.bound))
    if folded.nearest is not None and folded.nearest.wrong:
        return False
    return True if len(folded.numbers) == 2 else None


def _total(problem: Problem, step: Step) -> Rational | None:
    """The sum over all matrices of the step's domains; None where there are too many."""
    planned, obstacle = _planned(problem, step)
    if obstacle:
        return None
    decider = planned.decider()
    total: Rational = sum((decider(shard)[step.name].total for shard in planned.shards()), start=mpq(0))
    return total


def _planned(problem: Problem, step: Step) -> tuple[Plan, str]:
    """The plan of one step, and why its points are not gone through again, if they aren't."""
    planned = plan(replace(problem, steps=(step,)))
    too_many = planned.obstacle is None and planned.points > MOST_SUMMED
    return planned, planned.obstacle or ("there are too many points to go through here" if too_many else "")


def _accumulated(problem: Problem, step: Step) -> tuple[tuple[Rational, ...] | None, str]:
    """What the accumulator of an own fold is in the end, and why nothing is asserted of it, if nothing is."""
    planned, obstacle = _planned(problem, step)
    obstacle = obstacle or unsound_orbits(problem, step) or ""
    if obstacle:
        return None, obstacle
    decider = planned.decider()
    try:
        folding = folding_of(problem, step, planned.domains)
        for shard in planned.shards():
            folding.add(shard, decider(shard)[step.name].chunks)
    except TermError as error:
        return None, str(error)
    silent = "" if folding.applied else "no point satisfies the hypothesis" if planned.points else "there is no point"
    return tuple(map(mpq, folding.accumulator)), silent


def in_the_end(problem: Problem, step: Step, folded: Folded) -> tuple[bool | None, Witness | None, Node | None]:
    """Whether the assertion of an own fold is true in the end (None: not known), where it fails, and its parts."""
    assert step.own is not None
    if folded.accumulated is None or folded.obstacle:
        return None, None, None
    failure = end_failure(problem, step.own, folded.accumulated)
    tree = Dissection(fold_evaluator(problem, folded.accumulated), problem.shorthand).node(step.own.holds, {})
    if failure is None:
        return True, None, tree
    return False, Witness.of(failure), tree
