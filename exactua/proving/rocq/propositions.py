"""A step of a claim as a Gallina proposition over all parameters, or why it has none.

Domains are predicates on points: recognised by the whole structure of their spec, never by their name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from exactua.claims.claim import Claim
from exactua.claims.problem import Step
from exactua.grids.categories import DomainSpec, u
from exactua.networks import TieRule
from exactua.proving.rocq.domains import is_column_of_numbers, predicate, units
from exactua.proving.rocq.naming import AND, LOOSE, RELATION, NotExported
from exactua.proving.rocq.networks import NETWORKS, GallinaNetwork
from exactua.proving.rocq.terms import Emitter, bracketed
from exactua.terms.language import Kind, Term

POINT: Final = "(in_unit_1 {} {})"
"""The matrix of a point; points are in units of delta, or finer."""

_APART: Final = {">=": "at_least_apart", ">": "more_than_apart"}


TIE_RULE: Final = "TieRules.tie_rule"
TIE_RULES: Final = {"tie_rule": tuple(rule.value for rule in TieRule)}
"""The parameter that may stand beside d, n and m: its words are the constructors of that type."""

RATIONAL_ENTRIES: Final = "entries are rational numbers, as in Rocq's standard library without axioms"
"""What is left out where a claim speaks of reals."""


@dataclass(frozen=True)
class Proposition:
    """A step as a proposition: its name in Exported.v, and its lines, one `let` or premise or conclusion each."""

    name: str
    lines: tuple[str, ...]
    rational_entries_only: bool
    """Whether the step speaks of all real columns: the proposition speaks of the rational ones."""

    @property
    def text(self) -> str:
        """The proposition in one line."""
        return " ".join(line.strip() for line in self.lines)


def proposition_name(claim: Claim, step: Step) -> str:
    """The name that a step has in Exported.v: yun2020_lemma8_property3."""
    return "_".join(part for part in (*claim.label.split(":"), *step.name.split("@")))


def proposition(claim: Claim, step: Step) -> Proposition:
    """The step over all d, n, m that satisfy the claim's requirements. Raises NotExported with the reason."""
    networks = {name: network for (label, name), network in NETWORKS.items() if label == claim.label}
    writer = _Writer(claim, step, networks)
    return Proposition(proposition_name(claim, step), tuple(writer.lines()), writer.over_columns)


def computed(claim: Claim, step: Step) -> str:
    """What the step says at a point, to be computed: a function of d, n, m and a point to `bool * bool * vector`.

    These are the hypothesis, the term if it is a condition (else true), and its numbers if it is none (else []).
    A point of the domain of numbers is a row and a column; a step without a domain has tt. Networks run with
    fractions in lowest terms (Comparisons.v). Raises NotExported.
    """
    networks = {name: network for (label, name), network in NETWORKS.items() if label == claim.label}
    writer = _Writer(claim, step, networks)
    writer.emitter.lowest_terms = True
    return " ".join(line.strip() for line in writer.computed())


