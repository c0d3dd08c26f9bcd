"""Certificates that lie: hashed again, with everything as it should be but for what is said to hold."""

from __future__ import annotations

from collections.abc import Collection

from exactua.certificates.writing import decided_data, laid_out, values_data
from exactua.claims.decision import Decision
from exactua.claims.problem import Problem, definitions_data
from exactua.claims.verdicts import Verdict
from exactua.commands.audit.certificate_changes import judged_again
from exactua.errors import ExactuaError
from exactua.networks.serialisation import to_data as network_data
from exactua.terms.encoding import Data, to_data


def rehashed(decided: Data) -> bytes:
    """A certificate with this hashed part and its true digest."""
    return laid_out(decided, {}).encode("ascii")


def says_it_holds(decision: Decision, names: Collection[str]) -> bytes:
    """The decision's certificate, but these steps are said to hold: no failure, no witness, everything else is true."""
    decided = decided_data(decision)
    for step in decided["steps"]:
        if step["name"] in names:
            step |= {"verdict": Verdict.HOLDS.value, "failures": 0, "witness": None, "reason": None}
    return rehashed(judged_again(decided))


def says_nothing_changed(before: Decision, problem: Problem) -> bytes:
    """What was found of the original, said of a changed problem with the same steps: statement hashes are true."""
    decided, problem = decided_data(before), problem.reached
    for record, step in zip(decided["steps"], problem.steps, strict=True):
        record |= {
            "term": to_data(step.term),
            "given": None if step.given is None else to_data(step.given),
            "fold": step.fold_data,
            "bound": None if step.bound is None else to_data(step.bound),
            "relation": step.relation,
            "over": [spec.name for spec in step.over],
            "statement": problem.statement_hash(step),
        }
    specs = {spec.name: spec for spec in problem.domains}
    for domain in decided["domains"]:
        if domain["name"] in specs:
            domain["spec"] = specs[domain["name"]].data()
    decided["domains"] = [domain for domain in decided["domains"] if domain["name"] in specs]
    decided["networks"] = {name: network_data(network) for name, network in problem.networks.items()}
    decided["definitions"] = definitions_data(problem.definitions)
    decided["values"] = _values(problem, decided["values"])
    return rehashed(decided)


def _values(problem: Problem, before: Data) -> Data:
    """The values of the definitions, those of before where they have none."""
    try:
        return values_data(problem)
    except ExactuaError:
        return before
