"""From a certificate back to the problem that it decides (docs/certificate-format.md): everything is checked.

What is read may come from anybody. Whatever is wrong is an InputError, one sentence with the place of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Final

from exactua.arithmetic.json_values import array_at, object_at, parsed, string_at
from exactua.arithmetic.messages import quoted
from exactua.arithmetic.rationals import decode_integer
from exactua.certificates.writing import FORMAT, laid_out
from exactua.claims.folds import OwnFold, own_fold_from
from exactua.claims.given import RELATIONS_OF_FOLDS
from exactua.claims.problem import FOLDS, Problem, Step
from exactua.claims.verdicts import POINT_SCOPES, Part, PointScope, StepKind
from exactua.errors import InputError
from exactua.file_access import read_bytes
from exactua.grids.categories import DomainSpec, terms_of
from exactua.grids.decoding import number_term, spec_from_data
from exactua.networks import Network
from exactua.networks.serialisation import from_data as network_from_data
from exactua.reprs import ShortRepr
from exactua.terms.encoding import from_data, sha256
from exactua.terms.language import BINDERS, FOLDED, OF_NETWORKS, OVER_OFFSETS, Kind, Term

LARGEST_FILE: Final = 64 * 2**20
"""The largest file that is read: 64 MiB."""

DECIDED: Final = (
    "claim", "definitions", "domains", "judged", "networks", "parameters", "parts", "prime", "scope", "source", "steps",
    "title", "values", "verdict",
)  # fmt: skip
DOMAIN: Final = ("decided", "evidence", "name", "points", "spec")
PART: Final = ("steps", "undecided", "words")
BOUND: Final = ("bound", "relation")
STEP: Final = (
    "applicable", "evidence", "failures", "fold", "given", "kind", "measure", "name", "over", "points", "reason",
    "says", "statement", "term", "verdict", "witness",
)  # fmt: skip
INTEGERS: Final = ("d", "n", "m")
"""Parameters that are integers wherever they occur: rows, columns, 1/delta."""


@dataclass(frozen=True, repr=False)
class Certificate(ShortRepr):
    """A certificate as its file has it: the hashed part, its digest, and the account of the run."""

    _told_by: ClassVar[str] = "exactua.printing.notebook.certificates"

    decided: dict[str, Any]
    digest: str
    run: dict[str, Any]

    @property
    def problem(self) -> Problem:
        """The problem that it decides. Raises InputError where the hashed part describes none."""
        return problem_of(self.decided)


def read_certificate(source: Path | bytes, form: str = FORMAT) -> Certificate:
    """The certificate in a file, or in these bytes, once version, layout and digest are checked; not what it says.

    `form` is the format that it must be of. Raises InputError for a file that can't be read, is no certificate, or was
    altered after it was written.

    >>> text = certificate(check("lemma8", d=1, n=2))
    >>> read_certificate(text.encode()).decided["verdict"]
    'holds'
    >>> read_certificate(text.replace("holds", "fails").encode())
    Traceback (most recent call last):
        ...
    exactua.errors.InputError: digest: it is not that of the hashed part
    """
    content = read_bytes(source, "certificate", LARGEST_FILE) if isinstance(source, Path) else source
    if len(content) > LARGEST_FILE:
        raise InputError(f"certificate: it is larger than {LARGEST_FILE // 2**20} MiB")
    fields = object_at(parsed(content, "certificate"), "certificate")
    try:
        require_format(fields.get("exactua"), form)
    except InputError as error:
        raise InputError(f"certificate: {error}") from None
    object_at(fields, "certificate", ("decided", "digest", "exactua", "run"))
    decided, run = (object_at(fields[key], key) for key in ("decided", "run"))
    digest = string_at(fields["digest"], "digest")
    refuse_floats(decided, "decided")
    try:
        laid = laid_out(decided, run, form).encode("ascii")
        recomputed = sha256(decided)
    except (ValueError, RecursionError):
        raise InputError("certificate: it holds what has no canonical form (an infinity, or too deep)") from None
    if digest != recomputed:
        raise InputError("digest: it is not that of the hashed part")
    if laid != content:
        raise InputError("certificate: it is not laid out in canonical form")
    return Certificate(decided, digest, run)


def require_format(given: object, *forms: str) -> None:
    """Raises InputError where what a file says of its format is none of these; of a former one, how to make it anew."""
    if given in [form.replace("/2", "/1") for form in forms]:
        raise InputError(f'it is of the former format "{given}"; make it anew by the command that wrote it')
    if given not in forms:
        raise InputError("it is not of the format " + " or ".join(f'"{form}"' for form in forms))


def refuse_floats(data: object, where: str) -> None:
    """Raises InputError where a floating point number stands anywhere in `data`."""
    waiting: list[tuple[object, str]] = [(data, where)]
    while waiting:
        value, at = waiting.pop()
        if isinstance(value, float):
            raise InputError(f"{at}: {value!r} is a float, and a certificate has none")
        if isinstance(value, list):
            waiting += [(inner, f"{at}[{k}]") for k, inner in enumerate(value)]
        if isinstance(value, dict):
            waiting += [(inner, f"{at}.{key}") for key, inner in value.items()]


def parameter_value(value: object, name: str) -> int | str:
    """A parameter as a certificate writes it. Raises InputError for anything else."""
    if isinstance(value, str) and not value.startswith(("0x", "-0x")):
        return value
    return decode_integer(value, name)


def problem_of(decided: Mapping[str, Any]) -> Problem:
    """The problem that the hashed part of a certificate decides, for `checking.running.decide`.

    What was found (values, counts, verdicts, witnesses, measures) is not looked at, but for its keys. Every name that a
    term mentions is known. Raises InputError for data that is no such problem.
    """
    fields = object_at(dict(decided), "decided", DECIDED)
    label, title, source = (string_at(fields[key], key) for key in ("claim", "title", "source"))
    scope_of(fields)
    parameters = {
        name: decode_integer(value, f"parameters.{name}") if name in INTEGERS else parameter_value(value, name)
        for name, value in object_at(fields["parameters"], "parameters").items()
    }
    networks = {
        name: network_from_data(data, f"networks.{name}")
        for name, data in object_at(fields["networks"], "networks").items()
    }
    names = Names({name: value for name, value in parameters.items() if isinstance(value, int)}, networks)
    definitions = _definitions(fields["definitions"], names)
    domains = _domains(fields["domains"], names)
    steps = tuple(
        _step(data, f"steps[{k}]", names, domains) for k, data in enumerate(array_at(fields["steps"], "steps"))
    )
    known = [step.name for step in steps]
    if len(set(known)) < len(known):
        raise InputError("steps: two of them have the same name")
    judged = tuple(string_at(entry, f"judged[{k}]") for k, entry in enumerate(array_at(fields["judged"], "judged")))
    for name in judged:
        if name not in known:
            raise InputError(f"judged: there is no step {quoted(name)}")
    parts = tuple(_part(data, f"parts[{k}]", judged) for k, data in enumerate(array_at(fields["parts"], "parts")))
    return Problem(label, title, source, parameters, definitions, networks, steps, judged, {}, parts)


def _part(data: object, where: str, judged: Sequence[str]) -> Part:
    fields = object_at(data, where, PART)
    names = enumerate(array_at(fields["steps"], f"{where}.steps"))
    steps = tuple(string_at(entry, f"{where}.steps[{k}]") for k, entry in names)
    for name in steps:
        if name not in judged:
            raise InputError(f"{where}.steps: the step {quoted(name)} is not judged")
    undecided = fields["undecided"]
    why = "" if undecided is None else string_at(undecided, f"{where}.undecided")
    try:
        return Part(string_at(fields["words"], f"{where}.words"), steps, why)
    except ValueError as error:
        raise InputError(f"{where}: {error}") from None


def scope_of(decided: Mapping[str, Any]) -> PointScope:
    """The scope of a certificate about points. Raises InputError for any other."""
    for scope in POINT_SCOPES:
        if decided.get("scope") == scope:
            return scope
    raise InputError(f"scope: it is not one of {', '.join(POINT_SCOPES)}")


def _definitions(data: object, names: Names) -> tuple[tuple[str, Term], ...]:
    definitions = []
    for k, pair in enumerate(array_at(data, "definitions")):
        where = f"definitions[{k}]"
        if len(array_at(pair, where)) != 2:
            raise InputError(f"{where}: a definition is a name and a term")
        name = string_at(pair[0], where)
        if name in names.definitions:
            raise InputError(f"{where}: {quoted(name)} is defined twice")
        definitions.append((name, names.require(number_term(pair[1], where), where)))
        names.definitions.append(name)
    return tuple(definitions)


def _domains(data: object, names: Names) -> dict[str, DomainSpec]:
    specs: dict[str, DomainSpec] = {}
    for k, domain in enumerate(array_at(data, "domains")):
        where = f"domains[{k}]"
        fields = object_at(domain, where, DOMAIN)
        name = string_at(fields["name"], f"{where}.name")
        if name in specs:
            raise InputError(f"{where}: a domain before it has the name {quoted(name)} too")
        specs[name] = spec_from_data(fields["spec"], name, f"{where}.spec")
        for size in ("d",) if specs[name].kind == "cells" else ("d", "n"):
            names.require_size(size, where)
        for term in terms_of(specs[name]):
            names.require(term, f"{where}.spec")
    return specs


def _step(data: object, where: str, names: Names, domains: Mapping[str, DomainSpec]) -> Step:
    fields = object_at(data, where)
    if not {*BOUND} & fields.keys():
        fields = {**fields, **dict.fromkeys(BOUND)}
    object_at(fields, where, (*STEP, *BOUND))
    name, kind, says = (string_at(fields[key], f"{where}.{key}") for key in ("name", "kind", "says"))
    if kind not in list(StepKind):
        raise InputError(f"{where}.kind: {quoted(kind)} is not one of {', '.join(StepKind)}")
    fold = _fold(fields["fold"], f"{where}.fold", names)
    over = [
        string_at(domain, f"{where}.over[{k}]") for k, domain in enumerate(array_at(fields["over"], f"{where}.over"))
    ]
    for domain in over:
        if domain not in domains or over.count(domain) > 1:
            raise InputError(f"{where}.over: there is no domain {quoted(domain)}, or it is named twice")
    specs = tuple(domains[domain] for domain in over)
    around = {"row": "var"} if any(spec.kind == "cells" for spec in specs) else {}

    def term(key: str, *kinds: Kind) -> Term:
        decoded = from_data(fields[key], f"{where}.{key}")
        if decoded.kind not in kinds:
            wanted = " or ".join(allowed.value for allowed in kinds)
            raise InputError(f"{where}.{key}: a {decoded.kind.value} where a {wanted} should be")
        return names.require(
            decoded, f"{where}.{key}", {} if key == "bound" else around, point=key != "bound" and bool(over)
        )

    known = fold if isinstance(fold, str) else "own"
    values = {"each": (Kind.TRUTH,), "sum": (Kind.NUMBER,)}.get(known, (Kind.NUMBER, Kind.LIST))
    signs: tuple[str | None, ...] = RELATIONS_OF_FOLDS.get(known, (None,))
    if fields["relation"] not in signs or (fields["bound"] is None) != (None in signs):
        raise InputError(f"{where}: the bound or the relation does not fit the fold {quoted(known)}")
    return Step(
        name,
        StepKind(kind),
        says,
        specs,
        term("term", *values),
        None if fields["given"] is None else term("given", Kind.TRUTH),
        fold,
        bound=None if fields["bound"] is None else term("bound", Kind.NUMBER),
        relation=fields["relation"],
    )


def _fold(data: object, where: str, names: Names) -> str | OwnFold:
    """The name of a fold, or an own one."""
    if not isinstance(data, dict):
        fold = string_at(data, where)
        if fold not in FOLDS:
            raise InputError(f"{where}: {quoted(fold)} is not one of {', '.join(FOLDS)}")
        return fold
    own = own_fold_from(data, where)
    for term in own.terms:
        names.require(term, where, {mark: operator for operator, mark in FOLDED.items()})
    return own


_SIZED: Final = {"permutations": "n", **dict.fromkeys(OVER_OFFSETS, "dn")}
"""Operators with what they need to know of the size of matrices."""
_VARIABLES: Final = ("var", "permuted", "offsets")
"""Operators in which a variable stands."""
_BOUND: Final = {"permutations": "permuted", **dict.fromkeys(OVER_OFFSETS, "offsets")}
"""Of what binds no number, the operator in which its variable may stand."""


Around = Mapping[str, str]
"""Variables that are bound around a term, each with the operator that it may stand in."""


@dataclass
class Names:
    """What terms may mention: integer parameters, networks with their stages, and the definitions so far."""

    parameters: Mapping[str, int]
    networks: Mapping[str, Network]

    def __post_init__(self) -> None:
        self.definitions: list[str] = []

    def require_size(self, size: str, where: str) -> None:
        """Raises InputError unless this parameter is there and at least 1."""
        if self.parameters.get(size, 0) < 1:
            raise InputError(f"{where}: it needs a parameter {size} >= 1")

    def require(self, term: Term, where: str, around: Around = MappingProxyType({}), *, point: bool = False) -> Term:
        """`term`, once all names in it are known; `around` are variables that are bound around it."""
        for part in term.walk():
            name = part.names[0] if part.names else ""
            kinds = {"param": self.parameters, "def": self.definitions, **dict.fromkeys(OF_NETWORKS, self.networks)}
            if part.operator in kinds and name not in kinds[part.operator]:
                words = {"param": "integer parameter", "def": "definition before it"}
                raise InputError(f"{where}: there is no {words.get(part.operator, 'network')} {quoted(name)}")
            if part.operator == "stage" and len(part.names) == 2:
                stages = dict(self.networks[name].named_stages)
                if part.names[1] not in stages:
                    raise InputError(f"{where}: the network {quoted(name)} has no stage {quoted(part.names[1])}")
            for size in _SIZED.get(part.operator, ""):
                self.require_size(size, where)
            if part.operator == "point" and not point:
                raise InputError(f"{where}: it speaks of a point where there is none")
        _require_bound(term, where, around)
        return term


def _require_bound(term: Term, where: str, around: Around) -> None:
    """Raises InputError where nothing binds a variable of its kind."""
    name, inner = term.names[-1] if term.names else "", around
    if term.operator in FOLDED and around.get(FOLDED[term.operator]) != term.operator:
        raise InputError(f"{where}: {term.operator!r} stands outside of a fold")
    if term.operator in _VARIABLES and around.get(name) != term.operator:
        raise InputError(f"{where}: nothing binds the variable {quoted(name)} of {term.operator!r}")
    if term.operator in BINDERS:
        if not name:
            raise InputError(f"{where}: a variable has no name")
        if term.operator in OVER_OFFSETS and name in around:
            raise InputError(f"{where}: the offsets {quoted(name)} have the name of a variable around them")
        inner = {**around, name: _BOUND.get(term.operator, "var")}
    for k, part in enumerate(term.arguments):
        _require_bound(part, where, inner if k + 1 == len(term.arguments) else around)
