"""How what a file of claims calls is called: said where Python says that a call has too few or too many arguments.

Python's own words ("every() missing 1 required positional argument: 'condition'") name no example, and those about an
object without an operator ("'Words' object is not subscriptable") name what is inside exactua.
"""

from __future__ import annotations

import difflib
import inspect
import re
import sys
from typing import Final

from exactua.plurals import counted

RANGED: Final = ("every", "some", "total", "product", "least", "greatest", "how_many", "row")
CALLS: Final = {
    **{name: f"{name}(at.columns, lambda j: ...)" for name in RANGED},
    **{name: f"{name}(at.head, lambda f: ...)" for name in ("for_all_of", "for_some_of")},
    **{name: f"{name}(side, lambda h: ...)" for name in ("integral", "lowest", "highest")},
    **{name: f"{name}(x)" for name in ("exp", "log", "sqrt", "floor")},
    **{name: f"{name}(x, lo, hi)" for name in ("inside", "outside")},
    **{name: f'{name}("k")' for name in ("parameter", "definition", "variable")},
    **{name: f"{name}(0)" for name in ("above", "at_least", "at_most", "below")},
    **{name: f"{name}(0, 1)" for name in ("between", "closed", "half_open")},
    "implies": "implies(p, q)",
    "when": "when(p, a, b)",
    "select": "select(k, [3, 1, 4])",
    "pairwise_distinct": "pairwise_distinct(row(at.columns, lambda j: ...))",
    "every_permutation": "every_permutation(lambda P: ...)",
    "rational": 'rational("1/2")',
    "binary": "binary(0.1)",
    "claim": 'claim("lemma"), or claim("lemma", words=ab) of words',
    "folding": "folding(start=[0], next=lambda a, x: [...], holds=lambda a: ...)",
    "tokens": 'tokens("a b")',
    "words": 'words("words", tokens("a b"), "1..4")',
    "levels": 'levels("bits", 0, 1, 2)',
    "vocabulary": 'vocabulary("letters", [[1, 0], [0, 1]])',
    "product_of": 'product_of("places", [[[0], [1]], [[2]]])',
    "listed": 'listed("points", [[[0, 1]], [[1, 0]]])',
    "chosen": 'chosen("points", "k", [...])',
    "box": 'box("cube", 0, 1)',
    "pairs_of": "pairs_of(bits)",
    "compose": "compose(f, g)",
    "read_network": 'read_network("net.json")',
    "Words.has": 'has("a", j)',
    "Words.same": "same(i, j)",
    "Words.count": 'count("a")',
    "Words.row": 'row("a")',
    "Words.matrix": 'matrix("a b")',
    "Words.word": "word(matrix)",
    "Columns": "Columns(1, at.n)",
    "Parameter": 'Parameter("k", "number of tokens")',
    "Network": "Network(d, [layer, ...])",
    "AttentionHead": "AttentionHead(W_O, W_V, W_K, W_Q)",
    "Group": 'Group("name", [layer, ...])',
    "NetworkOperand": "f(point)",
    "NetworkOperand.after": "f.after(point, k)",
    "NetworkOperand.layer": "f.layer(point, k)",
    "NetworkOperand.quantity": 'f.quantity("heads")',
    "MatrixOperand.columns": "columns(1, at.n)",
    "MatrixOperand.permuted": "permuted(P)",
    "Row.dot": "u.dot(Z)",
    "Claim.states": '@lemma.states("words", over=bits)',
    "Claim.proof_line": '@lemma.proof_line("words", over=bits)',
    "Claim.repairs": '@lemma.repairs("gap", "words", reason="why", over=bits)',
    "Claim.requires": '@lemma.requires("n >= 2")',
    "Claim.network": '@lemma.network("f")',
    "Claim.family": '@lemma.family("head", weights)',
    "Claim.define": "@lemma.define above def D(at): ...",
    "Claim.operand": "@lemma.operand above def code(at): ...",
    "Claim.part": 'lemma.part("for every k", "step1")',
    "Claim.reads": 'lemma.reads("for every k", "with k > 0")',
    "Claim.relaxes": 'lemma.relaxes("the range of k", "k from 0", networks={"f": lambda values: ...})',
}  # fmt: skip
"""How functions, methods and classes of exactua.authoring are called, by their names; others by what they need."""

OTHER_ARGUMENTS: Final = {
    **dict.fromkeys(("causal", "is_causal", "masked"), 'mask="causal"'),
    **dict.fromkeys(("ties", "tie", "hardmax"), 'tie_rule="leftmost"'),
    **dict.fromkeys(("regex", "pattern", "matching", "language"), 'where="(ab)*"'),
    **dict.fromkeys(("bos", "begin"), 'start="<s>" of tokens'),
    **dict.fromkeys(("eos", "stop"), 'end="</s>" of tokens'),
}
"""What is written for what others call an argument."""

