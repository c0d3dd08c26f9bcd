"""Mathematics in a paper's words is read whole or not at all, and says the same characters, in both languages."""

from __future__ import annotations

import re
import time
from xml.etree import ElementTree

import pytest

from exactua.claims.registry import PAPERS, claims_of
from exactua.printing.documents import Code, Formula
from exactua.printing.mathematics_in_words import in_latex, in_mathml, pieces, typeset
from exactua.terms import latex
from exactua.terms.mathml import ELEMENTS
from exactua.terms.symbols import GREEK

MARKS = {"~": "\u0303", "¯": "\u0304", "^": "\u0302"}


def drawn(words: str) -> str:
    """The words with each formula between « and », scripts in braces, marks behind their letter."""
    return "".join(piece if isinstance(piece, str) else f"«{_of(in_mathml(piece))}»" for piece in pieces(words))


def _of(fragment: str) -> str:
    root = ElementTree.fromstring(f"<p>{fragment}</p>")
    assert [element.tag for element in root if element.tag not in ("math", "wbr")] == []
    return "".join(_element(element) for element in root)


def _element(element: ElementTree.Element) -> str:
    children = [_element(child) for child in element]
    assert element.tag in {*ELEMENTS, "wbr"}
    match element.tag:
        case "mover":
            return children[0] + MARKS[children[1]]
        case "msup" if set(children[1]) == {"′"}:
            return "".join(children)
        case "msup":
            return f"{children[0]}^{{{children[1]}}}"
        case "msub":
            return f"{children[0]}_{{{children[1]}}}"
        case "msubsup":
            return f"{children[0]}_{{{children[1]}}}^{{{children[2]}}}"
    space = " " if element.get("rspace") and element.text == "\u2062" else ""
    return space + (element.text or "").replace("\u2061", "").replace("\u2062", "") + "".join(children)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("delta^(-(n-1)d+1)", "«δ^{−(n−1)d+1}»"),
        ("l~_n < l~'_n", "«l\u0303_{n}<l\u0303′_{n}»"),
        ("for any L in G~_delta, not", "for any L in «G\u0303_{δ}», not"),
        ("G+_delta without G~_delta", "«G_{δ}^{+}» without «G\u0303_{δ}»"),
        ("g_c(L)_(i, j) = 1", "«g_{c}(L)_{i,j}=1»"),
        ("f-bar and F-bar_PE(delta*): both", "«f\u0304» and «F\u0304_{PE}(δ^{*})»: both"),
        ("F_1-bar of L-bar", "«F\u0304_{1}» of «L\u0304»"),
        ("a^_(j,u) >= 0", "«a\u0302_{j,u}≥0»"),
        ("delta^-2d (l_n - l_1)", "«δ^{−2d} (l_{n}−l_{1})»"),
        ("|boltz(a) - boltz(b)| > (log n)^2 e^{-2r}", "«|boltz(a)−boltz(b)|>(log n)^{2} e^{−2r}»"),
        ("||X - Y||_inf <= 1/2", "«‖X−Y‖_{inf}≤1/2»"),
        ("X^(i)_{:,k} != X^(j)_{:,l}", "«X_{:,k}^{(i)}≠X_{:,l}^{(j)}»"),
        ("T^(2,1,4) and H^(k-1)", "«T^{2,1,4}» and «H^{k−1}»"),
        ("sum_(k=1..j-1) delta^(-kd)", "«∑_{k=1..j−1} δ^{−kd}»"),
        ("R^(d x n) -> R^(d x n)", "«R^{d×n}→R^{d×n}»"),
        ("4 x (1 - x) is 0 at x = 1", "4 x «(1−x)» is 0 at «x=1»"),
        ("[k delta, k delta + delta) of it", "«[k δ,k δ+δ)» of it"),
        ("1 <= p < infinity", "«1≤p<∞»"),
        ("u^T Z_(:,j) > b'_Q", "«u^{T} Z_{:,j}>b′_{Q}»"),
        ("E.3.3: = delta^-d (l_n - l_1)", "E.3.3: «=δ^{−d} (l_{n}−l_{1})»"),
        ("each l_j's id, the k_i's", "each «l_{j}»'s id, the «k_{i}»'s"),
        ("l'_1, ..., l'_n', one", "«l′_{1}», ..., «l′_{n′}», one"),
        ("an (r, delta)-separated set", "an «(r,δ)»-separated set"),
        ("n(1/delta)^(dn)/n!, not", "«n(1/δ)^{dn}/n!», not"),
        ("where n = 1 delta is 0; with D >= 2 f-bar leaves", "where «n=1» «δ» is 0; with «D≥2» «f\u0304» leaves"),
        ("f o g_1 and f_1 o g", "«f∘g_{1}» and «f_{1}∘g»"),
        ("F_2 o F_S o F_1", "«F_{2}∘F_{S}∘F_{1}»"),
        ("|{i <= n: rho_n(i) = *}| >= C n", "«|{i≤n:ρ_{n}(i)=*}|≥C n»"),
        ("<B x, y> of x and y: J(x) = 0", "«⟨B x,y⟩» of x and y: «J(x)=0»"),
        ("psi(.; 0) of it", "«ψ(.;0)» of it"),
        ("for any i in [N] F(X^(i)) = 0", "for any i in [N] «F(X^{(i)})=0»"),
        ("where 2 is met <= everywhere", "where 2 is met «≤» everywhere"),
        ("D^-(dn) and +-epsilon", "«D^{−(dn)}» and «±ϵ»"),
        ("r_max and d_ff", "«r_{max}» and «d_{ff}»"),
        ("A_ij of it", "«A_{ij}» of it"),
    ],
)
def test_a_formula_is_read_whole(words: str, shown: str) -> None:
    assert drawn(words) == shown


