"""Algorithms in words: presets, changes of them, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.arithmetic.float_formats import BFLOAT16, FLOAT16, FLOAT32
from exactua.errors import InputError
from exactua.softmax.attention.algorithms import PRESETS, read_algorithm


def test_a_preset_and_changes_of_it() -> None:
    read = read_algorithm("flash-bfloat16, exp_ulps=3/2 block=128 flush=yes accumulate=float16")
    assert (read.format, read.accumulate, read.softmax, read.block) == (BFLOAT16, FLOAT16, "online", 128)
    assert (read.exp_ulps, read.flush, read.fused, read.round_weights) == (mpq(3, 2), True, True, True)
    assert read_algorithm("float32") == PRESETS["float32"]
    assert not read_algorithm("float32 softmax=online").divide_first


def test_how_many_additions_a_term_goes_through() -> None:
    depths = {
        order: [read_algorithm(f"float32 order={order} block=4").depth(n) for n in (0, 1, 2, 5, 16)]
        for order in ("any", "sequential", "pairwise", "blocks")
    }
    assert depths == {
        "any": [0, 0, 1, 4, 15], "sequential": [0, 0, 1, 4, 15], "pairwise": [0, 0, 1, 3, 4], "blocks": [0, 0, 2, 5, 7],
    }  # fmt: skip


def test_how_many_roundings_a_weight_goes_through_block_after_block() -> None:
    """Additions in a block, and behind it one addition and one product for each further block, at most."""
    for order in ("any", "sequential", "pairwise", "blocks"):
        for block in (1, 2, 4):
            online = read_algorithm(f"flash-float16 order={order} block={block}")
            for keys in (1, 2, 7, 8, 16, 33):
                blocks = -(-keys // block)
                assert online.depth_over_keys(keys) >= online.depth(min(keys, block)) + 2 * (blocks - 1)
    assert read_algorithm("flash-float16 order=pairwise block=1").depth_over_keys(8) == 15
    assert read_algorithm("float32 order=pairwise").depth_over_keys(8) == 3


def test_fused_products_are_rounded_where_they_are_longer_than_the_accumulator() -> None:
    fused = read_algorithm("float32 fused=yes")
    assert [fused.roundings_of_products(bits) for bits in (16, 24, 25, 48)] == [0, 0, 1, 1]
    assert read_algorithm("float32").roundings_of_products(16) == 1


def test_in_words() -> None:
    assert str(PRESETS["bfloat16"]) == (
        "products rounded, sums in float32, order any, softmax shifted, exp within 3 ulps, scores rounded to bfloat16, "
        "weights rounded to bfloat16, weights divided before they are used, output rounded to bfloat16"
    )
    assert "order blocks of 8, softmax online in blocks of 8" in str(
        read_algorithm("flash-float16 order=blocks block=8")
    )
    assert FLOAT32.name in PRESETS
    assert str(read_algorithm("math-bfloat16 flush_inputs=yes round_scores=yes inputs=float32")) == (
        "given in float32, products rounded, sums in float32, order any, softmax shifted, exp within 3 ulps, "
        "Q and K times the root of the scale, rounded to bfloat16, scores rounded to bfloat16, "
        "weights divided before they are used, subnormal numbers that are given taken for 0, output rounded to bfloat16"
    )


def test_the_format_of_what_is_given() -> None:
    assert read_algorithm("flash-bfloat16").taken == BFLOAT16
    assert read_algorithm("flash-bfloat16 inputs=float32").taken == FLOAT32


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "",
            "algorithm: '' is not valid; begin with one of float64, float32, bfloat16, float16, math-float32, math-bfloat16, math-float16, flash-bfloat16, flash-float16",
        ),
        ("fp32", "algorithm: 'fp32' is not valid; begin with one of float64"),
        ("float32 block", "algorithm: 'block' is not valid; write KEY=VALUE with one of format, accumulate, order"),
        ("float32 size=3", "algorithm: 'size=3' is not valid; write KEY=VALUE"),
        ("float32 block=3 block=4", "algorithm: block is given twice, the second time as '4'; give it once"),
        ("float32 flush=no, flush=no", "algorithm: flush is given twice, the second time as 'no'; give it once"),
        ("float32 scaling=both", "algorithm: scaling: 'both' is not valid; choose one of scores, operands"),
        ("float32 inputs=fp16", "algorithm: inputs: 'fp16' is not valid; choose one of float16, bfloat16"),
        ("float32 softmax=naive reciprocal=yes", "algorithm: reciprocal=yes has no bound with softmax=naive"),
        ("float32 block=0", "algorithm: block: '0' is not valid; give an integer from 1 to 1,048,576"),
        (
            "float32 order=tree",
            "algorithm: order: 'tree' is not valid; choose one of any, sequential, pairwise, blocks",
        ),
        ("float32 accumulate=fp16", "algorithm: accumulate: 'fp16' is not valid; choose one of float16, bfloat16"),
        ("float32 exp_ulps=-1", "algorithm: exp_ulps: -1 is not valid; give a number from 0 to 1,000"),
        ("float32 exp_ulps=x", "algorithm: exp_ulps: 'x' is not"),
        ("float32 flush=1", "algorithm: flush: '1' is not valid; write yes or no"),
        ("flash-float16 divide_first=yes", "algorithm: divide_first=yes has no meaning with softmax=online"),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as raised:
        read_algorithm(text)
    assert str(raised.value).startswith(message)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"softmax": "online"}, "algorithm: divide_first=yes has no meaning with softmax=online"),
        ({"softmax": "soft"}, "algorithm: softmax: 'soft' is not valid; choose one of shifted, online, naive"),
        ({"order": "tree"}, "algorithm: order: 'tree' is not valid; choose one of any, sequential, pairwise, blocks"),
        ({"block": 0}, "algorithm: block: 0 is not valid; give an integer from 1 to 1,048,576"),
        ({"exp_ulps": -5}, "algorithm: exp_ulps: -5 is not valid; give a number from 0 to 1,000"),
        ({"exp_ulps": 0.1}, "algorithm: exp_ulps: 0.1 is a float"),
    ],
)
def test_what_no_algorithm_in_python_may_be(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as raised:
        replace(PRESETS["float32"], **changes)
    assert str(raised.value).startswith(message)
    assert replace(PRESETS["float32"], exp_ulps="3/2") == read_algorithm("float32 exp_ulps=3/2")
