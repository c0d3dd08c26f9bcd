"""A recorded program as one in which every number fits a machine integer.

A number that is too wide is held as a sum of narrow ones with weights, w_1 a_1 + ... + w_k a_k + c: weights and c are
integers of any size, known beforehand, and each a_i is a node that is proven to fit. Sums, differences and products
with constants change weights alone; nothing of them is computed at a point. Where such a sum has to be compared, it is
split into limbs of a mixed radix: for a base B the sum is B H + L, where the narrow L lies in a window of fewer than B
integers, and H is again such a sum, smaller by the factor B. So the order of sums is that of their limbs, from the
highest on. A base is a weight where one serves (then H is there already), else a power of two. All bounds are proven:
they are those that the program keeps of every node.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Final, NamedTuple

from exactua.arithmetic.straight_line import TRUTH_OPERATORS, Program
from exactua.evaluators.compiled.recording import Compared, Recorded
from exactua.evaluators.compiled.weighted_sums import (
    Terms,
    WeightedSum,
    added,
    by_weight,
    divided,
    in_order,
    negated,
    negative,
    scaled,
)

FITS: Final = 2**62
"""A number of at most this size fits: no result of a narrowed program is larger."""
PIECE: Final = 31
"""Bits of the pieces that a number is cut into where its product with a weight would not fit."""
LEAST_BASE: Final = 8
"""With such a base each limb makes the rest smaller, whatever is carried."""
MOST_TERMS: Final = 12
"""Terms of a sum from which on it is cut into its limbs, which are fewer."""


class Limbs(NamedTuple):
    """scale * ((h B_1 + l_1) B_2 + l_2 ...) + offset: the nodes h, l_1, l_2, ... and the bases B_1, B_2, ...

    scale > 0, and each l_i lies in a window of fewer than B_i integers: the order of such numbers is that of their
    limbs, lexicographically.
    """

    nodes: tuple[int, ...]
    bases: tuple[int, ...]
    scale: int
    offset: int

    def value(self, limbs: Sequence[int]) -> int:
        """The number with these limbs."""
        total = limbs[0]
        for base, limb in zip(self.bases, limbs[1:], strict=True):
            total = total * base + limb
        return self.scale * total + self.offset


@dataclass(frozen=True)
class Link:
    """How a compared step is followed from point to point.

    The node `repeated` is true where two numbers of a point are equal, and `behind` where the least of them is not
    above the greatest of the point before; `lowest` and `highest` are these numbers.
    """

    repeated: int
    behind: int
    lowest: WeightedSum
    highest: WeightedSum


class Narrowing:
    """The program of a domain, narrowed as far as is asked for: a node of the recorded one at a time."""

    def __init__(self, recorded: Recorded) -> None:
        self.program: Final = Program(recorded.program.n, bounded=False)
        self._old = recorded.program.nodes
        self._sums: dict[int, WeightedSum] = {}
        self._truths: dict[int, int] = {}
        self._splits: dict[Terms, tuple[WeightedSum, int, int]] = {}
        self.wide = False
        """Whether a number is held as a sum."""
        for k in sorted(recorded.needed):
            if self._old[k].operator in TRUTH_OPERATORS:
                self._truths[k] = self._truth(k)
            else:
                self._sums[k] = self._number(k)

    def truth(self, node: int) -> int:
        """What a truth of the recorded program is in this one."""
        return self._truths[node]

    def number(self, node: int) -> WeightedSum:
        """What a number of the recorded program is in this one."""
        return self._sums[node]

    def choices(self, node: int, operator: str) -> list[WeightedSum]:
        """The numbers of which a number of the recorded program is the "minimum", or the "maximum"."""
        waiting, chosen = [node], dict[int, WeightedSum]()
        while waiting:
            node = waiting.pop()
            if self._old[node].operator == operator:
                waiting += self._old[node].arguments
            else:
                chosen[node] = self._sums[node]
        return list(chosen.values())

    def limbs(self, number: WeightedSum) -> Limbs:
        """A number in limbs."""
        shared = gcd(*(weight for _, weight in number.terms)) or 1
        nodes, bases = self._limbs(WeightedSum(tuple((a, w // shared) for a, w in number.terms), 0))
        return Limbs(nodes, bases, shared, number.constant)

    def link(self, step: Compared) -> Link:
        """What is followed of a compared step."""
        numbers = [self._sums[node] for node in step.numbers]
        lowest = highest = numbers[0]
        repeated = self.program.truth(False)
        for k, number in enumerate(numbers[1:], 1):
            lowest, highest = self._extreme(lowest, number, True), self._extreme(highest, number, False)
            for other in numbers[:k]:
                repeated = self.program.either(repeated, self._equal(number, other))
        before = WeightedSum(tuple(sorted((self._before(a), w) for a, w in highest.terms)), highest.constant)
        return Link(repeated, self._at_most(lowest, before), lowest, highest)

    def _before(self, a: int) -> int:
        node = self.program.nodes[a]
        return self.program.node("before", (a,), None, node.low, node.high)

    # nodes of the recorded program

    def _truth(self, k: int) -> int:
        node, program = self._old[k], self.program
        if node.operator == "truth":
            return program.truth(node.value)
        if node.operator in ("and", "or", "not"):
            truths = [self._truths[j] for j in node.arguments]
            if node.operator == "not":
                return program.opposite(*truths)
            return program.both(*truths) if node.operator == "and" else program.either(*truths)
        first, second = (self._sums[j] for j in node.arguments)
        if node.operator == "equal":
            return self._equal(first, second)
        return self._at_most(first, second, int(node.operator == "less"))

    def _number(self, k: int) -> WeightedSum:
        node = self._old[k]
        if node.operator == "constant":
            return WeightedSum((), node.value)
        fits = max(abs(node.low), abs(node.high)) <= FITS
        if node.operator == "table":
            entry = self.program.node("table", (), node.value, node.low, node.high, node.columns)
            return self._alone(entry) if fits else WeightedSum(self._pieces([(entry, 1)]), 0)
        copied = self._copied(k) if fits else None
        if copied is not None:
            return self._alone(copied)
        self.wide = True
        number = self._computed(k)
        return self._held(number, node.low, node.high) if fits else self._short(number)

    def _copied(self, k: int) -> int | None:
        """The same operation on the same numbers, where all of them are narrow."""
        node = self._old[k]
        arguments = []
        for j in node.arguments:
            argument = self._truths[j] if j in self._truths else self._narrow(self._sums[j])
            if argument is None:
                return None
            arguments.append(argument)
        if node.operator == "select":
            return self.program.select(*arguments)
        return self.program.node(node.operator, tuple(arguments), None, node.low, node.high)

    def _computed(self, k: int) -> WeightedSum:
        node = self._old[k]
        first, second = (self._sums[j] for j in node.arguments[-2:])
        match node.operator:
            case "add":
                return added(first, second)
            case "subtract":
                return added(first, second, -1)
            case "multiply":
                return self._product(first, second)
            case "select":
                return self._selected(self._truths[node.arguments[0]], first, second)
            case "minimum":
                return self._extreme(first, second, True)
            case "maximum":
                return self._extreme(first, second, False)
        raise AssertionError(node.operator)

    # sums

    def _alone(self, node: int) -> WeightedSum:
        """A node of this program as a sum."""
        return self._without_constants(WeightedSum(((node, 1),), 0))

    def _inside(self, number: WeightedSum) -> WeightedSum:
        """The same sum, its constant a term too."""
        return added(WeightedSum(number.terms, 0), WeightedSum(((self.program.constant(1), number.constant),), 0))

    def _without_constants(self, number: WeightedSum) -> WeightedSum:
        """The same sum, nodes that can have one value alone added to the constant."""
        nodes = self.program.nodes
        fixed = sum(w * nodes[a].low for a, w in number.terms if nodes[a].low == nodes[a].high)
        varying = tuple((a, w) for a, w in number.terms if nodes[a].low < nodes[a].high)
        return WeightedSum(varying, number.constant + fixed)

    def _size(self, number: WeightedSum) -> int:
        """A bound on the size of a sum and of all its parts."""
        nodes = self.program.nodes
        return abs(number.constant) + sum(abs(w) * max(abs(nodes[a].low), abs(nodes[a].high)) for a, w in number.terms)

    def _narrow(self, number: WeightedSum) -> int | None:
        """The node of a sum that fits with all its parts, or None."""
        return self._summed(number) if self._size(number) <= FITS else None

    def _summed(self, number: WeightedSum) -> int:
        """The node of a sum: nodes of one weight are added before they are multiplied by it."""
        program = self.program
        total = program.constant(number.constant)
        for weight, (plus, minus) in sorted(by_weight(number.terms).items()):
            part = program.constant(0)
            for a in plus:
                part = program.add(part, a)
            if weight == 1:
                part = program.add(part, total)
            for a in minus:
                part = program.subtract(part, a)
            total = part if weight == 1 else program.add(total, program.multiply(program.constant(weight), part))
        return total

    def _held(self, number: WeightedSum, low: int, high: int) -> WeightedSum:
        """A sum that is proven to lie between these bounds, which fit, as one node."""
        narrow = self._narrow(number)
        if narrow is not None:
            return self._alone(narrow)
        # with the constant inside, each number on the way up from the highest limb is one that was split: it fits
        nodes, bases = self._limbs(self._inside(number))
        bounds = [(low, high)]
        for base, limb in zip(reversed(bases), reversed(nodes[1:]), strict=True):
            window, (low, high) = self.program.nodes[limb], bounds[-1]
            bounds.append((-((window.high - low) // base), (high - window.low) // base))
        total = nodes[0]
        for base, limb, (low, high) in zip(bases, nodes[1:], reversed(bounds[:-1]), strict=True):
            window = self.program.nodes[limb]
            product = (total, self.program.constant(base))
            raised = self.program.node("multiply", product, None, low - window.high, high - window.low)
            total = self.program.node("add", (raised, limb), None, low, high)
        return self._alone(total)

    def _short(self, number: WeightedSum) -> WeightedSum:
        """The same number as a sum of few terms."""
        if len(number.terms) <= MOST_TERMS:
            return number
        limbs = self.limbs(number)
        weight, terms = limbs.scale, dict[int, int]()
        for k in range(len(limbs.nodes) - 1, -1, -1):
            terms[limbs.nodes[k]] = terms.get(limbs.nodes[k], 0) + weight
            weight *= limbs.bases[k - 1] if k else 1
        return self._without_constants(WeightedSum(in_order(terms), limbs.offset))

    def _pieces(self, terms: Iterable[tuple[int, int]]) -> Terms:
        """The same sum, of numbers of few bits."""
        pieces: dict[int, int] = {}
        for a, w in terms:
            if self._size(WeightedSum(((a, 1),), 0)) <= 2**PIECE:
                pieces[a] = pieces.get(a, 0) + w
                continue
            node = self.program.nodes[a]
            upper = self.program.node("quotient", (a,), 2**PIECE, node.low >> PIECE, node.high >> PIECE)
            lower = self.program.node("remainder", (a,), 2**PIECE, 0, 2**PIECE - 1)
            pieces[upper] = pieces.get(upper, 0) + (w << PIECE)
            pieces[lower] = pieces.get(lower, 0) + w
        return in_order(pieces)

    def _product(self, first: WeightedSum, second: WeightedSum) -> WeightedSum:
        for factor, other in ((first, second), (second, first)):
            if not factor.terms:
                return scaled(other, factor.constant)
        first, second = self._short(first), self._short(second)
        total = added(scaled(WeightedSum(first.terms, 0), second.constant), scaled(second, first.constant))
        products = self._products(first.terms, second.terms)
        if products is None:
            products = self._products(self._pieces(first.terms), self._pieces(second.terms))
            assert products is not None
        return added(total, WeightedSum(products, 0))

    def _products(self, first: Terms, second: Terms) -> Terms | None:
        """The terms of a product, if each of them fits."""
        products: dict[int, int] = {}
        for a, w in first:
            for b, v in second:
                if self._size(WeightedSum(((a, 1),), 0)) * self._size(WeightedSum(((b, 1),), 0)) > FITS:
                    return None
                node = self.program.multiply(a, b)
                products[node] = products.get(node, 0) + w * v
        return in_order(products)

    def _selected(self, condition: int, then: WeightedSum, otherwise: WeightedSum) -> WeightedSum:
        """One of two numbers: what they share is left out of the choice, and made for each weight of the rest."""
        program = self.program
        if program.nodes[condition].operator == "truth":
            return then if program.nodes[condition].value else otherwise
        rest = dict(otherwise.terms)
        shared = tuple((a, w) for a, w in then.terms if rest.get(a) == w)
        ours, theirs = (
            by_weight(tuple(term for term in number.terms if term not in shared)) for number in (then, otherwise)
        )
        chosen: dict[int, int] = dict(shared)
        constant = otherwise.constant
        for weight in sorted({*ours, *theirs}):
            sides = [
                WeightedSum(in_order(dict.fromkeys(plus, 1) | dict.fromkeys(minus, -1)), 0)
                for plus, minus in (ours.get(weight, ((), ())), theirs.get(weight, ((), ())))
            ]
            if max(map(self._size, sides)) <= FITS:
                pairs = [(self._summed(sides[0]), self._summed(sides[1]), weight)]
            else:
                zero = program.constant(0)
                pairs = [(a, zero, weight * sign) for a, sign in sides[0].terms]
                pairs += [(zero, a, weight * sign) for a, sign in sides[1].terms]
            for a, b, w in pairs:
                node = program.select(condition, a, b)
                chosen[node] = chosen.get(node, 0) + w
        if then.constant != otherwise.constant:
            node = program.select(condition, program.constant(1), program.constant(0))
            chosen[node] = chosen.get(node, 0) + then.constant - otherwise.constant
        return self._without_constants(WeightedSum(in_order(chosen), constant))

    def _extreme(self, first: WeightedSum, second: WeightedSum, least: bool) -> WeightedSum:
        """The smaller or the larger of two numbers."""
        above = self._narrow(added(second, first, -1))
        if above is not None:
            zero = self.program.constant(0)
            beyond = self.program.minimum(above, zero) if least else self.program.maximum(above, zero)
            return added(first, self._alone(beyond))
        smaller = self._at_most(first, second)
        return self._selected(smaller, first, second) if least else self._selected(smaller, second, first)

    # comparisons

    def _at_most(self, first: WeightedSum, second: WeightedSum, margin: int = 0) -> int:
        """first + margin <= second."""
        terms, constant = added(first, second, -1)
        return self._below(terms, -constant - margin)

    def _below(self, terms: Terms, bound: int) -> int:
        """Whether terms add up to at most a bound."""
        program = self.program
        if not terms:
            return program.truth(bound >= 0)
        shared = gcd(*(weight for _, weight in terms))
        terms, bound = tuple((a, w // shared) for a, w in terms), bound // shared
        plain = self._difference(terms)
        if plain is not None and bound in (0, -1):
            return program.less(*plain) if bound else program.at_most(*plain)
        if negative(terms):
            return program.opposite(self._below(negated(terms), -bound - 1))
        node = self._narrow(WeightedSum(terms, 0))
        if node is not None:
            return program.at_most(node, program.constant(bound))
        upper, high, lower, low = self._split_at(terms, bound)
        inside = program.at_most(lower, program.constant(low))
        if program.nodes[inside].operator == "truth":  # the lower limb decides nothing: the upper one alone does
            return self._below(upper, high - (not program.nodes[inside].value))
        return program.either(self._below(upper, high - 1), program.both(self._is(upper, high), inside))

    def _equal(self, first: WeightedSum, second: WeightedSum) -> int:
        terms, constant = added(first, second, -1)
        return self._is(terms, -constant)

    def _is(self, terms: Terms, value: int) -> int:
        """Whether terms add up to a value."""
        program = self.program
        shared = gcd(*(weight for _, weight in terms))
        if not terms or value % shared:
            return program.truth(value == 0)
        terms, value = tuple((a, w // shared) for a, w in terms), value // shared
        plain = self._difference(terms)
        if plain is not None and value == 0:
            return program.equal(*plain)
        if negative(terms):
            return self._is(negated(terms), -value)
        node = self._narrow(WeightedSum(terms, 0))
        if node is not None:
            return program.equal(node, program.constant(value))
        upper, high, lower, low = self._split_at(terms, value)
        return program.both(self._is(upper, high), program.equal(lower, program.constant(low)))

    def _split_at(self, terms: Terms, value: int) -> tuple[Terms, int, int, int]:
        """Terms in two limbs, each with that limb of the value: they are compared limb by limb."""
        upper, lower, base = self._split(terms)
        window = self.program.nodes[lower]
        high, low = divmod(value - window.low, base)
        return upper.terms, high - upper.constant, lower, low + window.low

    def _difference(self, terms: Terms) -> tuple[int, int] | None:
        """The nodes a and b of terms that are a - b."""
        if sorted(weight for _, weight in terms) != [-1, 1]:
            return None
        (a, w), (b, _) = terms
        return (a, b) if w == 1 else (b, a)

    # limbs

    def _limbs(self, number: WeightedSum) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The limbs of a number from the highest on, and their bases."""
        narrow = self._narrow(number)
        if narrow is not None:
            return (narrow,), ()
        if number.constant:
            number = added(WeightedSum(((self.program.constant(1), number.constant),), 0), WeightedSum(number.terms, 0))
        upper, lower, base = self._split(number.terms)
        nodes, bases = self._limbs(upper)
        return (*nodes, lower), (*bases, base)

    def _split(self, terms: Terms) -> tuple[WeightedSum, int, int]:
        """The sum of terms that doesn't fit as B H + L: H, the node of L and B. L lies in a window of B integers."""
        if terms not in self._splits:
            self._splits[terms] = self._split_by(*self._base(terms))
        return self._splits[terms]

    def _base(self, terms: Terms) -> tuple[Terms, int]:
        """Terms, in pieces if need be, and the base that costs least."""
        choices = []
        for base in {min(abs(weight), FITS) for _, weight in terms}:
            upper, lower = divided(terms, base)
            if base >= LEAST_BASE and self._size(lower) <= FITS:
                choices.append((max(self._size(upper), FITS), self._spans(lower) > base, base))
        if choices:
            return terms, min(choices)[-1]
        terms = self._pieces(terms)
        return terms, 2 ** (1 + PIECE - len(terms).bit_length())

    def _spans(self, number: WeightedSum) -> int:
        """How many integers, at most, a sum can be."""
        nodes = self.program.nodes
        return 1 + sum(abs(w) * (nodes[a].high - nodes[a].low) for a, w in number.terms)

    def _split_by(self, terms: Terms, base: int) -> tuple[WeightedSum, int, int]:
        program = self.program
        upper, rest = divided(terms, base)
        lower = self._summed(rest)
        window = program.nodes[lower]
        if window.high - window.low < base:
            return upper, lower, base
        carried = program.node("quotient", (lower,), base, window.low // base, window.high // base)
        whole = program.multiply(program.constant(base), carried)  # less than 2^62 + B away from 0
        left = program.node("subtract", (lower, whole), None, 0, base - 1)
        return added(upper, self._alone(carried)), left, base
