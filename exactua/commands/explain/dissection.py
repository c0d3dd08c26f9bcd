"""A term taken apart at a point: every part with its value, down to the operands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from exactua.commands.explain.record import Node
from exactua.plurals import counted
from exactua.terms.evaluation import Evaluator
from exactua.terms.language import BINDERS, INTERVALS, OVER_OFFSETS, RELATIONS, Kind, Term, TermError, integer, make
from exactua.terms.printing import text as term_text

DEEPEST: Final = 12
MOST_INSTANCES: Final = 6
"""Instances of a sum or a quantifier up to which all are shown; of more, the first three and the last."""
SHOWN_OF_MANY: Final = 3
PLAIN: Final = ("integer", "param", "def", "var", "point", "network")

Bindings = Mapping[str, Any]


class Dissection:
    """Takes terms apart at the evaluator's point; `names` are the operands' names."""

    def __init__(self, evaluator: Evaluator, names: Mapping[Term, str]) -> None:
        self.evaluator, self.names = evaluator, names

    def node(self, term: Term, bindings: Bindings, depth: int = 0) -> Node:
        """The term with its value and its parts."""
        value = self.value(term, bindings)
        shown = self.text(term, bindings)
        if term in self.names or term.operator in PLAIN or depth >= DEEPEST:
            return Node(shown, value)
        try:
            note, children = self._parts(term, value, bindings, depth + 1)
        except TermError as error:  # of a range, say
            note, children = f"without a value: {error}", []
        return Node(shown, value, note, tuple(children))

    def value(self, term: Term, bindings: Bindings) -> Any:
        """The value of a term; None where it can't be evaluated."""
        try:
            return self.evaluator(term, bindings)
        except TermError:
            return None

    def text(self, term: Term, bindings: Bindings) -> str:
        """The term with the values of its variables put in."""
        return term_text(self._put_in(term, bindings), self.names)

    def _put_in(self, term: Term, bindings: Bindings) -> Term:
        """The term with numbers for bound variables; an index that is then known becomes a number."""
        if term in self.names or not term.free & set(bindings):
            return term
        if term.operator == "var":
            value = bindings.get(term.names[0])
            return integer(value) if isinstance(value, int) else term
        if term.operator in ("item", "entry"):
            indices = [self._index(argument, bindings) for argument in term.arguments[1:]]
            return make(term.operator, term.names, self._put_in(term.arguments[0], bindings), *indices)
        inner = bindings
        if term.operator in BINDERS:
            inner = {name: value for name, value in bindings.items() if name != term.names[0]}
        *outer, last = term.arguments
        arguments = [self._put_in(argument, bindings) for argument in outer]
        return make(term.operator, term.names, *arguments, self._put_in(last, inner))

    def _index(self, term: Term, bindings: Bindings) -> Term:
        """A row or column number: its value, where all its variables are known."""
        if term.free <= set(bindings) and not any(part.operator in ("dot", "entry", "item") for part in term.walk()):
            value = self.value(term, bindings)
            if value is not None and value == int(value):
                return integer(int(value))
        return self._put_in(term, bindings)

    def _parts(self, term: Term, value: Any, bindings: Bindings, depth: int) -> tuple[str, list[Node]]:
        operator, arguments = term.operator, term.arguments
        if value is None and term.names and operator in ("all", "any", "sum", "product", "min", "max", "list"):
            return self._lost(term, bindings, depth)
        if operator in ("all", "any"):
            return self._quantified(term, value, bindings, depth)
        if operator == "permutations":
            return self._permutations(term, bindings, depth)
        if operator in ("sum", "product", "min", "max"):
            return "", self._reduced(term, value, bindings, depth)
        if operator == "if":
            condition = self.value(arguments[0], bindings)
            if condition is None:
                return "", self._inner(arguments[:1], bindings, depth)
            taken = arguments[1 if condition else 2]
            case = f"the case {'where' if condition else 'without'} {self.text(arguments[0], bindings)}"
            return case, [self.node(arguments[0], bindings, depth), *self._inner((taken,), bindings, depth)]
        if operator in INTERVALS:
            x, low, high = (self.value(side, bindings) for side in arguments)
            return _interval(x, low, high), self._inner(arguments, bindings, depth)
        if operator in RELATIONS:
            return self._sides(term, bindings), self._inner(arguments, bindings, depth)
        if operator == "distinct" and value is not None:
            return _repeated(self.value(arguments[0], bindings)), self._inner(arguments, bindings, depth)
        if operator == "item":
            return "", self._item(term, bindings, depth)
        if operator in ("list", "dot", "entry", "stage", "after", "layer", "permuted", "select", *OVER_OFFSETS):
            return "", []
        return "", self._inner(arguments, bindings, depth)

    def _lost(self, term: Term, bindings: Bindings, depth: int) -> tuple[str, list[Node]]:
        """Where what a quantifier or a sum goes through has no value first."""
        name, body = term.names[0], term.arguments[2]
        numbers = self.evaluator.bounds(term, bindings)
        first = next((k for k in numbers if self.value(body, {**bindings, name: k}) is None), None)
        if first is None:
            return f"without a value: the range has {counted(len(numbers), 'value')}", []
        return f"without a value at {name} = {first}", [self.node(body, {**bindings, name: first}, depth)]

    def _inner(self, terms: tuple[Term, ...], bindings: Bindings, depth: int) -> list[Node]:
        """Those parts that are more than a name or a number."""
        return [self.node(term, bindings, depth) for term in terms if term.operator not in PLAIN]

    def _sides(self, term: Term, bindings: Bindings) -> str:
        """Both sides; of lists and matrices the first entries that differ."""
        left, right = (self.value(side, bindings) for side in term.arguments)
        if left is None or right is None:
            return "without a value"
        if term.arguments[0].kind is Kind.NUMBER:
            return f"{_number(left)} on the left, {_number(right)} on the right"
        difference = next(iter(_differences(left, right)), None)
        return "both sides are equal" if difference is None else difference

    def _item(self, term: Term, bindings: Bindings, depth: int) -> list[Node]:
        """The entry of a list that is written out: what it is made of."""
        values, index = term.arguments
        if values in self.names or values.operator != "list":
            return []
        place = self.value(index, bindings)
        low = self.value(values.arguments[0], bindings)
        if place is None or low is None:
            return []
        return self._inner((values.arguments[2],), {**bindings, values.names[0]: int(low + place - 1)}, depth)

    def _quantified(self, term: Term, value: Any, bindings: Bindings, depth: int) -> tuple[str, list[Node]]:
        """All instances of a short range; of a long one, or where some fail, the first that decides it."""
        name, body = term.names[0], term.arguments[2]
        numbers = list(self.evaluator.bounds(term, bindings))
        truths = [bool(self.value(body, {**bindings, name: number})) for number in numbers]
        if not numbers:
            return "the range is empty", []
        deciding = [number for number, true in zip(numbers, truths, strict=True) if true != (term.operator == "all")]
        if (term.operator == "all") == bool(value):  # nothing decides it alone: show some of all
            return f"{'true' if value else 'false'} at each of {len(numbers)} values of {name}", self._some(
                body, name, numbers, bindings, depth
            )
        word = "false" if term.operator == "all" else "true"
        return f"{word} at {name} = {_listed(deciding)}", [self.node(body, {**bindings, name: deciding[0]}, depth)]

    def _permutations(self, term: Term, bindings: Bindings, depth: int) -> tuple[str, list[Node]]:
        name, body = term.names[0], term.arguments[0]
        for permutation in self.evaluator.permutations():
            if not self.value(body, {**bindings, name: permutation}):
                first = self.node(body, {**bindings, name: permutation}, depth)
                return f"false first at {name} = ({', '.join(map(str, permutation))})", [first]
        return "for every one", []

    def _reduced(self, term: Term, value: Any, bindings: Bindings, depth: int) -> list[Node]:
        """The summands, factors or candidates; of a minimum or maximum those where it is taken first."""
        name, body = term.names[0], term.arguments[2]
        numbers = list(self.evaluator.bounds(term, bindings))
        if term.operator in ("min", "max"):
            taken = next((k for k in numbers if self.value(body, {**bindings, name: k}) == value), None)
            if taken is None:
                return []
            node = self.node(body, {**bindings, name: taken}, depth)
            return [Node(node.text, node.value, f"taken first, at {name} = {taken}", node.children)]
        nonzero = [k for k in numbers if self.value(body, {**bindings, name: k}) != 0]
        skipped = len(numbers) - len(nonzero)
        summed = term.operator == "sum"
        nodes = self._some(body, name, nonzero if summed else numbers, bindings, depth)
        if skipped and summed:
            nodes.append(Node("", None, f"{skipped} of {len(numbers)} summands are 0"))
        return nodes

    def _some(self, body: Term, name: str, numbers: list[int], bindings: Bindings, depth: int) -> list[Node]:
        """The body at all of a few values of its variable, or at the first three and the last of many."""
        shown = numbers if len(numbers) <= MOST_INSTANCES else [*numbers[:SHOWN_OF_MANY], numbers[-1]]
        nodes = []
        for k, number in enumerate(shown):
            node = self.node(body, {**bindings, name: number}, depth)
            nodes.append(Node(f"{name} = {number}: {node.text}", node.value, node.note, node.children))
            if k == SHOWN_OF_MANY - 1 and len(shown) < len(numbers):
                nodes.append(Node("", None, f"{len(numbers) - len(shown)} more"))
        return nodes


