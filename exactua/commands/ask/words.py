"""Answers of `ask`: as text for people and as JSON (documented in docs/json-output.md)."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import Any, Final

import gmpy2
from gmpy2 import mpq

from exactua.arithmetic.balls import shown as shown_real
from exactua.arithmetic.balls import shown_root
from exactua.arithmetic.decimals import decimal, root_bounds
from exactua.arithmetic.floors import Floor, encode_number
from exactua.arithmetic.rationals import Matrix, Rational, encode_known, encode_rational, written
from exactua.arithmetic.reals import PrecisionReached, Real, Value
from exactua.certificates.writing import matrix_data
from exactua.claims.decision import StepResult
from exactua.claims.verdicts import Verdict
from exactua.commands.ask.record import Answer, Constant, Heading, Separation, Side
from exactua.evidence.asked_constants import with_constants
from exactua.printing.machine import box
from exactua.printing.short_numbers import rounded_down, rounded_up
from exactua.printing.text import are_one, conclusion, how_many, matrix, matrix_value, number

FORMAT: Final = "exactua-ask/1"
UNDECIDED: Final = " (evaluated, not decided)"
"""Behind what was found by evaluation, where a step is open."""
DIGITS_OF_REALS: Final = 12
"""Digits to which reals are rounded."""
LONGEST_MATRIX: Final = 160
"""Characters up to which a matrix is told as it is; longer ones are in the data alone, or by the first digits."""
LONGEST_DIGITS: Final = 400
"""Characters up to which a matrix is told by the first digits of its entries."""


def report(heading: Heading, answer: Answer) -> Iterator[tuple[str, Verdict | None]]:
    """The lines about one property, each with the verdict whose colour it has (None: plain)."""
    yield f"{answer.asked}: {answer.title}", None
    width = max(len(result.step.name) for result in answer.decision.results)
    for result in answer.decision.results:
        line = f"  {result.verdict:<12} {result.step.name:<{width}}  {result.step.says}"
        yield f"{line}{how_many(result)}", result.verdict
        for detail in _details(heading, answer, result):
            yield f"  {'':<12} {detail}", None
    undecided = UNDECIDED if not decided(answer) else ""
    for constant in answer.constants:
        yield f"  {constant.says}{undecided}: {told_constant(heading, constant)}", None
    if answer.separation is not None:
        yield f"  separation{undecided}: {told_separation(heading, answer.separation)}", None
    for note in answer.notes:
        yield f"  note: {note}", None
    yield from ((line, answer.verdict) for line in conclusion_of(answer))


def decided(answer: Answer) -> bool:
    """Whether every step was decided at every point, also where one of them is refuted already."""
    results = answer.decision.results
    return not answer.alone and all(
        result.complete and result.verdict is not Verdict.INCONCLUSIVE for result in results
    )


def _details(heading: Heading, answer: Answer, result: StepResult) -> Iterator[str]:
    if result.verdict is Verdict.VACUOUS:
        yield "nothing was asserted: there is no point, or no two points, that it speaks about"
    sides = answer.counterexamples.get(result.step.name)
    if sides is None or result.witness is None:
        return
    yield f"{called(answer, result)}: {told_places(heading, sides)}"
    yield f"there: {told_values(sides)}{told_violation(result, sides)}"
    if result.step.networks() and heading.network:
        points = " ".join(f'--point "{matrix(point)}"' for point in dict.fromkeys(side.point for side in sides))
        stage = "" if heading.stage is None else f' --stage "{heading.stage}"'
        yield f"replay: exactua eval {shlex.quote(heading.network)}{stage} {points}"


def called(answer: Answer, result: StepResult) -> str:
    """Of which points a counterexample is the least, if it is known to be."""
    if result.step.name in answer.alone:
        return "counterexample"
    return "least counterexample" if result.complete else "least counterexample among the points that were decided"


def told_places(heading: Heading, sides: Sequence[Side], longest: int = LONGEST_MATRIX) -> str:
    """The points of these sides, each once; of one with more characters only which it is."""
    return " and ".join(dict.fromkeys(_place(heading, side, longest) for side in sides))


def _place(heading: Heading, side: Side, longest: int) -> str:
    shown = matrix(side.point)
    if side.rank is None:
        return f"{side.letter} = [{shown}]"
    name = heading.named(side.rank)
    return f"{side.letter} = [{shown}] ({name})" if len(shown) <= longest else f"{side.letter} = {name}"


def told_values(sides: Sequence[Side]) -> str:
    """What counts of their images."""
    shown = [_value(side.value) for side in sides]
    exact = [_exactly(side.value) for side in sides]
    if len(set(shown)) == 1 < len(shown) and _are_proved_equal(sides):
        return f"{' and '.join(side.name for side in sides)} are equal, each {shown[0]}"
    if len(set(shown)) == 1 < len(shown) and shown[0] not in exact:  # none of it is told in full
        equal = "are equal" if len({side.value for side in sides}) == 1 else "differ"
        return f"{' and '.join(side.name for side in sides)} {equal}, each {shown[0]}"
    return " and ".join(f"{side.name} = {value}" for side, value in zip(sides, shown, strict=True))


def _are_proved_equal(sides: Sequence[Side]) -> bool:
    """Whether all values are single reals that are equal by a proof."""
    values = [side.value for side in sides]
    return all(isinstance(value, Real) and are_one(values[0], value) for value in values)


def _exactly(value: Rational | Matrix) -> str:
    return matrix_value(value) if isinstance(value, tuple) else number(value)


def _value(value: Rational | Matrix) -> str:
    """The value, or of a long matrix the first digits, or its size."""
    shown = _exactly(value)
    if not isinstance(value, tuple) or len(shown) <= LONGEST_MATRIX:
        return shown
    digits = "; ".join(" ".join(map(_digits, row)) for row in value)
    if len(digits) <= LONGEST_DIGITS:
        return f"about [{digits}]"
    return f"a {len(value)} x {len(value[0])} matrix (in --format json)"


def _digits(value: Any) -> str:
    """An entry rounded to 12 digits."""
    if isinstance(value, Floor):
        return str(value)
    return shown_real(value) if isinstance(value, Real) or value.denominator != 1 else number(value)


def told_violation(result: StepResult, sides: Sequence[Side]) -> str:
    """The relation that is false, where the values don't say it by themselves."""
    witness = result.witness
    if witness is None or witness.relation in (None, "=", "!=") or len({side.value for side in sides}) < len(sides):
        return ""
    if witness.relation == "in":
        low, high = witness.right
        outside = f"outside [{number(low)}, {number(high)}]"
        return f", {outside}"
    return f": {number(witness.left)} {witness.relation} {number(witness.right)} is false"


