"""`exactua.attention`: the exact softmax attention of arrays, at the prompt and in a notebook."""

from __future__ import annotations

from typing import Any, Final

from exactua.arithmetic.float_formats import BY_NAME, FLOAT64, FloatFormat
from exactua.arithmetic.number_reading import rational
from exactua.arithmetic.rationals import Rational
from exactua.commands.attention import work
from exactua.commands.attention.record import Attention
from exactua.console.python_arguments import positive, seconds
from exactua.deciding.shards import Progress
from exactua.errors import InputError, told_in_arguments
from exactua.softmax.attention.algorithms import Algorithm, read_algorithm
from exactua.softmax.attention.inputs import Inputs
from exactua.softmax.attention.tensors import output_of, tensors

DIGITS: Final = 20


@told_in_arguments(output_file="output", nearest_dtype="nearest")
def attention(
    q: Any,
    k: Any,
    v: Any,
    output: Any = None,
    *,
    mask: Any = None,
    causal: bool = False,
    scale: object = None,
    bias: Any = None,
    digits: int = DIGITS,
    dtype: str | None = None,
    atol: object = None,
    rtol: object = None,
    algorithm: str | Algorithm | None = None,
    round_inputs: bool = False,
    nearest: str | None = None,
    every_entry: bool = False,
    budget: float = 600,
    progress: Progress | None = None,
) -> Attention:
    """The exact softmax(scale Q K^T + bias) V of float arrays, enclosed, and the errors of a given output of it.

    `q`: batch x heads x queries x size; `k` and `v`: batch x heads x keys x size; `output` as the result; unit 1. Batch
    and heads may be missing. NumPy, ml_dtypes and PyTorch arrays are taken; each float is its own value.
    `mask` has True where a query sees a key, `bias` is added to the scaled scores (-inf: not seen); both are brought to
    the shape of the scores. `causal`: query i sees keys up to i. `scale` is 1/sqrt(size) unless it is given.
    Each exact output is within 10^-`digits` times the spread of its column of V. Errors in ulps are those of `dtype`,
    the output's own format unless it is given. `atol` and `rtol` ask whether |output - exact| <= atol + rtol |exact|.
    `algorithm` says how floats were computed, such as "flash-bfloat16" or "float32 order=pairwise": each error is then
    compared with the proven bound of that algorithm for this entry (docs/attention.md). Q, K, V and the bias have to be
    numbers of its format; `round_inputs` rounds them to it first, and all that is said is of the rounded ones.
    `nearest` ("float64", "float32", "float16") rounds the exact outputs to that format. `every_entry` keeps the error
    and the bound of each entry, in `entries`. `budget` is in seconds.

    Raises InputError for arguments that do not fit, and for NaN, infinities and numbers of another format in Q, K, V
    and the bias, with their place; Unanswered where the budget does not suffice.

    >>> import numpy as np
    >>> q = k = v = np.eye(2)
    >>> found = attention(q, k, v, np.array([[0.67, 0.33], [0.33, 0.67]]), atol="1/100")
    >>> found.tolerance.within, found.exit_code
    (4, 0)
    """
    for flag, chosen in (("round-inputs", round_inputs), ("every_entry", every_entry)):
        if not isinstance(chosen, bool):
            raise InputError(f"{flag}: {chosen!r} is not valid; give True or False")
    assumed = _algorithm(algorithm)
    if assumed is None and round_inputs:
        raise InputError("round-inputs: it needs an algorithm; give --algorithm, or leave it out")
    inputs = None if assumed is None else Inputs(assumed.taken, round_inputs)
    given = tensors(q, k, v, mask=mask, causal=causal, scale=scale, bias=bias, inputs=inputs)
    if output is None:
        for argument, value in (("dtype", dtype), ("atol", atol), ("rtol", rtol)):
            if value is not None:
                raise InputError(f"{argument}: it needs an output; give output-file, or leave it out")
    asked = None if atol is None and rtol is None else (_bound(atol, "atol"), _bound(rtol, "rtol"))
    if nearest is not None and nearest not in work.NEAREST:
        raise InputError(f"nearest-dtype: {nearest!r} is not valid; choose one of {', '.join(work.NEAREST)}")
    return work.attention(
        given,
        None if output is None else output_of(output, given, "output-file"),
        format_of(dtype, output),
        digits=positive(digits, "digits", work.MOST_DIGITS),
        tolerance=asked,
        algorithm=assumed,
        nearest=nearest,
        inputs=inputs,
        every_entry=every_entry,
        budget=seconds(budget),
        progress=progress,
    )


def _algorithm(given: object) -> Algorithm | None:
    if given is None or isinstance(given, Algorithm):
        return given
    if not isinstance(given, str):
        raise InputError(f'algorithm: {given!r} is not valid; give a text such as "float32 order=pairwise"')
    return read_algorithm(given)


def format_of(dtype: str | None, output: Any) -> FloatFormat:
    """The format that is named, or that of an output; float64 of one that has none of these."""
    if dtype is not None:
        if not isinstance(dtype, str) or dtype not in BY_NAME:
            raise InputError(f"dtype: {dtype!r} is not valid; choose one of {', '.join(BY_NAME)}")
        return BY_NAME[dtype]
    own = getattr(output, "dtype", "")
    return BY_NAME.get(str(getattr(own, "name", own)).rpartition(".")[2], FLOAT64)


def _bound(given: object, argument: str) -> Rational:
    value = rational(0 if given is None else given, argument)
    if value < 0:
        raise InputError(f"{argument}: {given} is not valid; give a number >= 0")
    return value
