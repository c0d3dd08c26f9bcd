"""Words: each once, shorter ones first, then in alphabetical order; what steps say of tokens is so at their matrices."""

from __future__ import annotations

import itertools
import pickle
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactua.errors import InputError
from exactua.grids import words as module
from exactua.grids.categories import build, pairs_of
from exactua.grids.decoding import spec_from_data
from exactua.grids.domains import PointDomain
from exactua.grids.spelling import Word
from exactua.grids.tokens import Tokens, tokens
from exactua.grids.words import Words, words
from exactua.terms.evaluation import Evaluator, Nothing
from exactua.terms.language import TermError
from exactua.terms.tracing import Traced, every, number


class AtPoint(Nothing):
    """Observations of a point without networks."""

    def __init__(self, matrix: Any) -> None:
        self._matrix = matrix

    def point(self) -> Any:
        return self._matrix


def built(spec: Words, n: int) -> PointDomain:
    parameters = {"d": spec.d, "n": n}
    return build(spec, Evaluator(parameters, {}, Nothing()), parameters)


def spelled(spec: Words, n: int) -> list[Word | None]:
    assert spec.spelling is not None
    domain = built(spec, n)
    return [spec.spelling.word(domain.matrix(rank)) for rank in range(domain.count)]


def value(spec: Words, word: Word, said: Traced) -> Any:
    assert spec.spelling is not None
    matrix = spec.spelling.matrix(word)
    return Evaluator({"d": spec.d, "n": len(matrix[0])}, {}, AtPoint(matrix))(said.term)


EMBEDDINGS: tuple[dict[str, Any], ...] = (
    {},
    {"embedding": [[1, -1, 0]]},
    {"embedding": [["1/2", 0, 0], [0, 3, 0]], "width": 4},
    {"positions": lambda j: [j, j * j]},
    {"added": lambda j: [j, 2 * j, 0]},
    {"embedding": [[1, 2, 3]], "added": lambda j: [10 * j]},
)
alphabets = st.sampled_from([tokens("a b c", **options) for options in EMBEDDINGS])
edged = st.sampled_from(
    [tokens("a b c", start="<"), tokens("a b c", end=">"), tokens("a b c", start="<", end=">", positions=lambda j: [j])]
)


@given(st.one_of(alphabets, edged), st.integers(1, 3))
def test_every_word_is_there_once_in_alphabetical_order(alphabet: Tokens, length: int) -> None:
    spec = words("w", alphabet, "1..3")
    expected = list(itertools.product("abc", repeat=length))
    assert spelled(spec, length + alphabet.more) == expected
    assert spec.column_counts == tuple(k + alphabet.more for k in (1, 2, 3))


@given(st.one_of(alphabets, edged), st.lists(st.sampled_from("abc"), min_size=1, max_size=3))
def test_a_word_and_its_matrix_belong_together(alphabet: Tokens, letters: list[str]) -> None:
    spec, word = words("w", alphabet, "1..3"), tuple(letters)
    assert spec.spelling is not None
    matrix = spec.spelling.matrix(word)
    assert (len(matrix), len(matrix[0])) == (spec.d, len(word) + alphabet.more)
    assert spec.spelling.word(matrix) == spec.word([list(row) for row in matrix]) == word
    assert spec.matrix(" ".join(word)) == spec.matrix(word) == matrix
    assert built(spec, len(matrix[0])).rank_of(matrix) == list(itertools.product("abc", repeat=len(word))).index(word)
    changed = (tuple(entry + 1000 for entry in matrix[0]), *matrix[1:])
    assert spec.spelling.word(changed) is None


@given(st.one_of(alphabets, edged), st.lists(st.sampled_from("abc"), min_size=1, max_size=3))
def test_what_steps_say_of_tokens_is_so(alphabet: Tokens, letters: list[str]) -> None:
    spec, word = words("w", alphabet, "1..3"), tuple(letters)
    whole = alphabet.around(word)
    for token in alphabet.columns:
        assert [value(spec, word, spec.has(token, j)) for j in range(1, len(whole) + 1)] == [t == token for t in whole]
        assert value(spec, word, spec.count(token)) == whole.count(token)
    for i, j in itertools.product(range(1, len(whole) + 1), repeat=2):
        assert value(spec, word, spec.same(i, j)) == (whole[i - 1] == whole[j - 1])
    evaluator = Evaluator({"d": spec.d, "n": len(whole)}, {}, Nothing())
    assert whole[spec.first - 1 : int(evaluator(spec.last.term))] == word
    assert (spec.places.lo, spec.places.hi.term) == (spec.first, spec.last.term)


@given(edged)
def test_the_empty_word_has_no_first_and_no_last_place(alphabet: Tokens) -> None:
    spec = words("w", alphabet, "0..2")
    for length in (1, 2):
        evaluator = Evaluator({"d": spec.d, "n": length + alphabet.more}, {}, Nothing())
        places = words("w", alphabet, "1..2")
        assert evaluator(number(spec.first).term) == places.first
        assert evaluator(spec.last.term) == evaluator(places.last.term)
    empty = Evaluator({"d": spec.d, "n": alphabet.more}, {}, Nothing())
    for place in (spec.first, spec.last):
        with pytest.raises(TermError, match="over an empty range"):
            empty(number(place).term)
        with pytest.raises(TermError, match="over an empty range"):
            value(spec, (), spec.has(alphabet.end or alphabet.start or "", place))
    assert value(spec, (), every(spec.places, lambda j: ~spec.same(j, j)))