@pytest.mark.parametrize(
    "words",
    [
        "a layer, a head and I: the L of App. F",  # letters alone
        "the matrix [0, 1] of 2 x 3 entries (see page 4), and/or w/o it",
        "g_q_as_printed, other_intervals, lemma_6_fails, o_of_1 and theorem_2",
        "`delta^-d` and 'l_1 < l_2' are quoted",
        "exactua check lemma8 --delta 1/2",
        "docs/notes/x_1.md and proofs/rocq",
        "label = w[1] == 1; output = f(x)",
        "x^2y, 2^2n, x^(a;b), x^(, x_, 10^, a_1', bar{f}_1",
        "E.3.1 and Sec. 2 (16) and Lemma 8",
        "foo-l_1 and l_1foo",
        "two layer(s) and the 2nd j-th one",
        "of 5 (16) or 3 a day",
        "at most 69 dn(1/delta)^(dn)/n! of them, or q(L')_i'",
    ],
)
def test_what_is_not_understood_stays_as_it_is_written(words: str) -> None:
    assert list(pieces(words)) == [words]


def test_a_formula_that_is_not_read_to_its_end_is_not_cut_inside_of_a_product() -> None:
    assert drawn("there are 4(s + d) + d(some + d) of it") == "there are «4(s+d)» + d(some + d) of it"


def test_latex_has_the_same_formulas() -> None:
    said = "50% of l~_n <= delta^(-nd+1), ||f||_p, {0, delta}^d, a_* -> infinity, <x, y>, a^_u, sum_k a_k"
    assert in_latex(said, latex.escaped) == (
        r"50\% of \(\tilde{l}_{n} \le \delta^{-nd + 1}\), \(\lVert f\rVert_{p}\), \(\{0,\delta\}^{d}\), "
        r"\(a_{*} \to \infty\), \(\langle x,y\rangle\), \(\hat{a}_{u}\), \(\sum_{k}\,a_{k}\)"
    )


def test_a_document_has_them_as_formulas_with_their_plain_text() -> None:
    said = typeset(("at most delta^(-nd) of ", Code("delta^-d"), " = 2"))
    assert [(type(piece), str(piece)) for piece in said] == [
        (str, "at most "),
        (Formula, "delta^(-nd)"),
        (str, " of "),
        (Code, "delta^-d"),
        (str, " = 2"),
    ]
    assert isinstance(said[1], Formula)
    assert said[1].latex == r"\delta^{-nd}"


WRITTEN = {
    "≤": "<=", "≥": ">=", "≠": "!=", "→": "->", "⇒": "=>", "⇔": "<=>", "≔": ":=", "−": "-", "…": "...", "∑": "sum", "∏": "prod",
    "×": "x", "∘": "o", "∞": "infinity", "∈": "in", "±": "+-", "⋅": "*", "‖": "||", "⟨": "<", "⟩": ">", "′": "'",
    "¯": "-bar", **{letter: name for name, letter in GREEK.items() if not name.endswith("_")},
}  # fmt: skip


GAP = r"\s*"


def _reads(piece: Formula) -> bool:
    """Whether the formula, written in a line again, is the piece: each sign in its place, with what hangs on it.

    Spaces may differ, except in a script without brackets: it is one number, one name, or a number with letters.
    """
    root = ElementTree.fromstring(f"<p>{piece.mathml}</p>")
    return re.fullmatch(GAP.join(_pattern(child) for child in root if child.tag == "math"), piece) is not None