def told_constant(heading: Heading, constant: Constant) -> str:
    """A constant, exactly where that is short, and where it is attained."""
    shown = root(constant.value) if constant.squared else about(constant.value)
    if constant.below:
        shown = f"about {decimal_root(constant.value) if constant.squared else shown_real(constant.value)}"
    if constant.outwards:
        away = (constant.value > 0) == (constant.outwards > 0)
        shown = f"about {(rounded_up if away else rounded_down)(constant.value, DIGITS_OF_REALS)}"
    if not constant.at:
        return shown
    return f"{shown}, {told_values(constant.at)} for {told_places(heading, constant.at)}"


def told_separation(heading: Heading, separation: Separation) -> str:
    """The least distance, or its bounds, with the pair that attains it, or is near to that."""
    places = told_places(heading, separation.sides)
    return f"{told_distance(separation)}: {told_values(separation.sides)} for {places}"


def told_distance(separation: Separation) -> str:
    """The least distance, or its bounds, and of what it is."""
    shown = f"at least {decimal_root(separation.squared)}" if separation.below else root(separation.squared)
    if separation.at_most is not None:
        shown += f" and at most {decimal_root(separation.at_most)}"
    return f"{shown} between {separation.of}"


def decimal_root(squared: Rational) -> str:
    """The square root of a number rounded to 12 digits, however small it is, and however long: it isn't factored."""
    return shown_root(squared)


def root(squared: Rational) -> str:
    """The square root of a number, exactly, and in brackets as a decimal rounded to nearest."""
    if gmpy2.is_square(squared.numerator) and gmpy2.is_square(squared.denominator):
        return about(mpq(gmpy2.isqrt(squared.numerator), gmpy2.isqrt(squared.denominator)))
    return f"the square root of {number(squared)} (about {decimal(_nearest_root(squared, 2))})"


