"""`limit --certify`: a claim decided of its networks with softmax for hardmax, the output of each layer rounded.

The model: softmax[lambda A] stands for hardmax[A], every layer is computed exactly, and each entry of its output is
then rounded once to a format, to nearest, ties to even. Points, weights and factors are not rounded. What is decided
are the claim's own statement steps, at all points of the instance, as `check` decides them; the certificate is an
ordinary one.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Final

from exactua.arithmetic import balls
from exactua.arithmetic.balls import dyadic_power
from exactua.arithmetic.float_formats import BY_NAME, FloatFormat
from exactua.arithmetic.messages import quoted
from exactua.arithmetic.rationals import Rational, written
from exactua.arithmetic.reals import PrecisionReached
from exactua.certificates import writing
from exactua.certificates.writing import CERTIFICATE, certificate, cut, file_name, recorded
from exactua.claims.claim import Claim
from exactua.claims.decision import Decision
from exactua.claims.lettering import matrices
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.console.deadlines import Deadline
from exactua.deciding.running import UNEVALUATED
from exactua.deciding.shards import Progress
from exactua.errors import InputError
from exactua.evidence.boxes import exit_code, joint_exit_code, require_evaluated
from exactua.evidence.evaluating import require_walkable
from exactua.evidence.statements import instance
from exactua.networks import Network
from exactua.networks.items import fixed_columns, rounds
from exactua.networks.layer import NoValue
from exactua.networks.retouching import has_hardmax, rounded, softened
from exactua.output_files import require_folder, require_writable
from exactua.proving import apart
from exactua.python_files import FileFails
from exactua.reprs import RichRepr


@dataclass(frozen=True)
class Underflow:
    """A weight of attention that is above 0 and at most half of a format's least number: rounded, it would be 0."""

    network: str
    layer: int
    head: int
    of: int
    """The token that attends, from 1."""
    to: int
    """The token that it attends to."""
    weight: str
    """The weight, rounded to a few digits."""


@dataclass(frozen=True)
class Rounding:
    """What became of the claim at one factor, in one format."""

    factor: Rational
    form: FloatFormat
    decision: Decision
    underflow: Underflow | None = None
    """The first one at the first point of the first counterexample, if there is one."""

    @property
    def verdict(self) -> Verdict:
        """That of the decision."""
        return self.decision.verdict

    @property
    def exit_code(self) -> int:
        """The exit code of `check`."""
        return exit_code(self.decision)

    @property
    def is_certified(self) -> bool:
        """Whether there is a certificate of it: some step has a value everywhere."""
        return bool(recorded(self.decision).results)

    def certificate_text(self) -> str:
        """The text of its certificate, an ordinary one, without steps that have no value somewhere.

        Raises InputError where none is left.
        """
        return certificate(self.decision)

    @property
    def where(self) -> str:
        """What is put behind the name of its certificate: "bfloat16.lambda16"."""
        return f"{self.form.name}.lambda{re.sub('[^0-9]+', '_', written(self.factor))}"


@dataclass(frozen=True, repr=False)
class RoundedLimit(RichRepr):
    """A claim at an instance: with hardmax, exactly, and with softmax, rounded, at each factor in each format."""

    _told_by: ClassVar[str] = "exactua.commands.limit.rounded_words"

    exact: Decision
    """The statement steps, of the networks as the claim has them."""
    rows: tuple[Rounding, ...]
    """Format by format in each factor's turn."""
    files: tuple[Path | None, ...] = ()
    """Where the certificate of each row was written."""

    @property
    def problem(self) -> Problem:
        """The claim at the instance."""
        return self.exact.problem

    @property
    def exit_code(self) -> int:
        """That of several checks: 0 where the statement holds in all rows, 1 where it is refuted in one."""
        return joint_exit_code(row.exit_code for row in self.rows)

    def __getitem__(self, asked: tuple[Any, str]) -> Rounding:
        """The row of a factor and a format: `found[1024, "bfloat16"]`. Raises KeyError where there is none."""
        factor, form = asked
        for row in self.rows:
            if row.factor == factor and row.form.name == form:
                return row
        raise KeyError(asked)

    def written(self, path: Path | None) -> RoundedLimit:
        """The same, with its certificates in a file, or in a folder where there are several; None: in .exactua."""
        several = sum(row.is_certified for row in self.rows) > 1
        files = list[Path | None]()
        for row in self.rows:
            if not row.is_certified:
                files.append(None)
                continue
            file = path if path is not None and not several else (path or FOLDER) / self._name(row)
            writing.write(file, row.certificate_text())
            files.append(file)
        return replace(self, files=tuple(files))

    def _name(self, row: Rounding) -> str:
        stem = file_name(self.problem, ()).removesuffix(".json")
        return f"{cut(f'{stem}.{row.where}')}.json"


FOLDER: Final = Path(".exactua")


def require_places(path: Path | None, count: int) -> None:
    """Raises InputError where no file, or for several certificates no file in a folder, can be written there."""
    if path is None or count > 1:
        require_folder(path or FOLDER, "certificate")
    else:
        require_writable(path, "certificate", CERTIFICATE)