class _Writer:
    def __init__(self, claim: Claim, step: Step, networks: Mapping[str, GallinaNetwork]) -> None:
        self.claim, self.step = claim, step
        if step.own is not None:
            raise NotExported("an own fold has no form in Terms.v")
        numbers = [parameter.name for parameter in claim.parameters if not parameter.choices]
        words = {parameter.name: parameter.choices for parameter in claim.parameters if parameter.choices}
        if numbers != ["d", "n", "m"]:
            raise NotExported("the claim's parameters are not d, n, m")
        if words and words != TIE_RULES:
            raise NotExported("a parameter of the claim is a word, and none for a tie rule")
        self.ties = bool(words)
        self.over_columns = any(map(is_column_of_numbers, step.over))
        if self.over_columns and len(step.over) > 1:
            raise NotExported("a domain of numbers and another one")
        self.point = "X" if "L" in claim.operands else "L"
        per_one = {units(spec) for spec in step.over} or {"m"}
        if len(per_one) > 1:
            raise NotExported("domains of different units")
        self.emitter = Emitter(claim.definitions, networks, POINT.format(bracketed(*per_one), self.point))

    def lines(self) -> list[str]:
        lines = [f"forall (d n m : nat) (ties : {TIE_RULE})," if self.ties else "forall d n m : nat,"]
        sizes = [parameter for parameter in self.claim.parameters if not parameter.choices]
        required = [f"({parameter.least} <= {parameter.name})%nat ->" for parameter in sizes]
        required += [f"{self.emitter.truth(hypothesis.term).at(98)} ->" for hypothesis in self.claim.hypotheses]
        lines += [" ".join(required), *self._definitions()]
        if not self.step.over:
            return [*lines, *self._premise(), self._asserted()]
        if self.over_columns:
            return [*lines, *self._over_columns()]
        return [*lines, *{"each": self._each, "sum": self._summed}.get(self.step.fold_name, self._compared)()]

    def computed(self) -> list[str]:
        """The lines of a function that computes the hypothesis and the term."""
        lines = ["fun d n m : nat =>", *([f"fun ties : {TIE_RULE} =>"] if self.ties else []), *self._definitions()]
        if self.over_columns:
            self._bind_row()
            lines.append("fun point : Z * vector => let row := fst point in let x := snd point in")
        else:
            lines.append(f"fun {self.point} : {'point' if self.step.over else 'unit'} =>")
        lines += self._operands()
        given = "true" if self.step.given is None else self.emitter.boolean(self.step.given)
        term = self.step.term
        if term.kind is Kind.TRUTH:
            return [*lines, f"({given}, {self.emitter.boolean(term)}, [])"]
        numbers = f"[{self.emitter.number(term).text}]" if term.kind is Kind.NUMBER else self.emitter.values(term).text
        return [*lines, f"({given}, true, {numbers})"]

    def _bind_row(self) -> None:
        self.emitter.point = "[x]"
        self.emitter.variables["row"] = "row"

    def _definitions(self) -> list[str]:
        """`let`s of the definitions that the step needs, with those that they need."""
        needed: set[str] = set()
        waiting = [*self.step.terms]
        while waiting:
            names = {part.names[0] for part in waiting.pop().walk() if part.operator == "def"} - needed
            needed |= names
            waiting += [self.claim.definitions[name] for name in names]
        lines = []
        for name, term in self.claim.definitions.items():
            if name in needed:
                written = self._number(term)
                self.emitter.named[name] = own = self.emitter.fresh(name)
                lines.append(f"let {own} := {written} in")
        if any(part == u.term for term in self.step.terms for part in term.walk()):
            lines.append(f"let u := {self.emitter.values(u.term).text} in")
            self.emitter.lets[u.term] = "u"
        return lines

    def _number(self, term: Term) -> str:
        integer = self.emitter.is_integer(term)
        return f"({self.emitter.integer(term).text})%Z" if integer else self.emitter.number(term).text

    def _several(self, term: Term) -> str:
        return (self.emitter.values if term.kind is Kind.LIST else self.emitter.matrix)(term).text

    def _operands(self, *terms: Term) -> list[str]:
        """`let`s of the operands that occur in the terms; without any, in the step."""
        inside = {part for term in terms or self._of_points() for part in term.walk()}
        bound = {"row"} if self.over_columns else set()
        lines = []
        for name, operand in self.claim.operands.items():
            term = operand.term
            if term not in inside or term.free - bound or term.kind is Kind.TRUTH or not _large(term):
                continue
            written = self._number(term) if term.kind is Kind.NUMBER else self._several(term)
            own = self.emitter.fresh(name)
            self.emitter.lets[term] = own
            lines.append(f"let {own} := {written} in")
        return lines

    def _of_points(self) -> list[Term]:
        return [term for term in (self.step.term, self.step.given) if term is not None]

    def _premise(self) -> list[str]:
        return [] if self.step.given is None else [f"{self.emitter.truth(self.step.given).at(98)} ->"]

    def _asserted(self) -> str:
        return self.emitter.truth(self.step.term).at(LOOSE)

    def _each(self) -> list[str]:
        domains = [predicate(spec, self.point) for spec in self.step.over]
        inside = domains[0] if len(domains) == 1 else " \\/ ".join(f"({domain})" for domain in domains)
        opening = [f"forall {self.point} : point,", f"{_bracketed(inside)} ->"]
        return [*opening, *self._operands(), *self._premise(), self._asserted()]

    def _over_columns(self) -> list[str]:
        self._bind_row()
        lines = ["forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->"]
        return [*lines, *self._operands(), *self._premise(), self._asserted()]

    def _summed(self) -> list[str]:
        """A sum over all matrices of each domain; all of them together stand in a relation to the bound."""
        point, step = self.point, self.step
        if step.bound is None or step.relation is None:
            raise NotExported("a sum without a bound")
        lines = [f"let value := fun {point} : point =>", *(f"  {line}" for line in self._operands())]
        lines.append(f"  {self.emitter.number(step.term).text} in")
        given = "" if step.given is None else f" /\\ {self.emitter.truth(step.given).at(AND - 1)}"
        sums = [f"s{k or ''}" for k in range(len(step.over))]
        lines.append(f"exists {' '.join(sums)} : Q,")
        for name, spec in zip(sums, step.over, strict=True):
            if spec.kind not in ("orbits", "sequences"):
                raise NotExported(f"a sum over the domain {spec.name!r}")
            over = "sum_over_orders" if spec.kind == "orbits" else "sum_over"
            lines.append(
                f"{over} (fun {point} : point => {_bracketed(predicate(spec, point))}{given}) value {name} /\\"
            )
        relation = "==" if step.relation == "=" else step.relation
        return [*lines, f"{' + '.join(sums)} {relation} {self.emitter.number(step.bound).at(RELATION - 1)}"]

    def _compared(self) -> list[str]:
        """Two different points, or points of two domains: their numbers together are different, or apart."""
        first, second = self.point, f"{self.point}'"
        around = dict(self.emitter.lets)
        lines = [f"let numbers := fun {first} : point =>", *(f"  {line}" for line in self._operands(self.step.term))]
        kind = self.step.term.kind
        term = self.emitter.number(self.step.term) if kind is Kind.NUMBER else self.emitter.values(self.step.term)
        lines.append(f"  {f'[{term.text}]' if kind is Kind.NUMBER else term.text} in")
        premises = []
        if self.step.given is not None:
            self.emitter.lets = around
            lines += [
                f"let given := fun {first} : point =>",
                *(f"  {line}" for line in self._operands(self.step.given)),
            ]
            lines.append(f"  {self.emitter.truth(self.step.given).text} in")
            premises = [f"given {first} ->", f"given {second} ->"]
        pairs = []
        for k, spec in enumerate(self.step.over):
            here = _part(spec, first)
            pairs.append(f"{here} /\\ {_part(spec, second)} /\\ {first} <> {second}")
            pairs += [f"{here} /\\ {_part(later, second)}" for later in self.step.over[k + 1 :]]
        inside = pairs[0] if len(pairs) == 1 else " \\/ ".join(f"({pair})" for pair in pairs)
        lines += [f"forall {first} {second} : point,", f"{inside} ->", *premises]
        both = f"(numbers {first} ++ numbers {second})"
        if self.step.fold == "distinct":
            return [*lines, f"distinct {both}"]
        if self.step.bound is None or self.step.relation not in _APART:
            raise NotExported(f"the fold {self.step.fold_name!r} with the relation {self.step.relation!r}")
        bound = self.emitter.number(self.step.bound).at(9)
        return [*lines, f"{_APART[self.step.relation]} {bound} {both}"]


def _part(spec: DomainSpec, point: str) -> str:
    return _bracketed(predicate(spec, point))


def _bracketed(inside: str) -> str:
    return f"({inside})" if "/\\" in inside and not inside.startswith("(") else inside


def _large(term: Term) -> bool:
    """Whether a name for the term is shorter than the term."""
    return bool(term.arguments)
