"""Whose statement a certificate decides: the claim of its name is made anew and compared with what the file says.

A certificate decides its own statements, whatever name it gives them. Only claims that come with exactua, or that the
caller hands over, are compared: nothing that a certificate names is imported or opened.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from exactua import __version__
from exactua.arithmetic.messages import plain
from exactua.certificates.reading import parameter_value
from exactua.certificates.writing import matrix_data, parts_data
from exactua.claims.claim import Claim
from exactua.claims.own_data import OWN_DATA
from exactua.claims.problem import QUESTION, Problem
from exactua.claims.registry import find, labels
from exactua.claims.verdicts import Scope, StepKind
from exactua.errors import InputError, TooLarge
from exactua.evidence.certificate_steps import other_profiles
from exactua.networks.serialisation import to_data as network_data
from exactua.python_files import is_own
from exactua.python_files import shown as shown_path
from exactua.terms.encoding import Data, canonical
from exactua.verifier import shown

LARGEST_MATRIX_BITS: Final = 4_000_000
"""max(d, n)^2 times the bits of 1/delta: no claim's networks are built above that."""

LARGEST_PARAMETER: Final = 1_000_000
"""Of the parameters other than d, n and 1/delta."""

MOST_NAMED: Final = 3


class Whose(StrEnum):
    """Whose statement it is, by the name that the certificate gives it."""

    INSTALLED = "installed"
    OTHER_NETWORK = "another network"
    OTHER_STATEMENT = "another statement"
    UNKNOWN = "unknown"
    NOT_COMPARED = "not compared"

    @property
    def exit_code(self) -> int:
        """1 for another statement under the claim's name, 3 where it was not compared, else 0."""
        return {Whose.OTHER_STATEMENT: 1, Whose.NOT_COMPARED: 3}.get(self, 0)


