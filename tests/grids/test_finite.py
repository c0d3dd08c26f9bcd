"""Domains of one's own: every point exactly once and in order, and input that is no such domain is refused in words."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.arithmetic.rationals import Matrix
from exactua.errors import InputError
from exactua.grids.categories import DomainSpec, build, pairs_of, real_columns
from exactua.grids.columns import ColumnSet, Progression
from exactua.grids.domains import PointDomain
from exactua.grids.finite import box, chosen, levels, listed, product_of, vocabulary
from exactua.grids.orbits import Orbits
from exactua.grids.sequences import Product
from exactua.grids.vocabulary import Vocabulary
from exactua.terms.evaluation import Evaluator, Nothing
from exactua.terms.tracing import Columns, Number, parameter, point, total, variable

m = parameter("m")
numbers = st.builds(mpq, st.integers(-4, 4), st.sampled_from([1, 2, 3]))


def built(spec: DomainSpec, **parameters: Any) -> PointDomain:
    return build(spec, Evaluator(parameters, {}, Nothing()), parameters)


def vocabularies(d: int, most: int = 4) -> st.SearchStrategy[list[tuple[Any, ...]]]:
    return st.lists(st.tuples(*[numbers] * d), min_size=1, max_size=most, unique=True)


def as_matrix(columns: tuple[tuple[Any, ...], ...]) -> Matrix:
    return tuple(zip(*columns, strict=True))


def check_domain(domain: PointDomain, expected: list[Matrix]) -> None:
    """Points, ranks and batches are those of the list, in its order."""
    assert domain.count == len(expected)
    assert [domain.matrix(rank) for rank in range(domain.count)] == expected
    assert [domain.rank_of(matrix) for matrix in expected] == list(range(len(expected)))
    batch = domain.batch(0, domain.count)
    assert [domain.columns.matrix(row) for row in batch.tolist()] == expected
    assert batch.tolist() == [list(domain.unrank(rank)) for rank in range(domain.count)]
    middle = domain.count // 2
    assert domain.batch(middle, domain.count).tolist() == batch[middle:].tolist()
    denominator, table = domain.columns.common_entries()
    entries = [[mpq(int(x), denominator) for x in row] for row in table]
    assert list(zip(*entries, strict=True)) == [domain.columns.column(k) for k in range(domain.columns.count)]
    for rank in (-1, domain.count):
        with pytest.raises(InputError, match="this domain has"):
            domain.unrank(rank)
    with pytest.raises(InputError):
        domain.batch(0, domain.count + 1)


# ---- points, ranks, batches -------------------------------------------------------------------------------------


@given(st.data(), st.integers(1, 2), st.integers(1, 3))
def test_sequences_of_a_vocabulary(data: st.DataObject, d: int, n: int) -> None:
    columns = data.draw(vocabularies(d))
    expected = [as_matrix(chosen) for chosen in itertools.product(columns, repeat=n)]
    check_domain(built(vocabulary("words", columns), d=d, n=n), expected)


@pytest.mark.parametrize(
    ("repeats", "kept"),
    [("allowed", lambda count: True), ("forbidden", lambda count: count == 3), ("required", lambda count: count < 3)],
)
@given(data=st.data(), d=st.integers(1, 2))
def test_orbits_of_a_vocabulary(repeats: Any, kept: Callable[[int], bool], data: st.DataObject, d: int) -> None:
    columns = data.draw(vocabularies(d))
    chosen = itertools.combinations_with_replacement(columns, 3)  # in the order of the list, not of the numbers
    expected = [as_matrix(word) for word in chosen if kept(len(set(word)))]
    domain = built(vocabulary("bag", columns, order="orbits", repeats=repeats), d=d, n=3)
    check_domain(domain, expected)
    for matrix in expected:
        turned = tuple(row[::-1] for row in matrix)
        assert domain.rank_of(turned) == domain.rank_of(matrix)  # one point stands for its orbit


@given(st.data(), st.integers(1, 2), st.integers(1, 3))
def test_products(data: st.DataObject, d: int, n: int) -> None:
    sets = [data.draw(vocabularies(d, 3)) for _ in range(n)]
    expected = [as_matrix(chosen) for chosen in itertools.product(*sets)]
    check_domain(built(product_of("choices", sets), d=d, n=n), expected)


@given(st.data(), st.integers(1, 2), st.integers(1, 3))
def test_lists(data: st.DataObject, d: int, n: int) -> None:
    matrices = st.tuples(*[st.tuples(*[numbers] * n)] * d)
    points = data.draw(st.lists(matrices, max_size=6, unique=True))
    check_domain(built(listed("own", points), d=d, n=n), points)


@given(numbers, numbers.filter(bool), st.integers(0, 3), st.integers(1, 2), st.integers(1, 2))
def test_levels(start: Any, step: Any, count: int, d: int, n: int) -> None:
    domain = built(levels("grid", start, step, count), d=d, n=n)
    entries = [start + k * step for k in range(count)]
    everything = {as_matrix(chosen) for chosen in itertools.product(itertools.product(entries, repeat=d), repeat=n)}
    assert domain.count == len(everything) == count ** (d * n)
    assert {domain.matrix(rank) for rank in range(domain.count)} == everything
    orbits = built(levels("grid", start, step, count, order="orbits", repeats="forbidden"), d=d, n=n)
    assert isinstance(orbits, Orbits)
    assert orbits.count == len({frozenset(zip(*matrix, strict=True)) for matrix in everything
                                if len(set(zip(*matrix, strict=True))) == n})  # fmt: skip


WORDS = [(0, 0), (1, mpq(1, 3)), (mpq(1, 2), 2)]
OWN = [((0, 1), (1, 0)), ((mpq(1, 3), 0), (0, 0))]


@pytest.mark.parametrize(
    "spec",
    [
        vocabulary("words", WORDS),
        vocabulary("bag", WORDS, order="orbits"),
        product_of("choices", [WORDS, WORDS[1:]]),
        listed("own", OWN),
        levels("grid", 0, "1/2", 2),
    ],
    ids=lambda spec: spec.name,
)
def test_pairs_of_all_finite_kinds(spec: DomainSpec) -> None:
    single = built(spec, d=2, n=2)
    pairs = built(pairs_of(spec), d=2, n=2)
    points = [single.matrix(rank) for rank in range(single.count)]
    expected = [tuple(a + b for a, b in zip(*both, strict=True)) for both in itertools.product(points, repeat=2)]
    check_domain(pairs, expected)


@pytest.mark.parametrize("spec", [real_columns, box("box", 0, 1), pairs_of(listed("own", OWN))])
def test_only_finite_sets_make_pairs(spec: DomainSpec) -> None:
    with pytest.raises(InputError, match=r"^pairs: .* is a domain of (cells|pairs); only points of a finite set"):
        pairs_of(spec)


def test_numbers_may_be_made_of_parameters_and_are_read_at_an_instance() -> None:
    spec = vocabulary("words", [[0], [1 / m], [m]])
    assert [built(spec, d=1, n=1, m=4).matrix(k) for k in range(3)] == [((0,),), ((mpq(1, 4),),), ((4,),)]
    with pytest.raises(InputError, match=r"^words: columns 2 and 3 are both \(1\); give each column once$"):
        built(spec, d=1, n=1, m=1)
    many = levels("grid", 0, 1 / m, m)
    assert built(many, d=1, n=2, m=5).count == 25
    with pytest.raises(InputError, match=r"^grid: count of the levels: 5/2 is not an integer"):
        built(levels("grid", 0, 1, m / 2), d=1, n=1, m=5)


def test_large_products_are_counted_and_unranked_without_listing() -> None:
    domain = Product([[(mpq(k),) for k in range(3)]] * 60, 1, 60)
    assert domain.count == 3**60
    assert domain.batch(3**60 - 2, 3**60).tolist() == [[2] * 59 + [1], [2] * 60]
    assert domain.rank_of(domain.matrix(3**59 + 7)) == 3**59 + 7


def test_a_vocabulary_has_no_ids_and_nothing_special() -> None:
    columns = Vocabulary([(mpq(1),), (mpq(0),)], 1)
    assert columns.ids == ()
    assert columns.regular() is columns
    assert (columns.count, columns.regular_count, columns.special(1)) == (2, 2, False)
    assert not columns.special_mask().any()
    with pytest.raises(InputError, match=r"^column number 2: this domain has 2 columns, numbered from 0$"):
        columns.special(2)
    with pytest.raises(InputError, match=r"^column 3: \(5\) is not one of the 2 columns of this domain$"):
        columns.number((mpq(5),), 3)
    assert ColumnSet(1, Progression(mpq(0), mpq(1), 2), (), (mpq(1),)).ids == (1,)


def test_points_outside_are_refused() -> None:
    own, choices = built(listed("own", OWN), d=2, n=2), built(product_of("choices", [WORDS, WORDS[:1]]), d=2, n=2)
    with pytest.raises(InputError, match=r"^matrix: it is not one of the 2 points of this domain$"):
        own.rank_of(((mpq(1), mpq(1)), (mpq(1), mpq(1))))
    with pytest.raises(InputError, match=r"^column 2: \(1, 1/3\) is not one of the 1 column of this domain$"):
        choices.rank_of(((mpq(0), mpq(1)), (mpq(0), mpq(1, 3))))
    with pytest.raises(InputError, match=r"^matrix: it is not 2 x 2, as the points of this domain are$"):
        choices.rank_of(((mpq(0),), (mpq(0),)))


# ---- the data of a spec -----------------------------------------------------------------------------------------


def test_specs_as_data() -> None:
    tokens = [[0, 0], [1, ["/", 1, 3]], [["/", 1, 2], 2]]
    assert vocabulary("words", WORDS).data() == {"kind": "sequences", "columns": tokens}
    required = vocabulary("bag", WORDS, order="orbits", repeats="required")
    assert required.data() == {"kind": "orbits", "columns": tokens, "repeats": "required"}
    assert product_of("choices", [WORDS, WORDS[:1]]).data() == {"kind": "product", "columns": [tokens, tokens[:1]]}
    matrices = [[[0, 1], [1, 0]], [[["/", 1, 3], 0], [0, 0]]]
    assert listed("own", OWN).data() == {"kind": "list", "points": matrices}
    assert listed("nothing", []).data() == {"kind": "list", "points": []}
    assert pairs_of(listed("own", OWN)).data() == {"kind": "pairs", "of": {"kind": "list", "points": matrices}}
    assert box("box", 0, m).data() == {"kind": "cells", "columns": 1, "from": 0, "to": ["param", "m"]}
    assert real_columns.data() == {"kind": "cells", "columns": 1}
    assert levels("grid", 0, "1/2", 2).data() == {
        "kind": "sequences",
        "levels": {"start": 0, "step": ["/", 1, 2], "count": 2},
        "special": [],
        "ids": ["list", "i", 1, ["param", "d"], ["^", 2, ["-", ["var", "i"], 1]]],
    }


def test_equal_specs_are_one_domain() -> None:
    assert listed("own", OWN) == listed("own", [[["0", "1"], [1, 0]], [[Fraction(1, 3), 0], [0, 0]]])
    assert hash(listed("own", OWN)) == hash(listed("own", OWN[:1]))  # by name and kind
    assert listed("own", OWN) != listed("own", OWN[::-1])


# ---- input ------------------------------------------------------------------------------------------------------


EXACT = 'is a float, and no float equals 1/10; write "1/10", or binary(0.1) for its own value'
REFUSED: list[tuple[Callable[[], DomainSpec], str]] = [
    (lambda: listed("own", [[[0.1]]]), f"own: point 1, row 1, entry 1: 0.1 {EXACT}"),
    (lambda: vocabulary("w", [[0], [0.1]]), f"w: columns, column 2, entry 1: 0.1 {EXACT}"),
    (lambda: product_of("p", [[[0]], [[0.1]]]), f"p: set 2, column 1, entry 1: 0.1 {EXACT}"),
    (lambda: levels("g", 0, 0.1, 2), f"g: step: 0.1 {EXACT}"),
    (lambda: box("b", 0, 0.1), f"b: high: 0.1 {EXACT}"),
    (lambda: vocabulary("w", [["0.5.1"]]), "w: columns, column 1, entry 1: '0.5.1' is not an exact number; write an "
                                           "integer or a fraction such as 3/4"),
    (lambda: vocabulary("w", [[True]]), "w: columns, column 1, entry 1: True is not an exact number; write an integer "
                                        "or a fraction such as 3/4"),
    (lambda: vocabulary("w", []), "w: columns has no column; give at least one"),
    (lambda: vocabulary("w", [[]]), "w: columns, column 1 is empty; give at least one entry"),
    (lambda: vocabulary("w", [0, 1]), "w: columns, column 1: 0 is not a list; write [0]"),
    (lambda: vocabulary("w", ["01"]), "w: columns, column 1: '01' is not a list; write [01]"),
    (lambda: vocabulary("w", [[0, 1], [0]]), "w: columns: column 2 has 1 entry, column 1 has 2; all have the same "
                                             "number"),
    (lambda: vocabulary("w", [[0], [1], ["0/1"]]), "w: columns 1 and 3 are the same; give each once"),
    (lambda: vocabulary("w", [[0]], order="sets"), "w: order: 'sets' is not one of sequences, orbits"),  # type: ignore[arg-type]
    (lambda: vocabulary("w", [[0]], "orbits", "no"), "w: repeats: 'no' is not one of allowed, forbidden, required"),  # type: ignore[arg-type]
    (lambda: vocabulary("w", [[0]], repeats="forbidden"), "w: repeats: 'forbidden' applies only to orbits; in sequences columns may be equal"),
    (lambda: vocabulary("", [[0]]), "name: '' is not a name for a domain; give a word or a few"),
    (lambda: vocabulary("w", [[point[1, 1]]]), "w: columns, column 1, entry 1: L_(1, 1) is not known without a point; "
                                               "use parameters alone"),
    (lambda: vocabulary("w", [[variable("i")]]), "w: columns, column 1, entry 1: i is not known without a point; use "
                                                 "parameters alone"),
    (lambda: listed("own", [[[0, 1], [0]]]), "own: point 1: row 2 has 1 entry, row 1 has 2; all have the same number"),
    (lambda: listed("own", [[[0]], [[0, 1]]]), "own: point 2 is 1 x 2, point 1 is 1 x 1; all are d x n"),
    (lambda: listed("own", [[[0]], [[0]]]), "own: points 1 and 2 are the same; give each once"),
    (lambda: listed("own", [[0, 1]]), "own: point 1, row 1: 0 is not a list; write [0]"),
    (lambda: listed("own", 7), "own: points: 7 is not a list; write [7]"),  # type: ignore[arg-type]
    (lambda: product_of("p", []), "p: a product needs sets; give one set of columns for each of the n places"),
    (lambda: product_of("p", [[[0]], []]), "p: set 2 has no column; give at least one"),
    (lambda: product_of("p", [[[0]], [[0, 1]]]), "p: the columns of set 2 have 2 entries, those of set 1 1; all have d"),
    (lambda: product_of("p", [[[0]], [[1], [1]]]), "p: set 2: columns 1 and 2 are the same; give each once"),
    (lambda: levels("g", 0, 0, 2), "g: step of the levels: 0 repeats the level 0; a step is not 0"),
    (lambda: levels("g", 0, 1, -1), "g: count of the levels: -1 is negative; a count is at least 0"),
    (lambda: levels("g", 0, 1, "5/2"), "g: count of the levels: 5/2 is not an integer; a count is an integer >= 0"),
    (lambda: box("b", 1, 1), "b: [1, 1] is not an interval; low must be less than high"),
    (lambda: box("b", "1/2", 0), "b: [1/2, 0] is not an interval; low must be less than high"),
]  # fmt: skip


@pytest.mark.parametrize(("make", "message"), REFUSED, ids=[message[:60] for _, message in REFUSED])
def test_input_that_is_no_domain_is_refused_in_words(make: Callable[[], DomainSpec], message: str) -> None:
    with pytest.raises(InputError) as refused:
        make()
    assert str(refused.value) == message


def test_a_sum_over_parameters_is_a_number() -> None:
    several = total(Columns(1, m, "i"), lambda i: i)
    assert built(vocabulary("w", [[several]]), d=1, n=1, m=3).matrix(0) == ((6,),)
    assert isinstance(several, Number)


MISFITS = [
    (vocabulary("w", WORDS), {"d": 3, "n": 2}, "w: column 1 has 2 entries, but d = 3 here; give 3 each"),
    (vocabulary("w", WORDS, "orbits"), {"d": 1, "n": 2}, "w: column 1 has 2 entries, but d = 1 here; give 1 each"),
    (
        product_of("p", [WORDS]),
        {"d": 2, "n": 2},
        "p: 1 set of columns, but n = 2 here; give one for each of the n places",
    ),
    (product_of("p", [WORDS]), {"d": 3, "n": 1}, "p: set 1: column 1 has 2 entries, but d = 3 here; give 3 each"),
    (listed("own", OWN), {"d": 2, "n": 3}, "own: point 1 is 2 x 2, but d = 2, n = 3 here; give 2 x 3 each"),
    (pairs_of(listed("own", OWN)), {"d": 1, "n": 2}, "own: point 1 is 2 x 2, but d = 1, n = 2 here; give 1 x 2 each"),
    (listed("own", [[[m]], [[2]]]), {"d": 1, "n": 1, "m": 2}, "own: points 1 and 2 are the same; give each point once"),
]


@pytest.mark.parametrize(("spec", "parameters", "message"), MISFITS)
def test_what_does_not_fit_an_instance_is_refused_there(
    spec: DomainSpec, parameters: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError) as refused:
        built(spec, **parameters)
    assert str(refused.value) == message


def test_lists_that_are_not_chosen_are_lists_too() -> None:
    good, empty = listed("good", [[[1, 2]], [[2, 1]]]), DomainSpec("empty", "list", points=(((),),))
    twice = DomainSpec("twice", "list", points=good.points[:1] * 2)
    spec = chosen("sets", "data", [listed("other", [[[1], [2]]]), good])
    value = Evaluator({"data": 2}, {}, Nothing())
    assert build(spec, value, {"d": 1, "n": 2, "data": 2}).count == 2
    for wrong in (twice, empty):
        with pytest.raises(InputError):
            build(chosen("sets", "data", [wrong, good]), value, {"d": 1, "n": 2, "data": 2})
    with pytest.raises(InputError, match="data: 3 is not valid; sets has 1 to 2"):
        build(spec, value, {"d": 1, "n": 2, "data": 3})
    with pytest.raises(InputError, match="choice 1 is not a list of points"):
        chosen("sets", "data", [levels("levels", 0, 1, 2)])


@pytest.mark.parametrize(
    ("built", "message"),
    [
        (
            lambda: pairs_of("bits"),
            "pairs: 'bits' is not a domain; write, for example, pairs_of(levels('bits', 0, 1, 2))",
        ),
        (lambda: chosen("data", 3, []), "data: parameter: 3 is not the name of a parameter; write a name such as 'k'"),
        (lambda: chosen("data", "k", 3), "data: lists: 3 is not a list; write [listed(...), ...]"),
    ],
)
def test_what_is_no_domain_and_no_list_is_told(built: Callable[[], DomainSpec], message: str) -> None:
    with pytest.raises(InputError) as caught:
        built()
    assert str(caught.value) == message