TAKEN_FOR_OTHERS: Final = {
    "Words": 'a domain of words has no entries and no length; ab.has("a", j) asks each of its words for a token',
    "Tokens": 'tokens alone are not words; write ab = words("words", tokens("a b"), "1..4")',
    "NetworkOperand": "a network has no entries; those of its output are at.f(point)[i, j]",
    "Operands": "what a step is written over has names, not indices; write, for example, at.n",
    "Claim": "a claim is not a list; its steps are claim.steps, and check(claim) decides it",
    "Permutation": "a permutation is applied to a matrix; write point.permuted(P)[i, j]",
}  # fmt: skip
"""What is said where an object of exactua is indexed, gone through, measured or called as it can't be."""

_MISSING: Final = re.compile(r"([\w.]+)\(\) missing \d+ required (?:positional|keyword-only) arguments?: (.*)")
_TOO_MANY: Final = re.compile(
    r"([\w.]+)\(\) takes (?:from \d+ to )?(\d+) positional arguments? "
    r"but (\d+) (?:positional arguments? .*)?w(?:as|ere) given"
)
_UNKNOWN: Final = re.compile(
    r"([\w.]+)\(\) got an unexpected keyword argument '(\w+)'(?:\. Did you mean '\w+'\?)?"  # which 3.13 adds
)
_TWICE: Final = re.compile(r"([\w.]+)\(\) got multiple values for argument '(\w+)'")
_NO_SUCH: Final = re.compile(
    r"(?:argument of type |object of type |cannot unpack non-iterable )?'?(\w+)'? (?:object )?"
    r"(?:is not \w+|has no len\(\)|does not support .*|object does not support .*)"
)


def said_of_call(message: str) -> str:
    """What to write in place of a call that Python refuses with this message of a TypeError; "" of any other one."""
    if match := _MISSING.fullmatch(message):
        missing = match[2].replace("'", "")
        several = " and " in missing or ", " in missing
        return _told(match[1], f"{missing} {'are' if several else 'is'} missing")
    if match := _TOO_MANY.fullmatch(message):
        bound = "." in match[1]  # Python counts the object itself
        most, given = int(match[2]) - bound, int(match[3]) - bound
        are = "is" if given == 1 else "are"
        return _told(match[1], f"it takes {counted(most, 'argument')}, and {given} {are} given, without their names")
    if match := _UNKNOWN.fullmatch(message):
        return _told(match[1], f"it has no argument {match[2]!r}{_near(match[1], match[2])}")
    if match := _TWICE.fullmatch(message):
        return _told(match[1], f"{match[2]} is given twice")
    if (match := _NO_SUCH.fullmatch(message)) and match[1] in TAKEN_FOR_OTHERS:
        return TAKEN_FOR_OTHERS[match[1]]
    return ""


def _near(name: str, argument: str) -> str:
    """Which argument of a function of exactua.authoring may be meant."""
    if argument in OTHER_ARGUMENTS:
        return f", which is written {OTHER_ARGUMENTS[argument]}"
    known = [parameter.name for parameter in _parameters(name.partition(".")[0])]
    near = difflib.get_close_matches(argument, known, 1)
    return f", did you mean {near[0]!r}" if near else ""


def _told(name: str, wrong: str) -> str:
    called = name.removesuffix(".__init__").removesuffix(".__call__").removesuffix(".__new__")
    written = how_called(called)
    return f"{called.rpartition('.')[2]}: {wrong}; write {written}" if written else ""


def how_called(name: str) -> str:
    """How a function or a class of exactua.authoring is called: as `CALLS` says, else with all that it needs."""
    if name in CALLS:
        return CALLS[name]
    needed = [known.name for known in _parameters(name) if known.default is known.empty]
    return f"{name}({', '.join(needed)})" if needed else ""


def _parameters(name: str) -> list[inspect.Parameter]:
    """The parameters of a function or a class of exactua.authoring; none of what it has not."""
    function = getattr(sys.modules.get("exactua.authoring"), name, None)
    try:
        return [*inspect.signature(function).parameters.values()] if callable(function) else []
    except ValueError:
        return []


