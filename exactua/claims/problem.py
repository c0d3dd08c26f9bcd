"""One instance of a claim as pure data: what the evaluators, the certificate and the verifier all read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Final, Literal

from gmpy2 import mpq

from exactua.arithmetic.messages import brief
from exactua.arithmetic.rationals import Rational
from exactua.arithmetic.reals import PrecisionReached
from exactua.claims.folds import OwnFold
from exactua.claims.several import Several, several_of
from exactua.claims.verdicts import Part, StepKind, objects_of
from exactua.errors import InputError
from exactua.grids.categories import DomainSpec, terms_of
from exactua.networks import Network
from exactua.networks.items import rounds, speaks_of_reals
from exactua.networks.layer import NoValue
from exactua.python_files import FileFails, Place, shown_label
from exactua.reprs import ShortRepr
from exactua.terms.encoding import Data, canonical, canonical_object, sha256_of_text, to_data
from exactua.terms.evaluation import Evaluator, Nothing
from exactua.terms.language import (
    FOLDED,
    OF_REALS,
    Definitions,
    Term,
    TermError,
    definitions_reached,
    equivalence,
    integer,
    make,
    networks_of,
    require_bound,
)

Flaw = Literal["false", "imprecise", "typo", "silently assumed", "constants", "reading"]
"""What a refuted line is: a fault (false, not quite what is meant, a slip), or worth a note and no fault."""

NOTED: Final = ("silently assumed", "constants", "reading")
"""The flaws that are no faults: true under what goes without saying, with a constant of its own, in another reading."""

COMPARING: Final = ("distinct", "apart")
"""The folds that compare the numbers of different points."""

GATHERING: Final = (*COMPARING, "sum")
"""The folds with a name that are decided when all points are known; one's own are, too."""

FOLDS: Final = ("each", *GATHERING)

NUMBERS_OF_SOME: Final[Mapping[str, tuple[int, int]]] = {"some": (1, 0), "not each": (0, 1)}
"""What is said of some point: the numbers of one whose condition is true, or false. Their sum is to be at least 1."""

QUESTION: Final = "ask:"
"""What the labels of questions about networks begin with, which are no claims."""

OF_REALS_OR_DEFINED: Final = (*OF_REALS, "def")


