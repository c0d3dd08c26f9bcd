"""A term in Gallina, over the vocabulary of proofs/rocq/Terms.v.

Numbers that are integers by their form (parameters, literals, variables of ranges and what +, -, * and powers make of
them) are written in Z, all others in Q. A condition is a proposition, and within `if` a boolean.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from exactua.proving.rocq.naming import (
    AND,
    APPLIED,
    ATOM,
    IMPLIES,
    LOOSE,
    MINUS,
    NOT,
    OR,
    PLUS,
    POWER,
    RELATION,
    TIMES,
    Names,
    NotExported,
    Text,
)
from exactua.proving.rocq.networks import GallinaNetwork
from exactua.terms.language import Kind, Term


@dataclass
class Conditions(Names, ABC):
    """Writes conditions, over numbers, lists and matrices that are written elsewhere. Raises NotExported."""

    @abstractmethod
    def is_integer(self, term: Term) -> bool:
        """Whether a number is written in Z."""

    @abstractmethod
    def integer(self, term: Term) -> Text:
        """A number in Z."""

    @abstractmethod
    def number(self, term: Term) -> Text:
        """A number in Q."""

    @abstractmethod
    def values(self, term: Term) -> Text:
        """A list of numbers."""

    @abstractmethod
    def matrix(self, term: Term) -> Text:
        """A matrix."""

    def index(self, term: Term) -> str:
        """An integer as an argument."""
        return self.integer(term).at(9)

    def truth(self, term: Term) -> Text:
        """A condition as a proposition."""
        operator, arguments = term.operator, term.arguments
        if operator in ("and", "or"):
            sign, level = ("/\\", AND) if operator == "and" else ("\\/", OR)
            return Text(f" {sign} ".join(self.truth(part).at(level - 1) for part in arguments), level)
        if operator == "not":
            return Text(f"~ {self.truth(arguments[0]).at(NOT)}", NOT)
        if operator == "implies":
            return Text(
                f"{self.truth(arguments[0]).at(IMPLIES - 1)} -> {self.truth(arguments[1]).at(IMPLIES)}", IMPLIES
            )
        if operator in ("all", "any"):
            low, high = (self.integer(part).at(PLUS) for part in arguments[:2])
            with self.bound(term.names[0]) as variable:
                inside = f"({low} <= {variable} <= {high})%Z"
                if operator == "all":
                    return Text(f"forall {variable} : Z, {inside} -> {self.truth(arguments[2]).at(LOOSE)}", LOOSE)
                return Text(f"exists {variable} : Z, {inside} /\\ {self.truth(arguments[2]).at(AND)}", LOOSE)
        if operator in ("in", "not in"):
            return self._interval(operator, *arguments)
        if operator == "distinct":
            return Text(f"distinct {self.values(arguments[0]).at(9)}", APPLIED)
        if operator == "permutations":
            with self.bound(term.names[0]) as variable:
                inner = self.truth(arguments[0]).at(LOOSE)
                return Text(f"forall {variable} : list Z, permutation_of n {variable} -> {inner}", LOOSE)
        return self._relation(operator, *arguments)

    def _relation(self, operator: str, *sides: Term) -> Text:
        a, b = sides
        if a.kind in (Kind.LIST, Kind.MATRIX):
            of, name = (self.values, "same_list") if a.kind is Kind.LIST else (self.matrix, "same_matrix")
            same = Text(f"{name} {of(a).at(9)} {of(b).at(9)}", APPLIED)
            return same if operator == "=" else Text(f"~ {same.text}", NOT)
        integers = self.is_integer(a) and self.is_integer(b)
        of, equals = (self.integer, "=") if integers else (self.number, "==")
        left = of(a).at(RELATION - 1)
        if (
            integers and operator in ("=", "!=") and a.operator == "param"
        ):  # the left side of = says of which type both are
            left = f"Z.of_nat {left}"
        text = f"{left} {equals if operator in ('=', '!=') else operator} {of(b).at(RELATION - 1)}"
        if integers:
            text = f"({text})%Z"
        if operator == "!=":
            return Text(f"~ {text}", NOT)
        return Text(text, ATOM if integers else RELATION)

    def _interval(self, operator: str, x: Term, low: Term, high: Term) -> Text:
        if operator == "in":
            return Text(f"{self._relation('<=', low, x).at(AND - 1)} /\\ {self._relation('<=', x, high).at(AND)}", AND)
        return Text(f"{self._relation('<', x, low).at(OR - 1)} \\/ {self._relation('>', x, high).at(OR)}", OR)

    def boolean(self, term: Term) -> str:
        """A condition as a truth value, in brackets where need be."""
        operator, arguments = term.operator, term.arguments
        if operator in ("and", "or"):
            return "(" + (" && " if operator == "and" else " || ").join(map(self.boolean, arguments)) + ")"
        if operator == "not":
            return f"(negb {self.boolean(arguments[0])})"
        if operator == "implies":
            return f"(implb {self.boolean(arguments[0])} {self.boolean(arguments[1])})"
        if operator in ("all", "any"):
            ends = " ".join(map(self.index, arguments[:2]))
            with self.bound(term.names[0]) as variable:
                name = "each" if operator == "all" else "some"
                return f"({name} {ends} (fun {variable} => {self.boolean(arguments[2])}))"
        if operator in ("in", "not in"):
            x, low, high = arguments
            if operator == "in":
                return f"({self._test('<=', low, x)} && {self._test('<=', x, high)})"
            return f"({self._test('<', x, low)} || {self._test('<', high, x)})"
        if operator in ("<", "<=", ">", ">=", "=", "!="):
            a, b = arguments
            return self._test(operator, a, b)
        if operator == "distinct":
            return f"(distinct_bool {self.values(arguments[0]).at(9)})"
        raise NotExported(f"the condition {operator!r} has no form in Terms.v as a truth value")

    def _test(self, operator: str, a: Term, b: Term) -> str:
        if operator in (">", ">="):
            operator, a, b = operator.replace(">", "<"), b, a
        if operator == "!=":
            return f"(negb {self._test('=', a, b)})"
        if a.kind is Kind.LIST:
            return f"(same_list_bool {self.values(a).at(9)} {self.values(b).at(9)})"
        if a.kind is Kind.MATRIX:
            return f"(same_matrix_bool {self.matrix(a).at(9)} {self.matrix(b).at(9)})"
        if self.is_integer(a) and self.is_integer(b):
            return f"({self.integer(a).at(RELATION - 1)} {operator}? {self.integer(b).at(RELATION - 1)})%Z"
        name = {"<": "Qlt_bool", "<=": "Qle_bool", "=": "Qeq_bool"}[operator]
        return f"({name} {self.number(a).at(9)} {self.number(b).at(9)})"


_RUNS: Final = ("run", "after", "after_encoding")
_RUNS_LOWEST: Final = tuple(f"{name}_in_lowest_terms" for name in _RUNS)
_COUNTS: Final = {
    "attention layers": "attention_layers", "feed-forward layers": "feed_forward_layers", "heads": "heads",
    "head size": "head_size", "hidden size": "hidden_size", "activations outside Phi": "activations_outside_Phi",
}  # fmt: skip


@dataclass
class Emitter(Conditions):
    """Writes terms: over these definitions (with their terms) and networks, inside `let`s of operands."""

    definitions: Mapping[str, Term]
    networks: Mapping[str, GallinaNetwork]
    point: str
    """The matrix that is the point, as an argument of a function."""
    lowest_terms: bool = False
    """Whether networks run with the functions of Comparisons.v, which keep fractions in lowest terms."""

    # Numbers

    def is_integer(self, term: Term) -> bool:
        """Whether a number is written in Z: it is an integer by its form."""
        operator, arguments = term.operator, term.arguments
        if operator in ("integer", "param", "var", "network", "floor"):
            return True
        if operator == "def":
            return self.is_integer(self.definitions[term.names[0]])
        if operator in ("+", "-", "*", "neg", "^"):
            return all(map(self.is_integer, arguments))
        if operator in ("sum", "product", "if"):
            return all(map(self.is_integer, arguments[-2 if operator == "if" else -1 :]))
        return False

    def number(self, term: Term) -> Text:
        """A number in Q."""
        if term.operator == "integer":
            return Text(str(term.value), ATOM if term.value >= 0 else MINUS)
        if self.is_integer(term):
            return Text(f"inject_Z {self.integer(term).at(9)}", APPLIED)
        if term in self.lets:
            return Text(self.lets[term], ATOM)
        if term.operator == "def":
            return self._named(term)
        return self._arithmetic(term, self.number) or self._rational(term)

    def integer(self, term: Term) -> Text:
        """A number in Z; one that is no integer by its form, where an integer must stand, is rounded down."""
        if not self.is_integer(term):
            return Text(f"Qfloor {self.number(term).at(9)}", APPLIED)
        if term in self.lets:
            return Text(self.lets[term], ATOM)
        operator = term.operator
        if operator == "integer":
            return Text(str(term.value), ATOM if term.value >= 0 else MINUS)
        if operator in ("param", "def", "var"):
            return self._named(term)
        if operator == "floor":
            return Text(f"Qfloor {self.number(term.arguments[0]).at(9)}", APPLIED)
        if operator == "network":
            name, quantity = term.names
            if quantity not in _COUNTS:
                raise NotExported(f"the quantity {quantity!r} of a network has no form in Terms.v")
            return Text(f"Z.of_nat ({_COUNTS[quantity]} ({self._network(name).layers}))", APPLIED)
        if operator in ("sum", "product"):
            return self._over("total_Z" if operator == "sum" else "product_Z", term, self.integer, "Z")
        return self._arithmetic(term, self.integer) or self._refuse(term)

    def _named(self, term: Term) -> Text:
        known = {"var": self.variables, "def": self.named}.get(term.operator)
        name = term.names[0]
        if known is None:
            if name not in ("d", "n", "m"):
                raise NotExported(f"the parameter {name!r} is none of d, n, m")
            return Text(name, ATOM)
        if name not in known:
            raise NotExported(f"the {'variable' if term.operator == 'var' else 'definition'} {name!r} is not known")
        return Text(known[name], ATOM)

    def _arithmetic(self, term: Term, of: Callable[[Term], Text]) -> Text | None:
        """What Z and Q write alike."""
        operator, arguments = term.operator, term.arguments
        if operator in ("+", "*"):
            level = PLUS if operator == "+" else TIMES
            first, *rest = (of(part) for part in arguments)
            return Text(f" {operator} ".join([first.at(level), *(part.at(level - 1) for part in rest)]), level)
        if operator == "-":
            a, b = map(of, arguments)
            return Text(f"{a.at(PLUS)} - {b.at(PLUS - 1)}", PLUS)
        if operator == "neg":
            return Text(f"- {of(arguments[0]).at(MINUS)}", MINUS)
        if operator == "^":
            exponent = self.integer(arguments[1]).at(POWER)
            return Text(f"{of(arguments[0]).at(POWER - 1)} ^ {exponent}", POWER)
        if operator == "if":
            condition, then, otherwise = arguments
            return Text(f"if {self.boolean(condition)} then {of(then).at(LOOSE)} else {of(otherwise).at(LOOSE)}", LOOSE)
        return None

    def _rational(self, term: Term) -> Text:
        operator, arguments = term.operator, term.arguments
        if operator == "/":
            a, b = map(self.number, arguments)
            return Text(f"{a.at(TIMES)} / {b.at(TIMES - 1)}", TIMES)
        if operator in ("sum", "product", "min", "max"):
            name = {"sum": "total", "product": "product", "min": "least_over", "max": "greatest_over"}[operator]
            return self._over(name, term, self.number, "Q")
        if operator == "item":
            return Text(f"item {self.values(arguments[0]).at(9)} {self.index(arguments[1])}", APPLIED)
        if operator == "entry":
            matrix, i, j = arguments
            return Text(f"entry {self.matrix(matrix).at(9)} {self.index(i)} {self.index(j)}", APPLIED)
        return self._refuse(term)

    def _over(self, name: str, term: Term, of: Callable[[Term], Text], scope: str) -> Text:
        """A function of a range and of what is made at each of its numbers."""
        low, high, body = term.arguments
        ends = f"{self.index(low)} {self.index(high)}"
        with self.bound(term.names[0]) as variable:
            inner = of(body)
            text = f"({inner.text})%Z" if scope == "Z" and inner.level > ATOM else inner.text
            return Text(f"{name} {ends} (fun {variable} => {text})", APPLIED)

    def _refuse(self, term: Term) -> Text:
        raise NotExported(f"the operator {term.operator!r} has no form in Terms.v")

    # Lists and matrices

    def values(self, term: Term) -> Text:
        """A list of numbers."""
        if term in self.lets:
            return Text(self.lets[term], ATOM)
        if term.operator == "list":
            return self._over("listed", term, self.number, "Q")
        if term.operator == "dot":
            u, matrix = term.arguments
            return Text(f"row_of {self.values(u).at(9)} {self.matrix(matrix).at(9)}", APPLIED)
        return self._refuse(term)

    def matrix(self, term: Term) -> Text:
        """A matrix."""
        if term in self.lets:
            return Text(self.lets[term], ATOM)
        operator, arguments = term.operator, term.arguments
        if operator == "point":
            return Text(self.point, ATOM)
        if operator == "permuted":
            return Text(f"permuted {self.matrix(arguments[0]).at(9)} {self.variables[term.names[0]]}", APPLIED)
        if operator == "columns":
            matrix, low, high = arguments
            return Text(f"columns_between {self.matrix(matrix).at(9)} {self.index(low)} {self.index(high)}", APPLIED)
        if operator in ("stage", "after", "layer"):
            return self._applied(term)
        return self._refuse(term)

    def _network(self, name: str) -> GallinaNetwork:
        if name not in self.networks:
            raise NotExported(f"the network {name!r} has no definition in proofs/rocq")
        return self.networks[name]

    def _applied(self, term: Term) -> Text:
        network, argument = self._network(term.names[0]), self.matrix(term.arguments[-1]).at(9)
        if network.ties is not None and term.operator != "layer":
            raise NotExported(f"layers of {term.names[0]!r} in a row, which has a tie rule of its own")
        run, after, after_encoding = _RUNS_LOWEST if self.lowest_terms else _RUNS
        if term.operator == "stage" and len(term.names) == 2:
            layers = network.at_stage(term.names[1])
            if layers is None:
                raise NotExported(f"the stage {term.names[1]!r} of {term.names[0]!r} has no definition in proofs/rocq")
            start = argument if network.encoding is None else f"(encoded ({network.encoding}) {argument})"
            return Text(f"{run} {bracketed(layers)} {start}" if layers else start[1:-1], APPLIED)
        if term.operator == "layer":
            if network.encoding is not None:
                raise NotExported(f"single layers of {term.names[0]!r}, which begins with an encoding")
            alone = "layer_alone" if network.ties is None else f"TieRules.layer_alone_by {network.ties}"
            return Text(f"{alone} {bracketed(network.layers)} {self.index(term.arguments[0])} {argument}", APPLIED)
        passed = self.integer(term.arguments[0])
        if term.operator == "stage":
            if network.layers_an_item is None:
                raise NotExported(f"numbered stages of {term.names[0]!r}, whose items differ in length")
            passed = Text(f"{passed.at(TIMES)} * ({network.layers_an_item})", TIMES)
        if network.encoding is not None:
            layers = bracketed(network.layers)
            return Text(f"{after_encoding} ({network.encoding}) {layers} {passed.at(9)} {argument}", APPLIED)
        return Text(f"{after} {bracketed(network.layers)} (Z.to_nat {passed.at(9)}) {argument}", APPLIED)


def bracketed(text: str) -> str:
    """An expression as an argument."""
    whole = text.isidentifier() or (text.startswith("[") and text.endswith("]"))
    return text if whole else f"({text})"