@pytest.mark.parametrize("where", ["(ab)*", "a.*a", re.compile("b+").pattern, "(?!aa).*"])
def test_a_regular_expression_leaves_the_words_that_match_as_a_whole(where: str) -> None:
    spec = words("w", tokens("a b"), "1..4", where=where)
    for n in range(1, 5):
        every_word = itertools.product("ab", repeat=n)
        assert spelled(spec, n) == [word for word in every_word if re.fullmatch(where, "".join(word))]


def test_tokens_of_several_characters_stand_apart_in_what_is_matched() -> None:
    spec = words("w", tokens("the cat sat"), 3, where="the (cat|sat) .*at")
    assert spelled(spec, 3) == [("the", x, y) for x in ("cat", "sat") for y in ("cat", "sat")]


def test_a_function_of_the_tokens_leaves_those_for_which_it_is_true() -> None:
    spec = words("w", tokens("a b"), [2, 4], where=lambda word: word == word[::-1])
    assert (spelled(spec, 2), len(spelled(spec, 4))) == ([("a", "a"), ("b", "b")], 4)
    assert spelled(spec, 3) == []


def test_the_empty_word_is_one_where_a_start_token_stands() -> None:
    spec = words("w", tokens("a b", start="<"), "0..1")
    assert (spelled(spec, 1), spelled(spec, 2)) == ([()], [("a",), ("b",)])


def test_answers_stand_in_rows_of_their_names() -> None:
    def balance(word: Word) -> list[int]:
        return [word[: k + 1].count("(") - word[: k + 1].count(")") for k in range(len(word))]

    spec = words("w", tokens("( )", width=4), "1..3", answers={"balance": balance, "length": len})
    assert (spec.d, spec.row("balance"), spec.row("length"), spec.row(")")) == (6, 5, 6, 2)
    assert spec.spelling is not None
    for word, matrix in spec.spelling.listed.items():
        assert matrix[4:] == (tuple(balance(word)), (len(word),) * len(word))
        assert matrix[2:4] == ((0,) * len(word),) * 2


@pytest.mark.parametrize("lengths", ["1..3", "3", 3, range(1, 4), [3, 1, 2, 3], None])
def test_words_of_every_kind_are_points_of_a_kind_that_certificates_know(lengths: Any) -> None:
    whole = words("w", tokens("a b"), lengths)
    assert (whole.kind, whole.data()) == ("sequences", {"kind": "sequences", "columns": [[1, 0], [0, 1]]})
    if lengths is None:
        assert whole.column_counts == ()
        return
    listed = words("w", tokens("a b", end="."), lengths)
    assert (listed.kind, listed.parameter, len(listed.options)) == ("chosen", "n", 4)
    for spec in (whole, listed):
        assert spec_from_data(spec.data(), "w").data() == spec.data()
        assert pickle.loads(pickle.dumps(spec)).data() == spec.data()


def test_a_domain_with_rules_and_functions_is_sent_to_processes() -> None:
    alphabet = tokens("a b", positions=lambda j: [j], added=lambda j: [j, j])
    spec = words("w", alphabet, "1..2", where=lambda word: True, answers={"n": len})
    again = pickle.loads(pickle.dumps(spec))
    assert (again.data(), again.spelling, again.additions) == (spec.data(), spec.spelling, spec.additions)


def test_pairs_of_words_are_pairs_of_their_matrices() -> None:
    spec = words("w", tokens("a b"), "1..2")
    pairs = pairs_of(spec)
    assert pairs.of is not None
    assert pairs.of.spelling is spec.spelling