@dataclass(frozen=True, repr=False)
class Step(ShortRepr):
    """One assertion with one relation sign, over the points of the domains `over` (none: decided once).

    fold "each" asserts `term` at every point that satisfies `given`; "distinct" asserts that for any two such points
    all numbers of `term` at both together are different, "apart" that they differ by at least (or more than) `bound`;
    "sum" that the sum of the number `term` over all matrices of the domains stands in `relation` to `bound`; what is
    said of some point is such a sum (`of_some`).
    An `OwnFold` says itself what it makes of the numbers of `term`, and what it asserts in the end.
    A repaired step names the step it repairs and the reason. `flaw` says what kind of fault, or of note, it is if the
    step is refuted, `survives` names the steps by which the conclusion holds nevertheless (a line that is its own
    conclusion names itself: that falls with it), and `same_as` the step of which this one shows the same fault once
    more. `meets` names the object of a step that asks whether it meets a definition: the step is then no fault where it
    is refuted, as the object is not what was defined. `of` says what in the paper a line is of, where that is neither
    the statement nor its proof: "the remarks on Lemma 8". `said` is False of a line that the paper does not say: one
    that is used there, or a remark of ours.
    """

    _told_by: ClassVar[str] = "exactua.printing.notebook.problems"

    name: str
    kind: StepKind
    says: str
    over: tuple[DomainSpec, ...]
    term: Term
    given: Term | None = None
    fold: str | OwnFold = "each"
    reason: str | None = None
    bound: Term | None = None
    relation: str | None = None
    flaw: Flaw = "false"
    survives: tuple[str, ...] = ()
    same_as: str | None = None
    meets: str | None = None
    of: str = ""
    said: bool = True

    def __post_init__(self) -> None:
        terms = [term for term in (self.term, self.given, self.bound) if term is not None]
        _require_no_fold(self.name, terms)
        for term in terms:
            require_bound(term)

    @property
    def own(self) -> OwnFold | None:
        """The step's fold, if it is one of somebody's own."""
        return self.fold if isinstance(self.fold, OwnFold) else None

    @property
    def is_fault(self) -> bool:
        """Whether the author would call the line wrong as printed, where the step is refuted; if not, it is a note.

        A line that the paper does not say is printed nowhere.
        """
        return self.said and self.is_plain

    @property
    def is_plain(self) -> bool:
        """Whether the line, said or not, is plainly wrong where it is refuted: not as read here, nor unless assumed."""
        return self.flaw not in NOTED and self.meets is None

    @property
    def objects(self) -> tuple[str, ...]:
        """What is asked to meet a definition: one object, or none."""
        return objects_of([self.meets])

    @property
    def is_question(self) -> bool:
        """Whether it is no line of a proof: it asks, beside the statement, whether an object meets a definition."""
        return self.meets is not None and self.kind is StepKind.PROOF_LINE

    @property
    def fold_name(self) -> str:
        """The fold's name; "own" where it is one of somebody's own."""
        return self.fold if isinstance(self.fold, str) else "own"

    @property
    def gathers(self) -> bool:
        """Whether the numbers of all points are looked at together, and not only counted or summed."""
        return self.own is not None or self.fold in COMPARING

    @property
    def accumulates(self) -> bool:
        """Whether the step says one thing of all points together: a sum, or a fold of somebody's own."""
        return self.own is not None or self.fold == "sum"

    @property
    def of_some(self) -> str:
        """How the step says that something is so at some point, "some" or "not each"; "" where it does not.

        In a certificate it is a sum of numbers 1 and 0 that is at least 1.
        """
        if self.fold != "sum" or self.relation != ">=" or self.bound != integer(1) or self.term.operator != "if":
            return ""
        numbers = self.term.arguments[1:]
        return next((how for how, two in NUMBERS_OF_SOME.items() if numbers == tuple(map(integer, two))), "")

    @property
    def sought(self) -> Term | None:
        """The condition that some point is said to satisfy, where the step says that of some point."""
        how, condition = self.of_some, self.term.arguments[:1]
        return None if not how else condition[0] if how == "some" else make("not", (), *condition)

    @cached_property
    def several(self) -> Several | None:
        """The conditions of which the step says that each is true at some point, or one at every point."""
        return None if self.own is None else several_of(self.own, self.term)

    @property
    def exists(self) -> bool:
        """Whether it says that there is something, a point or a condition: where it is refuted no point is at fault."""
        return bool(self.of_some) or self.several is not None

    @property
    def seeks_words(self) -> bool:
        """Whether it says that some word, or for each of several conditions one, is so: of each length by itself."""
        seeks = bool(self.of_some) or (self.several is not None and self.several.each)
        return seeks and any((spec.of or spec).spelling is not None for spec in self.over)

    @property
    def written_fold(self) -> str | OwnFold:
        """The fold with which the step may be written."""
        return self.of_some or (self.fold if self.several is None else self.several.fold)

    @property
    def implies(self) -> bool:
        """Whether its condition has an implication, which is none of the two that p iff q is made of."""
        parts = [*self.term.parts()]
        of_iff = {side for part in parts if equivalence(part) is not None for side in part.arguments}
        return any(part.operator == "implies" and part not in of_iff for part in parts)

    @property
    def chooses(self) -> bool:
        """Whether the numbers of the term are integers that conditions choose: of one choice, or of a list of some."""
        listed = self.term.operator == "list" and self.term.arguments[2].operator == "select"
        choices = self.term.arguments[2].arguments[1:] if listed else (self.term,)
        return all(
            choice.operator == "if" and {number.operator for number in choice.arguments[1:]} == {"integer"}
            for choice in choices
        )

    @property
    def denied(self) -> Step | None:
        """The step that says of each point what this one says to be false at some; None where it says no such thing."""
        if self.of_some != "not each":
            return None
        return replace(self, term=self.term.arguments[0], fold="each", bound=None, relation=None)

    @property
    def fold_data(self) -> Data:
        """The fold as JSON data: its name, or an object."""
        return self.fold if self.own is None else self.own.data()

    @property
    def terms(self) -> tuple[Term, ...]:
        """All terms of the step: what it says, under which hypothesis, its bound, and those of a fold of one's own."""
        others = (self.given, self.bound, *(() if self.own is None else self.own.terms))
        return (self.term, *(term for term in others if term is not None))

    @cached_property
    def all_terms(self) -> tuple[Term, ...]:
        """The terms of the step and those of its domains."""
        return (*self.terms, *(term for domain in self.over for term in terms_of(domain)))

    def statement_hash(self, definitions: Definitions) -> str:
        """The hash that pins the term with its hypothesis, its fold, its domains and the definitions it reaches."""
        bound = {} if self.bound is None else {"bound": to_data(self.bound), "relation": self.relation}
        statement = bound | {
            "definitions": definitions_data(definitions_reached(self.all_terms, definitions)),
            "fold": self.fold_data,
            "given": None if self.given is None else to_data(self.given),
            "term": to_data(self.term),
        }
        texts = {key: canonical(value) for key, value in statement.items()}
        domains = ",".join(f"[{canonical(domain.name)},{domain.canonical}]" for domain in self.over)
        return sha256_of_text(canonical_object({**texts, "domains": f"[{domains}]"}))

    def networks(self) -> frozenset[str]:
        """The names of the networks that the step speaks of."""
        return self._networks

    @cached_property
    def _networks(self) -> frozenset[str]:
        return networks_of(self.terms)


