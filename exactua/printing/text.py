"""A decision as text for people, in the paper's names."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

from exactua.arithmetic import balls, floors
from exactua.arithmetic.exponential_polynomials import is_zero
from exactua.arithmetic.floors import Floor
from exactua.arithmetic.rationals import Matrix, written
from exactua.arithmetic.reals import Real
from exactua.claims.decision import Decided, Decision, StepResult, Witness
from exactua.claims.ledger import UNSAID
from exactua.claims.lettering import matrices, name_of_point, placed_points, word_of
from exactua.claims.own_data import OWN_DATA
from exactua.claims.paper_units import (
    names_in_paper_units,
    paper_value,
    step_in_paper_units,
    term_in_paper_units,
    unit_of_fold,
    unit_of_relation,
)
from exactua.claims.problem import COMPARING, Problem, Step
from exactua.claims.several import Several
from exactua.claims.verdicts import (
    WORDS,
    Objects,
    Part,
    StepKind,
    Verdict,
    headline,
    left_open,
    phrase,
    verdict_of_part,
    word,
)
from exactua.deciding.plan import describe_count
from exactua.grids.categories import DomainSpec
from exactua.grids.spelling import quoted
from exactua.networks.items import makes_reals, rounds
from exactua.plurals import counted as number_of
from exactua.printing.short_numbers import short, times_power_of_ten
from exactua.python_files import shown_label
from exactua.terms.language import INTERVALS, Term, equivalence, make, networks_of
from exactua.terms.printing import text as term_text
from exactua.terms.units import Degrees

NOUNS = {
    "orbits": "orbits",
    "sequences": "sequences",
    "product": "points",
    "list": "points",
    "chosen": "points",
    "pairs": "pairs",
    "cells": "cells",
}
_LOGICAL: Final = ("and", "or", "implies", "all", "any", "permutations")
"""Conditions that are put in parentheses before a word is said of them."""
_READ_BY_SHELLS: Final = frozenset('"$`\\!')
IN_RUNS = "in affine runs"
"""How points are gone through where it is not one by one."""
HEADINGS = (
    (StepKind.STATEMENT, False, "statement"),
    (StepKind.PROOF_LINE, True, "questions beside the statement"),
    (StepKind.PROOF_LINE, False, "proof lines"),
    (StepKind.REPAIRED, False, "repaired steps"),
)
"""Kinds of steps, whether they are questions of what meets a definition, and what they stand under."""
LONGEST_NUMBER = 60
LONGEST_BESIDE_REALS = 14
"""Characters up to which a fraction stays as it is in a matrix of which other entries are rounded."""
MORE_DIGITS = (18, 27)
"""How many digits two rounded numbers get that look alike with fewer."""
LONGEST_POINTS = 400
"""Letters of the points of a command that a person may still copy."""


def number(value: Any) -> str:
    """A number for people; of a real, or a very long one, the first digits and its order of magnitude.

    A real that is 0 by a proof is told as that.
    """
    if isinstance(value, Real | Floor):
        rounded = str(value)
        return rounded if rounded == "0" else f"about {rounded}"
    shown = written(value)
    return shown if len(shown) <= LONGEST_NUMBER else short(value)


def told_apart(left: Any, right: Any) -> tuple[str, str]:
    """Two numbers for people. Rounded ones that look alike get more digits, or are said to be the same."""
    first, second = number(left), number(right)
    if first != second or "about" not in first:
        return first, second
    for digits in MORE_DIGITS:
        longer = tuple(f"about {_digits(value, digits)}" for value in (left, right))
        if longer[0] != longer[1]:
            return longer[0], longer[1]
    return first, "the same number" if are_one(left, right) else "a number that begins alike"


def _digits(value: Any, digits: int) -> str:
    return floors.shown(value, digits) if isinstance(value, Floor) else balls.shown(value, digits)


def are_one(left: Any, right: Any) -> bool:
    """Whether two numbers are known to be the same: reals by a proof, as comparing them may take very long."""
    if isinstance(left, Floor) or isinstance(right, Floor):
        return False
    return is_zero(left - right) if isinstance(left, Real) or isinstance(right, Real) else bool(left == right)


def matrix(point: Matrix) -> str:
    """A matrix in one line, as --point reads it: rows by semicolons, entries by spaces."""
    return "; ".join(" ".join(written(entry) for entry in row) for row in point)


def matrix_value(value: Matrix) -> str:
    """A matrix in brackets, told as rounded where an entry is a real; long fractions beside it are decimals then."""
    if not any(isinstance(entry, Real | Floor) for row in value for entry in row):
        return f"[{matrix(value)}]"
    return f"about [{'; '.join(' '.join(map(_beside_reals, row)) for row in value)}]"


def _beside_reals(entry: Any) -> str:
    """An entry of a matrix in which some are rounded: a long fraction as a decimal, like these."""
    shown = written(entry)
    fraction = not isinstance(entry, Real | Floor) and entry.denominator != 1
    return balls.shown(entry) if fraction and len(shown) > LONGEST_BESIDE_REALS else shown


def spelled(over: Iterable[DomainSpec], point: Matrix) -> str:
    """The point of a domain of words as its word, "a b b a" in quotes, as --point reads it; "" of another point."""
    word_there = word_of(over, point)
    return "" if word_there is None else quoted(word_there)


def in_line(over: Iterable[DomainSpec], point: Matrix, written_as: Callable[[Matrix], str] = matrix) -> str:
    """A point of these domains in one line: a word in quotes, any other in brackets."""
    return spelled(over, point) or f"[{written_as(point)}]"


def in_shell(text: str) -> str:
    """What stands in double quotes, so that a shell leaves it as it is."""
    return shlex.quote(text[1:-1]) if set(text[1:-1]) & _READ_BY_SHELLS else text


def noun_of(spec: DomainSpec) -> str:
    """What points of a domain are called, in the plural."""
    return "words" if spec.spelling is not None else NOUNS[spec.kind]


def short_matrix(point: Matrix) -> str:
    """A matrix in one line for people: of very long entries the first digits and their order of magnitude.

    A few digits times a power of ten are written as such, whatever the power: 9*10^-110.
    """
    return "; ".join(" ".join(map(_short_entry, row)) for row in point)


def _short_entry(entry: Any) -> str:
    return times_power_of_ten_or_digits(entry).replace("about ", "~").replace(" ", "")


def times_power_of_ten_or_digits(value: Any) -> str:
    """A number for people; a very long one as a few digits times a power of ten where that is exact."""
    shown = number(value)
    exact = shown.startswith("about") and not isinstance(value, Real | Floor)
    return (exact and times_power_of_ten(value)) or shown


def short_rank(rank: int) -> str:
    """The place of a point in its domain; of a very long one its order of magnitude."""
    return str(rank) if len(str(rank)) <= LONGEST_NUMBER else number(rank)


def instance(problem: Problem, delta_is_default: bool = False, left_out: Collection[str] = ()) -> str:
    """The parameters for people: d = 2, n = 3, delta = 1/2."""
    return box(problem.parameters, delta_is_default, left_out)


def box(parameters: Mapping[str, int | str], delta_is_default: bool = False, left_out: Collection[str] = ()) -> str:
    """The values of parameters for people: d = 2, n = 3, delta = 1/2; those that were left out with "(default)"."""
    parts = []
    for name, value in parameters.items():
        if name == "m":
            parts.append(f"delta = 1/{value}" + (" (default)" if delta_is_default else ""))
        else:
            parts.append(f"{name} = {value}" + (" (default)" if name in left_out else ""))
    return ", ".join(parts)


def options(problem: Problem) -> str:
    """The parameters as command line options."""
    return " ".join(word for pair in box_arguments(problem.parameters) for word in pair)


def box_arguments(parameters: Mapping[str, int | str]) -> Iterator[tuple[str, str]]:
    """The values of parameters as command line options, each with its value."""
    for name, value in parameters.items():
        special = {"m": ("--delta", f"1/{value}"), "tie_rule": ("--tie-rule", f"{value}")}
        yield (f"--{name}", f"{value}") if name in ("d", "n") else special.get(name, ("-p", f"{name}={value}"))


def points(decision: Decision) -> str:
    """How many points there are: "165 orbits (category 1: 4, category 2: 16, category 3: 145)"."""
    kinds = {spec.name: noun_of(spec) for spec in decision.problem.domains}
    if not decision.domains:
        return "no points: every step is decided once"
    if any(domain.points is None for domain in decision.domains):
        return "the points were not counted"
    total = sum(domain.points or 0 for domain in decision.domains)
    noun = "points" if len(set(kinds.values())) > 1 else next(iter(kinds.values()))
    parts = [
        f"{domain.name}: {describe_count(domain.points or 0)}"
        for domain in sorted(decision.domains, key=lambda x: x.name)
    ]
    noun = noun.removesuffix("s") if total == 1 else noun
    noun += f" {IN_RUNS}" if decision.scope == "runs" else ""
    return f"{describe_count(total)} {noun} ({', '.join(parts)})"


def report(
    decision: Decision, delta_is_default: bool = False, left_out: Collection[str] = ()
) -> Iterator[tuple[str, Verdict | None]]:
    """The lines of a report, each with the verdict whose colour it has (None: plain)."""
    problem = decision.problem
    yield f"{problem.label}: {problem.title}, {problem.source}", None
    yield instance(problem, delta_is_default, left_out), None
    yield points(decision), None
    yield "", None
    yield from by_kind(
        decision.results,
        lambda result: f"{whose(result.step)}{result.step.says}{how_many(result)}",
        lambda result: _details(decision, result),
    )
    yield "", None
    yield from ((line, decision.verdict) for line in conclusion(decision))


Result = TypeVar("Result", bound=Decided)


def by_kind(
    results: Sequence[Result], says: Callable[[Result], str], details: Callable[[Result], Iterable[str]]
) -> Iterator[tuple[str, Verdict | None]]:
    """The steps under their headings, each line with the verdict whose colour it has: what it says, then details."""
    width = max((len(result.step.name) for result in results), default=0)
    for kind, asked, heading in HEADINGS:
        chosen = [result for result in results if result.step.kind is kind and result.step.is_question is asked]
        if chosen:
            yield heading, None
        for result in chosen:
            step = result.step
            by = f"by {step.meets}: " if step.meets and result.verdict in WORDS else ""
            yield f"  {word(result.verdict, step.objects):<12} {step.name:<{width}}  {by}{says(result)}", result.verdict
            for line in details(result):
                yield f"  {'':<12} {line}", None


def how_many(result: StepResult) -> str:
    """How many points a step ranged over, behind it: "  [64 orbits, false at 3]"; nothing where it needs none."""
    told = counted_points(result)
    return f"  [{told}]" if told else ""


def counted_points(result: StepResult) -> str:
    """The same by itself: "64 orbits, false at 3"."""
    if not result.step.over or result.without_value:
        return ""
    noun = noun_of(result.step.over[0])
    noun = noun.removesuffix("s") if result.points == 1 else noun
    shown = f"{describe_count(result.points)} {noun}"
    if result.applicable != result.points:
        shown += f", {describe_count(result.applicable)} under the hypothesis"
    if result.failures and result.step.of_some:
        shown += f", {'true' if result.step.denied is None else 'false'} at none"
    elif result.failures and (result.step.fold == "each" or (result.step.own is None and not _is_own(result))):
        shown += f", false at {describe_count(result.failures)}"
    return shown + (f", {asked}" if (asked := _sum_asked(result)) else "")


def _sum_asked(result: StepResult) -> str:
    """Of a sum in somebody's own claim, in what relation to which bound it is said to stand: "sum <= 5"."""
    problem = result.problem
    if problem is None or not _is_own(result):
        return ""
    return sum_said(result.step, problem.degrees, _shorthand(problem, result.step))