@pytest.mark.parametrize(
    ("alphabet", "lengths", "options", "message"),
    [
        ("a b", "1..2", {}, "w: tokens: 'a b' are not tokens; write, for example, tokens(\"a b c\")"),
        (tokens("a b"), "0..2", {}, "w: lengths: a word of length 0 has no column; give a start or an end token, or from 1"),
        (tokens("a b"), "2..1", {}, "w: lengths: '2..1' is not a list of lengths; write, for example, \"1..4\" or range(1, 5)"),
        (tokens("a b"), "one", {}, "w: lengths: 'one' is not a list of lengths; write, for example, \"1..4\" or range(1, 5)"),
        (tokens("a b"), [], {}, "w: lengths: [] is not a list of lengths; write, for example, \"1..4\" or range(1, 5)"),
        (tokens("a b"), [1.5], {}, "w: lengths: [1.5] is not a list of lengths; write, for example, \"1..4\" or range(1, 5)"),
        (tokens("a b"), True, {}, "w: lengths: True is not a list of lengths; write, for example, \"1..4\" or range(1, 5)"),
        (tokens("a b", start="s"), None, {}, "w: lengths: missing; with positions, added, start, end, where and answers words are listed: write, for example, lengths=\"1..4\""),
        (tokens("a b"), "1..2", {"where": "(a"}, "w: where: '(a' is not a regular expression: missing ), unterminated subpattern at position 0"),
        (tokens("a b"), "1..2", {"where": 3}, "w: where: 3 is neither a regular expression nor a function of the word"),
        (tokens("a b"), "1..2", {"where": lambda word: word.count("a")}, "w: where: the function returns 1 for \"a\", neither True nor False"),
        (tokens("a b"), "1..2", {"where": lambda word: word[1] == "b"}, "w: where: \"a\": the function raises IndexError: tuple index out of range"),
        (tokens("a b"), "1..2", {"answers": {"x": lambda word: word[1]}}, "w: answers: x of \"a\": the function raises IndexError: tuple index out of range"),
        (tokens("a b", positions=lambda j: [[1][j - 1]]), "1..2", {}, "w: positions(2): the function raises IndexError: list index out of range"),
        (tokens("a b"), "1..2", {"where": "c"}, "w: where: no word of lengths 1, 2 over a, b is left"),
        (tokens("a b"), "1..99999", {"where": "a*"}, "w: lengths: words of lengths up to 20 have more than 20,000,000 letters, which are not all tried; take shorter ones"),
        (tokens("a"), "1..999999", {"where": "b"}, "w: lengths: words of lengths up to 6325 have more than 20,000,000 letters, which are not all tried; take shorter ones"),
        (tokens("a b"), "1..2", {"answers": [len]}, "w: answers: [<built-in function len>] has no names; write, for example, answers={\"length\": len}"),
        (tokens("a b"), "1..2", {"answers": {"a": len}}, "w: answers: 'a' is not a name, or is that of a token; give another"),
        (tokens("a b"), "1..2", {"answers": {"x": 3}}, "w: answers: x: 3 is not a function of the word"),
        (tokens("a b"), "1..2", {"answers": {"x": lambda word: [1]}}, "w: answers: x of \"a a\": 1 number for 2 columns; give one for each"),
        (tokens("a b"), "1..2", {"answers": {"x": lambda word: True}}, "w: answers: x of \"a\": True is not a number; write 1 and 0, or int(...) of True and False"),
        (tokens("a b", width=1), "1..2", {}, "w: width: 1 is not valid; give an integer >= 2"),
    ],
)  # fmt: skip
def test_what_is_no_domain_of_words_is_told(alphabet: Any, lengths: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        words("w", alphabet, lengths, **options)
    assert str(error.value) == message


def test_names_of_rows_and_tokens_that_there_are_not_are_told() -> None:
    plain, embedded = words("w", tokens("a b")), words("w", tokens("a b", [[1, -1]]))
    with pytest.raises(InputError, match=r"^row: w has no row 'c'; it has a, b$"):
        plain.row("c")
    with pytest.raises(InputError, match=r"^row: w has no row 'a'; it has none with a name$"):
        embedded.row("a")
    with pytest.raises(InputError, match=r"^row: w has no row \['a'\]; it has a, b$"):
        plain.row(["a"])  # type: ignore[arg-type]
    with pytest.raises(
        InputError, match=r"^matrix: 3 is not a matrix; give its rows, such as those of a counterexample$"
    ):
        plain.word(3)  # type: ignore[arg-type]
    for said in (lambda: plain.has("c", 1), lambda: plain.count("c")):
        with pytest.raises(InputError, match=r"^token: 'c' is not a token of w; its tokens are a, b$"):
            said()


def test_words_that_are_too_many_to_be_listed_are_refused_and_otherwise_need_no_list(monkeypatch: Any) -> None:
    monkeypatch.setattr(module, "MOST_LISTED", 10)
    assert len(spelled(words("w", tokens("a b", start="<"), "1..2"), 3)) == 4
    many = r"^w: lengths: the words that are to be listed have more than 10 letters; take shorter ones$"
    with pytest.raises(InputError, match=many):
        words("w", tokens("a b", start="<"), "1..3")
    monkeypatch.setattr(module, "MOST_TRIED", 33)
    tried = (
        r"^w: lengths: words of lengths up to 3 have more than 33 letters, which are not all tried; take shorter ones$"
    )
    with pytest.raises(InputError, match=tried):
        words("w", tokens("a b"), "1..3", where="a")
    assert built(words("w", tokens("a b"), "1..60"), 60).count == 2**60


def test_at_the_prompt_a_domain_is_one_line() -> None:
    assert repr(words("w", tokens("a b"))) == "w: words of every length over a, b; d = 2"
    assert repr(words("w", tokens("a b"), "2..3")) == "w: words of lengths 2, 3 over a, b; d = 2"
    assert repr(words("w", tokens("a b"), "1..7")) == "w: words of lengths 1 to 7 over a, b; d = 2"
    assert repr(words("w", tokens("a b"), [1, 2, 3, 4, 5, 6, 8])) == (
        "w: words of lengths 1, 2, 3, 4, 5, 6, 8 over a, b; d = 2"
    )
    assert repr(words("w", tokens("a b"), "2..3", where="a*b")) == "w: 2 words of lengths 2, 3 over a, b; d = 2"