def definitions_data(definitions: Definitions) -> Data:
    """Definitions as JSON data, as a certificate has them."""
    return [[name, to_data(term)] for name, term in definitions]


class PlacedError(TermError, InputError):
    """A term of somebody's own claim can't be evaluated; the text begins with the line where it was written."""


@dataclass(frozen=True, repr=False)
class Problem(ShortRepr):
    """A claim at an instance: parameters with everything derived from them, networks, steps."""

    _told_by: ClassVar[str] = "exactua.printing.notebook.problems"

    label: str
    title: str
    source: str
    parameters: Mapping[str, int | str]
    definitions: tuple[tuple[str, Term], ...]
    networks: Mapping[str, Network]
    steps: tuple[Step, ...]
    judged: tuple[str, ...]
    shorthand: Mapping[Term, str]
    parts: tuple[Part, ...] = ()
    """Those of the statement, where it is judged as a whole: none where a step of theirs is not judged."""
    address: str = field(default="", compare=False)
    """Of somebody's own claim: the label that finds it again, with the absolute path of its file."""
    places: Mapping[str, Place] = field(default_factory=dict, compare=False)
    """Of somebody's own claim: where each "step gap" and "definition D" was written."""
    point: str = field(default="", compare=False)
    """The letter by which its points are called; "" where the claim names none (`lettering`)."""
    degrees: Mapping[str, int] | None = field(default=None, compare=False)
    """The powers of delta in which definitions count (`terms.units`); None where everything is in the paper's unit."""
    members: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Of networks of a family (`Claim.family`): what each is made of, in words."""
    others: frozenset[str] = field(default=frozenset(), compare=False)
    """The names of networks and steps that were put in place of the claim's: no command decides those."""

    def __post_init__(self) -> None:
        if not {step for part in self.parts for step in part.steps} <= set(self.judged) or not self.steps:
            object.__setattr__(self, "parts", ())
        names = [domain.name for domain in self.domains]
        for name in names:
            if names.count(name) > 1:
                raise InputError(f"domains: two different domains of {self.label} have the name {name!r}")
        for step in self.steps:
            gathers = step.own is not None or step.fold in GATHERING
            if gathers and any(domain.kind == "cells" for domain in step.over):
                self._refuse(step, 'it gathers points, but a cell has infinitely many; only fold="each" takes them')
            if gathers and self.has_reals(step):
                self._refuse(step, "its numbers are reals, and no fold gathers reals; write it over pairs of points")
            if gathers and not step.over:
                self._refuse(step, "it has a fold of points but no domain; give one with over=")

    def _refuse(self, step: Step, reason: str) -> None:
        what = f"step {step.name}"
        with self.located(what):
            raise InputError(reason if what in self.places else f"steps: {self.label}.{step.name}: {reason}")

    @cached_property
    def values(self) -> dict[str, Rational]:
        """The value of each definition, as terms count it: in units of delta where that of `degrees` is 1."""
        known: dict[str, Any] = {}
        for name, term in self.definitions:
            with self.located(f"definition {name}"):
                try:
                    known[name] = Evaluator(self.parameters, dict(known), Nothing())(term)
                except PrecisionReached as reason:
                    raise TermError(f"the value of {name} is not known: {reason}") from None
        return known

    @property
    def paper_values(self) -> dict[str, Rational]:
        """The value of each definition as the paper has it: t_l = 6144 where `values` counts 12288 delta."""
        degrees, m = self.degrees or {}, self.parameters.get("m")
        return {
            name: value / mpq(m) ** degrees[name] if name in degrees and isinstance(m, int) else value
            for name, value in self.values.items()
        }

    def value(self, term: Term) -> Any:
        """The value of a term over parameters and definitions alone."""
        return Evaluator(self.parameters, self.values, Nothing())(term)

    def speaks_of_reals(self, step: Step) -> bool:
        """Whether numbers of a step are reals: it has exp, log, sqrt or pi, also by a definition, or such a network."""
        if step.name not in self._real_steps:
            self._real_steps[step.name] = any(map(self._real, step.terms)) or any(
                self._real_networks.get(name, False) for name in step.networks()
            )
        return self._real_steps[step.name]

    def has_reals(self, step: Step) -> bool:
        """Whether its numbers are reals, and not integers that conditions on reals choose, as 1 and 0 of "some" are."""
        others = [*((step.bound,) if step.bound is not None else ()), *(step.own.terms if step.own is not None else ())]
        return self.speaks_of_reals(step) and (step.fold == "each" or not step.chooses or any(map(self._real, others)))

    def may_be_undecided(self, step: Step) -> bool:
        """Whether balls may leave a point of the step undecided: it speaks of reals, or a network of it rounds."""
        return self.speaks_of_reals(step) or any(name in self._rounding_networks for name in step.networks())

    def _real(self, term: Term) -> bool:
        parts = [part for part in term.parts() if part.operator in OF_REALS_OR_DEFINED]
        return any(part.operator != "def" or self.is_real(part.names[0]) for part in parts)

    def is_real(self, definition: str) -> bool:
        """Whether a definition has exp, log, sqrt or pi, also by an earlier definition."""
        return definition in self._real_definitions

    @cached_property
    def _real_definitions(self) -> frozenset[str]:
        names: set[str] = set()
        for name, term in self.definitions:
            if any(p.operator in OF_REALS or (p.operator == "def" and p.names[0] in names) for p in term.parts()):
                names.add(name)
        return frozenset(names)

    @cached_property
    def _real_networks(self) -> dict[str, bool]:
        return {name: speaks_of_reals(network) for name, network in self.networks.items()}

    @cached_property
    def _rounding_networks(self) -> frozenset[str]:
        return frozenset(name for name, network in self.networks.items() if rounds(network))

    @cached_property
    def _real_steps(self) -> dict[str, bool]:
        return {}

    @property
    def found_by(self) -> str:
        """The label by which the registry finds the claim."""
        return self.address or self.label

    @property
    def command(self) -> str:
        """The label as a command line takes it."""
        return shown_label(self.address) or self.label

    @contextmanager
    def located(self, what: str, where: str = "") -> Iterator[None]:
        """Of somebody's own claim: an error inside is told as one of the line where `what` ("step gap") was written.

        `where` is said behind it, of a layer without a value in any claim. Raises PlacedError in place of TermError,
        FileFails in place of InputError.
        """
        try:
            yield
        except (TermError, InputError) as error:
            if isinstance(error, NoValue) and what not in self.places:
                raise NoValue(f"{error}{where}") from None
            if what not in self.places or isinstance(error, (FileFails, PlacedError)):
                raise
            text = f"{self.places[what]}: {what}: {error}{where}"
            raise (PlacedError(text) if isinstance(error, TermError) else FileFails(text, error)) from None

    @property
    def objects(self) -> tuple[str, ...]:
        """What is asked to meet a definition, where all judged steps ask that; none of what is no definition."""
        return objects_of(step.meets for step in self.steps if step.name in self.judged)

    def stands_beside(self, step: Step) -> bool:
        """Whether the step is a proof line that is judged neither itself nor by its repair."""
        return step.kind is StepKind.PROOF_LINE and not {step.name, f"{step.name}@repaired"} & set(self.judged)

    @property
    def domains(self) -> tuple[DomainSpec, ...]:
        """Every domain that some step ranges over, once, in order of first use."""
        return tuple(dict.fromkeys(domain for step in self.steps for domain in step.over))

    @property
    def definitions_of_domains(self) -> tuple[tuple[str, Term], ...]:
        """The definitions that a domain speaks of, also by way of others."""
        return definitions_reached([term for spec in self.domains for term in terms_of(spec)], self.definitions)

    def statement_hash(self, step: Step) -> str:
        """The hash that pins what `step` states, whatever the instance."""
        return step.statement_hash(self.definitions)

    @property
    def reached(self) -> Problem:
        """The same, with no definition and no network but those that a step reaches: what a certificate holds."""
        spoken = self.networks_reached
        networks = {name: network for name, network in self.networks.items() if name in spoken}
        return replace(self, definitions=self._definitions_reached, networks=networks)

    @property
    def networks_reached(self) -> frozenset[str]:
        """The names of the networks that a step reaches, whether they are built or not."""
        return networks_of([*self._all_terms, *(term for _, term in self._definitions_reached)])

    @property
    def _all_terms(self) -> list[Term]:
        return [term for step in self.steps for term in step.all_terms]

    @property
    def _definitions_reached(self) -> tuple[tuple[str, Term], ...]:
        return definitions_reached(self._all_terms, self.definitions)

    def with_networks(self, networks: Mapping[str, Network]) -> Problem:
        """The same statements about other networks: a mutant, or somebody's own.

        Raises InputError for a network that the claim has not, or one with another number of rows.
        """
        if not isinstance(networks, Mapping):
            raise InputError(
                f'networks: {brief(networks)} has no names; write, for example, {{"f": Network(d, [...])}}'
            )
        for name, network in networks.items():
            if name not in self.networks:
                raise InputError(f"networks: {self.label} has no network {name!r}; it has {', '.join(self.networks)}")
            if not isinstance(network, Network):
                raise InputError(f"networks: {name}: {brief(network)} is not a network; write Network(d, [...])")
            if network.d != self.parameters.get("d", network.d):
                raise InputError(f"networks: {name} maps {network.d} x n, but d = {self.parameters['d']} here")
        return replace(self, networks={**self.networks, **networks}, others=self.others | networks.keys())

    def with_steps(self, *steps: Step) -> Problem:
        """The same claim with other steps in place of those of the same name. Raises InputError for another name."""
        changed = {step.name: step for step in steps}
        unknown = set(changed) - {step.name for step in self.steps}
        if unknown:
            raise InputError(f"steps: {self.label} has no step {', '.join(sorted(unknown))}")
        chosen = tuple(changed.get(step.name, step) for step in self.steps)
        return replace(self, steps=chosen, others=self.others | changed.keys())


def _require_no_fold(name: str, terms: Sequence[Term]) -> None:
    """Raises TermError where a term outside of an own fold has the accumulator or the numbers of one."""
    for operator, mark in FOLDED.items():
        if any(mark in term.free for term in terms):
            raise TermError(f"{name}: the {operator} of a fold stands outside of it")
