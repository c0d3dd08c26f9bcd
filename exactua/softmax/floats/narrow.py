"""Arithmetic in the formats that NumPy lacks: by ml_dtypes where it has them, else by the rounding of this package.

bfloat16 is computed in as the formats of NumPy are: every operation is rounded to it. tf32 and the formats of 8 and 4
bits are formats of factors, in which libraries multiply and do not add. Both factors of every product are rounded to
them; products, sums, quotients, exp and sqrt are float32, and a state is rounded to the format once after its layer.
Their arrays are float32 arrays of numbers of the format.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from exactua.arithmetic.float_formats import BFLOAT16, BY_NAME, FORMATS, TF32, FloatFormat
from exactua.errors import not_installed
from exactua.softmax.floats.formats import carried

OF_NUMPY: Final = tuple(form.name for form in FORMATS)
"""The formats that NumPy itself computes in."""


def names() -> tuple[str, ...]:
    """The formats that NumPy arrays can be computed in here: all of them, or those that do without ml_dtypes."""
    there = importlib.util.find_spec("ml_dtypes") is not None
    return tuple(name for name in BY_NAME if there or not needs_ml_dtypes(name))


def needs_ml_dtypes(name: str) -> bool:
    """Whether ml_dtypes has the format, and NumPy has not."""
    return name not in (*OF_NUMPY, TF32.name)


def dtype_of(name: str) -> Any:
    """The dtype of the arrays. Raises InputError where the format takes ml_dtypes, and that is not installed."""
    if name in OF_NUMPY:
        return np.dtype(name)
    if needs_ml_dtypes(name):
        library = _ml_dtypes(name)
        if name == BFLOAT16.name:
            return np.dtype(library.bfloat16)
    return np.dtype(np.float32)


def told(name: str) -> str | None:
    """A sentence of how the format is computed in; None for those of NumPy."""
    if name in OF_NUMPY:
        return None
    if name == BFLOAT16.name:
        return "NumPy lacks it, so ml_dtypes computes, and rounds every operation to it"
    who = "ml_dtypes" if needs_ml_dtypes(name) else "exactua itself"
    return (
        f"{who} rounds both factors of every product to it, and every state after its layer; products, sums and "
        "everything else are float32 of NumPy"
    )


class Narrow:
    """The namespace `xp` of NumPy, and what else arrays of such a format take; all other names are those of `xp`."""

    def __init__(self, xp: Any, name: str) -> None:
        self._xp, self._form = xp, BY_NAME[name]
        self._dtype = dtype_of(name)
        self._narrow: Any = None
        if name != BFLOAT16.name and needs_ml_dtypes(name):
            self._narrow = np.dtype(getattr(_ml_dtypes(name), name))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._xp, name)

    def number(self, weight: float) -> Any:
        """A weight as what an array is multiplied by, or added to, without becoming another format."""
        return self._dtype.type(weight)

    def factor(self, x: Any) -> Any:
        """What a product takes of an array: numbers of the format."""
        return x if self._form is BFLOAT16 else rounded(x, self._form, self._narrow)


def rounded(x: NDArray[Any], form: FloatFormat, narrow: Any = None) -> NDArray[Any]:
    """float32 numbers rounded to the format, as float32, NaN stays NaN: by ml_dtypes, if its dtype is given."""
    if narrow is None:
        return carried(x.astype(np.float64), form)
    return np.where(np.isnan(x), x, x.astype(narrow).astype(np.float32))


def _ml_dtypes(name: str) -> Any:
    try:
        return importlib.import_module("ml_dtypes")
    except ImportError:
        raise not_installed("dtype", "ml_dtypes", "formats", f"{name} with NumPy needs it") from None
