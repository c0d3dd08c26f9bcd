"""Conditions in Gallina: as propositions, and within `if` as booleans."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from exactua.proving.rocq.naming import AND, APPLIED, ATOM, IMPLIES, LOOSE, NOT, OR, PLUS, RELATION, Names, Text
from exactua.proving.rocq.refusal import NotExported
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
