"""Terms of every operator, as a property test draws them: well-typed, variables bound or not, brackets in every place."""

from __future__ import annotations

from hypothesis import strategies as st

from exactua.terms.language import QUANTITIES, Kind, Term, integer, make

NUMBERS = ("n", "m", "D", "t_l", "eps", "width", "after_sweep", "lambda", "l_prime", "w1", "j", "k")
NETWORKS = ("g_c", "block", "Psi")
STAGES = ("output", "sweep", "flattened", "g_v")
BOUND = ("j", "k", "i2", "j'")
NAMES = {*NUMBERS, *NETWORKS, *STAGES, *BOUND, "h", "P", "L", "a", "x", "pi"}

N, T, L, M = Kind.NUMBER, Kind.TRUTH, Kind.LIST, Kind.MATRIX

OPERATORS: dict[Kind, dict[str, tuple[Kind, ...]]] = {
    N: {
        "+": (N, N), "+ +": (N, N, N), "-": (N, N), "*": (N, N), "* *": (N, N, N), "/": (N, N), "^": (N, N), "neg": (N,),
        "floor": (N,), "exp": (N,), "log": (N,), "sqrt": (N,), "select": (N, N, N, N), "if": (T, N, N),
        "item": (L, N), "entry": (M, N, N), "network": (), "sum": (N, N, N), "product": (N, N, N), "min": (N, N, N),
        "max": (N, N, N), "integral": (N, N), "lowest": (N, N), "highest": (N, N), "indicator": (T,), "absolute": (N,),
        "modulo": (N, N),
    },
    T: {
        "<": (N, N), "<=": (N, N), "=": (N, N), "!=": (N, N), ">=": (N, N), ">": (N, N), "in": (N, N, N),
        "not in": (N, N, N), "and": (T, T), "or": (T, T), "implies": (T, T), "not": (T,), "= =": (L, L), "!= !=": (M, M),
        "distinct": (L,), "all": (N, N, T), "any": (N, N, T), "permutations": (T,), "chain": (N, N, N),
    },
    L: {"list": (N, N, N), "dot": (L, M)},
    M: {
        "permuted": (M,), "columns": (M, N, N), "one column": (M, N), "stage": (M,), "stage of number": (N, M),
        "after": (N, M), "layer": (N, M),
    },
}  # fmt: skip
"""What terms are built of, with the kinds of its parts. Names with spaces are an operator in another shape."""


@st.composite
def terms(draw: st.DrawFn, kind: Kind, depth: int) -> Term:
    """Terms of that kind with at most `depth` operators inside each other."""
    if depth == 0 or draw(st.integers(0, 5)) == 0:
        return _leaf(draw, kind)
    shape = draw(st.sampled_from(list(OPERATORS[kind])))
    parts = tuple(draw(terms(part, depth - 1)) for part in OPERATORS[kind][shape])
    bound, network = (lambda: draw(st.sampled_from(BOUND))), (lambda: draw(st.sampled_from(NETWORKS)))
    match shape:
        case "network":
            return make(shape, (network(), draw(st.sampled_from(QUANTITIES))))
        case "sum" | "product" | "min" | "max" | "all" | "any" | "list":
            return make(shape, (bound(),), *parts)
        case "integral" | "lowest" | "highest":
            # offsets inside of bounds are the language's own affair; here one name serves all
            parts = tuple(integer(7) if "h" in part.free else part for part in parts)
            return make(shape, ("h",), *parts)
        case "indicator":
            return make("if", (), *parts, integer(1), integer(0))
        case "absolute":
            sign = make("-", (), integer(1), make("*", (), integer(2), make("var", ("e",))))
            return make("max", ("e",), integer(0), integer(1), make("*", (), sign, *parts))
        case "modulo":
            x, y = parts
            return make("-", (), x, make("*", (), y, make("floor", (), make("/", (), x, y))))
        case "chain":
            sign = draw(st.sampled_from(["<", "<=", "=", ">="]))
            return make("and", (), make(sign, (), *parts[:2]), make(sign, (), *parts[1:]))
        case "permutations" | "permuted":
            return make(shape, ("P",), *parts)
        case "one column":
            return make("columns", (), *parts, parts[1])
        case "stage":
            return make(shape, (network(), draw(st.sampled_from(STAGES))), *parts)
        case "stage of number" | "after" | "layer":
            return make(shape.split()[0], (network(),), *parts)
    return make(shape if shape == "not in" else shape.split()[0], (), *parts)


def _leaf(draw: st.DrawFn, kind: Kind) -> Term:
    name = st.sampled_from(NUMBERS)
    match kind:
        case Kind.NUMBER:
            if draw(st.booleans()):
                return integer(draw(st.integers(-3, 12)))
            return (
                make(draw(st.sampled_from(["param", "def", "var"])), (draw(name),))
                if draw(st.booleans())
                else make("pi")
            )
        case Kind.TRUTH:
            return make(draw(st.sampled_from(["<", "="])), (), make("def", (draw(name),)), make("def", (draw(name),)))
        case Kind.LIST:
            return make(draw(st.sampled_from(["accumulator", "numbers"])))
        case Kind.MATRIX:
            return make("offsets", ("h",)) if draw(st.booleans()) else make("point")
