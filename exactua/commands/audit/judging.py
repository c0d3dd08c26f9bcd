"""One mutant put to everybody: the literal evaluator, exact batches, both verifiers, and the pin of the statement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, Literal

from exactua.certificates.writing import certificate, decided_data
from exactua.claims.decision import Decision
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.commands.audit import foreign
from exactua.commands.audit.certificate_changes import says_it_holds, says_nothing_changed
from exactua.commands.audit.certificates import verifier_code
from exactua.commands.audit.originals import Original, restricted_decision
from exactua.commands.audit.record import Answer, Judgement, Mutant, Outcome
from exactua.deciding.plan import build_domains, plan
from exactua.deciding.running import UNEVALUATED, decide
from exactua.errors import EvaluatorsDisagree, ExactuaError
from exactua.networks.serialisation import to_data as network_data
from exactua.terms.encoding import Data, canonical, sha256
from exactua.terms.language import TermError

BUDGET: Final = 60
"""Seconds that one evaluator may take for one mutant."""

EVERY_POINT: Final = 10**9
NOT_RECHECKED: Final = 3

Engine = Literal["auto", "vectors", "literal"]
Confirms = Callable[[bytes], int]
"""A verifier: its exit code for the bytes of a certificate."""


class Disagreement(ExactuaError):
    """Two of those who were asked say different things about one mutant."""


def judge(mutant: Mutant, original: Original, foreign_verifier: Path | None) -> Judgement:
    """What everybody says to a mutant of a network or a statement, `foreign_verifier` too if it is here."""
    assert mutant.problem is not None
    try:
        return _Trial(mutant, mutant.problem, original, foreign_verifier).judgement()
    except (Disagreement, EvaluatorsDisagree) as error:
        return Judgement(None, None, None, None, None, "disagreement", (), str(error))


@dataclass(frozen=True)
class Found:
    """What one evaluator found: a decision, or why there is none."""

    decision: Decision | None
    error: str = ""

    @property
    def quick(self) -> frozenset[str]:
        """The steps that another evaluator than the literal one decided."""
        engines = {} if self.decision is None else self.decision.run["engine"]
        return frozenset(name for name, engine in engines.items() if engine != "literal")

    @property
    def broken(self) -> bool:
        """Whether the mutant can't be evaluated."""
        return bool(self.error)

    def steps(self, *verdicts: Verdict) -> tuple[str, ...]:
        """The steps with one of these verdicts."""
        results = () if self.decision is None else self.decision.results
        return tuple(result.step.name for result in results if result.verdict in verdicts)


@dataclass(frozen=True)
class _Trial:
    mutant: Mutant
    problem: Problem
    original: Original
    foreign_verifier: Path | None

    def judgement(self) -> Judgement:
        """The answers of all, and what they amount to."""
        fast = _found(self.problem, "auto")
        literal = _found(self.problem, "literal") if fast.quick or fast.decision is None else fast
        _compare(literal, fast)
        traced = _by_programs(self.problem) if fast.quick else None
        if traced is not None:
            _compare(literal, traced)
        refuted = literal.steps(Verdict.REFUTED)
        said_no = tuple(step.name for step in self.problem.steps) if literal.broken and not refuted else refuted
        evaluator: Answer = "caught" if said_no else "passed"
        if not said_no and literal.steps(Verdict.VACUOUS, Verdict.INCONCLUSIVE):
            evaluator = "no answer"
        pin: Answer = "caught" if self._pin(self.problem) != self._pin(self._before().problem) else "passed"
        own = self._verified("the verifier", verifier_code, fast)
        other = (
            None
            if self.foreign_verifier is None
            else self._verified("the foreign verifier", partial(foreign.exit_code, self.foreign_verifier), fast)
        )
        outcome, remark = self._outcome(literal, evaluator, (own, other), pin)
        return Judgement(evaluator, self._fast(fast, evaluator), own, other, pin, outcome, said_no, remark)

    def _outcome(
        self, literal: Found, evaluator: Answer, verified: tuple[Answer | None, ...], pin: Answer
    ) -> tuple[Outcome, str]:
        expected = self.mutant.expected
        if expected == "weaker" and evaluator == "caught" and not literal.broken:
            raise Disagreement("it says no more than the original, which holds, and it is refuted")
        if pin == "passed":
            return "survived", "it has the hash of the original"
        believed = [name for name, answer in zip(VERIFIERS, verified, strict=True) if answer == "passed"]
        if evaluator != "passed" and believed:
            return "survived", f"{' and '.join(believed)} accepts that nothing is wrong with it"
        if expected == "weaker":
            return ("no answer", literal.error) if literal.broken else ("weaker", "")
        if evaluator == "caught":
            return "caught", literal.error
        if expected == "false":
            return "survived", "it is false by the way it is made, and every evaluator passes it"
        return ("harmless", "") if evaluator == "passed" else ("no answer", self._reason(literal))

    def _reason(self, literal: Found) -> str:
        results = () if literal.decision is None else literal.decision.results
        reasons = [result.reason or "it asserts nothing" for result in results if result.verdict is not Verdict.HOLDS]
        return "; ".join(dict.fromkeys(reasons))

    def _fast(self, fast: Found, evaluator: Answer) -> Answer | None:
        """The answer for the steps that batches or affine forms decide; None where they decide none of those asked."""
        asked = set(fast.steps(Verdict.REFUTED)) or {step.name for step in self.problem.steps}
        return evaluator if fast.quick & asked else None

    def _verified(self, who: str, confirms: Confirms, fast: Found) -> Answer:
        """What a verifier says: it has to confirm the honest certificate, and to refuse every lie."""
        if fast.decision is not None:
            code = confirms(certificate(fast.decision).encode())
            if code == NOT_RECHECKED:
                return "no answer"
            if code:
                raise Disagreement(f"{who} does not confirm what the evaluators found (exit code {code})")
        lies = list(self._lies(fast))
        if not lies or any(confirms(lie) == 0 for lie in lies):
            return "passed"
        return "caught" if fast.broken or fast.steps(Verdict.REFUTED) else "no answer"

    def _lies(self, fast: Found) -> Iterator[bytes]:
        """Certificates that say of the mutant, step by step, that it holds as the original does."""
        if fast.decision is not None:
            for name in fast.steps(Verdict.REFUTED, Verdict.VACUOUS):
                yield says_it_holds(restricted_decision(fast.decision, (name,)), (name,))
            if not fast.broken:
                for name in fast.steps(Verdict.INCONCLUSIVE):
                    yield says_it_holds(restricted_decision(fast.decision, (name,)), (name,))
        if fast.broken:
            yield says_nothing_changed(self._before(), self.problem)

    def _before(self) -> Decision:
        return restricted_decision(self.original.decision, [step.name for step in self.problem.steps])

    def _pin(self, problem: Problem) -> str:
        """What pins a problem: the hash of each statement and, in the digest of its certificate, the networks."""
        pinned: list[Data] = [problem.statement_hash(step) for step in problem.steps]
        if self.mutant.over == "network":
            pinned.append({name: network_data(network) for name, network in problem.networks.items()})
        return sha256(pinned)


