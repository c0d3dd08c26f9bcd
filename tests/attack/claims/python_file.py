"""A claim as a Python file of somebody's own, written with exactua.authoring."""

from __future__ import annotations

import math
from typing import Any, Final

from tests.attack.claims.domains import NAMED, PAPER
from tests.attack.claims.drawn import Drawn
from tests.attack.claims.setting import Term

LOOPS: Final = {
    "all": "every", "any": "some", "sum": "total", "product": "product", "min": "least", "max": "greatest",
    "list": "row",
}  # fmt: skip
INFIX: Final = {"*": "*", "-": "-", "/": "/", "+": "+", "^": "**", "=": "==", "and": "&", "or": "|"}
ARITHMETIC: Final = ("+", "-", "*", "/", "^")
RELATIONS: Final = ("<", "<=", "=", "!=", ">=", ">")
CALLED: Final = {
    "in": "inside", "not in": "outside", "implies": "implies", "if": "when", "exp": "exp", "log": "log",
    "sqrt": "sqrt", "distinct": "pairwise_distinct",
}  # fmt: skip
KINDS: Final = {"statement": "states", "proof line": "proof_line", "repaired": "repairs"}


def is_literal(term: Term) -> bool:
    """Whether it is a rational number in lowest terms."""
    if isinstance(term, int):
        return True
    p, q = term[1:] if len(term) == 3 and term[0] == "/" else (0, 0)
    return isinstance(p, int) and isinstance(q, int) and q > 1 and math.gcd(p, q) == 1


def expression(term: Term, at: bool = True) -> str:
    """A term as an author writes it; parameters by `at`, where there is one."""

    def of(part: Term) -> str:
        return expression(part, at)

    if is_literal(term):
        return f"rational({term})" if isinstance(term, int) else f'rational("{term[1]}/{term[2]}")'
    operator, *x = term
    if operator in ARITHMETIC or operator in RELATIONS or operator in ("and", "or"):
        return "(" + f" {INFIX.get(operator, operator)} ".join(operands(operator, x, at)) + ")"
    if operator in LOOPS:
        name, low, high, body = x
        return f'{LOOPS[operator]}(Columns({of(low)}, {of(high)}, "{name}"), lambda {name}: {of(body)})'
    if operator in CALLED:
        return f"{CALLED[operator]}({', '.join(map(of, x))})"
    if operator in ("integral", "lowest", "highest"):
        return f"{operator}({of(x[1])}, lambda {x[0]}: {of(x[2])})"
    if operator in ("param", "def"):
        return f"at.{x[0]}" if at else f'{ {"param": "parameter", "def": "definition"}[operator] }("{x[0]}")'
    writers = {
        "neg": lambda: f"(-{of(x[0])})",
        "not": lambda: f"(~{of(x[0])})",
        "floor": lambda: floored(x[0], at),
        "select": lambda: f"select({of(x[0])}, [{', '.join(map(of, x[1:]))}])",
        "permutations": lambda: f"every_permutation(lambda {x[0]}: {of(x[1])})",
        "var": lambda: "chosen_row" if x[0] == "row" else x[0],
        "offsets": lambda: x[0],
        "point": lambda: "point",
        "pi": lambda: "pi",
        "accumulator": lambda: "a",
        "numbers": lambda: "x",
        "item": lambda: f"{of(x[0])}[{index(x[1], at)}]",
        "entry": lambda: f"{of(x[0])}[{index(x[1], at)}, {index(x[2], at)}]",
        "dot": lambda: f"{of(x[0])}.dot({of(x[1])})",
        "permuted": lambda: f"{of(x[0])}.permuted({x[1]})",
        "columns": lambda: f"{of(x[0])}.columns({index(x[1], at)}, {index(x[2], at)})",
        "network": lambda: f'at.{x[0]}.quantity("{x[1]}")',
        "stage": lambda: f"at.{x[0]}({of(x[2])}{'' if x[1] == 'output' else f', {x[1]!r}'})",
        "after": lambda: f"at.{x[0]}.after({of(x[2])}, {x[1]})",
        "layer": lambda: f"at.{x[0]}.layer({of(x[2])}, {x[1]})",
    }
    return writers[operator]()