def _is_own(result: StepResult) -> bool:
    """Whether the step is one of somebody's own claim."""
    return result.problem is not None and bool(result.problem.places)


def sum_said(step: Step, degrees: Degrees | None, names: Mapping[Term, str]) -> str:
    """The same of a step, in the paper's unit; "" of one that says nothing of a sum."""
    if step.fold != "sum" or step.of_some or step.bound is None:
        return ""
    inner = step_in_paper_units(step, degrees)
    return "" if inner.bound is None else f"sum {inner.relation} {term_text(inner.bound, names)}"


GIVEN_SAYS: Final = "given= says of which points it is meant, when(...) what is meant elsewhere"


def _details(decision: Decision, result: StepResult) -> Iterator[str]:
    if result.verdict is Verdict.VACUOUS:
        yield why_vacuous(result)
    if result.without_value:
        yield f"without a value: {result.without_value}"
        if result.step.over and result.step.given is None:
            yield GIVEN_SAYS
    yield from true_nowhere(decision.problem, result)
    if result.step.reason is not None:
        yield f"repaired: {result.step.reason}"
    if result.witness is not None:
        yield from _shown_again(
            decision.problem, counterexample(decision.problem, result.step, result.witness, result.complete)
        )
    if result.known is not None:
        yield from _shown_again(
            decision.problem, counterexample(decision.problem, result.step, result.known, what=KNOWN)
        )
    yield from _shown_again(decision.problem, found_point(decision.problem, result))


