"""Typeset formulas read back: LaTeX or MathML as one sequence of signs, and that as a term, by a grammar of its own.

What groups is what a reader sees: brackets, fractions, scripts, roots and cases. Rows and braces that nobody sees are
taken away, so that a missing bracket gives another term.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable
from typing import Any

from exactua.terms import latex as latex_form
from exactua.terms import mathml as mathml_form
from exactua.terms.language import Term, make
from exactua.terms.symbols import GREEK, symbol

Node = tuple[Any, ...]
Read = tuple[Any, ...]

ESCAPED = {r"\{": "{", r"\}": "}", r"\_": "_", r"\&": "&", r"\%": "%", r"\#": "#", r"\$": "$"}
GREEK_MACROS = {f"\\{name}": letter for name, letter in GREEK.items() if not name.endswith("_")} | {r"\varepsilon": "ε"}
SIGNS = {
    r"\le": "≤", r"\ge": "≥", r"\ne": "≠", r"\in": "∈", r"\notin": "∉", r"\Rightarrow": "⇒", r"\times": "×",
    r"\dots": "…", r"\top": "⊤", "-": "−", r"\cdot": "·", r"\lfloor": "⌊", r"\rfloor": "⌋", r"\lvert": "⟨", r"\rvert": "⟩",
    r"\bigl": None, r"\bigr": None, r"\Bigl": None, r"\Bigr": None, r"\allowbreak": None, r"\,": None,
    r"\exp": "exp", r"\log": "log", r"\bmod": "mod", r"\{": "{", r"\}": "}",
}  # fmt: skip
BIG = {r"\sum": "∑", r"\prod": "∏", r"\int": "∫", r"\min": "min", r"\max": "max"}
MACROS = {
    *GREEK_MACROS, *SIGNS, *BIG, r"\frac", r"\sqrt", r"\text", r"\mathrm", r"\mathbf", r"\mathrel", r"\operatorname", r"\tilde", r"\bar",
    r"\begin", r"\end", "\\\\", r"\(", r"\)", "\\ ", r"\ensuremath", r"\textasciicircum", r"\textasciitilde", *ESCAPED,
}  # fmt: skip
"""All that LaTeX forms are made of."""

_PROSE = re.compile(
    r"[(\[]|:|,|;|for all|for some|for every permutation|and|or|not|if|else|otherwise|where|first|layers?|[a-zA-ZΦ -]+ of|[^ :,;(\[]+"
)
_TOKENS = re.compile(r"\\[A-Za-z]+\*?|\\.|[0-9]+(?:,[0-9]{3})*(?![0-9])|.", re.DOTALL)


# MathML


def mathml_nodes(fragment: str) -> list[Node]:
    """The signs of a MathML fragment with words between its elements. Raises ParseError for what is no XML."""
    root = ElementTree.fromstring(f"<p>{fragment}</p>")
    nodes: list[Node] = _words(root.text)
    for element in root:
        if element.tag == "math":
            nodes += _row(element)
        else:
            assert element.tag == "wbr"
        nodes += _words(element.tail)
    return nodes


def _words(words: str | None) -> list[Node]:
    """Prose as one node for each thing that it says; the spaces between them say nothing."""
    return [
        ("op" if match[0] in "([" else "text", match[0].strip()) for match in _PROSE.finditer((words or "").strip())
    ]


def _row(element: ElementTree.Element) -> list[Node]:
    return [node for child in element for node in _element(child)]


def _element(element: ElementTree.Element) -> list[Node]:
    tag, own = element.tag, (element.text or "").replace("\u00a0", " ")
    assert tag in mathml_form.ELEMENTS, tag
    children = list(element)
    match tag:
        case "mrow":
            if children and children[-1].tag == "mtable":
                assert [child.text for child in children[:-1]] == ["{"]
                return [("cases", tuple(_case(row) for row in children[-1]))]
            return _row(element)
        case "mn":
            return [("op", own)] if own == "𝟏" else [("num", own)] if own else []
        case "mi":
            upright = len(own) > 1 or element.get("mathvariant") == "normal"
            if own in ("…", "⊤"):
                return [("op", own)]
            return [("word", own) if upright else ("sym", own, "", 0)]
        case "mtext":
            return _words(own)
        case "mo":
            bars = {"prefix": "⟨", "postfix": "⟩"}
            sign = bars[element.get("form", "")] if own == "|" else {"⋅": "·", ":=": "≔"}.get(own, own)
            return [] if own in ("\u2061", "\u2062") else [("op", sign)]
        case "mfrac":
            return [("frac", tuple(_element(children[0])), tuple(_element(children[1])))]
        case "msqrt":
            return [("root", tuple(_row(element)))]
        case "mover":
            [(_, letter, _, primes)] = _element(children[0])
            return [("sym", letter, {"~": "tilde", "¯": "bar"}[children[1].text or ""], primes)]
    base, scripts = _element(children[0]), [tuple(_element(child)) for child in children[1:]]
    if tag in ("munder", "munderover") or base == [("op", "∫")]:
        [(_, operator)] = base
        return [("big", operator, *scripts)]
    if tag == "msup" and set(str(children[1].text)) == {"′"}:
        [(_, letter, mark, _)] = base
        return [("sym", letter, mark, len(str(children[1].text)))]
    below = scripts[0] if tag in ("msub", "msubsup") else None
    return [*base, ("script", below, scripts[-1] if tag in ("msup", "msubsup") else None)]


def _case(row: ElementTree.Element) -> tuple[Any, Any]:
    value, when = row
    condition = _row(when)
    if condition == [("text", "otherwise")]:
        return tuple(_row(value)), None
    assert condition[0] == ("text", "if")
    return tuple(_row(value)), tuple(condition[1:])


# LaTeX


def latex_nodes(shown: str, *, prose: bool = False) -> list[Node]:
    """The signs of a LaTeX formula, or of `prose` with formulas between \\( and \\)."""
    reader = _Latex(_TOKENS.findall(shown))
    nodes = reader.text() if prose else reader.until(None)
    assert not reader.tokens[reader.at :], reader.tokens[reader.at :]
    return nodes


class _Latex:
    def __init__(self, tokens: list[str]) -> None:
        for token in tokens:
            assert not token.startswith("\\") or token.removesuffix("*") in MACROS, token
        self.tokens, self.at = tokens, 0

    def text(self) -> list[Node]:
        nodes: list[Node] = []
        words = ""
        while self.at < len(self.tokens):
            token = self.next()
            if token == r"\(":
                nodes += _words(words)
                words = ""
                nodes += self.until(r"\)")
            elif token in (r"\ensuremath", r"\textasciicircum", r"\textasciitilde"):
                inner = self.braced_tokens()
                words += (
                    "".join(GREEK_MACROS.get(letter, letter) for letter in inner) or {"c": "^", "t": "~"}[token[10]]
                )
            else:
                words += ESCAPED.get(token, token)
        return nodes + _words(words)

    def next(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1]

    def braced_tokens(self) -> list[str]:
        assert self.next() == "{"
        tokens: list[str] = []
        depth = 1
        while True:
            token = self.next()
            depth += {"{": 1, "}": -1}.get(token, 0)
            if depth == 0:
                return tokens
            tokens.append(token)

    def braced(self) -> tuple[Node, ...]:
        assert self.next() == "{"
        return tuple(self.until("}"))

    def words(self) -> str:
        inner = self.braced_tokens()
        shown = ""
        for token in inner:
            shown += "" if token in ("{", "}", r"\ensuremath") else GREEK_MACROS.get(token, ESCAPED.get(token, token))
        return shown.replace("\\ ", " ")

    def until(self, end: str | None) -> list[Node]:
        nodes: list[Node] = []
        while True:
            if self.at == len(self.tokens):
                assert end is None
                return nodes
            token = self.next()
            if token == end:
                return nodes
            if token in ("&", "\\\\", r"\end"):
                self.at -= 1
                return nodes
            nodes = self.joined(nodes, token)

    def joined(self, nodes: list[Node], token: str) -> list[Node]:
        if token in BIG or token == r"\operatorname*":
            name = BIG.get(token) or self.words()
            scripts: list[tuple[Node, ...]] = []
            while self.at < len(self.tokens) and self.tokens[self.at] in "_^":
                self.next()
                scripts.append(self.braced())
            return [*nodes, ("big", name, *scripts)]
        if token in ("_", "^"):
            below = above = None
            if token == "_":
                below = self.braced()
                if self.at < len(self.tokens) and self.tokens[self.at] == "^":
                    self.next()
                    above = self.braced()
            else:
                above = self.braced()
            return [*nodes, ("script", below, above)]
        return nodes + self.one(token)

    def one(self, token: str) -> list[Node]:
        match token:
            case r"\frac":
                return [("frac", self.braced(), self.braced())]
            case r"\sqrt":
                return [("root", self.braced())]
            case r"\text":
                return _words(self.words())
            case r"\mathrm":
                return [("word", self.words())]
            case r"\mathrel":
                assert self.words() == ":="
                return [("op", "≔")]
            case r"\mathbf":
                assert self.braced() == (("num", "1"),)
                return [("op", "𝟏")]
            case r"\tilde" | r"\bar":
                [(_, letter, _, primes)] = self.braced()
                return [("sym", letter, token[1:], primes + self.primes())]
            case r"\begin":
                return [("cases", tuple(self.cases()))]
            case "{":
                return self.until("}")
            case " ":
                return []
        if token.isdecimal():
            return [("num", token)]
        if token in GREEK_MACROS or (len(token) == 1 and token.isalpha()):
            return [("sym", GREEK_MACROS.get(token, token), "", self.primes())]
        if token in SIGNS:
            sign = SIGNS[token]
            return [] if sign is None else [("word" if sign in ("exp", "log") else "op", sign)]
        assert len(token) == 1, token
        return [("op", token)]

    def primes(self) -> int:
        start = self.at
        while self.at < len(self.tokens) and self.tokens[self.at] == "'":
            self.at += 1
        return self.at - start

    def cases(self) -> Iterable[tuple[Any, Any]]:
        assert self.words() == "cases"
        while True:
            value = tuple(self.until(None))
            assert self.next() == "&"
            condition = self.until(None)
            if condition == [("text", "otherwise")]:
                yield value, None
            else:
                assert condition[0] == ("text", "if")
                yield value, tuple(condition[1:])
            if self.next() == r"\end":
                assert self.words() == "cases"
                return


# terms


def read(nodes: Iterable[Node], names: Iterable[str], networks: Iterable[str]) -> Read:
    """The term that the signs say, as nested tuples; `names` are known, those in `networks` are functions."""
    reader = _Reader(list(nodes), _Known(names, networks))
    tree = reader.anything()
    assert reader.at == len(reader.nodes), reader.nodes[reader.at :]
    return normal(tree)


class _Known:
    """Names by how they are shown: the sign, and the subscript that belongs to the name."""

    def __init__(self, names: Iterable[str], networks: Iterable[str]) -> None:
        self.networks = frozenset(networks)
        self.names = {}
        for name in {*names, *self.networks}:
            first, *scripts = mathml_nodes(mathml_form.in_words(symbol(name)))
            self.names[first, scripts[0][1] if scripts else ()] = name
            assert mathml_nodes(mathml_form.in_words(symbol(name))) == latex_nodes(latex_form.in_math(symbol(name)))

    def found(self, first: Node, below: tuple[Node, ...]) -> tuple[str, tuple[Node, ...]] | None:
        """The name, and the index that follows its own subscript."""
        for end in range(len(below), -1, -1):
            if (first, below[:end]) in self.names and (end in (0, len(below)) or below[end] == ("op", ",")):
                return self.names[first, below[:end]], below[end + (end > 0) :]
        return None


RELATIONS = {"<": "<", "≤": "<=", "=": "=", "≠": "!=", "≥": ">=", ">": ">"}
FUNCTIONS = ("exp", "log", "distinct")
STARTS = ("num", "sym", "word", "frac", "root", "big", "cases")


class _Reader:
    def __init__(self, nodes: list[Node], known: _Known) -> None:
        self.nodes, self.known, self.at = nodes, known, 0

    def inner(self, nodes: Iterable[Node]) -> _Reader:
        return _Reader(list(nodes), self.known)

    def all_of(self, nodes: Iterable[Node]) -> Read:
        reader = self.inner(nodes)
        tree = reader.anything()
        assert reader.at == len(reader.nodes), (reader.nodes, reader.nodes[reader.at :])
        return tree

    def peek(self) -> Node:
        return self.nodes[self.at] if self.at < len(self.nodes) else ("end",)

    def take(self, *node: Any) -> bool:
        if self.peek() == node:
            self.at += 1
            return True
        return False

    def need(self, *node: Any) -> None:
        assert self.take(*node), (node, self.nodes[self.at :])

    def anything(self) -> Read:
        for kind, words in (("all", "for all"), ("any", "for some")):
            if self.take("text", words):
                ranges = [self.range()]
                while self.take("text", "and"):
                    ranges.append(self.range())
                self.need("text", ":")
                body = self.anything()
                for name, low, high in reversed(ranges):
                    body = (kind, name, low, high, body)
                return body
        if self.take("text", "for every permutation"):
            name = self.name()
            self.need("text", ":")
            return "permutations", name, self.anything()
        return self.unquantified()

    def unquantified(self) -> Read:
        left = self.either()
        return ("implies", left, self.either()) if self.take("op", "⇒") else left

    def range(self) -> tuple[str, Read, Read]:
        name = self.name()
        self.need("op", "=")
        ends = [self.sum()]
        while self.take("op", ","):
            if not self.take("op", "…"):
                ends.append(self.sum())
        return name, ends[0], ends[-1]

    def either(self) -> Read:
        parts = [self.both()]
        while self.take("text", "or"):
            parts.append(self.both())
        return parts[0] if len(parts) == 1 else ("or", *parts)

    def both(self) -> Read:
        parts = [self.condition()]
        while self.take("text", "and"):
            parts.append(self.condition())
        return parts[0] if len(parts) == 1 else ("and", *parts)

    def condition(self) -> Read:
        if self.take("text", "not"):
            return "not", self.scripted()
        left = self.modulo()
        conditions: list[Read] = []
        while self.peek()[0] == "op" and self.peek()[1] in (*RELATIONS, "∈", "∉"):
            sign = self.peek()[1]
            self.at += 1
            if sign in RELATIONS:
                right = self.modulo()
                conditions.append((RELATIONS[sign], left, right))
                left = right
            else:
                self.need("op", "[")
                low = self.anything()
                self.need("op", ",")
                high = self.anything()
                self.need("op", "]")
                conditions.append(("in" if sign == "∈" else "not in", left, low, high))
        return left if not conditions else conditions[0] if len(conditions) == 1 else ("and", *conditions)

    def modulo(self) -> Read:
        left = self.sum()
        return ("mod", left, self.scripted()) if self.take("op", "mod") else left

    def sum(self) -> Read:
        left = ("neg", self.quotient()) if self.take("op", "−") else self.quotient()
        while True:
            if self.take("op", "+"):
                left = ("+", left, self.quotient())
            elif self.take("op", "−"):
                left = ("-", left, self.quotient())
            else:
                return left

    def quotient(self) -> Read:
        above = self.product()
        return ("/", above, self.scripted()) if self.take("op", "/") else above

    def product(self) -> Read:
        factors = [self.scripted()]
        while self.take("op", "·") or self.starts_factor():
            factors.append(self.scripted())
        return factors[0] if len(factors) == 1 else ("*", *factors)

    def starts_factor(self) -> bool:
        node = self.peek()
        if node == ("word", "d"):
            return False  # the end of an integral
        return node[0] in STARTS or node in [("op", sign) for sign in "(⌊𝟏⟨"] or self.is_quantity()

    def is_quantity(self) -> bool:
        node = self.peek()
        return node[0] == "text" and str(node[1]).endswith(" of")

    def scripted(self) -> Read:
        base = self.atom()
        while self.peek()[0] == "script" or self.peek() == ("op", "["):
            if self.take("op", "["):
                base = self.element(base)
                self.need("op", "]")
                continue
            _, below, above = self.peek()
            self.at += 1
            base = self.with_scripts(base, below, above)
        return base

    def with_scripts(self, base: Read, below: tuple[Node, ...] | None, above: tuple[Node, ...] | None) -> Read:
        if below and above and base[0] == "brackets" and ("op", "=") in below:
            start = self.inner(below)
            name = start.name()
            start.need("op", "=")
            return "list", name, start.sum(), self.all_of(above), base[1]
        if below:
            base = self.indexed(base, below)
        if above == (("op", "⊤"),):
            return "transposed", base
        return ("^", base, self.all_of(above)) if above else base

    def indexed(self, base: Read, below: tuple[Node, ...]) -> Read:
        reader = self.inner(below)
        element = reader.element(base)
        assert reader.at == len(reader.nodes)
        return element

    def element(self, base: Read) -> Read:
        """What of `base` the index here picks: an entry, a value of a table, columns."""
        if self.take("op", ":"):
            self.need("op", ",")
            low = self.sum()
            return "columns", base, low, self.sum() if self.take("op", ":") else low
        index = [self.anything()]
        while self.take("op", ","):
            index.append(self.anything())
        if base[0] == "values":
            return "select", index[0], *base[1:]
        return "item" if len(index) == 1 else "entry", base, *index

    def name(self) -> str:
        node = self.named()
        assert node[0] == "name", node
        return node[1]

    def named(self) -> Read:
        first = self.peek()
        self.at += 1
        follows = self.peek()
        below, above = (follows[1] or (), follows[2]) if follows[0] == "script" else ((), None)
        entry = self.known.found(first, below)
        assert entry is not None, (first, below)
        name, index = entry
        if follows[0] == "script" and below:
            self.at += 1
            named: Read = self.indexed(("name", name), index) if index else ("name", name)
            return self.with_scripts(named, None, above) if above else named
        return "name", name

    def atom(self) -> Read:
        node = self.peek()
        match node[0]:
            case "num":
                self.at += 1
                return "integer", node[1].replace(",", "")
            case "frac":
                self.at += 1
                return "/", self.all_of(node[1]), self.all_of(node[2])
            case "root":
                self.at += 1
                return "sqrt", self.all_of(node[1])
            case "cases":
                self.at += 1
                *lines, (last, none) = node[1]
                assert none is None
                tree = self.all_of(last)
                for value, when in reversed(lines):
                    tree = ("if", self.all_of(when), self.all_of(value), tree)
                return tree
            case "big":
                self.at += 1
                return self.big(*node[1:])
            case "word" if node[1] in FUNCTIONS:
                self.at += 1
                return node[1], self.bracketed()
            case "sym" | "word":
                tree = self.named()
                if tree[0] == "name" and tree[1] in self.known.networks:
                    return self.application(tree[1])
                return tree
            case "text" if self.is_quantity():
                self.at += 1
                return "network", self.name(), node[1].removesuffix(" of")
        if self.take("op", "𝟏"):
            self.need("op", "[")
            condition = self.anything()
            self.need("op", "]")
            return "if", condition, ("integer", "1"), ("integer", "0")
        if self.take("op", "⌊"):
            body = self.anything()
            self.need("op", "⌋")
            return "floor", body
        if self.take("op", "⟨"):
            body = self.anything()
            self.need("op", "⟩")
            return "abs", body
        return self.brackets()

    def bracketed(self) -> Read:
        self.need("op", "(")
        body = self.anything()
        self.need("op", ")")
        return body

    def brackets(self) -> Read:
        self.need("op", "(")
        parts = [self.anything()]
        conditions: list[Read] = []
        while not self.take("op", ")"):
            if self.take("text", "if"):
                conditions.append(self.anything())
            else:
                self.need("op", ",")
                self.take("text", "else")
                parts.append(self.anything())
        if conditions:
            *values, last = parts
            for value, when in zip(reversed(values), reversed(conditions), strict=True):
                last = ("if", when, value, last)
            return last
        return ("values", *parts) if len(parts) > 1 else ("brackets", parts[0])

    def application(self, name: str) -> Read:
        which: Read = ("whole",)
        if self.take("op", "["):
            if self.take("text", "first"):
                which = ("after", self.modulo())
                self.need("text", "layers")
            elif self.take("text", "layer"):
                which = ("layer", self.modulo())
            else:
                which = ("stage", self.stage())
            self.need("op", "]")
        return "applied", name, which, self.bracketed()

    def stage(self) -> Read:
        start = self.at
        if self.peek()[0] in ("sym", "word") and self.peek()[1] not in FUNCTIONS:
            node = self.named()
            if self.peek() == ("op", "]"):
                return node
        self.at = start
        return self.modulo()

    def big(self, operator: str, below: tuple[Node, ...], above: tuple[Node, ...] | None = None) -> Read:
        start = self.inner(below)
        if operator in ("∑", "∏"):
            name = start.name()
            start.need("op", "=")
            kind = "sum" if operator == "∑" else "product"
            return kind, name, start.sum(), self.all_of(above or ()), self.product()
        if operator in ("min", "max"):
            low = start.sum()
            start.need("op", "≤")
            name = start.name()
            start.need("op", "≤")
            return operator, name, low, start.sum(), self.product()
        name = start.name()
        start.need("op", "∈")
        start.need("op", "[")
        start.need("num", "0")
        start.need("op", ",")
        side = start.modulo()
        start.need("op", "]")
        assert start.peek()[2] == (("sym", "d", "", 0), ("op", "×"), ("sym", "n", "", 0))
        body = self.product()
        if operator == "∫":
            self.need("word", "d")
            assert self.name() == name
            return "integral", name, side, body
        return operator, name, side, body


# one form of both sides


def of_term(term: Term) -> Read:
    """A term as `read` gives it: names without their kinds, no brackets."""
    operator, inner = term.operator, [of_term(part) for part in term.arguments]
    match operator:
        case "integer":
            shown: Read = ("integer", str(abs(term.value)))
            return ("neg", shown) if term.value < 0 else shown
        case "param" | "def" | "var" | "offsets":
            return "name", term.names[0]
        case "point" | "accumulator" | "numbers" | "pi":
            return "name", {"point": "L", "accumulator": "a", "numbers": "x", "pi": "pi"}[operator]
        case "stage" if len(term.names) == 2:
            which = ("whole",) if term.names[1] == "output" else ("stage", ("name", term.names[1]))
            return "applied", term.names[0], which, inner[0]
        case "stage" | "after" | "layer":
            return "applied", term.names[0], (operator, inner[0]), inner[1]
        case "dot":
            return _normal("*", [("transposed", inner[0]), inner[1]])
        case "permuted":
            return _normal("*", [inner[0], ("name", term.names[0])])
        case "network":
            return operator, term.names[0], term.names[1].replace("Phi", "Φ")
        case "-" if term.arguments[1].operator == "*":
            x, (first, *rest) = term.arguments[0], term.arguments[1].arguments
            if rest == [make("floor", (), make("/", (), x, first))]:
                return "mod", inner[0], of_term(first)
        case "max" if term.arguments[2].operator == "*" and inner[:2] == [("integer", "0"), ("integer", "1")]:
            first, *rest = term.arguments[2].arguments
            two_e = ("*", ("integer", "2"), ("name", term.names[0]))
            is_sign = of_term(first) == ("total", ("plus", ("integer", "1")), ("minus", two_e))
            if is_sign and all(term.names[0] not in part.free for part in rest):
                parts = [of_term(part) for part in rest]
                return "abs", parts[0] if len(parts) == 1 else _normal("*", parts)
    return _normal(operator, [*term.names, *inner])


def normal(read: Any) -> Any:
    """Sums and products flat, a minus sign in front of a product in front of it, and chains of conditions flat."""
    if not isinstance(read, tuple):
        return read
    operator, *inner = read
    return _normal(operator, [normal(part) for part in inner])


def _normal(operator: str, parts: list[Any]) -> Read:
    match operator:
        case "brackets":
            return parts[0]
        case "+" | "-":
            signed: list[Read] = []
            for k, part in enumerate(parts):
                if part[0] == "total" and (k == 0 or operator == "+"):
                    signed += part[1:]
                else:
                    signed.append(("minus" if k and operator == "-" else "plus", part))
            return "total", *signed
        case "and" | "or":
            return operator, *[operand for part in parts for operand in (part[1:] if part[0] == operator else [part])]
        case "*":
            flat = [operand for part in parts for operand in (part[1:] if part[0] == "*" else [part])]
            return ("neg", _normal("*", [flat[0][1], *flat[1:]])) if flat[0][0] == "neg" else ("*", *flat)
        case "/" if parts[0][0] == "neg":
            return "neg", _normal("/", [parts[0][1], parts[1]])
        case "^" if parts[1] == ("/", ("integer", "1"), ("integer", "2")):
            return "sqrt", parts[0]
    return operator, *parts
