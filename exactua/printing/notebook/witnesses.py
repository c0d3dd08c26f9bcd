"""A counterexample: the point(s), the relation that is false there with both exact values, and how to see it again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exactua.claims.decision import StepResult, Witness
from exactua.claims.lettering import placed_points
from exactua.claims.problem import Problem, Step
from exactua.claims.registry import find
from exactua.claims.verdicts import Verdict
from exactua.errors import ExactuaError
from exactua.printing.documents import BREAK, Code, Document, Fields, Paragraph, Strong, Words
from exactua.printing.mathematics_in_words import typeset
from exactua.printing.notebook import formulas
from exactua.printing.notebook.problems import placed
from exactua.printing.text import (
    KNOWN,
    counterexample,
    matrix_value,
    number,
    replay_command,
    short_matrix,
    spelled,
    violated,
)

LEAST = "least counterexample"
OF_DECIDED = "least counterexample among the points that were decided"
WANTING = "why it is refuted"
AS_COUNTED = "as the terms count them, which may be in units of delta"
"""In which unit the values are where it is not known of which problem they are."""


def prompt(witness: Witness) -> Iterator[str]:
    """The lines at the prompt."""
    result = witness.refutes
    if result is None or result.problem is None:
        yield "Witness"
        yield from (f"  point: [{short_matrix(point)}]" for point in witness.points)
        yield f"  {_bare(witness)}"
        return
    yield f"Witness against {result.step.name} of {placed(result.problem)}"
    yield from (f"  {line}" for line in lines(result))


def document(witness: Witness) -> Document:
    """The same typeset."""
    result = witness.refutes
    if result is None or result.problem is None:
        points = [("point", f"[{short_matrix(point)}]") for point in witness.points]
        return Document([Fields([*points, ("there", _bare(witness))])], None)
    head = Paragraph((Strong(result.step.name), f" of {placed(result.problem)}: {title(result)}"))
    return Document([head, Fields(fields(result))], None)


def title(result: StepResult) -> str:
    """Of which points it is the least; of what says that there is something, and is refuted, no points are."""
    if result.verdict is Verdict.REFUTED and result.step.exists:
        return WANTING
    return LEAST if result.complete else OF_DECIDED


def lines(result: StepResult) -> Iterator[str]:
    """What `check` prints under a refuted step: point, values, the command that replays it; none of other steps."""
    told = _told(result)
    yield from told if result.problem is None or has_command(result.problem, result.step) else told[:-1]


def where(result: StepResult) -> str:
    """The points alone, in one line: "least counterexample: L = [0 1/2]"; "" where there is none."""
    return "; ".join(_told(result)[:-2])


def there(result: StepResult) -> str:
    """What is false there, with both values; "" of a step without a counterexample."""
    return "".join(_told(result)[-2:-1])


def _told(result: StepResult) -> list[str]:
    if result.problem is None:
        return []
    if result.witness is None and result.known is not None:
        return [*counterexample(result.problem, result.step, result.known, what=KNOWN)]
    if result.witness is None:
        return []
    return [*counterexample(result.problem, result.step, result.witness, result.complete)]


def has_command(problem: Problem, step: Step) -> bool:
    """Whether a command decides the same step: its label is known, and means this step about these networks.

    A claim that was read from somebody's own file is known by its address: the file is not run again to be shown. One
    that is made at the prompt, or by the script that runs, has no address.
    """
    if problem.address:
        return problem.others.isdisjoint({step.name, *step.networks()})
    try:
        claim, _ = find(problem.command)
        known = claim.step(step.name)
        if claim.statement_hash(known) != problem.statement_hash(step):
            return False
        names = problem.networks.keys() & step.networks()
        return all(claim.networks[name](problem.parameters) == problem.networks[name] for name in names)
    except (ExactuaError, KeyError):
        return False


def fields(result: StepResult) -> list[tuple[str, Words]]:
    """The points typeset, what is false there, and the command that replays it; nothing of other steps."""
    witness, problem, step = result.witness, result.problem, result.step
    if witness is None or problem is None:
        return []
    points: list[Words] = []
    for name, point, at in placed_points(problem, step, witness):
        place = "" if at is None else f" ({step.over[at[0]].name}, rank {at[1]})"
        word = spelled(step.over, point)
        points.append((f"{name} = {word}" if word else formulas.matrix(name, point), place))
    said: list[tuple[str, Words]] = [("false", typeset(violated(problem, step, witness)))]
    if has_command(problem, step):
        said.append(("replay", Code(replay_command(problem, step, witness))))
    shown: list[tuple[str, Words]] = [("at", _broken(points))] if points else []
    return [*shown, *said]


def _broken(lines_of_cell: Sequence[Words]) -> Words:
    pieces: list[str] = []
    for k, line in enumerate(lines_of_cell):
        pieces += [BREAK] * (k > 0)
        pieces += [line] if isinstance(line, str) else line
    return tuple(pieces)


def _bare(witness: Witness) -> str:
    """What is false, without a formula, of a counterexample by itself."""
    if witness.relation is None:
        return "the assertion is false"
    left, right = (
        f"[{', '.join(map(number, side))}]" if isinstance(side, tuple) and not _is_matrix(side)
        else matrix_value(side) if isinstance(side, tuple) else number(side)
        for side in (witness.left, witness.right)
    )  # fmt: skip
    return f"false there: {left} {witness.relation} {right}, {AS_COUNTED}"


def _is_matrix(side: tuple[object, ...]) -> bool:
    return all(isinstance(row, tuple) for row in side)