def operands(operator: str, x: list[Term], at: bool) -> list[str]:
    """Those of an operator between them; beside an operand an integer is one of Python."""
    bare = operator in ARITHMETIC and len(x) == 2 and sum(map(is_literal, x)) == 1
    return [f"({part})" if bare and isinstance(part, int) else expression(part, at) for part in x]


def floored(x: Term, at: bool) -> str:
    """A quotient is floored by //."""
    if isinstance(x, list) and x[0] == "/" and not is_literal(x):
        return "(" + " // ".join(operands("/", x[1:], at)) + ")"
    return f"floor({expression(x, at)})"


def index(term: Term, at: bool) -> str:
    return str(term) if isinstance(term, int) else expression(term, at)


# ---- networks


def entry(x: Any) -> str:
    """An entry of a weight, affine in the variables around it where it is an object."""
    if not isinstance(x, dict):
        return repr(x)
    moving = [f"variable({name!r}) * {factor!r}" for name, factor in x.items() if name != "constant"]
    return " + ".join([*moving, repr(x["constant"])])


def vector(xs: list[Any]) -> str:
    return f"[{', '.join(map(entry, xs))}]"


def matrix(rows: list[list[Any]]) -> str:
    return f"[{', '.join(map(vector, rows))}]"


def item(data: dict[str, Any]) -> str:
    """A layer, a family, a table or a group."""
    ((kind, x),) = data.items()
    inner = f"[{', '.join(map(item, x['items']))}]" if "items" in x else ""
    if kind == "family":
        return f"Family({x['variable']!r}, {x['start']!r}, {x['step']!r}, {x['count']}, {inner})"
    if kind == "table":
        return f"Table({x['variables']!r}, {x['rows']!r}, {inner})"
    if kind == "group":
        return f"Group({x['name']!r}, {inner})"
    if kind == "rounded layer":
        return f"RoundedLayer({item(x['layer'])}, {x['format']!r})"
    if kind == "attention":
        return f"AttentionLayer({heads(x)}, {x['tie_rule']!r}, {x.get('mask')!r})"
    if kind == "softmax attention":
        return f"SoftmaxAttentionLayer({heads(x)}, {x['mask']!r})"
    if kind == "feed_forward":
        weights = f"{matrix(x['W_1'])}, {vector(x['b_1'])}, {matrix(x['W_2'])}, {vector(x['b_2'])}"
        return f"FeedForwardLayer({weights}, PiecewiseLinear.of({', '.join(map(piece, x['activation']))}))"
    if kind == "positional encoding":
        return f"PositionalEncoding({matrix(x['E'])})"
    if kind == "bilinear projection":
        return f"BilinearProjection({matrix(x['W_O'])}, {matrix(x['W_P'])})"
    if kind == "separable convolution":
        return f"SeparableConvolution({matrix(x['W_O'])}, {matrix(x['W_C'])}, {x['centre']})"
    return f"LayerNormalisation({vector(x['gain'])}, {vector(x['bias'])}, {x['epsilon']!r})"


def heads(layer: dict[str, Any]) -> str:
    def head(x: dict[str, Any]) -> str:
        weights = ", ".join(f"{key}={matrix(x[key])}" for key in ("W_O", "W_V", "W_K", "W_Q"))
        return f"AttentionHead({weights}, b_Q={vector(x['b_Q'])})"

    return f"[{', '.join(map(head, layer['heads']))}]"


def piece(x: dict[str, Any]) -> str:
    """One piece of an activation, by the interval that it is on."""
    low, high = x["from"], x["to"]
    if low is None:
        interval = "everywhere()" if high is None else f"{'at_most' if x['to_closed'] else 'below'}({high!r})"
    elif high is None:
        interval = f"{'at_least' if x['from_closed'] else 'above'}({low!r})"
    else:
        name = {(True, True): "closed", (True, False): "half_open", (False, False): "between"}
        interval = f"{name[x['from_closed'], x['to_closed']]}({low!r}, {high!r})"
    return f"({interval}, {x['slope']!r}, {x['intercept']!r})"


# ---- domains


def number(term: Term) -> str:
    """An entry of a domain: what is no literal is made of parameters."""
    if isinstance(term, int):
        return str(term)
    return f'"{term[1]}/{term[2]}"' if is_literal(term) else expression(term, at=False)