@dataclass(frozen=True)
class Answer:
    """Whose statement it is, in one sentence for people, and what else differs."""

    whose: Whose
    sentence: str
    remarks: tuple[str, ...] = ()
    meets: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Of a claim as it is installed: the steps that ask whether an object meets a definition, each with the object."""


class _Other(Exception):
    """Why it is not the statement of the claim."""


def whose_statement(decided: Mapping[str, Any], claims: Iterable[Claim] = (), version: str | None = None) -> Answer:
    """Whose statement the hashed part of a confirmed certificate decides.

    `claims` are compared beside those that come with exactua. `version` is what the file says of the exactua that made
    it: anybody can write that, so it changes no answer. What takes too long (a TimeoutError) or too much memory, or is
    too large to be built, is not compared.
    """
    label = decided["claim"]
    try:
        claim = None if label is None else _known(label, claims)
        if claim is None:
            return Answer(Whose.UNKNOWN, _unknown(label))
        answer = _of_limit(claim, decided) if decided["scope"] == "limit" else _of_steps(claim, decided)
    except (TimeoutError, MemoryError):
        return not_compared(label)
    except TooLarge as error:
        return not_compared(label, str(error))
    except Exception as error:  # the last resort: what surprises a claim that is built confirms nothing
        return not_compared(label, f"the claim can't be built ({type(error).__name__}: {plain(str(error))})")
    if version in (None, __version__) or answer.whose not in (Whose.OTHER_NETWORK, Whose.OTHER_STATEMENT):
        return answer
    said = f"the file says that exactua {plain(str(version))} made it, which anybody can write"
    return Answer(answer.whose, answer.sentence, (*answer.remarks, said))


def _known(label: str, claims: Iterable[Claim]) -> Claim | None:
    """The claim with this full label: one that comes with exactua, else one of those that were handed over."""
    if label in labels():
        return find(label)[0]
    return next((claim for claim in claims if claim.label == label), None)


def _unknown(label: str | None) -> str:
    if label is None:
        return "it names no claim: what it says is its own"
    if label.startswith(QUESTION):
        return "it calls itself a question of ask, about the network that stands in it: there is no claim to compare"
    if label.startswith(OWN_DATA):
        return "it calls itself a claim about data of one's own, which stand in it: there is no claim to compare"
    known = f"known here (exactua {__version__}; --claims FILE adds yours)"
    return f"no claim of this name is {known}, so what it states was not compared with one"


def not_compared(label: str, why: str = "it takes more time or memory than it may") -> Answer:
    """The answer where the claim could not be built."""
    return Answer(Whose.NOT_COMPARED, f"not compared with {shown(label)} as installed: {why}")


def _installed(claim: Claim) -> str:
    """How a claim is called: "yun2020:lemma8 as installed (exactua 1.0.0)"; that of a file with its path."""
    if claim.written is not None:
        file = claim.written.file
        return f"{claim.label} as {shown(shown_path(file) if is_own(claim.found_by) else file.name)} has it"
    return f"{claim.label} as installed (exactua {__version__})"


# ---- statements --------------------------------------------------------------------------------------------------


def _of_steps(claim: Claim, decided: Mapping[str, Any]) -> Answer:
    try:
        _require_same_steps(claim, decided["steps"])
        problem = _instance(claim, decided)
        _require_same_parts(claim, decided)
    except _Other as other:
        return Answer(Whose.OTHER_STATEMENT, str(other))
    judged, remarks = _judged(claim, decided["judged"]), _other_words(claim, decided)
    general = decided["scope"] == Scope.GENERAL
    others = _other_profiles(claim, decided) if general else _other_networks(claim, problem, decided["networks"])
    if others:
        return Answer(Whose.OTHER_NETWORK, f"the statements of {_installed(claim)}, with {others}{judged}", remarks)
    if general:
        remarks = (*remarks, *_left_open(decided["profiles"]))
    meets = {step.name: step.meets for step in claim.steps if step.meets is not None}
    return Answer(Whose.INSTALLED, f"every statement is that of {_installed(claim)}{judged}", remarks, meets)


def _require_same_steps(claim: Claim, records: Sequence[Mapping[str, Any]]) -> None:
    """Raises _Other where a step is not one of the claim's: by its statement hash, or by what kind of step it is."""
    known = {step.name: step for step in claim.steps}
    foreign = [record["name"] for record in records if record["name"] not in known]
    if foreign:
        raise _Other(f"{_steps(foreign)} {'is' if len(foreign) == 1 else 'are'} none of {_installed(claim)}")
    changed = [
        record["name"]
        for record in records
        if record["statement"] != claim.statement_hash(known[record["name"]])
        or record["kind"] != known[record["name"]].kind
    ]
    if changed:
        word = "is not that" if len(changed) == 1 else "are not those"
        raise _Other(f"{_steps(changed)} {word} of {_installed(claim)}")


def _require_same_parts(claim: Claim, decided: Mapping[str, Any]) -> None:
    """Raises _Other where the parts of the statement are others: by their words, steps, or reasons to be left open."""
    chosen = [claim.step(record["name"]) for record in decided["steps"]]
    if canonical(parts_data(claim.judged_parts(chosen, decided["judged"]))) != canonical(decided["parts"]):
        raise _Other(f"the parts of its statement are not those of {_installed(claim)}")


def _instance(claim: Claim, decided: Mapping[str, Any]) -> Problem:
    """The claim at the parameters of the certificate, without its networks. Raises _Other where it isn't stated there.

    Raises TooLarge for an instance whose networks would be too large.
    """
    values = {name: parameter_value(value, name) for name, value in decided.get("parameters", {}).items()}
    if decided["scope"] == Scope.GENERAL:
        values = {"d": 1, "m": 2, **values}  # all d and m
    foreign = sorted(values.keys() - {parameter.name for parameter in claim.parameters})
    if foreign:
        raise _Other(f"{_installed(claim)} has no parameter {_few([shown(name) for name in foreign])}")
    _require_small(values)
    try:
        problem = claim.problem(values, with_networks=False)
    except TooLarge:
        raise
    except InputError as error:
        raise _Other(f"{_installed(claim)} is not stated there: {error}") from None
    if dict(problem.parameters) != values:
        missing = ", ".join(problem.parameters.keys() - values.keys())
        raise _Other(f"{_installed(claim)} needs a value of {missing}")
    return problem