def _number(value: Any) -> str:
    from exactua.printing.text import number

    return "?" if value is None else number(value)


def _interval(x: Any, low: Any, high: Any) -> str:
    if x is None or low is None or high is None:
        return ""
    place = "below" if x < low else "above" if x > high else "in"
    return f"{_number(x)} is {place} [{_number(low)}, {_number(high)}]"


def _repeated(values: Any) -> str:
    for k, value in enumerate(values or ()):
        first = values.index(value)
        if first < k:
            return f"entries {first + 1} and {k + 1} are both {_number(value)}"
    return "no number stands twice"


def _differences(left: Any, right: Any) -> Iterator[str]:
    for i, (u, v) in enumerate(zip(left, right, strict=True), 1):
        if isinstance(u, tuple):
            for j, (a, b) in enumerate(zip(u, v, strict=True), 1):
                if a != b:
                    yield f"they differ first in row {i}, column {j}: {_number(a)} and {_number(b)}"
        elif u != v:
            yield f"they differ first in entry {i}: {_number(u)} and {_number(v)}"


def _listed(numbers: list[int]) -> str:
    shown = ", ".join(map(str, numbers[:MOST_INSTANCES]))
    return shown if len(numbers) <= MOST_INSTANCES else f"{shown} and {len(numbers) - MOST_INSTANCES} more"
