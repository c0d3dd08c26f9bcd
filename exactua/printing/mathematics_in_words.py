r"""A paper's words with the mathematics in them read: `delta^(-(n-1)d+1)`, `l~_n`, `g_c(L)_(i, j) <= 2` as boxes.

A piece of the words is mathematics only if all of it is read by the grammar here: operands with their powers, indices,
tildes, bars and primes, brackets, functions, and what stands between them. It also has to show that it is mathematics:
two letters beside each other do not. Nothing is computed and nothing is moved: a fraction stays in its line, so what is
set says what the words say, character by character. Everything else stays as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from exactua.printing.documents import Formula
from exactua.printing.documents import Words as Marked
from exactua.terms import latex, mathml
from exactua.terms.boxes import Box, Bracket, Break, Fenced, Letter, Number, Role, Row, Scripts, Sign, Word, Words
from exactua.terms.symbols import GREEK

LONGEST: Final = 4_000
"""Characters of words that are read."""
MOST: Final = 100
"""Operands beside each other that are read as one formula."""
DEEPEST: Final = 6
"""Brackets inside of brackets."""
OPERATORS: Final = frozenset(
    {"argmax", "argmin", "conv", "cos", "det", "diag", "exp", "inf", "lim", "ln", "log", "max", "min", "prod", "relu"}
    | {"ReLU", "sin", "sqrt", "sum", "sup", "tanh", "softmax", "hardmax"}
)
"""Functions whose operand stands behind a space: log n, max_k a_k."""
_LARGE: Final = {"sum": "∑", "prod": "∏"}
_RELATION: Final = re.compile(r"<=>|<=|>=|!=|:=|->|=>|[=<>](?![=<>])|\.\.(?!\.)")
_RELATIONS: Final = {"<=": "≤", ">=": "≥", "!=": "≠", ":=": "≔", "->": "→", "=>": "⇒", "<=>": "⇔"}
_BINARY: Final = {"+": "+", "-": "−", "*": "·", "/": "/"}
_TIMES: Final = re.compile(r" x (?=[\w(\[{.])")
_COMPOSED: Final = re.compile(r" o (?=[A-Za-z])")
_NAME: Final = re.compile(r"[A-Za-z]+")
_NAME_OR_NUMBER: Final = re.compile(r"\w+")
_NUMBER: Final = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_CLOSERS: Final = {"(": ")]", "[": "])", "{": "}", "<": ">"}
_VARIABLE_X: Final = re.compile(
    r"(?<![\w)\]}.] )(?<![A-Za-z0-9_])x(?![A-Za-z0-9_])|\bx(?! [A-Za-z0-9(\[.]| x)(?=\W|$)"
    r"|\bx (?=(?:in|and|is|with|to|of)\b)"
)
"""An x that is no sign between two operands."""
_AFTER_LABEL: Final = re.compile(
    r"(?:\b(?:App|Appendix|Sec|Section|Lemma|Lemmas|Theorem|Definition|Proposition|Corollary|Claim|Assumption|Category|"
    r"Case|Fig|Figure|Table|Eq|Eqs|Part|Step|Head|Layer|category|case|part|step|head|layer|line|condition)\.? |\. )$"
)
_OPAQUE: Final = re.compile(r"`[^`]*`|(?<![\w)\]}'])'[^'\n]*'(?!\w)|(?<!\S)--[a-z][a-z-]+|\b[A-Z](?:\.[0-9]+)+")
"""Commands and names between backticks, single quotes, options, and numbers of sections."""
_CODE: Final = re.compile(r"[$\\]|==|[-+*/]=|[A-Za-z]\.[A-Za-z_]+\(|\['")
"""What only words have that are a line of a program, or of LaTeX: nothing in those is read."""
_BAD_START: Final = re.compile(r"(?:[\w^~\\'.)\]}#$@&%`]|[\w)\]}][-+*/=<>])$")
_BAD_END: Final = re.compile(r"[\w^~`]|\*|'(?!s\b)|\.[\w]|-bar\b|/[A-Za-z]{2}|[)\]}][_^]")
_BAD_BESIDE: Final = re.compile(r"[\w~^]|\.\w|-[A-Za-z]")
_ANGLE: Final = re.compile(r"<[A-Za-z0-9(]")
_VERB: Final = re.compile(r" (?:is|are|has|have|does|may|can|must|leaves|gives|makes|holds)\b")
_BAR: Final = re.compile(r"-bar(?![A-Za-z0-9-])")
_ALONE: Final = re.compile(r"(?<!\S)(?:<=>|<=|>=|!=|->)(?=[\s:;,.)]|$)")
_MARKS: Final = re.compile(r", ?| : |; ?")
_MARKS_IN_SETS: Final = re.compile(r", ?| ?: |; ?")
_MARKS_IN_SCRIPTS: Final = re.compile(r", ?| : |:")
_VOWELS: Final = frozenset("aeou")
_INDICES: Final = frozenset("ijklmn")


@dataclass(frozen=True)
class _Read:
    """What was read from a place on: its box, where it ends, and what it is beside another operand."""

    box: Box
    end: int
    bare: str = ""  # a single letter, or a number, without anything
    listed: bool = False  # a list, or a relation, in brackets
    called: bool = False  # a function that wants an operand


def pieces(words: str) -> Iterator[str | Box]:
    """The words in pieces, in their order: text as it is written, and boxes of what is mathematics."""
    place = 0
    for start, end, box in _formulas_of(words):
        if start > place:
            yield words[place:start]
        yield box
        place = end
    if place < len(words):
        yield words[place:]


def in_boxes(words: str) -> Row:
    """The words as boxes: those that are no mathematics are prose."""
    return Row(tuple(Words(piece) if isinstance(piece, str) else piece for piece in pieces(words)))


def in_mathml(box: Box) -> str:
    """A piece as MathML, in the size of the words that it stands among."""
    return mathml.in_words(box).replace('<math displaystyle="true">', "<math>")


def in_latex(words: str, escaped: Callable[[str], str]) -> str:
    r"""Words as LaTeX, formulas between \( and \), which needs amsmath; `escaped` makes LaTeX of all else."""
    return "".join(escaped(piece) if isinstance(piece, str) else latex.in_words(piece) for piece in pieces(words))


def typeset(words: Marked) -> tuple[str, ...]:
    """The words of a document with their mathematics as formulas; what is marked already stays."""
    parts: list[str] = []
    for piece in (words,) if isinstance(words, str) else words:
        if type(piece) is not str:
            parts.append(piece)
            continue
        place = 0
        for start, end, box in _formulas_of(piece):
            parts += [piece[place:start]] * (start > place)
            parts.append(Formula(piece[start:end], latex=latex.in_math(box), mathml=in_mathml(box)))
            place = end
        parts += [piece[place:]] * (place < len(piece))
    return tuple(parts)


@lru_cache(maxsize=4096)
def _formulas_of(words: str) -> tuple[tuple[int, int, Box], ...]:
    """Where mathematics begins and ends in the words, and what it is."""
    if len(words) > LONGEST or _CODE.search(words):
        return ()
    return tuple(_Reader(words).all())


@dataclass
class _Reader:
    """Reads from any place of the words; what it can't read is None."""

    words: str
    x_is_a_sign: bool = field(init=False)
    lists: dict[tuple[int, str, int, bool], _Read | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.x_is_a_sign = not _VARIABLE_X.search(self.words)

    def all(self) -> Iterator[tuple[int, int, Box]]:
        """Each piece that is mathematics, from left to right."""
        place = 0
        while place < len(self.words):
            if opaque := _OPAQUE.match(self.words, place):
                place = opaque.end()
                continue
            if self.words[place].isspace() or _BAD_START.search(self.words, max(0, place - 2), place):
                place = self._after(place)
                continue
            box, end = self.formula(place)
            sign = _ALONE.match(self.words, place)
            if box is None and sign is not None:
                box, end = Sign(_RELATIONS[sign[0]], "apply"), sign.end()
            if box is not None:
                yield place, end, box
            place = max(end, place + 1) if box is not None else max(end, self._after(place))

    def _after(self, place: int) -> int:
        """Behind the word, or the character, at a place where no formula begins; behind a whole script."""
        word = _NAME.match(self.words, place) or _NUMBER.match(self.words, place)
        end = place + 1 if word is None else word.end()
        if self.words[place] not in "_^":
            return end
        if self.words[end : end + 1] == "-":
            end += 1
        opened = self.words[end : end + 1]
        if opened == "" or opened not in "({":
            script = _NAME_OR_NUMBER.match(self.words, end)
            return end if script is None else script.end()
        depth = 0
        for k in range(end, len(self.words)):
            depth += (self.words[k] in "({") - (self.words[k] in ")}")
            if depth == 0:
                return k + 1
        return end

    def formula(self, place: int) -> tuple[Box | None, int]:
        """The longest formula from here on, if it shows that it is one; and where what was read ends."""
        ends: list[tuple[int, int]] = []
        leading = self._leading(place)
        boxes, start = ((), place) if leading is None else ((leading[0],), leading[1])
        read = self.chain(start, 0, False, ends)
        if read is None or not ends:
            return None, place
        count, end = ends[-1]
        parts = (*boxes, *_flat(read.box)[:count])
        if not _is_mathematics(parts):
            return None, end
        return (parts[0] if len(parts) == 1 else Row(parts)), end

    def _leading(self, place: int) -> tuple[Sign, int] | None:
        """A relation whose left side is not here, ": = delta^-d (l_n - l_1)", and where its right side begins."""
        sign = _RELATION.match(self.words, place)
        if sign is None or sign[0] == ".." or self.words[sign.end() : sign.end() + 1] != " ":
            return None
        before = self.words[max(0, place - 4) : place].rstrip()
        if before and before[-1] not in ":;,(" and not before.endswith("..."):
            return None
        return Sign(_RELATIONS.get(sign[0], sign[0]), "relation"), sign.end() + 1

    def chain(self, place: int, depth: int, script: bool, ends: list[tuple[int, int]] | None = None) -> _Read | None:
        """Operands with signs between them; `ends` gets where a formula may end, with how many boxes are before it."""
        boxes: list[Box] = []
        first = self.signed(boxes, place, depth, script)
        if first is None:
            return None
        last, related = first, False
        outside = depth == 0
        label = outside and _AFTER_LABEL.search(self.words, max(0, place - 16), place) is not None
        alone = outside and (
            first.bare in ("a", "A", "I", "x")
            or (label and bool(first.bare))
            or self.words.startswith("...", place)
            or (first.listed and self.words[place] == "(")
        )
        numbered = outside and first.bare.isdigit() and _after_capital(self.words, place)

        def close() -> None:
            cut = len(boxes) > 1 and self.words[last.end : last.end + 1] in ("(", "[", "{")
            if ends is not None and not last.called and not cut and not _BAD_END.match(self.words, last.end):
                ends.append((len(boxes), last.end))

        close()
        for _ in range(MOST):
            following = self._joined(boxes, last, depth, script, not (len(boxes) == 1 and (alone or numbered)))
            if following is None:
                break
            last, is_relation = following
            related = related or is_relation
            close()
        if last.called and ends is None:
            return None
        bare = last.bare if len(boxes) == 1 else ""
        return _Read(Row(tuple(boxes)), last.end, bare=bare, listed=related)

    def signed(self, boxes: list[Box], place: int, depth: int, script: bool) -> _Read | None:
        """An operand, perhaps with a minus in front of it, put behind the boxes."""
        sign = self.words[place : place + 1]
        signs: list[Box] = []
        if self.words.startswith("+-", place):
            signs, place = [Sign("±", "prefix")], place + 2
        elif sign and sign in "+-" and self.words[place + 1 : place + 2] not in ("", " "):
            signs, place = [Sign(_BINARY[sign], "prefix")], place + 1
        read = self.operand(place, depth, script)
        if read is None:
            return None
        boxes += [*signs, read.box]
        return _Read(read.box, read.end, called=read.called) if signs else read

    def _joined(
        self, boxes: list[Box], last: _Read, depth: int, script: bool, beside: bool
    ) -> tuple[_Read, bool] | None:
        """The next operand with the sign in front of it, put behind the boxes; and whether the sign is a relation."""
        place = last.end
        spaces = 1 if self.words[place : place + 1] == " " else 0
        start = place + spaces
        if start >= len(self.words):
            return None
        if last.called:
            read = self.operand(start, depth, script)
            if read is None or (not spaces and not isinstance(_head(read.box), Fenced)):
                return None
            boxes += [Sign(" ", "times"), read.box] if spaces else [Sign("\u2061", "apply"), read.box]
            return read, False
        for joined, is_relation in self._signs(last, start, spaces, script):
            sign, end = joined
            behind = 1 if self.words[end : end + 1] == " " else 0
            if behind != spaces and not (sign.sign == ".." and not behind):
                continue
            added: list[Box] = []
            read = self.signed(added, end + behind, depth, script)
            if read is None:
                return None
            boxes += [Break(sign=True), sign, *added]
            return read, is_relation
        if not beside and spaces:
            return None
        return self._beside(boxes, last, start, spaces, depth, script)

    def _signs(self, last: _Read, start: int, spaces: int, script: bool) -> Iterator[tuple[tuple[Sign, int], bool]]:
        """The sign that may stand at a place, where it ends, and whether it is a relation."""
        if relation := _RELATION.match(self.words, start):
            yield (Sign(_RELATIONS.get(relation[0], relation[0]), "relation"), relation.end()), True
        character = self.words[start]
        if character in _BINARY and self.words[start + 1 : start + 2] not in ("=", ">"):
            role: Role = "binary" if character in "+-" else "times" if spaces or character == "*" else "colon"
            yield (Sign(_BINARY[character], role), start + 1), False  # a fraction without spaces is set without them
        if spaces and self.words.startswith("mod ", start):
            yield (Sign("mod", "binary"), start + 3), False
        if spaces and script and self.words.startswith("in ", start):
            yield (Sign("∈", "relation"), start + 2), True
        if spaces and _TIMES.match(self.words, start - 1) and self.x_is_a_sign:
            yield (Sign("×", "times"), start + 1), False
        if spaces and _COMPOSED.match(self.words, start - 1):
            yield (Sign("∘", "binary"), start + 1), False

    def _beside(
        self, boxes: list[Box], last: _Read, start: int, spaces: int, depth: int, script: bool
    ) -> tuple[_Read, bool] | None:
        """An operand that stands beside the last one: a product."""
        character = self.words[start]
        ended = _tail(last.box)
        primed = isinstance(ended, Letter) and ended.primes > 0 and depth > 0
        if not spaces and not (
            primed or isinstance(ended, Fenced) or (ended is last.box and isinstance(ended, Number))
        ):
            return None
        if not (
            character.isalnum()
            or character in "([|{"
            or self.words.startswith("...", start)
            or _ANGLE.match(self.words, start)
        ):
            return None
        if spaces and character == "x" and _TIMES.match(self.words, start - 1):
            return None  # a sign or a letter: it is not known which
        if not spaces and character in "|{":
            return None
        read = self.operand(start, depth, script)
        if read is None or (read.called and depth == 0 and _NAME.match(self.words, start) is None):
            return None
        outside = depth == 0
        if outside and not spaces and len(read.bare) != 1 and not isinstance(_head(read.box), (Letter, Fenced)):
            return None
        if spaces and (read.bare.isdigit() or read.listed):
            return None
        if outside and spaces and isinstance(last.box, Number) and _VERB.match(self.words, read.end):
            before = boxes[-2] if len(boxes) > 1 else None
            if isinstance(before, Sign) and before.role == "relation":
                return None  # where n = 1 delta is 0: another subject begins
        if outside and spaces and isinstance(last.box, Fenced) and last.box.left == "[":
            return None  # for any i in [N] f(i)
        if outside and (read.bare in ("a", "A", "I") or (read.bare and _BAD_BESIDE.match(self.words, read.end))):
            return None
        if outside and spaces and character == "{":
            return None
        boxes += [Break(), Sign(" " if spaces else "", "times"), read.box]
        return read, False

    def operand(self, place: int, depth: int, script: bool) -> _Read | None:
        """A number, a letter, a function, something in brackets, with all that hangs on it."""
        if place >= len(self.words):
            return None
        character = self.words[place]
        if self.words.startswith("...", place):
            return _Read(Sign("…", "range"), place + 3)
        if depth > 0 and character in ":." and self.words[place + 1 : place + 2] in (",", ";", ")", "]", "}"):
            return _Read(Sign(character, "range"), place + 1)
        if depth > 0 and character == "*" and self.words[place + 1 : place + 2] in (")", "}"):
            return _Read(Sign(character, "range"), place + 1)
        if number := _NUMBER.match(self.words, place):
            return self.hung(_Read(Number(number[0]), number.end(), bare=number[0]), depth)
        if character in "([{|<":
            read = self.fenced(place, depth)
            return None if read is None else self.hung(read, depth)
        name = _NAME.match(self.words, place)
        return None if name is None else self.named(name[0], place, depth, script)

    def named(self, name: str, place: int, depth: int, script: bool) -> _Read | None:
        """A letter, or a function by its name."""
        end = place + len(name)
        following = self.words[end : end + 1]
        if name == "infinity" and following not in ("_", "^", "~", "'"):
            return _Read(Sign("∞", "range"), end)
        digits = _NUMBER.match(self.words, end)
        if depth > 0 and len(name) == 1 and digits is not None and "." not in digits[0]:  # the variable i2 of a sum
            return self.hung(_Read(Scripts(Letter(name), Number(digits[0])), digits.end()), depth)
        if name in GREEK or len(name) == 1:
            return self.lettered(GREEK.get(name, name), place, end, depth)
        if name in OPERATORS and following not in ("~", "'"):
            base: Box = Sign(_LARGE[name], "apply") if name in _LARGE else Word(name)
            read = self.scripted(_Read(base, end), depth)
            if read is None:
                return None
            if self.words[read.end : read.end + 1] in ("(", "["):
                applied = self._applied(read, depth)
                return None if applied is read else self.hung(applied, depth)
            return _Read(read.box, read.end, called=True)
        if following and following in "([" and not _is_product(name):
            read = _Read(Word(name), end)
            applied = self._applied(read, depth)
            return None if applied is read else self.hung(applied, depth)
        if len(name) >= 3 and re.match(r"_(?:[A-Za-z](?!\w)|[({])", self.words[end : end + 3]):
            read = self.scripted(_Read(Word(name), end), depth)
            return None if read is None else self._applied(read, depth)
        if depth > 0 and _is_product(name):
            alone = following not in ("_", "^", "'", "~")  # or it is not said on which of them the script hangs
            return _Read(_letters(name), end) if alone else None
        if script and following not in ("_", "^", "'", "~"):
            return _Read(Word(name), end)
        return None

    def lettered(self, letter: str, place: int, end: int, depth: int) -> _Read | None:
        """A letter with a tilde, a bar or a hat, and primes, and with what hangs on it."""
        mark, primes = "", 0
        start = end
        if self.words.startswith("~", end):
            mark, end = "tilde", end + 1
        elif _BAR.match(self.words, end):
            mark, end = "bar", end + 4
        elif self.words.startswith("^_", end):
            mark, end = "hat", end + 1
        elif self.words.startswith("^'_", end):
            mark, primes, end = "hat", 1, end + 2
        while self.words.startswith("'", end) and not re.match(r"'s\b", self.words[end : end + 3]):
            primes, end = primes + 1, end + 1
        if re.match(r"\*(?:[\s:;,.)\]]|$)", self.words[end : end + 2]):
            return _Read(Scripts(Letter(letter, mark, primes), None, Sign("*", "range")), end + 1)  # type: ignore[arg-type]
        bare = letter if start == end else ""
        base: Box = Letter(letter, mark, primes)  # type: ignore[arg-type]
        if self.words.startswith("+_", end):
            below = self.script(end + 2, depth)
            if below is None:
                return None
            return self._applied(_Read(Scripts(base, below.box, Sign("+", "range")), below.end), depth)
        return self.hung(_Read(base, end, bare=bare), depth)

    def hung(self, read: _Read, depth: int) -> _Read | None:
        """With powers and indices, and with the brackets of a function behind them, and so on."""
        while True:
            scripted = self.scripted(read, depth)
            if scripted is None:
                return None
            if re.match(r"!(?![=\w])", self.words[scripted.end : scripted.end + 2]):
                return _Read(Row((scripted.box, Sign("!", "apply"))), scripted.end + 1)
            applied = self._applied(scripted, depth)
            if applied is read:
                return read
            read = applied

    def _applied(self, read: _Read, depth: int) -> _Read:
        """With what stands in brackets directly behind it, if that is read; a number has none."""
        bracket = self.words[read.end : read.end + 1]
        if bracket not in ("(", "[") or not bracket or isinstance(read.box, (Number, Fenced)):
            return read
        if re.match(r"\((?:s|es)\)", self.words[read.end : read.end + 4]):
            return read
        if read.bare in ("a", "A") and self.words.startswith("(n)", read.end):
            return read
        argument = self.fenced(read.end, depth)
        if argument is None:
            return read
        parts: list[Box] = [read.box, Sign("\u2061", "apply"), argument.box]
        return _Read(Row(tuple(parts)), argument.end)

    def scripted(self, read: _Read, depth: int) -> _Read | None:
        """With an index and a power, in either order; None where one of them is not read."""
        below: Box | None = None
        above: Box | None = None
        end = read.end
        while (sign := self.words[end : end + 1]) and sign in "_^":
            script = self.script(end + 1, depth, read.box if sign == "_" else None)
            if script is None or (below if sign == "_" else above) is not None:
                return None
            below, above = (script.box, above) if sign == "_" else (below, script.box)
            end = script.end
        if below is None and above is None:
            return read
        if isinstance(read.box, Letter) and not read.box.mark and above is None and _BAR.match(self.words, end):
            return _Read(Scripts(Letter(read.box.letter, "bar", read.box.primes), below), end + len("-bar"))
        base = read.box
        if isinstance(base, Row) and isinstance(base.parts[-1], Fenced):  # f(x)^2: at the closing bracket
            return _Read(Row((*base.parts[:-1], Scripts(base.parts[-1], below, above))), end)
        return _Read(Scripts(base, below, above), end)

    def script(self, place: int, depth: int, of: Box | None = None) -> _Read | None:
        """What stands behind _ or ^: a group in brackets, a number, a letter, a name; of an index what it is `of`."""
        bracket = self.words[place : place + 1]
        if bracket == "*":
            return _Read(Sign("*", "range"), place + 1)
        if bracket and bracket in "({":
            read = self.listed(place + 1, _CLOSERS[bracket][0], depth + 1, True)
            if read is None:
                return None
            kept = bracket == "(" and of is None and (bool(read.bare) or _is_word(read.box))
            return _Read(Fenced("(", read.box, ")") if kept else read.box, read.end + 1)  # X^(i) is no power
        sign = "-" if bracket == "-" else ""
        start = place + len(sign)
        number, name = _NUMBER.match(self.words, start), _NAME.match(self.words, start)
        box: Box
        if sign and self.words[start : start + 1] == "(":
            read = self.fenced(start, depth)
            return None if read is None else _Read(Row((Sign("−", "prefix"), read.box)), read.end)
        if number is not None and "." not in number[0]:
            box, end = Number(number[0]), number.end()
            letters = _NAME.match(self.words, end)
            if sign and letters is not None and (len(letters[0]) == 1 or _is_product(letters[0])):  # delta^-2d
                box, end = Row((box, Sign("", "times"), _letters(letters[0]))), letters.end()
        elif name is not None:
            if name[0] in ("bar", "prime"):
                return None
            box, end = _script_name(name[0]), name.end()
            if isinstance(of, Letter) and of.primes and isinstance(box, Letter) and self.words[end : end + 1] == "'":
                box, end = Letter(box.letter, "", 1), end + 1  # l'_n' is the last of l'_1, ..., l'_n'
        else:
            return None
        if re.match(r"[A-Za-z0-9~]|'(?!s\b)", self.words[end : end + 3]):
            return None
        if of is not None and self.words[end : end + 1] == "_":
            return None
        return _Read(Row((Sign("−", "prefix"), box)) if sign else box, end)

    def fenced(self, place: int, depth: int) -> _Read | None:
        """What stands in brackets, or between bars."""
        if depth >= DEEPEST:
            return None
        opened = self.words[place]
        if opened == "|":
            return self._barred(place, depth)
        read = self.listed(place + 1, _CLOSERS[opened], depth + 1, False)
        if read is None:
            return None
        closer = self.words[read.end]
        if opened == "<":
            return _Read(Fenced("⟨", read.box, "⟩"), read.end + 1) if read.listed else None
        if closer != _CLOSERS[opened][0] and _commas(read.box) != 1:
            return None  # [a, b) has two ends
        numbered = opened == "(" and read.bare.isdigit()
        left: Bracket = opened  # type: ignore[assignment]
        right: Bracket = closer  # type: ignore[assignment]
        return _Read(Fenced(left, read.box, right), read.end + 1, listed=read.listed or numbered)

    def _barred(self, place: int, depth: int) -> _Read | None:
        bars = "||" if self.words.startswith("||", place) else "|"
        if self.words[place + len(bars) : place + len(bars) + 1] in ("", " "):
            return None
        read = self.chain(place + len(bars), depth + 1, False)
        if read is None or not self.words.startswith(bars, read.end):
            return None
        bar: Bracket = "‖" if bars == "||" else "|"
        return _Read(Fenced(bar, read.box, bar), read.end + len(bars))

    def listed(self, place: int, closers: str, depth: int, script: bool) -> _Read | None:
        """Formulas with commas, semicolons or colons between them, up to a bracket that closes: `end` is its place."""
        if depth > DEEPEST:
            return None
        key = (place, closers, depth, script)
        if key not in self.lists:
            self.lists[key] = self._listed(*key)
        return self.lists[key]

    def _listed(self, place: int, closers: str, depth: int, script: bool) -> _Read | None:
        parts: list[Box] = []
        related, bare = False, ""
        while True:
            while self.words[place : place + 1] == " ":
                place += 1
            leading = _RELATION.match(self.words, place) if script and not parts else None
            if leading is not None and leading[0] != "..":  # Sigma^(<= L)
                parts.append(Sign(_RELATIONS.get(leading[0], leading[0]), "apply"))
                place = leading.end() + (self.words[leading.end() : leading.end() + 1] == " ")
            read = self.chain(place, depth, script)
            if read is None:
                return None
            related, bare = related or read.listed, read.bare if not parts else ""
            parts += _flat(read.box)
            place = read.end
            mark = (_MARKS_IN_SCRIPTS if script else _MARKS_IN_SETS if closers == "}" else _MARKS).match(
                self.words, place
            )
            if mark is None:
                break
            related = True
            sign = mark[0].strip()
            role: Sign = (
                Sign(",", "comma") if sign == "," else Sign(":", "relation") if sign == ":" else Sign(";", "apply")
            )
            parts += [role, Break()]
            place = mark.end()
        if place >= len(self.words) or self.words[place] not in closers:
            return None
        return _Read(Row(tuple(parts)), place, bare=bare, listed=related)


def _flat(box: Box) -> tuple[Box, ...]:
    return box.parts if isinstance(box, Row) else (box,)


def _head(box: Box) -> Box:
    while isinstance(box, (Row, Scripts)):
        box = box.parts[0] if isinstance(box, Row) else box.base
    return box


def _tail(box: Box) -> Box:
    while isinstance(box, (Row, Scripts)):
        box = box.parts[-1] if isinstance(box, Row) else box.base
    return box


def _commas(box: Box) -> int:
    return sum(isinstance(part, Sign) and part.role == "comma" for part in _flat(box))


def _after_capital(words: str, place: int) -> bool:
    """Whether a name such as Lemma or Sec. stands in front of a number."""
    return re.search(r"\b[A-Z][A-Za-z]*\.? $", words[max(0, place - 24) : place]) is not None


def _is_product(name: str) -> bool:
    """Whether letters beside each other are a product, or two indices: nd, dn, ij; names have vowels."""
    if len(name) != 2 or name[0] == name[1] or name in OPERATORS:
        return False
    return name.islower() and not _VOWELS.intersection(name) and name not in ("in", "is", "if", "it", "by", "my")


def _is_word(box: Box) -> bool:
    return isinstance(box, Row) and len(box.parts) == 1 and isinstance(box.parts[0], Word)


def _letters(name: str) -> Box:
    return Row(tuple(Letter(letter) for letter in name))


def _script_name(name: str) -> Box:
    if name in GREEK:
        return Letter(GREEK[name])
    if len(name) == 1:
        return Letter(name)
    return _letters(name) if _is_product(name) and _INDICES.issuperset(name) else Word(name)


def _is_mathematics(parts: tuple[Box, ...]) -> bool:
    """Whether boxes show that they are mathematics: by a script, a Greek letter, a relation, a function, a sum."""
    letters = any(map(_has_letter, parts))
    return any(_shows(part, letters, parts) for part in parts)


def _has_letter(box: Box) -> bool:
    return isinstance(box, (Letter, Word)) or any(map(_has_letter, box.inside))


def _shows(box: Box, letters: bool, beside: tuple[Box, ...]) -> bool:
    match box:
        case Scripts() | Word():
            return True
        case Letter(letter, mark, primes):
            return bool(mark or primes or not letter.isascii())
        case Sign(sign, "relation"):
            return sign != ":" and (letters or sign not in ("=", "<", ">", "→", ".."))
        case Sign(_, "binary"):
            return letters
        case Sign("/", _):
            return letters and not all(isinstance(part, (Letter, Sign, Break)) for part in beside)
        case Sign("×" | "·" | "!" | "\u2061" | "∑" | "∏", _):
            return letters
        case Fenced("|" | "‖" | "⟨", body, _):
            return _has_letter(body)
        case _:
            return any(_shows(part, letters, box.inside) for part in box.inside)