def _shown_again(problem: Problem, lines: Iterator[str]) -> Iterator[str]:
    """The lines; without the command that replays, where none knows the data that the claim is about."""
    own = problem.label.startswith(OWN_DATA)
    return (line for line in lines if not (own and line.startswith("replay: ")))


def why_vacuous(result: StepResult) -> str:
    """Why a vacuous step says nothing at an instance."""
    if result.step.fold in COMPARING and result.applicable == 1:
        return "there is one point, and no pair to tell apart: nothing was asserted"
    names = " and ".join(spec.name for spec in result.step.over)
    return f"{names} is empty here: nothing was asserted" if not result.points else "no point satisfies the hypothesis"


AMONG_DECIDED: Final = " among the points that were decided"
KNOWN: Final = f"false all the same at the least{AMONG_DECIDED}"
"""What a counterexample is called that stands beside points at which the step is undecided."""


def true_nowhere(problem: Problem, result: StepResult) -> Iterator[str]:
    """Of a step that holds, which hypotheses of its implications are true at no point: it hangs on no conclusion.

    And of which p iff q both sides are false at every point.
    """
    step = result.step
    points = " that satisfies the hypothesis of the step" if step.given is not None else ""

    def shown(term: Term) -> str:
        return term_text(term_in_paper_units(term, problem.degrees), _shorthand(problem, step))

    def side(term: Term) -> str:
        return f"({shown(term)})" if term.operator in _LOGICAL else shown(term)

    for says in result.nowhere:
        free = ", ".join(sorted(says.free))
        if says.iff is not None and (sides_of := equivalence(says.iff)) is not None:
            places = filter(None, [f"at every point{points}" if step.over else "", free and f"for every {free}"])
            under = "" if says.hypothesis is None else f" where {shown(says.hypothesis)}"
            where = f"{', '.join(places) or 'here'}{under}"
            yield f"both sides of {' iff '.join(map(side, sides_of))} are false {where}"
        elif says.hypothesis is not None:
            places = filter(None, [f"at no point{points}" if step.over else "", free and f"for no {free}"])
            where = ", ".join(places)
            yield f"its hypothesis {shown(says.hypothesis)} is {f'true {where}' if where else 'false here'}"