def _require_small(values: Mapping[str, int | str]) -> None:
    d, n, m = (value if isinstance(value := values.get(name, 1), int) else 1 for name in "dnm")
    others = [value for name, value in values.items() if name not in ("d", "n", "m") and isinstance(value, int)]
    if max(d, n, 1) ** 2 * m.bit_length() > LARGEST_MATRIX_BITS or any(abs(x) > LARGEST_PARAMETER for x in others):
        raise TooLarge("the instance is too large to build the claim's networks")


def _judged(claim: Claim, judged: Sequence[str]) -> str:
    """What is judged, where it is not the whole statement as written."""
    statements = [step.name for step in claim.steps if step.kind is StepKind.STATEMENT]
    if set(judged) == set(statements):
        return ""
    if tuple(judged) == claim.judged_steps((), "repaired")[1]:
        return "; its repaired steps are judged"
    if not judged:
        return "; none of its steps is judged"
    return f"; only its {_steps(judged)} {'is' if len(judged) == 1 else 'are'} judged, not its whole statement"


def _other_words(claim: Claim, decided: Mapping[str, Any]) -> tuple[str, ...]:
    """What the certificate says to people in other words than the claim: no statement hash is about words."""
    says = {step.name: step.says for step in claim.steps}
    other = [key for key in ("title", "source") if decided[key] != getattr(claim, key)]
    other += [
        f"what {shown(record['name'])} says" for record in decided["steps"] if record["says"] != says[record["name"]]
    ]
    return (f"in other words than the claim's: {_few(other)}",) if other else ()


def _steps(names: Sequence[str]) -> str:
    return f"{'step' if len(names) == 1 else 'steps'} {_few([shown(name) for name in names])}"


def _few(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


# ---- networks ----------------------------------------------------------------------------------------------------


def _other_networks(claim: Claim, problem: Problem, networks: Mapping[str, Data]) -> str:
    """ "another network: g_c", where one is not that of the claim at this instance; "" where all are."""
    other = [name for name, data in networks.items() if not _is_network(claim, name, problem, data)]
    return f"another network: {_few([shown(name) for name in other])}" if other else ""


def _is_network(claim: Claim, name: str, problem: Problem, data: Data) -> bool:
    if name not in claim.networks or data["d"] != problem.parameters.get("d", data["d"]):
        return False
    return canonical(network_data(claim.networks[name](problem.parameters))) == canonical(data)


def _other_profiles(claim: Claim, decided: Mapping[str, Any]) -> str:
    """The same of the profiles of a certificate for all D."""
    n = parameter_value(decided["parameters"]["n"], "n")
    assert isinstance(n, int)
    other = other_profiles(claim, n, decided["profiles"])
    return f"another profile: {_few([shown(name) for name in other])}" if other else ""


def _left_open(profiles: Iterable[str]) -> tuple[str, ...]:
    """What stays open about networks of which a certificate has the profile for all D alone."""
    from exactua.proving.symbolic.general import COMPARED_AT

    where, named = ", ".join(f"({d}, {m})" for d, m in COMPARED_AT), _few([shown(name) for name in profiles])
    told = f"that {named} has this profile is compared at (d, 1/delta) = {where}, and not proved for all"
    return (told,) if named else ()


def _of_limit(claim: Claim, decided: Mapping[str, Any]) -> Answer:
    """A limit is about a network and points, and no step of the claim."""
    try:
        problem = _instance(claim, decided)
    except _Other as other:
        return Answer(Whose.OTHER_STATEMENT, str(other))
    same = (name for name in claim.networks if _is_network(claim, name, problem, decided["network"]))
    name = next(same, None)
    if name is None:
        return Answer(Whose.OTHER_NETWORK, f"its network is none of {_installed(claim)}")
    return Answer(
        Whose.INSTALLED,
        f"its network is {name} of {_installed(claim)}",
        (_whose_points(claim, problem, name, {canonical(point) for point in decided["points"]}),),
    )


def _whose_points(claim: Claim, problem: Problem, network: str, points: set[str]) -> str:
    from exactua.commands.limit.instances import of_claim

    try:
        known = {canonical(matrix_data(point)) for point in of_claim(claim, problem.parameters, network).points}
    except InputError as error:
        return f"its points are not compared with those that the claim's steps speak of: {error}"
    if not points <= known:
        return "its points are not those that the claim's steps speak of"
    return f"its points are {len(points):,} of the {len(known):,} that the claim's steps speak of"