def _pattern(element: ElementTree.Element) -> str:
    parts, own = [_pattern(child) for child in element], element.text or ""
    match element.tag:
        case "mover":
            return parts[0] + _mark(element)
        case "msup" if set(element[1].text or "") == {"′"}:
            return parts[0] + "'" * len(element[1].text or "")
        case "msup" if element[1].text == "*":  # delta* is written for delta^*
            return parts[0] + r"\^?\*"
        case "msup":
            return parts[0] + _script(r"\^", element[1], parts[1])
        case "msub" if element[0].tag == "mover":  # F_1-bar is written for F-bar_1
            letter, mark, below = _pattern(element[0][0]), _mark(element[0]), _script("_", element[1], parts[1])
            return f"{letter}(?:{mark}{below}|{below}{mark})"
        case "msub":
            return parts[0] + _script("_", element[1], parts[1])
        case "msubsup":
            below, above = _script("_", element[1], parts[1]), _script(r"\^", element[2], parts[2])
            plus = r"|\+" + below if element[2].text == "+" else ""  # G+_delta is written for G_delta^+
            return f"{parts[0]}(?:{below}{above}|{above}{below}{plus})"
        case "mi" | "mo" | "mn" | "mtext":
            return re.escape("".join(WRITTEN.get(sign, sign) for sign in re.sub(r"[\s\u2061\u2062]", "", own)))
    return GAP.join(filter(None, parts))


def _mark(element: ElementTree.Element) -> str:
    return re.escape({"~": "~", "¯": "-bar", "^": "^"}[element[1].text or ""])


def _script(sign: str, element: ElementTree.Element, inside: str) -> str:
    """In round brackets or in braces; without them if it is a number, a name, or a group in brackets of its own."""
    ways = [rf"{sign}\({GAP}{inside}{GAP}\)", rf"{sign}\{{{GAP}{inside}{GAP}\}}"]
    text = "".join(element.itertext()).replace("\u2062", "")
    if re.fullmatch(r"−?(?:\w+|\*|\w′)", text):
        ways.append(sign + inside.replace(GAP, ""))
    if re.fullmatch(r"−?\((?:[^()]|\([^()]*\))*\)", text):
        ways.append(sign + inside)
    if sign == "_" and text.isdigit():  # the variable i2 of a sum
        ways.append(inside)
    return f"(?:{'|'.join(ways)})"


@pytest.mark.exhaustive
@pytest.mark.parametrize("paper", PAPERS)
def test_every_formula_of_a_paper_reads_as_it_is_written(paper: str) -> None:
    counted = 0
    for claim in claims_of(paper):
        said = [*((step.says, step.reason or "") for step in claim.steps)]
        said += [(part.words, part.undecided or "") for part in claim.parts]
        said += [(parameter.explained, "") for parameter in claim.parameters]
        for words in (claim.text, *(words for both in said for words in both)):
            assert "".join(piece for piece in typeset(words)) == words
            formulas = [piece for piece in typeset(words) if isinstance(piece, Formula)]
            assert [str(piece) for piece in formulas if not _reads(piece)] == []
            counted += len(formulas)
    assert counted > 30


@pytest.mark.parametrize(
    ("mathml", "words"),
    [
        ("<math><msub><mi>a</mi><mrow><mi>b</mi><mi>c</mi></mrow></msub></math>", "a_b c"),
        ("<math><msup><mi>a</mi><mi>b</mi></msup><mi>c</mi></math>", "a^(b c)"),
        ("<math><mi>a</mi><mo>−</mo><mi>b</mi></math>", "b - a"),
        ("<math><mi>a</mi><mi>b</mi></math>", "a b b"),
        ("<math><msub><mi>a</mi><mover><mi>b</mi><mo>~</mo></mover></msub></math>", "a~_b"),
    ],
)
def test_another_formula_does_not_read_so(mathml: str, words: str) -> None:
    assert not _reads(Formula(words, latex="", mathml=mathml))


@pytest.mark.parametrize("part", ["f(x)(", "a_(", "sum_k ", "|a ", "a_1 + b("])
def test_long_words_are_read_in_a_moment(part: str) -> None:
    start = time.process_time()
    list(pieces((part * 4_000)[:4_000]))
    assert time.process_time() - start < 10


def test_words_that_are_too_long_stay() -> None:
    words = "l_1 and " * 600
    assert list(pieces(words)) == [words]