VERIFIERS: Final = ("the verifier", "the foreign verifier")


def _found(problem: Problem, engine: Engine) -> Found:
    """What an evaluator finds by itself. Cells have no literal decision: their samples are all replayed literally."""
    cells = any(spec.kind == "cells" for spec in problem.domains)
    replayed = EVERY_POINT if cells and engine == "auto" else 0
    try:
        decision = decide(problem, engine=engine, budget=BUDGET, replayed=replayed)
        _ = problem.values  # a definition without a value that no step uses leaves nothing to certify
    except EvaluatorsDisagree:
        raise
    except ExactuaError as error:
        return Found(None, f"{UNEVALUATED}{error}")
    return Found(decision, _unevaluated(problem, decision))


def _by_programs(problem: Problem) -> Found | None:
    """What traced programs find, with exact batches where they say nothing; None where no step can be traced."""
    try:
        plan(problem, "vectors")
    except ExactuaError:
        return None
    return _found(problem, "vectors")


def _unevaluated(problem: Problem, decision: Decision) -> str:
    """Why some term has no value at some point, if one has none; other reasons why points are missing don't count."""
    if all(domain.complete for domain in decision.domains):
        return ""
    try:
        build_domains(problem)  # cells are cut by evaluating the steps
    except TermError as error:
        return f"{UNEVALUATED}{error}"
    except ExactuaError:
        return ""
    reasons = (result.reason or UNEVALUATED for result in decision.results if not result.complete)
    return next((reason for reason in reasons if reason.startswith(UNEVALUATED)), "")


def _compare(literal: Found, fast: Found) -> None:
    """Raises Disagreement where the two evaluators did not find the same, to the byte of the certificate."""
    if literal.broken != fast.broken:
        said = [evaluation.error or "it can be evaluated" for evaluation in (literal, fast)]
        raise Disagreement(f"by the literal networks: {said[0]}; by exact batches: {said[1]}")
    if literal.broken or literal.decision is None or fast.decision is None:
        return
    first, second = decided_data(literal.decision), decided_data(fast.decision)
    if canonical(first) == canonical(second):
        return
    steps, differ = literal.decision.problem.steps, False
    for record, other_record, step in zip(first["steps"], second["steps"], steps, strict=True):
        inconclusive = Verdict.INCONCLUSIVE.value in (record["verdict"], other_record["verdict"])
        if inconclusive and record != other_record and literal.decision.problem.speaks_of_reals(step):
            differ = True  # one of the two compares reals that the other gives up at the cap: that is no other answer
            continue
        for key in record:
            if record[key] != other_record[key]:
                raise Disagreement(
                    f"{record['name']}.{key}: {canonical(record[key])[:200]} by the literal networks, "
                    f"{canonical(other_record[key])[:200]} by batches"
                )
    if not differ:
        raise Disagreement("the literal networks and exact batches write different certificates")