def numbers(columns: list[list[Term]]) -> str:
    return "[" + ", ".join(f"[{', '.join(map(number, column))}]" for column in columns) + "]"


def domain(name: str, spec: dict[str, Any]) -> str:
    """A domain of this name."""
    kind = spec["kind"]
    if name in NAMED.values():
        return next(key for key in PAPER if NAMED[key] == name)
    if kind == "pairs":
        return f"pairs_of({domain(name.removeprefix('pairs of '), spec['of'])})"
    if kind == "list":
        return f"listed({name!r}, [{', '.join(map(numbers, spec['points']))}])"
    if kind == "chosen":
        lists = ", ".join(domain(f"{name}, list {k}", option) for k, option in enumerate(spec["of"], 1))
        return f"chosen({name!r}, {spec['parameter']!r}, [{lists}])"
    if kind == "product":
        return f"product_of({name!r}, [{', '.join(map(numbers, spec['columns']))}])"
    if kind == "cells":
        if "from" in spec:
            return f"box({name!r}, {number(spec['from'])}, {number(spec['to'])})"
        return f"replace(real_columns, name={name!r})"
    order = f", order={kind!r}" + (f", repeats={spec['repeats']!r}" if kind == "orbits" else "")
    if "columns" in spec:
        return f"vocabulary({name!r}, {numbers(spec['columns'])}{order})"
    levels = ", ".join(number(spec["levels"][key]) for key in ("start", "step", "count"))
    return f"levels({name!r}, {levels}{order})"


# ---- the whole file


def decorator(asked: dict[str, Any], domains: list[str]) -> str:
    """That of a step, with all its options."""
    options = [repr(asked["says"])]
    if asked["kind"] == "repaired":
        options = [repr(asked["name"].removesuffix("@repaired")), *options, "reason='it was wrong'"]
    if asked["over"]:
        options.append(f"over=({', '.join(f'd{domains.index(name)}' for name in asked['over'])},)")
    if asked["given"] is not None:
        options.append(f"given=lambda at: {expression(asked['given'])}")
    if isinstance(asked["fold"], dict):
        start, then = (", ".join(expression(x, at=False) for x in asked["fold"][key]) for key in ("start", "next"))
        holds = expression(asked["fold"]["holds"], at=False)
        options.append(f"fold=folding(start=[{start}], next=lambda a, x: [{then}], holds=lambda a: {holds})")
    elif asked["fold"] != "each":
        options.append(f"fold={asked['fold']!r}")
    if asked["bound"] is not None:
        options += [f"bound=lambda at: {expression(asked['bound'])}", f"relation={asked['relation']!r}"]
    return f"@lemma.{KINDS[asked['kind']]}({', '.join(options)})"


def source(claim: Drawn) -> str:
    """The file; its claim is `lemma`."""
    lines = [
        f'"""Random claim number {claim.number}."""',
        "",
        "from dataclasses import replace",
        "",
        "from exactua.authoring import *",
        "",
        'k = Parameter("k", "a number", least=1, ladder=(1, 2))',
        'lemma = claim("lemma", parameters=("d", "n", "m", k), text="for some, for all")',
    ]
    domains = list(claim.domains)
    lines += [f"d{k} = {domain(name, claim.domains[name])}" for k, name in enumerate(domains)]
    for name, network in claim.networks.items():
        items = ", ".join(map(item, network["items"]))
        lines += ["", "", f'@lemma.network("{name}")', f"def {name}(values):"]
        lines += [f"    return Network({network['d']}, [{items}], {network['stages']!r})"]
    for name, term in claim.definitions:
        lines += ["", "", "@lemma.define", f"def {name}(at):", f"    return {expression(term)}"]
    for asked in claim.steps:
        name = asked["name"].replace("@", "_")
        lines += ["", "", decorator(asked, domains), f"def {name}(at):", f"    return {expression(asked['term'])}"]
    for part in claim.parts:
        options = [repr(part["words"]), *map(repr, part["steps"])]
        options += [] if part["undecided"] is None else [f"undecided={part['undecided']!r}"]
        lines += ["", "", f"lemma.part({', '.join(options)})"]
    return "\n".join(lines) + "\n"
