"""What the exchange of a kind of layer consists of: one class a kind, for all formats and both ways."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, TypeAlias

from exactua.errors import InputError
from exactua.networks import Layer

HeadSize: TypeAlias = "int | tuple[int, int]"
"""Of a head: m_k and m_v, or one number where they are equal."""


def key_and_value_size(size: HeadSize) -> tuple[int, int]:
    """m_k and m_v of a head."""
    return (size, size) if isinstance(size, int) else size


def head_size(m_k: int, m_v: int) -> HeadSize:
    """What a note says of a head with keys and values of these sizes."""
    return m_k if m_k == m_v else (m_k, m_v)


def padded(sizes: Sequence[HeadSize]) -> tuple[HeadSize, ...]:
    """The sizes of these heads once they are padded to the largest."""
    return (head_size(*largest(sizes)),) * len(sizes) if sizes else ()


def largest(sizes: Sequence[HeadSize]) -> tuple[int, int]:
    """The largest m_k and the largest m_v of some heads, at least one."""
    keys, values = zip(*map(key_and_value_size, sizes), strict=True)
    return max(keys), max(values)


@dataclass(frozen=True)
class LayerNote:
    """What a layer is beside its tensors."""

    kind: str
    tie_rule: str | None = None
    """Of hardmax attention."""
    sizes: tuple[HeadSize, ...] = ()
    """Of attention: the sizes of the heads, before they are padded to the largest."""
    mask: str | None = None
    """Of attention: None, the name of a mask, or "tensor" where it is one of the tensors."""
    centre: int | None = None
    """Of a separable convolution: the place of its filters, from 1, that stands on the column itself."""


@dataclass(frozen=True)
class Tensor:
    """Exact numbers (or booleans) in row-major order, and their shape."""

    shape: tuple[int, ...]
    entries: tuple[Any, ...]
    boolean: bool = False


def matrix(rows: Sequence[Sequence[Any]], boolean: bool = False) -> Tensor:
    """A matrix, by its rows, as a tensor."""
    return Tensor((len(rows), len(rows[0])), tuple(entry for row in rows for entry in row), boolean)


def vector(entries: Sequence[Any], boolean: bool = False) -> Tensor:
    """A vector as a tensor."""
    return Tensor((len(entries),), tuple(entries), boolean)


def rows_of(tensor: Tensor, rank: int, where: str) -> Any:
    """The entries as a list, or as a list of rows. Raises InputError for a tensor of another rank."""
    if len(tensor.shape) != rank:
        raise InputError(f"{where} has shape {tensor.shape}, but must have {rank} sizes")
    if rank == 1:
        return list(tensor.entries)
    rows, columns = tensor.shape
    return [list(tensor.entries[i * columns : (i + 1) * columns]) for i in range(rows)]


class Graph(Protocol):
    """A graph of ONNX that grows: `add` adds a node with one output, and all others name what is there."""

    arrays: Any
    helper: Any
    dtype: Any

    def add(self, operator: str, inputs: list[str], output: str | None = None, **attributes: Any) -> str:
        """A node with one output, and the name of that."""

    def constant(self, name: str, array: Any) -> str:
        """An initialiser; one of a name is made once."""

    def tensor(self, name: str) -> str:
        """A tensor of the network."""

    def column(self, name: str) -> str:
        """A tensor of the network with one more size, 1, at the end."""

    def integers(self, *values: int) -> str:
        """A vector of integers."""

    def integer(self, name: str, value: int) -> str:
        """One integer, without a dimension."""

    def number(self, name: str, value: Any) -> str:
        """A number of the dtype."""

    def cast(self, name: str) -> str:
        """Booleans as 0 and 1 of the dtype."""


class Exchanged(ABC):
    """A kind of layer as tensors and a note, as a layer of PyTorch, and as nodes of ONNX."""

    layers: ClassVar[type[Layer]]
    """The kind."""
    folder: ClassVar[str]
    """What its tensors are called: layers.0.FOLDER.W_O."""
    tensors: ClassVar[Mapping[str, int]]
    """The names of its tensors, each with the number of its sizes."""
    needed: ClassVar[tuple[str, ...]] = ()
    """What its note says beside the kind."""
    optional: ClassVar[tuple[str, ...]] = ()
    """What its note may say."""
    fixed: ClassVar[tuple[str, ...]] = ()
    """The tensors that are not trained."""

    @property
    def name(self) -> str:
        """What the metadata calls the kind."""
        return self.layers.name

    def names(self, note: LayerNote) -> tuple[str, ...]:
        """The names of the tensors that a layer with this note has."""
        return tuple(self.tensors)

    def given(self, own: Mapping[str, Tensor], where: str) -> dict[str, Any]:
        """The tensors as lists, or as lists of rows. Raises InputError for one with another number of sizes."""
        return {name: rows_of(tensor, self.tensors.get(name, 2), f"{where}.{name}") for name, tensor in own.items()}

    @abstractmethod
    def written(self, layer: Any) -> tuple[LayerNote, dict[str, Tensor]]:
        """A layer of the kind as its note and its tensors."""

    @abstractmethod
    def read(self, note: LayerNote, own: Mapping[str, Tensor], where: str) -> Layer:
        """The layer with this note and these tensors. Raises InputError where they don't fit."""

    @abstractmethod
    def forward(self, torch: Any, own: Any, Z: Any, factor: float | None) -> Any:
        """The layer at a batch, (batch, d, n); `own` has its tensors as attributes, and its note."""

    @abstractmethod
    def nodes(self, graph: Graph, at: str, note: LayerNote, state: str) -> str:
        """Adds the nodes of the layer to a graph of ONNX: the name of the state behind it."""