NOTHING_TRUE: Final = (("a hypothesis", "is true at no point"), ("both sides of an iff", "are false at every point"))
"""What is said of all steps together, of hypotheses and of p iff q."""


def steps_true_nowhere(results: Iterable[StepResult]) -> Iterator[tuple[str, str, list[str]]]:
    """Of each of these that there is: what it is, what is said of it, and of which steps by their names."""
    results = tuple(results)
    for (what, true), of_iff in zip(NOTHING_TRUE, (False, True), strict=True):
        names = [
            result.step.name for result in results if any((says.iff is not None) is of_iff for says in result.nowhere)
        ]
        if names:
            yield what, true, names


def found_point(problem: Problem, result: StepResult) -> Iterator[str]:
    """Of what holds at some point: the least one, and the command that shows it; of "not each" what is false there."""
    step, witness = result.step, result.found
    if witness is None:
        return
    if step.denied is not None:
        yield from counterexample(problem, step.denied, witness, result.complete)
        return
    if step.several is not None:
        yield f"the first of them: {_named(problem, step, step.several.conditions[witness.bindings['k'] - 1])}"
    among = "" if result.complete else AMONG_DECIDED
    yield from _placed(problem, step, witness, f"least such point{among}")
    yield f"replay: {replay_command(problem, step, witness)}"


def counterexample(
    problem: Problem, step: Step, witness: Witness, complete: bool = True, what: str = "least counterexample"
) -> Iterator[str]:
    """Where a step fails: the least point(s), both exact values, and the command that replays it.

    `complete` says whether every point was decided; if not, the point is the least of those that were.
    """
    yield from _placed(problem, step, witness, f"{what}{'' if complete else AMONG_DECIDED}")
    of_all = step.own is not None or step.of_some
    yield violated(problem, step, witness) if of_all else f"there: {violated(problem, step, witness)}"
    yield f"replay: {replay_command(problem, step, witness)}"


def _placed(problem: Problem, step: Step, witness: Witness, what: str) -> Iterator[str]:
    """The points of a witness, each with its place."""
    for k, (name, point, at) in enumerate(placed_points(problem, step, witness)):
        place = "" if at is None else f"  ({step.over[at[0]].name}, rank {at[1]})"
        yield f"{'and' if k else what}: {name} = {in_line(step.over, point)}{place}"


def replay_command(problem: Problem, step: Step, witness: Witness) -> str:
    """The command that shows a counterexample again, with all its values."""
    shown = (
        in_shell(spelled(step.over, point) or f'"{matrix(point)}"') for point in matrices(step.over, witness.points)
    )
    points = "".join(f" --at {point}" for point in shown)
    if len(points) > LONGEST_POINTS:
        points = ""  # explain finds the least counterexample again
    return f"exactua explain {problem.command}.{step.name} {options(problem)}{points}"


def unit_of_sides(problem: Problem, step: Step, witness: Witness) -> int:
    """The power of delta that both sides of the relation that is false are multiples of."""
    inner, degrees = _read(step, witness), problem.degrees
    return unit_of_fold(step, degrees) if inner is None else unit_of_relation(inner, witness.relation, degrees)


