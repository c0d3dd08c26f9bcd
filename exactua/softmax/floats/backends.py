"""Array libraries behind the array API standard: which is used, on which device, and which formats it has."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from exactua.arithmetic.float_formats import ALL_FORMATS
from exactua.arithmetic.messages import quoted
from exactua.errors import InputError, not_installed
from exactua.softmax.floats import narrow
from exactua.softmax.floats.formats import FloatArray, carried, format_of

NAMES: Final = ("auto", "numpy", "torch", "jax", "strict")
DEVICES: Final = ("auto", "cpu", "cuda")
_PACKAGES: Final = {"torch": ("torch", "gpu"), "jax": ("jax", "jax"), "strict": ("array_api_strict", "dev")}
"""The module of a backend, and the extra that brings it."""
_CALLED: Final = {"torch": "PyTorch", "jax": "JAX", "strict": "array-api-strict"}
_LARGE: Final = tuple(form.name for form in ALL_FORMATS)
"""The formats in which PyTorch and JAX compute."""


@dataclass(frozen=True)
class Backend:
    """An array library: its namespace `xp` of the array API standard, a device, and the formats that it has.

    `name` is "numpy", "torch", "jax" or "strict" (array-api-strict, which has nothing but the standard), `device` is
    "cpu" or "cuda", `library` says name and version, for people.
    """

    name: str
    xp: Any
    device: str
    dtypes: tuple[str, ...]
    library: str
    placed: Any = None
    """The device as the library calls it; None: its only one."""

    def dtype(self, name: str) -> Any:
        """The library's format of this name. Raises InputError, naming those that it has, for another one."""
        format_of(name)
        if name not in self.dtypes:
            if self.name == "numpy":
                return narrow.dtype_of(name)  # raises InputError with what installs it
            with_it = " with ml_dtypes" if narrow.needs_ml_dtypes(name) else ""
            raise InputError(
                f"dtype: {self.name} has no {name}; it has {', '.join(self.dtypes)}; numpy{with_it} has {name}"
            )
        return narrow.dtype_of(name) if self.name == "numpy" else getattr(self.xp, name)

    def namespace(self, dtype: str) -> Any:
        """What layers are computed with: `xp`, or what stands beside it for a format that NumPy lacks."""
        if self.name == "numpy" and dtype not in narrow.OF_NUMPY:
            return narrow.Narrow(self.xp, dtype)
        return self.xp

    def told(self, dtype: str) -> str | None:
        """A sentence of how a format that NumPy lacks is computed in; None for the others."""
        return narrow.told(dtype) if self.name == "numpy" else None

    def array(self, values: FloatArray, dtype: str) -> Any:
        """The float64 numbers rounded once to the format, on the device."""
        source = np.ascontiguousarray(carried(values, format_of(dtype)))
        return self.xp.astype(self.xp.asarray(source, device=self.placed), self.dtype(dtype), copy=False)

    def numbers(self, array: Any) -> FloatArray:
        """The same numbers in float64, which holds those of every format exactly, on the host."""
        from array_api_compat import to_device

        wide = self.xp.astype(array, self.xp.float64, copy=False)
        if self.device != "cpu":
            wide = to_device(wide, "cpu")
        return np.array(np.from_dlpack(wide))

    @contextmanager
    def computing(self) -> Iterator[None]:
        """While arrays are computed with: no gradients, 64 bits for JAX, no warnings where inf and NaN are told."""
        with np.errstate(all="ignore"):
            if self.name == "torch":
                with importlib.import_module("torch").inference_mode():
                    yield
            elif self.name == "jax":
                with importlib.import_module("jax").enable_x64(True):
                    yield
            else:
                yield

    def wait(self) -> None:
        """Returns when the device has done all that was asked of it: what is measured is then over."""
        if self.name == "torch" and self.device == "cuda":
            importlib.import_module("torch").cuda.synchronize()

    def __str__(self) -> str:
        return f"{self.library} on {'a CUDA device' if self.device == 'cuda' else 'the CPU'}"


def open_backend(name: str = "auto", device: str = "auto") -> tuple[Backend, str | None]:
    """The backend, and a sentence where it is another than asked for: no CUDA device is there, so NumPy on the CPU.

    "auto" is PyTorch with a CUDA device if both are there, else NumPy on the CPU; the device "auto" is CUDA where the
    library has it. Raises InputError for other names, and for a backend that is not installed, with what installs it.

    >>> backend, notice = open_backend("numpy")
    >>> backend.name, backend.device, notice
    ('numpy', 'cpu', None)
    """
    for argument, given, valid in (("backend", name, NAMES), ("device", device, DEVICES)):
        if given not in valid:
            raise InputError(f"{argument}: {quoted(str(given))} is not valid; write one of {', '.join(valid)}")
    if name == "auto":
        backend = _torch(device) if device != "cpu" and _installed("torch") else None
        if backend is not None and backend.device == "cuda":
            return backend, None
        return _numpy(), f"device cuda: {without_cuda()}; NumPy on the CPU is used" if device == "cuda" else None
    opened = _OPENERS[name](device)
    if device == "cuda" and opened.device != "cuda":
        return _numpy(), f"device cuda: {opened.library} sees none; NumPy on the CPU is used"
    return opened, None


def without_cuda() -> str:
    """Why "auto" is not PyTorch on a CUDA device, where it is not."""
    return "PyTorch sees no CUDA device" if _installed("torch") else "PyTorch is not installed"


def _installed(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def _module(name: str) -> Any:
    """The library of a backend. Raises InputError where it is not installed."""
    module, extra = _PACKAGES[name]
    try:
        return importlib.import_module(module)
    except ImportError:
        raise not_installed("backend", _CALLED[name], extra) from None


def _numpy(device: str = "cpu") -> Backend:
    import array_api_compat.numpy as xp

    return Backend("numpy", xp, "cpu", narrow.names(), f"NumPy {np.__version__}", "cpu")


def _strict(device: str = "cpu") -> Backend:
    xp = _module("strict")
    return Backend("strict", xp, "cpu", ("float32", "float64"), f"array-api-strict {xp.__version__}")


def _torch(device: str = "auto") -> Backend:
    torch = _module("torch")
    xp = importlib.import_module("array_api_compat.torch")
    placed = "cuda" if device != "cpu" and torch.cuda.is_available() else "cpu"
    return Backend("torch", xp, placed, _LARGE, f"PyTorch {torch.__version__}", placed)


def _jax(device: str = "auto") -> Backend:
    jax = _module("jax")
    xp = importlib.import_module("jax.numpy")
    gpus = [gpu for gpu in jax.devices() if gpu.platform in ("gpu", "cuda")] if device != "cpu" else []
    placed = gpus[0] if gpus else jax.devices("cpu")[0]
    return Backend("jax", xp, "cuda" if gpus else "cpu", _LARGE, f"JAX {jax.__version__}", placed)


_OPENERS: Final[dict[str, Callable[[str], Backend]]] = {
    "numpy": _numpy,
    "strict": _strict,
    "torch": _torch,
    "jax": _jax,
}
