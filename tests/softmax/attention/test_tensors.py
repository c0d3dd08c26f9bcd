"""Tensors as people give them: shapes, masks, scales, and one sentence for what does not fit."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from exactua.errors import InputError
from exactua.softmax.attention.tensors import output_of, tensors

Q, K, V = np.ones((2, 3, 4, 5)), np.ones((2, 3, 6, 5)), np.ones((2, 3, 6, 7))


def test_shapes_and_scales() -> None:
    given = tensors(Q, K, V)
    assert (given.lead, given.sizes, given.scores, given.output_shape) == ((2, 3), (4, 6, 5, 7), 144, (2, 3, 4, 7))
    assert str(given.scale) == "1/sqrt(5)"
    assert str(tensors(np.ones((1, 64)), np.ones((1, 64)), np.ones((1, 1))).scale) == "1/8"
    assert [str(tensors(Q, K, V, scale=scale).scale) for scale in ("1/ sqrt(50)", 0.125, "0.1", "1/sqrt(16)")] == [
        "1/sqrt(50)", "1/8", "1/10", "1/4",
    ]  # fmt: skip


def test_masks_biases_and_causal_attention_are_brought_together() -> None:
    mask = np.array([[True, True, False, True]] * 4)
    bias = np.zeros((4, 4))
    bias[:, 3] = -np.inf
    square = np.ones((2, 4, 5))
    given = tensors(square, square, square, mask=mask, bias=bias, causal=True)
    assert given.seen is not None
    expected = np.tri(4, dtype=bool) & np.array([True, True, False, False])
    assert np.array_equal(given.seen, np.stack([expected] * 2))
    parts = list(given.parts())
    assert [(at, first, head.Q.shape) for at, first, head in parts] == [((0,), 0, (4, 5)), ((1,), 0, (4, 5))]


def test_long_heads_come_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("exactua.softmax.attention.tensors.SCORES", 12)
    parts = list(tensors(Q, K, V, mask=np.ones((4, 6), dtype=bool)).parts())
    assert [(first, len(head.Q), head.seen is not None and len(head.seen)) for _, first, head in parts[:2]] == [
        (0, 2, 2), (2, 2, 2),
    ]  # fmt: skip
    assert len(parts) == 12


@pytest.mark.parametrize(
    "dtype", [np.float16, np.float32, ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn, np.int8, np.bool_]
)
def test_every_number_is_its_own_value(dtype: Any) -> None:
    array = np.array([[1, 0], [1, 1]]).astype(dtype)
    assert np.array_equal(tensors(array, array, array).q, [[1, 0], [1, 1]])


class OfTorch:
    """As much of a tensor of PyTorch as is asked for: NumPy has no array of some of them."""

    def __init__(self, array: Any, dtype: str) -> None:
        self.array, self.dtype = array, dtype

    def detach(self) -> OfTorch:
        return self

    def cpu(self) -> OfTorch:
        return self

    def float(self) -> OfTorch:
        return OfTorch(self.array.astype(np.float32), "torch.float32")

    def numpy(self) -> Any:
        if self.dtype in ("torch.bfloat16", "torch.float4_e2m1fn_x2"):
            raise TypeError("Got unsupported ScalarType")
        return self.array


def test_tensors_of_pytorch_keep_their_values() -> None:
    whole = np.array([[2**24 + 1, 1]])
    assert tensors(OfTorch(whole, "torch.int64"), whole, whole).q.tolist() == whole.tolist()
    halves = OfTorch(np.array([[0.5, 1]]).astype(ml_dtypes.bfloat16), "torch.bfloat16")
    assert tensors(halves, halves, halves).q.tolist() == [[0.5, 1]]
    with pytest.raises(InputError, match="q: its entries are complex128; give floats"):
        tensors(OfTorch(whole * 1j, "torch.complex128"), whole, whole)
    with pytest.raises(InputError, match="q: NumPy has no array of it; give an array of floats"):
        tensors(OfTorch(whole, "torch.float4_e2m1fn_x2"), whole, whole)


def replaced(array: Any, value: float) -> Any:
    other = array.copy()
    other[0, 1, 2, 3] = value
    return other


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"q": replaced(Q, np.nan)}, "q: entry [0, 1, 2, 3] is nan; give finite numbers"),
    ({"v": np.full_like(V, np.inf)}, "v: entry [0, 0, 0, 0] is inf, the first of 252; give finite numbers"),
    ({"q": np.ones(3)}, "q: its shape is 3; give batch x heads x tokens x size, at least 1 each"),
    ({"k": np.ones((2, 3, 0, 5))}, "k: its shape is 2x3x0x5; give batch x heads x tokens x size, at least 1 each"),
    ({"k": K[:, :1]}, "k: its shape is 2x1x6x5, but q's is 2x3x4x5; batch and heads have to be the same (repeat keys and values that several heads share)"),
    ({"k": K[..., :4]}, "k: its shape is 2x3x6x4, but q's is 2x3x4x5; both need the same head size, the last axis"),
    ({"v": V[..., :5, :]}, "v: its shape is 2x3x5x7, but k's is 2x3x6x5; both need the same number of tokens"),
    ({"q": [[1, 2], [3]]}, "q: its rows have different lengths; give an array"),
    ({"q": Q * 1j}, "q: its entries are complex128; give floats"),
    ({"q": np.array([["1"]])}, "q: its entries are <U1; give floats"),
    ({"q": np.full((2, 3, 4, 5), 2**60 + 1)}, "q: an integer is beyond 2^53, where not all are doubles; give floats"),
    ({"q": np.full((2, 3, 4, 5), -(2**63))}, "q: an integer is beyond 2^53, where not all are doubles; give floats"),
    ({"q": np.zeros((2, 3, 4, 5), dtype="m8[s]")}, "q: its entries are timedelta64[s]; give floats"),
    ({"q": np.zeros((2, 3, 4, 5), dtype="M8[s]")}, "q: its entries are datetime64[s]; give floats"),
    ({"q": np.broadcast_to(np.int8(0), (2, 3, 2**26, 5))}, "q: 2,013,265,920 numbers; at most 268,435,456 are taken"),
    ({"mask": [[True], [True, False]]}, "mask: its rows have different lengths; give an array"),
    ({"mask": np.ones((4, 6))}, "mask: its entries are float64; give truth values, True where a query sees a key, or a bias"),
    ({"mask": np.ones((5, 6), dtype=bool)}, "mask: its shape is 5x6, but the scores' is 2x3x4x6; give one that fits"),
    ({"bias": np.full((4, 6), np.inf)}, "bias: entry [0, 0] is inf; give finite numbers, or -inf where no key is seen"),
    ({"bias": np.full(6, np.nan)}, "bias: entry [0] is nan; give finite numbers, or -inf where no key is seen"),
    ({"causal": True}, "causal: 4 queries and 6 keys can be lined up at either end; give a mask"),
    ({"causal": 1}, "causal: 1 is not valid; give True or False"),
    ({"scale": 0.1}, "scale: 0.1 is a float"),
    ({"scale": "1/sqrt(1/2)"}, "scale: 1/sqrt(1/2) is not valid; give a rational number, or 1/sqrt of an integer >= 1"),
]  # fmt: skip


@pytest.mark.parametrize(("changed", "message"), WRONG)
def test_what_does_not_fit(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as raised:
        tensors(**{"q": Q, "k": K, "v": V, **changed})
    assert str(raised.value).startswith(message)


def test_an_output_of_another_shape() -> None:
    with pytest.raises(InputError, match="output: its shape is 2x3x4x5; the output of these tensors is 2x3x4x7"):
        output_of(Q, tensors(Q, K, V))


def test_an_output_with_its_tokens_before_its_heads_is_told_the_swap() -> None:
    wanted = tensors(Q, K, V)
    swapped = np.ones(wanted.output_shape).swapaxes(1, 2)
    with pytest.raises(InputError) as raised:
        output_of(swapped, wanted)
    assert str(raised.value) == (
        "output: its shape is 2x4x3x7; the output of these tensors is 2x3x4x7; its .swapaxes(1, 2) would have that shape"
    )