def sides_in_paper_units(problem: Problem, step: Step, witness: Witness) -> tuple[Any, Any]:
    """Both exact values of the relation that is false, as the paper has them."""
    unit = unit_of_sides(problem, step, witness)
    left, right = (paper_value(side, unit, problem) for side in (witness.left, witness.right))
    return left, right


def sides(problem: Problem, step: Step, witness: Witness) -> tuple[str, str]:
    """Both values of the relation that is false, in words: rounded ones look alike only where they are the same."""
    left, right = sides_in_paper_units(problem, step, witness)
    if witness.relation in INTERVALS:
        return number(left), f"[{', '.join(map(number, right))}]"
    return (matrix_value(left), matrix_value(right)) if isinstance(right, tuple) else told_apart(left, right)


def violated(problem: Problem, step: Step, witness: Witness) -> str:
    """The relation that is false, in the paper's names and unit, with both values."""
    if step.several is not None:
        return _violated_of_several(problem, step, step.several, witness)
    shorthand = _shorthand(problem, step)
    inner = _read(step, witness)
    if inner is None:
        left, right = sides_in_paper_units(problem, step, witness)
        return _violated_by_several(step_in_paper_units(step, problem.degrees), shorthand, left, right)
    where = ", ".join(f"{name} = {value}" for name, value in witness.bindings.items())
    prefix = ("" if step.own is None else "in the end ") + (f"at {where}, " if where else "")
    spoken_of = [inner]
    if (sides_of := _sides_of_equivalence(inner, witness)) is not None:
        true, inner = sides_of
        spoken_of = [true, inner]
        beside = term_text(term_in_paper_units(true, problem.degrees), shorthand)
        prefix += f"{f'({beside})' if true.operator in _LOGICAL else beside} is true, and "
    members = _made(problem, *spoken_of)
    shown = _conjunction(term_in_paper_units(inner, problem.degrees), shorthand)
    if witness.relation is None:
        return f"{prefix}{shown} is false{members}"
    left, right = sides(problem, step, witness)
    if witness.relation in INTERVALS:
        return f"{prefix}{shown} is false: {left} is {'outside' if witness.relation == 'in' else 'in'} {right}{members}"
    return f"{prefix}{shown} is false: {left} on the left, {right} on the right{members}"


def _shorthand(problem: Problem, step: Step) -> Mapping[Term, str]:
    """The names with which a step is printed at an instance."""
    return names_in_paper_units({**problem.shorthand, **name_of_point(problem, step.over)}, problem.degrees)


def _named(problem: Problem, step: Step, condition: Term) -> str:
    """A condition on networks of a family, with what these are made of."""
    shown = term_text(term_in_paper_units(condition, problem.degrees), _shorthand(problem, step))
    return f"{shown}{_made(problem, condition)}"


MOST_CONDITIONS: Final = 8
MOST_MEMBERS: Final = 4
LONGEST_FORMULA: Final = 1_000
"""Characters of a term above which sums of many numbers in it are cut."""


def _conjunction(term: Term, shorthand: Mapping[Term, str]) -> str:
    """A condition in words; of p and q and ..., where these are many, the first two, the last, and how many more."""
    if term.operator not in ("and", "or") or len(_joined_by(term, term.operator)) <= MOST_CONDITIONS:
        return term_text(term, {**shorthand, **short_sums(term, shorthand)})
    return _ends(term, shorthand)


def short_sums(term: Term, shorthand: Mapping[Term, str]) -> dict[Term, str]:
    """Where a term is very long, its sums, and its conditions joined by and or or, that have many parts, cut so."""
    if len(term_text(term, shorthand)) <= LONGEST_FORMULA:
        return {}
    cut, waiting = dict[Term, str](), [term]
    while waiting:
        part = waiting.pop()
        if part.operator in ("+", "and", "or") and len(_joined_by(part, part.operator)) > MOST_CONDITIONS:
            cut[part] = f"({_ends(part, shorthand)})"
        else:
            waiting += part.arguments
    return cut


def _ends(term: Term, shorthand: Mapping[Term, str]) -> str:
    """Of p and q and ..., or of a sum, the first two parts, the last, and how many more."""
    parts = _joined_by(term, term.operator)
    first, second, *between, last = parts
    begun = term_text(make(term.operator, (), first, second), shorthand)
    ended = term_text(make(term.operator, (), first, second, last), shorthand).removeprefix(begun)
    return f"{begun} {term.operator} ... ({len(between)} more){ended}"