def _nearest_root(value: Rational, p: int) -> Rational:
    """The decimal number of 6 digits that is nearest to value^(1/p); value >= 0."""
    low, high = root_bounds(value, p)
    return low if value < ((low + high) / 2) ** p else high


def about(value: Rational) -> str:
    """A number exactly, and in brackets as a decimal where it is not an integer."""
    if value.denominator == 1 or number(value) != written(value):
        return number(value)
    nearest = _nearest_root(abs(value), 1)
    sign = "-" if value < 0 else ""
    return f"{number(value)} ({'' if nearest == abs(value) else 'about '}{sign}{decimal(nearest)})"


def conclusion_of(answer: Answer) -> list[str]:
    """The last lines: the verdict, and what it speaks about, or why there is none."""
    name, verdict = answer.asked, answer.verdict
    if verdict is Verdict.INCONCLUSIVE:
        return conclusion(answer.decision)
    refuted = [result.step.name for result in answer.decision.results if result.verdict is Verdict.REFUTED]
    name += with_constants(answer.decision.problem, refuted)
    says = {
        Verdict.HOLDS: f"{name} holds at these points, of which every one was decided; nothing is said of others",
        Verdict.REFUTED: f"{name} does not hold at these points",
        Verdict.VACUOUS: f"{name} asserts nothing about these points",
    }[verdict]
    vacuous = [result.step.name for result in answer.decision.results if result.verdict is Verdict.VACUOUS]
    more = f"; vacuous: {', '.join(vacuous)}" if vacuous and verdict is not Verdict.VACUOUS else ""
    return [f"{verdict.upper()}: {says}{more}"]


def answer_data(heading: Heading, answer: Answer, certificate: str | None, exit_code: int) -> dict[str, Any]:
    """One property as JSON data, with its decision."""
    told = {**told_data(heading, answer), "exit_code": exit_code}
    return {**told, "box": box(answer.decision, certificate, exit_code)}


def told_data(heading: Heading, answer: Answer) -> dict[str, Any]:
    """What the answer says beside its decision, which certificates keep in their account of the run."""
    return {
        "property": answer.asked,
        "title": answer.title,
        "definition": answer.definition,
        "verdict": answer.verdict.value,
        "decided": decided(answer),
        "separation": None if answer.separation is None else _separation_data(heading, answer.separation),
        "constants": {
            constant.name: {
                "says": constant.says,
                "value": encode_number(constant.value),
                "at": [_side_data(heading, side) for side in constant.at],
            }
            for constant in answer.constants
        },
        "counterexamples": [
            {"step": step, "sides": [_side_data(heading, side) for side in sides]}
            for step, sides in answer.counterexamples.items()
        ],
        "notes": list(answer.notes),
    }


def _separation_data(heading: Heading, separation: Separation) -> dict[str, Any]:
    distance = separation.distance
    return {
        "of": separation.of,
        "squared": encode_rational(separation.squared),
        "distance": encode_known(distance),
        "at_least": separation.below,
        "at_most": encode_known(separation.at_most),
        "between": [_side_data(heading, side) for side in separation.sides],
    }


def _side_data(heading: Heading, side: Side) -> dict[str, Any]:
    return {
        "letter": side.letter,
        "point": matrix_data(side.point),
        "rank": side.rank,
        "place": None if heading.places is None or side.rank is None else heading.places[side.rank],
        "column": side.column,
        "name": side.name,
        "value": _matrix_data(side.value) if isinstance(side.value, tuple) else _number_data(side.value),
    }


def _matrix_data(matrix: Matrix) -> list[list[Any]]:
    return [[_number_data(entry) for entry in row] for row in matrix]


def _number_data(value: Value) -> Any:
    """A number of an image; None of a real that is nearer to a number of 64 bits than comparisons go."""
    try:
        return encode_number(value)
    except PrecisionReached:
        return None


def document(heading: Heading, answers: Sequence[dict[str, Any]], exit_code: int) -> dict[str, Any]:
    """All answers of one command."""
    return {"format": FORMAT, "exit_code": exit_code, **heading.data(), "answers": list(answers)}
