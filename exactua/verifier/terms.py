"""Terms as functions of a point and of variables, once their kinds fit (format, sections 3 and 9).

What an order of the columns does not change need not be looked at in all orders. What goes through all columns and
reads, in each of them, a permuted matrix in that column alone, reads the columns of the matrix itself, one after the
other: a sum, an extreme, a quantifier of it are the same in every order. And where a premise has a value in every
order, a conclusion that is true and speaks of no order is all that is asked.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from .cubes import read_enclosure, read_integral
from .operators import BINDING, EVALUATIONS, FOLDS, RANGES, REALS, RELATIONS, STRICT, pick
from .rationals import divide, size, tidy
from .readings import QUANTITIES, Bound, Kinds, Layered, Loop, Reader, Reading, Scene
from .reals import Atom, Real, cost, exp, powered, real_product, sign
from .records import canonical, integer
from .refusals import NOT_RECHECKED, demand
from .values import Json, Number, Spend, Value


def read_real(op: str, operands: list[Json], variables: Kinds, context: Reader) -> Reading:
    """exp, log or sqrt of a term, or pi, as a function of a point and of the variables."""
    spend = spender(context)
    if op == "pi":
        demand(operands == [], "pi with an operand")
        return lambda scene, bound: Real(0, {Atom.made("pi", None): 1}, spend)
    (operand,), function = operands, {"exp": exp, "log": log, "sqrt": sqrt}[op]
    inner = context.read(operand, variables, "number")
    return lambda scene, bound: function(inner(scene, bound), spend)


def spender(context: Reader) -> Spend:
    """Takes elementary steps from those of a certificate; one that asks for more is not refused for it."""

    def spend(steps: int) -> None:
        context.budget[0] -= steps
        demand(context.budget[0] >= 0, "reals ask for more work than this verifier does", NOT_RECHECKED)

    return spend


def log(x: Number, spend: Spend) -> Number:
    """The logarithm, an error where x <= 0; log(y exp(z)) is log y + z, and likewise for roots."""
    if sign(x) <= 0:
        raise ValueError("the logarithm of a number that is not above 0")
    coefficient, factors = x.factors() if isinstance(x, Real) else (x, {})
    for atom in factors:
        if atom.kind in ("exp", "sqrt"):
            rest = real_product(coefficient, {other: k for other, k in factors.items() if other is not atom}, spend)
            return log(rest, spend) + (atom.of if atom.kind == "exp" else divide(log(atom.of, spend), 2))
    return 0 if not factors and x == 1 else Real(0, {Atom.made("log", x): 1}, spend)


def sqrt(x: Number, spend: Spend) -> Number:
    """The square root, an error where x < 0; that of a product is the product of roots, where sqrt(y^2) is |y|."""
    if sign(x) <= 0:
        demand(sign(x) == 0, "the square root of a number below 0")
        return 0
    if not isinstance(x, Real):
        spend(cost(size(x)))
        whole = Fraction(math.isqrt(x.numerator), math.isqrt(x.denominator))
        return tidy(whole) if whole * whole == x else Real(0, {Atom.made("sqrt", x): 1}, spend)
    coefficient, factors = x.factors()
    parts = [(atom.of if atom.kind == "sum" else Real(0, {atom: 1}, spend), k) for atom, k in factors.items()]
    alone = Real(0, {Atom.made("sqrt", x): 1}, spend)
    if coefficient == 1 and [*factors.values()] == [1]:
        return alone
    root: Number = 1
    for part, k in parts:
        if sign(part) > 0:
            root = root * powered(sqrt(part, spend), k)
        elif k % 2:
            return alone
        else:
            root = root * powered(-part, k // 2)
    return root * sqrt(coefficient, spend)


OVER_COLUMNS = ("all", "any", "sum", "product", "min", "max")
HAS_A_VALUE = {  # in every order if in one, where places that are read and ends of ranges do not vary
    *("param", "def", "var", "point", "permuted", "columns", "entry", "+", "-", "*", "neg", "not", "and", "or"),
    *("implies", "all", "any", "sum", *RELATIONS, *RANGES),
}


def free(term: Json) -> set[str]:
    """The variables of a term that are bound outside of it."""
    op, *x = term if isinstance(term, list) else [""]
    if op in BINDING:
        return set[str]().union(*map(free, x[1:-1]), free(x[-1]) - {x[0]})
    named = {"var": x, "offsets": x, "permuted": x[1:]}.get(op, [])
    return set(named).union(*map(free, x))


def without(term: Json, order: str) -> Json:
    """A term that has the same value in every order, or the same values: this variable is left out where it may be."""
    if order not in free(term) or (term[0] in BINDING and term[1] == order):
        return term
    op, *x = term
    if op in OVER_COLUMNS and x[1:3] == [1, ["param", "n"]] and in_columns_alone(x[3], x[0], order):
        return [op, *x[:3], as_it_is(x[3], order)]
    return [op, *(without(y, order) if isinstance(y, list) else y for y in x)]


def in_columns_alone(term: Json, column: str, order: str) -> bool:
    """Whether the order, and the column, are read in entries of permuted matrices in this column alone."""
    both = {column, order}
    if not both & free(term):
        return True
    op, *x = term
    if op == "entry" and x[0][0] == "permuted" and x[0][2] == order and x[2] == ["var", column]:
        return not both & (free(x[0][1]) | free(x[1]))
    if op in ("var", "permuted", "offsets") or (op in BINDING and x[0] in both):
        return False
    return all(in_columns_alone(y, column, order) for y in x)


def as_it_is(term: Json, order: str) -> Json:
    """The term with the matrices themselves in place of those in this order."""
    if not isinstance(term, list) or order not in free(term):
        return term
    return term[1] if term[0] == "permuted" else [as_it_is(x, order) for x in term]


def conclusion(term: Json, order: str) -> Json:
    """The conclusion that is all that is asked where it is true; None where there is no such one."""
    if not (isinstance(term, list) and term[0] == "implies") or order in free(term[2]):
        return None
    return term[2] if has_a_value(term[1], order) else None


def has_a_value(term: Json, order: str) -> bool:
    """Whether a term that has a value in one order has one in every other."""
    if not isinstance(term, list):
        return True
    op, *x = term
    ends = x[1:3] if op in (*OVER_COLUMNS, "columns", "entry") else []
    return (
        op in HAS_A_VALUE
        and all(has_a_value(y, order) and order not in free(y) for y in ends)
        and all(has_a_value(y, order) for y in x)
    )


LARGEST_PERMUTED = 8  # columns of which all permutations are tried
ALLOWANCE = (5_000_000, 100_000, 10_000)  # elementary steps: for all, for a point, for a layer evaluation


def once(term: Json, reading: Reading) -> Reading:
    """The same reading, which is made once at a scene if no variable is free in the term."""
    if free(term):
        return reading
    text = canonical(term)
    return lambda scene, bound: scene.once(text, reading)


class Context(NamedTuple):
    """What all terms of a certificate may speak of, and how many elementary steps may still be taken."""

    parameters: dict[str, int | str]
    networks: dict[str, Layered]
    definitions: dict[str, Number]
    budget: list[int]
    real: frozenset[str] = frozenset()  # definitions that speak of reals

    def spend(self, steps: int) -> None:
        """Take so many elementary steps; refuse the certificate where there are not so many left."""
        self.budget[0] -= steps
        demand(self.budget[0] >= 0, "the certificate asks for more work than this verifier does")

    def weighed(self, operands: list[Value]) -> list[Value]:
        """The operands of a term, once the steps are taken that long ones cost."""
        for x in operands:
            if isinstance(x, list | tuple) and len(x) > 100:  # not in one step
                self.spend(len(x))
        return operands

    def parameter(self, name: str) -> int:
        """A parameter that is a number."""
        number = self.parameters[name]
        demand(type(number) is int, f"the parameter {name!r} is a word")
        return int(number)

    def size(self, name: str) -> int:
        """A parameter that is at least 1."""
        demand(self.parameter(name) >= 1, f"the parameter {name!r} is below 1")
        return self.parameter(name)

    def constant(self, term: Json, kind: str = "number") -> Value:
        """The value of a term that speaks of no point."""
        return self.read(term, {}, kind)(Scene(self, None), {})

    def read(self, term: Json, variables: Kinds, *kinds: str) -> Reading:
        """The term as a function, once its value is known to be of one of these kinds."""
        kind, reading = self.kind_and_reading(term, variables)
        demand(kind in kinds, f"a {kind} where a {' or '.join(kinds)} should be: {canonical(term)[:100]}")
        return reading

    def loop(self, term: Json, variables: Kinds) -> tuple[Loop, Kinds]:
        """The turns of a loop, each as the variables with their values in it; and the kinds of these variables."""
        _, name, *ends, _ = term
        demand(isinstance(name, str) and name != "", "a variable is not a word")
        if term[0] == "permutations":
            n = self.size("n")
            demand(n <= LARGEST_PERMUTED, "there are too many permutations")

            def orders(scene: Scene, bound: Bound) -> Iterator[Bound]:
                for k, order in enumerate(itertools.permutations(range(1, n + 1))):
                    if k < 2:  # most often nothing but the first is looked at
                        self.spend(math.factorial(n) - 1 if k else 1)
                    yield {**bound, name: order}

            return orders, {**variables, name: "permutation"}
        low, high = (self.read(end, variables, "number") for end in ends)

        def turns(scene: Scene, bound: Bound) -> Iterator[Bound]:
            listed = range(math.ceil(low(scene, bound)), 1 - math.ceil(-high(scene, bound)))  # a real has no ceiling
            self.spend(len(listed))
            return ({**bound, name: value} for value in listed)

        return turns, {**variables, name: "number"}

    def in_every_order(self, term: Json, variables: Kinds) -> Reading:
        """Whether a term is true in every order of the columns; as it is written it is evaluated in the first alone."""
        (_, name, stated), (loop, variables) = term, self.loop(term, variables)
        body, left = self.read(stated, variables, "boolean"), without(stated, name)
        varies, again, said = name in free(left), self.read(left, variables, "boolean"), conclusion(left, name)
        decided = said is not None and not speaks_of_reals(left[1], self.real)  # of reals another order may be open
        enough = self.read(said, variables, "boolean") if decided else None

        def holds(scene: Scene, bound: Bound) -> bool:
            orders = iter(loop(scene, bound))
            first = next(orders)
            if not body(scene, first):
                return False
            settled = not varies or (enough is not None and bool(enough(scene, first)))
            return settled or all(again(scene, order) for order in orders)

        return holds

    def hidden(self, variables: Kinds, *kinds: str) -> Kinds:
        """These variables, where those of some kinds keep their names and may not occur."""
        return {name: "out of reach" if kind in kinds else kind for name, kind in variables.items()}

    def kind_and_reading(self, term: Json, variables: Kinds) -> tuple[str, Reading]:
        """What is wrong with the operators and the names of a term shows here, wherever in the term it is."""
        known: Number
        if not isinstance(term, list):
            known = integer(term)
            return "number", lambda scene, bound: known
        op, *x = term
        demand(isinstance(op, str), "an operator is not a word")
        if op == "implies":
            p, q = x
            op, x = "or", [["not", p], q]
        if op == "permuted":
            x[1:] = [["var", name] for name in x[1:]]
        if op == "permutations":
            return "boolean", once(term, self.in_every_order(term, variables))
        if op in FOLDS:
            inside, kind, fold = FOLDS[op]
            if op in ("+", "*", "and", "or"):
                demand(len(x) >= 2, f"{op!r} with fewer than two operands")
                parts = [self.read(operand, variables, inside) for operand in x]
                return kind, lambda scene, bound: fold(part(scene, bound) for part in parts)
            loop, variables = self.loop(term, variables)
            body = self.read(term[-1], variables, inside)
            return kind, once(term, lambda scene, bound: fold(body(scene, inner) for inner in loop(scene, bound)))
        if op in STRICT:
            operands, kind, function = STRICT[op]
            takes = operands.split()
            if op in ("=", "!="):
                takes = [self.kind_and_reading(x[0], variables)[0]] * 2
                demand(takes[0] in ("number", "list", "matrix"), f"{op!r} compares a {takes[0]}")
            parts = [self.read(operand, variables, kind) for operand, kind in zip(x, takes, strict=True)]
            if not {"list", "matrix"} & {*takes}:  # nothing is long
                return kind, lambda scene, bound: function(*[part(scene, bound) for part in parts])

            def applied(scene: Scene, bound: Bound) -> Value:
                return function(*self.weighed([part(scene, bound) for part in parts]))

            return kind, once(term, applied) if op == "dot" else applied  # of which each entry is asked for alone
        if op == "if":
            takes = ["boolean", "number", "number"]
            test, a, b = (self.read(operand, variables, kind) for operand, kind in zip(x, takes, strict=True))
            return "number", lambda scene, bound: (a if test(scene, bound) else b)(scene, bound)
        if op == "select":
            number, first, *more = (self.read(operand, variables, "number") for operand in x)
            listed = [first, *more]
            return "number", lambda scene, bound: pick(listed, number(scene, bound))(scene, bound)
        if op in ("point", "accumulator", "numbers"):
            demand(x == [] and op in variables.get("", "").split(), f"a term speaks of {op!r} where there is none")
            return "matrix" if op == "point" else "list", lambda scene, bound: scene.given[op]
        if op in EVALUATIONS:
            name, k, argument = x
            network, inner = self.networks[name], self.read(argument, self.hidden(variables, "enclosed"), "matrix")
            end = self.read(network.stages[k] if op == "stage" and isinstance(k, str) else k, variables, "number")
            apply = getattr(network, op)
            return "matrix", lambda scene, bound: apply(scene, end(scene, bound), *self.weighed([inner(scene, bound)]))
        if op in REALS:
            return "number", read_real(op, x, variables, self)
        if op == "integral":
            name, side, body = x
            return "number", read_integral(name, side, body, variables, self)
        if op in ("lowest", "highest"):
            name, side, body = x
            return "number", read_enclosure(op, name, side, body, variables, self)
        if op == "offsets":
            (name,) = x
            demand(variables.get(name) in ("offsets", "enclosed"), "offsets where none of this name may occur")
            return "matrix", lambda scene, bound: bound[name]
        demand(op in ("network", "param", "def", "var"), f"the operator {op!r}", NOT_RECHECKED)
        name, quantity = x if op == "network" else (*x, None)
        if op == "var":
            demand(name != "", "a variable without a name")
            return variables[name], lambda scene, bound: bound[name]
        if op == "network":
            network = self.networks[name]
            demand(quantity in QUANTITIES, f"the quantity {quantity!r} of a network", NOT_RECHECKED)
            known = network.quantities[quantity]
        else:
            known = self.parameter(name) if op == "param" else self.definitions[name]
        return "number", lambda scene, bound: known


def speaks_of_reals(term: Json, definitions: frozenset[str] = frozenset()) -> bool:
    """Whether there is exp, log, sqrt or pi in a term, or one of these definitions, which have one."""
    parts = list(term.values()) if isinstance(term, dict) else term if isinstance(term, list) else []
    here = parts[:1] in [[op] for op in REALS] or (parts[:1] == ["def"] and parts[1] in definitions)
    return here or any(speaks_of_reals(x, definitions) for x in parts)