def _joined_by(term: Term, operator: str) -> list[Term]:
    """The parts of p and q and ..., however it is nested."""
    parts, waiting = [], [term]
    while waiting:
        part = waiting.pop()
        if part.operator == operator:
            waiting += reversed(part.arguments)
        else:
            parts.append(part)
    return parts


def _made(problem: Problem, *conditions: Term) -> str:
    """What the networks of families in conditions are made of, behind them; "" where they have none, or many."""
    names = sorted(networks_of(conditions) & problem.members.keys())
    members = [f"{name} of {problem.members[name]}" for name in names]
    return f"  ({', '.join(members)})" if 0 < len(members) <= MOST_MEMBERS else ""


def member(problem: Problem, condition: Term) -> str:
    """The networks of a family that a condition speaks of, with what they are made of: "head_3 of (1, 0)"; or ""."""
    return " and ".join(
        f"{name} of {problem.members[name]}" for name in sorted(networks_of([condition]) & problem.members.keys())
    )


def _violated_of_several(problem: Problem, step: Step, several: Several, witness: Witness) -> str:
    """The first of several conditions that no point satisfies; or that none of them is satisfied by every point."""
    given = " under the hypothesis" if step.given is not None else ""
    if not several.each:
        return f"none of the {len(several.conditions)} conditions is satisfied by every point{given}"
    condition = several.conditions[witness.bindings["k"] - 1]
    which, condition = ("every", condition.arguments[0]) if condition.operator == "not" else ("no", condition)
    return f"{which} point{given} satisfies {_named(problem, step, condition)}"


def _read(step: Step, witness: Witness) -> Term | None:
    """The part of an assertion that a witness is about; None where it is about the numbers of several points."""
    if step.bound is not None or step.fold == "distinct":
        return None
    return _innermost(step.term if step.own is None else step.own.holds, witness)


def _violated_by_several(step: Step, shorthand: Mapping[Term, str], left: Any, right: Any) -> str:
    """The numbers of several points that must not be what they are; or that no point is as some is said to be."""
    if step.sought is not None:
        which, condition = ("no", step.sought) if step.denied is None else ("every", step.denied.term)
        given = " under the hypothesis" if step.given is not None else ""
        return f"{which} point{given} satisfies {_conjunction(condition, shorthand)}"
    shown = term_text(step.term, shorthand)
    if step.bound is None:
        return f"{shown} takes the value {number(left)} twice"
    limit = value_of(term_text(step.bound, shorthand), right)
    wrong = f"{limit}: {number(left)} {step.relation} {number(right)} is false"
    if step.fold == "sum":
        return f"the sum of {shown} is {number(left)}{wrong}"
    return f"two of the numbers {shown} differ by {number(left)}{wrong}"


def value_of(formula: str, value: Any) -> str:
    """The value of a formula, behind another one: ", and 2 D is 8"; nothing of what is written as a number."""
    return "" if formula == number(value) else f", and {formula} is {number(value)}"


def _innermost(term: Term, witness: Witness) -> Term:
    while True:
        if term.operator in ("all", "permutations") and term.names[0] in witness.bindings:
            term = term.arguments[-1]
        elif len(parts := _deciding_parts(term, witness)) == 1:
            term = parts[0]
        else:
            break
    if witness.relation is not None and term.operator == "and":
        return next((part for part in term.arguments if _may_be_false_there(part, witness)), term)
    return term


def _deciding_parts(term: Term, witness: Witness) -> list[Term]:
    """Of p and q and ..., which is false: those in which the part that is known to be false decides."""
    if term.operator != "and" or equivalence(term) is not None or witness.false is None:
        return []
    return [part for part in term.arguments if _decides(witness.false, part)]


def _sides_of_equivalence(term: Term, witness: Witness) -> tuple[Term, Term] | None:
    """Of p iff q, which is false, the side that is true there and what is false of the other; None of another term.

    The false side is the one in which the part that is known to be false decides: None too where that is both.
    """
    iff = equivalence(term)
    if iff is None or witness.false is None:
        return None
    first, second = (_decides(witness.false, side) for side in iff)
    if first == second:
        return None
    true, false = iff if second else iff[::-1]
    return true, _innermost(false, witness)


def _decides(part: Term, term: Term) -> bool:
    """Whether a false part of a term may be the one that makes it false, as its failures are looked for."""
    if part == term:
        return True
    deeper = {"all": term.arguments[-1:], "permutations": term.arguments[-1:], "implies": term.arguments[-1:]}
    return any(_decides(part, inner) for inner in deeper.get(term.operator, term.arguments * (term.operator == "and")))