CALLED: Final = {
    "Words": "a domain of words",
    "Tokens": "a list of tokens",
    "DomainSpec": "a domain",
    "NetworkOperand": "a network",
    "OfFamily": "a family of networks",
    "Columns": "a range",
    "Claim": "a claim",
    "Chapter": "a chapter",
    "Parameter": "a parameter",
    "Permutation": "a permutation",
    "Network": "a network",
    "AttentionHead": "an attention head",
}
"""What objects of these classes are called."""
_FIRST: Final = 'ab.has("a", ab.first)'
_LAST: Final = 'ab.has("a", ab.last)'
_LENGTH: Final = "at.n, less a start and an end token"
OTHER_ATTRIBUTES: Final = {
    "Words": {
        **dict.fromkeys(("starts", "starts_with", "startswith", "begins", "begins_with", "prefix", "head"), _FIRST),
        **dict.fromkeys(("ends", "ends_with", "endswith", "suffix", "tail"), _LAST),
        **dict.fromkeys(("contains", "includes", "has_any", "any", "some", "occurs"), 'ab.count("a") >= 1'),
        **dict.fromkeys(("length", "len", "size", "n"), _LENGTH),
        **dict.fromkeys(("is_", "is_a", "has_token", "at", "token", "letter", "symbol", "get"), 'ab.has("a", j)'),
        **dict.fromkeys(("equal", "equals", "eq", "same_token"), "ab.same(i, j)"),
        **dict.fromkeys(("how_many", "number_of", "number", "total"), 'ab.count("a")'),
        **dict.fromkeys(("range", "indices"), "ab.places, or at.columns with the start and the end token"),
        **dict.fromkeys(
            ("matches", "match", "fullmatch", "regex", "accepts", "accepted", "in_language"),
            'words(..., where="(ab)*") for those that match, or answers={"matches": ...} for a row that says which',
        ),
        **dict.fromkeys(
            ("index", "find", "position", "place_of", "first_place"),
            'least(ab.places, lambda j: when(ab.has("a", j), j, at.n + 1)), the first place of "a"',
        ),
        **dict.fromkeys(("reverse", "reversed"), "ab.same(j, at.n + 1 - j) for places from the end"),
        **dict.fromkeys(("start", "start_token"), "1 for the column of the start token, ab.first for what follows"),
        **dict.fromkeys(("end", "end_token"), "at.n for the column of the end token, ab.last for what comes before"),
        **dict.fromkeys(("answer", "answers_of"), 'point[ab.row("answer"), j]'),
    },
    "Tokens": dict.fromkeys(("has", "count", "same", "row"), 'ab = words("words", tokens("a b"), "1..4") and ask ab'),
    "NetworkOperand": {
        **dict.fromkeys(("heads", "layers", "width"), 'at.f.quantity("heads")'),
        **dict.fromkeys(("output", "apply", "forward", "value", "at"), "at.f(point)[i, j]"),
        **dict.fromkeys(("attention", "weights", "scores"), "what its output is; exactua trace shows its weights"),
    },
    "Columns": {
        **dict.fromkeys(("start", "first", "begin"), "lo, the first number of it"),
        **dict.fromkeys(("stop", "end", "last"), "hi, the last number of it"),
        **dict.fromkeys(("length", "len", "size", "count"), "at.n of at.columns, at.d of at.rows"),
    },
    "Permutation": {
        **dict.fromkeys(("inverse", "inv", "T"), "every_permutation(lambda P: ...), which goes through inverses too"),
    },
    "Claim": {
        **dict.fromkeys(("asserts", "says", "claims", "statement", "theorem"), '@lemma.states("words", over=bits)'),
        **dict.fromkeys(("assume", "given", "where", "hypothesis", "require"), '@lemma.requires("n >= 2")'),
        **dict.fromkeys(("check", "decide", "run"), "check(lemma), with check from exactua"),
    },
}  # fmt: skip
"""What is written for what others call an attribute of these objects."""


def said_of_attribute(thing: object, name: str) -> str:
    """What to write in place of an attribute that an object of exactua has not; "" of any other object."""
    kind = next((each.__name__ for each in type(thing).__mro__ if each.__name__ in CALLED), "")
    if not kind or not type(thing).__module__.startswith("exactua."):
        return ""
    known = [each for each in dir(type(thing)) if not each.startswith("_")]
    if name in OTHER_ATTRIBUTES.get(kind, {}):
        return f"{CALLED[kind]} has no {name!r}; write {OTHER_ATTRIBUTES[kind][name]}"
    if near := difflib.get_close_matches(name, known, 1):
        return f"{CALLED[kind]} has no {name!r}; did you mean {near[0]!r}?"
    told = ASKED_OF.get(kind, ())
    has = f"; it has {', '.join(told)}" if told else f"; {TAKEN_FOR_OTHERS[kind]}" if kind == "Permutation" else ""
    return f"{CALLED[kind]} has no {name!r}{has}"


ASKED_OF: Final = {
    "Words": ("has", "same", "count", "places", "first", "last", "row", "matrix", "word"),
    "NetworkOperand": ("after", "layer", "quantity"),
    "Columns": ("lo", "hi", "letter"),
    "Claim": (
        "states", "proof_line", "repairs", "network", "family", "define", "operand", "requires", "relaxes", "part",
    ),
}  # fmt: skip
"""What is asked of these objects."""
