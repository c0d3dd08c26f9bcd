"""Formulas on pages: MathML that is checked to be nothing else, matrices, words, and text where one is too long."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree

from exactua.arithmetic.rationals import Matrix
from exactua.claims.lettering import Lettered
from exactua.claims.problem import Step
from exactua.plurals import counted
from exactua.printing import statements, typeset_statements
from exactua.printing.mathematics_in_words import in_mathml, pieces
from exactua.printing.text import number
from exactua.terms.language import Term

if TYPE_CHECKING:
    from markupsafe import Markup

LONGEST: Final = 20_000
"""Characters of the markup of one formula."""
MOST_ROWS: Final = 12
MOST_COLUMNS: Final = 12
ELEMENTS: Final = frozenset(
    {"math", "mi", "mn", "mo", "ms", "mtext", "mspace", "mrow", "mfrac", "msqrt", "mroot", "msub", "msup", "msubsup"}
    | {"munder", "mover", "munderover", "mtable", "mtr", "mtd", "mpadded", "mphantom", "mstyle"}
)
ATTRIBUTES: Final = frozenset(
    {"display", "displaystyle", "scriptlevel", "mathvariant", "form", "fence", "separator", "stretchy", "symmetric"}
    | {"largeop", "movablelimits", "accent", "accentunder", "lspace", "rspace", "minsize", "maxsize", "linethickness"}
    | {"columnalign", "columnspacing", "rowspacing", "columnspan", "width", "height", "depth", "class"}
)
"""What formulas may be made of; nothing among it runs, loads or leads elsewhere."""
_NAMES: Final = re.compile(r"`([^`\n]+)`")


def assertion(step: Step, names: Mapping[Term, str], most: int = LONGEST) -> Markup:
    """What a step asserts, typeset."""
    return checked(typeset_statements.formula(step, names, "mathml"), statements.formula(step, names), most)


def domain(said: Lettered, step: Step) -> Markup:
    """What a step of a claim quantifies over, typeset: "for all L in category 1"."""
    return checked(typeset_statements.domain(said, step, "mathml"), statements.domain_text(said, step))


def operand(term: Term, names: Mapping[Term, str]) -> Markup:
    """An operand or a definition, typeset."""
    return checked(typeset_statements.operand(term, names, "mathml"), statements.operand_text(term, names))


def symbol(name: str) -> Markup:
    """The name of a parameter, a definition or an operand as formulas have it."""
    return checked(typeset_statements.name(name, "mathml"), name)


def checked(markup: str, instead: str, most: int = LONGEST) -> Markup:
    """The markup, if it has at most `most` characters and is words and MathML alone; else the text `instead`."""
    from markupsafe import Markup

    if len(markup) <= most and _is_mathml(markup):
        return Markup(markup)
    return Markup("<code>{}</code>").format(shortened(instead, most // 8))


def _is_mathml(markup: str) -> bool:
    if "<!" in markup or "<?" in markup:
        return False  # browsers and XML read these differently
    try:
        root = ElementTree.fromstring(f"<p>{markup}</p>")
    except ElementTree.ParseError:
        return False
    inside = {id(element) for child in root if child.tag == "math" for element in child.iter()}
    return all(
        (element.tag in ELEMENTS and ATTRIBUTES.issuperset(element.attrib))
        if id(element) in inside
        else (element.tag == "wbr" and not element.attrib)
        for element in root.iter()
        if element is not root
    )


def shortened(text: str, most: int, rest: str = "see the certificate") -> str:
    """The text, or its beginning and how much more there is: "...; 1,200 more characters; see the certificate"."""
    return text if len(text) <= most else f"{text[:most]}… {counted(len(text) - most, 'more character')}; {rest}"


def written_matrix(name: str, rows: Sequence[Sequence[str]]) -> Markup:
    """`name` (such as "W_O") = the matrix with these entries, which are text, typeset."""
    from markupsafe import Markup

    letter, _, index = name.partition("_")
    named = Markup("<msub><mi>{}</mi><mtext>{}</mtext></msub>").format(letter, index)
    cells = [Markup("").join(Markup("<mtd><mtext>{}</mtext></mtd>").format(entry) for entry in row) for row in rows]
    table = Markup("").join(Markup("<mtr>{}</mtr>").format(row) for row in cells)
    return Markup("<math><mrow>{}<mo>=</mo><mo>[</mo><mtable>{}</mtable><mo>]</mo></mrow></math>").format(
        named if index else Markup("<mi>{}</mi>").format(letter), table
    )


def matrix(name: str, point: Matrix) -> Markup:
    """`name` = the matrix, typeset; of a large one the first rows and columns."""
    from markupsafe import Markup

    lines = [
        Markup("<mtr>{}</mtr>").format(
            Markup("").join(Markup("<mtd><mn>{}</mn></mtd>").format(number(entry)) for entry in row[:MOST_COLUMNS])
        )
        for row in point[:MOST_ROWS]
    ]
    letter = Markup("<mi>{}</mi>").format(name.rstrip("'"))
    letter = Markup("<msup>{}<mo>′</mo></msup>").format(letter) if name.endswith("'") else letter
    opened = Markup("<math><mrow>{}<mo>=</mo><mo>[</mo><mtable>{}</mtable><mo>]</mo></mrow></math>")
    shown = opened.format(letter, Markup("").join(lines))
    hidden = [(len(point) - MOST_ROWS, "row"), (len(point[0] if point else ()) - MOST_COLUMNS, "column")]
    more = ", ".join(counted(count, f"more {what}") for count, what in hidden if count > 0)
    return shown + Markup(' <span class="more">{}; see the certificate</span>').format(more) if more else shown


def with_mathematics(words: str) -> Markup:
    """A paper's words, escaped, with each formula typeset of which every character is understood; markup stays.

    What stands between backticks, such as the name of a step, is code.
    """
    from markupsafe import Markup

    return words if isinstance(words, Markup) else Markup("").join(_marked(words))


def _marked(words: str) -> Iterator[str]:
    from markupsafe import Markup

    for piece in pieces(words):
        if not isinstance(piece, str):
            yield Markup(in_mathml(piece))
            continue
        for k, part in enumerate(_NAMES.split(piece)):
            yield Markup("<code>{}</code>").format(part) if k % 2 else part