def _may_be_false_there(part: Term, witness: Witness) -> bool:
    """Whether a part of a condition has the relation that is false, and the values of it where it has integers."""
    sides = zip(part.arguments, (witness.left, witness.right), strict=False)
    return part.operator == witness.relation and all(
        side.operator != "integer" or side.value == value for side, value in sides
    )


def counted(judged: Sequence[Verdict], objects: Objects = ()) -> str:
    """How many of the judged steps have which verdict: "10 of 10 judged steps hold"."""
    parts: list[str] = []
    for verdict in (Verdict.REFUTED, Verdict.INCONCLUSIVE, Verdict.VACUOUS, Verdict.HOLDS):
        said = word(verdict, objects)
        single, several = ("holds", "hold") if said == Verdict.HOLDS else (f"is {said}", f"are {said}")
        count = judged.count(verdict)
        if count:
            of_all = f" of {len(judged)} judged step{'s' if len(judged) != 1 else ''}" if not parts else ""
            parts.append(f"{count}{of_all} {single if count == 1 else several}")
    return ", ".join(parts) or "no step is judged"


def concluding(judged: Mapping[str, Verdict], parts: Sequence[Part], verdict: Verdict, objects: Objects = ()) -> str:
    """The same behind the verdict: "HOLDS IN PART: 2 of 3 parts of the statement decided, 5 of 5 judged steps hold".

    A part that says nothing at an instance is not decided there: it is vacuous. One of which a step does is decided
    where it says something.
    """
    verdicts = [verdict_of_part(part, judged) for part in parts]
    decided = [
        part for part, of_part in zip(parts, verdicts, strict=True) if of_part in (Verdict.HOLDS, Verdict.REFUTED)
    ]
    partly = any(judged[step] is Verdict.VACUOUS for part in decided for step in part.steps)
    says = f" where {'they say' if len(decided) > 1 else 'it says'} something" if partly else ""
    vacuous = verdicts.count(Verdict.VACUOUS)
    of_parts = f"{len(decided)} of {len(parts)} part{'s' * (len(parts) != 1)} of the statement decided{says}"
    of_parts += f", {vacuous} vacuous, " if vacuous else ", "
    of_parts = of_parts if None in verdicts or 0 < vacuous < len(parts) else ""
    return f"{headline(verdict, objects)}: {of_parts}{counted([*judged.values()], objects)}"


def undecided(parts: Sequence[Part], claim: str = "") -> Iterator[str]:
    """Parts of a statement that are not decided, in its words, each with the reason.

    Of an instance of a `claim` also the theorems that decide it for all parameters, and the command that says so.
    """
    for part in parts:
        asked = f"exactua prove {shown_label(claim)}" if claim and part.theorems else ""
        general = f"; {part.by_theorems} ({asked})" if asked else ""
        yield f'not decided: "{part.words}": {part.why}{general}'


def whose(step: Step) -> str:
    """ "not said: " in front of a line that the text does not say, unless its words tell it."""
    return "" if step.said or UNSAID in step.says else f"{UNSAID}: "


def refuted_lines(steps: Iterable[Step]) -> str:
    """Which lines beside the statement are refuted, of its proof and of what else; nothing where none is.

    Lines that are no fault of the text stand behind: they fail in a reading of ours, or without what is not said, or
    are not said.
    """
    by: dict[tuple[str, str], list[str]] = {}
    for step in steps:
        noted = "" if step.is_fault else UNSAID if step.is_plain else _AS_NOTED[step.flaw]
        by.setdefault((step.of, noted), []).append(step.name)
    told = []
    for (of, as_noted), names in sorted(by.items(), key=lambda item: item[0][1] != ""):
        several = len(names) > 1
        are, lines = "are" if several else "is", f"line{'s' * several}"
        if as_noted == UNSAID:
            told.append(f"; {len(names)} {lines} that {are} not said there {are} refuted ({', '.join(names)})")
            continue
        where = f"{lines} of {of}" if of else f"proof {lines}"
        told.append(f"; {len(names)} {where} {are} refuted{as_noted} ({', '.join(names)})")
    return "".join(told)


_AS_NOTED: Final[Mapping[str, str]] = {
    "silently assumed": " without an assumption that is not said",
    "constants": " with a constant that is named here, no fault of the text",
    "reading": " as read here, no fault of the text",
}


def unmet(results: Iterable[Decided]) -> str:
    """Which questions are answered by no, behind a conclusion, by object; nothing where none is."""
    by: dict[str, list[str]] = {}
    for result in results:
        by.setdefault(phrase(Verdict.REFUTED, result.step.objects), []).append(result.step.name)
    return "".join(f"; {said}: {', '.join(names)}" for said, names in by.items())