def formats_named(names: Sequence[str]) -> tuple[FloatFormat, ...]:
    """The formats of these names, each once. Raises InputError for another name."""
    for name in names:
        if name not in BY_NAME:
            raise InputError(f"dtype: {quoted(name)} is not a format; write one of {', '.join(BY_NAME)}")
    return tuple(BY_NAME[name] for name in dict.fromkeys(names))


def rounded_limit(
    claim: Claim,
    box: Mapping[str, int | str],
    factors: Sequence[Rational],
    formats: Sequence[FloatFormat],
    *,
    budget: float = 600,
    progress: Progress | None = None,
) -> RoundedLimit:
    """The claim's statement decided of its networks, and of the softened and rounded ones; `budget` is in seconds.

    Raises InputError for a claim whose statement speaks of no network with hardmax, or of one that has a rounded layer
    already, and for networks of more than 1,000,000 layers; EvaluatorsDisagree where two evaluators differ.
    """
    deadline = Deadline.of(budget)
    problem = statement(claim, box)
    exact = apart.decide(problem, budget=max(0, deadline.left))
    require_evaluated(exact)
    asked, rows = [(factor, form) for factor in factors for form in formats], list[Rounding]()
    for factor, form in asked:
        rows.append(_rounding(problem, factor, form, deadline))
        if progress is not None:
            progress(len(rows), len(asked))
    return RoundedLimit(exact, tuple(rows))


def statement(claim: Claim, box: Mapping[str, int | str]) -> Problem:
    """The judged steps of the claim at an instance.

    Raises InputError where none speaks of a network with hardmax, or one of a network that has a rounded layer.
    """
    claim.require_steps()
    if not claim.networks:
        raise InputError(f"claim: {claim.label} has no network")
    whole = instance(claim, box)
    problem = replace(whole, steps=tuple(step for step in whole.steps if step.name in whole.judged)).reached
    if not any(map(has_hardmax, problem.networks.values())):
        raise InputError(
            f"claim: the statement of {claim.label} speaks of no network with hardmax, for which there is a softmax"
        )
    for name, network in problem.networks.items():
        if rounds(network):
            raise InputError(
                f"claim: {name} of {claim.label} has a rounded layer already, and a layer is rounded once; "
                "decide it by exactua check"
            )
        require_walkable(network, name, ", so take a smaller d or a larger delta")
    return problem


def _rounding(problem: Problem, factor: Rational, form: FloatFormat, deadline: Deadline) -> Rounding:
    networks = {name: rounded(softened(network, factor), form.name) for name, network in problem.networks.items()}
    decision = _decided(problem.with_networks(networks), deadline)
    return Rounding(factor, form, decision, next(_underflows(decision, form), None))


def _decided(problem: Problem, deadline: Deadline) -> Decision:
    """The decision; a step of which a network has no value at some point is inconclusive by itself."""
    decision, overflow = _with_a_value(problem, deadline)
    if decision is not None:
        return decision
    began, lost = time.monotonic(), dict[str, str]()
    for step in problem.steps:
        alone = replace(problem, steps=(step,), judged=(step.name,), parts=())
        if step.networks() and (overflow := _with_a_value(alone, deadline)[1]):
            lost[step.name] = f"{UNEVALUATED}{overflow}"
    rest = apart.without(problem, [*lost])
    decided = None if rest is None else _with_a_value(rest, deadline)[0]
    return apart.joined(problem, decided, lost, time.monotonic() - began)


def _with_a_value(problem: Problem, deadline: Deadline) -> tuple[Decision | None, str]:
    """The decision; or None, and which entry of which layer overflows at which point."""
    try:
        return apart.decide(problem, budget=max(0, deadline.left)), ""
    except NoValue as error:
        return None, str(error)
    except FileFails as error:
        if not isinstance(error.error, NoValue):
            raise
        return None, str(error)


def _underflows(decision: Decision, form: FloatFormat) -> Iterator[Underflow]:
    """Weights of attention at the first point of the first counterexample that are 0 once they are rounded."""
    refuted = (result for result in decision.results if result.witness is not None and result.step.networks())
    for result in refuted:
        assert result.witness is not None
        points = [*matrices(result.step.over, result.witness.points)]
        names = sorted(result.step.networks())
        for name in names if points else ():
            yield from _in_network(name, decision.problem.networks[name], points[0], form)
        return


def _in_network(name: str, network: Network, point: Any, form: FloatFormat) -> Iterator[Underflow]:
    fixed = fixed_columns(network.items)
    if len(point) != network.d or (fixed is not None and fixed[0] != len(point[0])):
        return
    half, state = dyadic_power(form.finest - 1), point
    with suppress(NoValue, PrecisionReached):  # behind the layers that the step asks for, an entry may have no value
        for number, layer in enumerate(network.layers(), 1):
            for head, (_, weights) in enumerate(layer.attention(state), 1):
                for to, row in enumerate(weights, 1):
                    for of, weight in enumerate(row, 1):
                        if 0 < weight <= half:
                            yield Underflow(name, number, head, of, to, balls.shown(weight, 3))
            state = layer.apply(state)