def conclusion(decision: Decision) -> list[str]:
    """The last lines: the verdict of the judged steps, and what it speaks about, or why there is none."""
    parts, verdicts = decision.problem.parts, _of_judged(decision)
    text = judgement(decision)
    open_parts = [*undecided(left_open(parts, verdicts), decision.problem.label)]
    refuted = refuted_lines(result.step for result in decision.refuted_proof_lines) + unmet(decision.unmet)
    if decision.verdict is Verdict.INCONCLUSIVE:
        judged = [result for result in decision.results if result.step.name in verdicts]
        reasons = dict.fromkeys(result.reason for result in judged if result.reason and not result.without_value)
        return [text + refuted, *(f"because {reason}" for reason in reasons), *open_parts]
    every = "every" if decision.complete else "not every"
    text += f"; this speaks of this instance only, of which {every} point was decided"
    text += f", {IN_RUNS}" if decision.scope == "runs" else ""
    for what, true, names in steps_true_nowhere(decision.results):
        text += f"; {what} of {', '.join(names)} {true}"
    return [text + refuted, *open_parts]


def judgement(decision: Decision) -> str:
    """The verdict, and how many of its steps and parts say so: "REFUTED: 1 of 10 judged steps is refuted, 9 hold"."""
    return concluding(_of_judged(decision), decision.problem.parts, decision.verdict, decision.problem.objects)


def _of_judged(decision: Decision) -> dict[str, Verdict]:
    return {
        result.step.name: result.verdict for result in decision.results if result.step.name in decision.problem.judged
    }


def how(decision: Decision) -> str:
    """How long it took, by which evaluators, and how much was evaluated again."""
    if any(domain.points != 0 for domain in decision.domains) and not any(
        domain.decided for domain in decision.domains
    ):
        return f"ended after {decision.run['seconds']} s, before any point was decided"
    replayed = decision.run["replayed"]
    kept = decision.run.get("stored")
    was = "was" if kept == 1 else "were"
    stored = f"; {number_of(kept, 'point')} {was} kept by an earlier run" if kept else ""
    again = f"; {number_of(replayed, 'point')} evaluated again by the literal networks" if replayed else ""
    bits = f", reals with up to {decision.run['bits']:,} bits" if decision.run.get("bits") else ""
    return f"decided in {decision.run['seconds']} s by {evaluators(decision)}{bits}{stored}{again}{_evidence(decision)}"


def _evidence(decision: Decision) -> str:
    """How many steps the certificate has complete evidence for, and of which kind."""
    kinds = [result.evidence.kind for result in decision.results if result.evidence is not None]
    words = (("signs", "signs of affine forms"), ("witness", "their witnesses"))
    told = [f"{number_of(kinds.count(kind), 'step')} by {by}" for kind, by in words if kind in kinds]
    return f"; complete evidence: {', '.join(told)}" if told else ""


PROGRAMS: Final = {"compiled": "compiled loops", "plain": "loops in Python", "vectors": "NumPy in batches"}
"""Evaluators whose numbers have a width."""


def evaluators(decision: Decision) -> str:
    """The evaluators of a decision's steps: "compiled loops (64 bits) and exact batches".

    One that has no words here is told by its name.
    """
    names = {
        "kernel": "exact batches",
        "forms": "affine forms on cells",
        "balls": f"{_made_in_balls(decision)} in balls",
        "literal": "the literal networks, point by point",
    }
    used = {
        decision.run["engine"][result.step.name] for result in decision.results if result.points and result.step.over
    }
    told = [names.get(engine, engine) for engine in sorted(used - PROGRAMS.keys())]
    if programs := [name for engine, name in PROGRAMS.items() if engine in used]:
        told.insert(0, " and ".join(programs) + _widths(decision))
    return " and ".join(filter(None, [", ".join(told[:-1]), *told[-1:]])) or "counting alone"


def _made_in_balls(decision: Decision) -> str:
    """What makes reals in the networks of a decision, or rounds them: "softmax", "rounded layers"."""
    networks = decision.problem.networks.values()
    all_kinds = dict.fromkeys(makes_reals(network) for network in networks)
    rounding = ["rounded layers"] if any(map(rounds, networks)) else []
    return " and ".join([*(kinds for kinds in all_kinds if kinds), *rounding])


def _widths(decision: Decision) -> str:
    """What programs hold their numbers in: " (64 bits)", or, where domains differ, " (category 1: 64 bits; ...)"."""
    domains: dict[str, list[str]] = {}
    for name, width in sorted(decision.run.get("width", {}).items()):
        domains.setdefault(width, []).append(name)
    parts = [f"{', '.join(names)}: {width}" for width, names in domains.items()]
    if not parts:
        return ""
    return f" ({next(iter(domains)) if len(domains) == 1 else '; '.join(parts)})"
