"""Claims about finite data that come with some: the same about data of one's own (`exactua check CLAIM --data FILE`).

Such a claim is another one, with a label of its own: what is decided of somebody's data is no evidence about the data
that come with the paper, nor the other way round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, TypeVar

from exactua.grids.categories import DomainSpec

if TYPE_CHECKING:
    from exactua.claims.claim import Builder, Claim
    from exactua.networks import Network

OWN_DATA: Final = "own-data:"
"""How labels of claims about data of one's own begin."""

SOURCE: Final = "; about data of one's own"
"""How their sources end."""

Kind = Literal["sequences", "pairs", "vectors"]
"""Sequences are d x n matrices, pairs are a sequence and its labels each, vectors are matrices of one row."""


Known = TypeVar("Known")


@dataclass(frozen=True)
class OwnData:
    """What a claim takes in place of its own data."""

    kind: Kind
    make: Callable[[Any, str], Claim]
    """The claim about such data; the text is what messages begin with. Raises InputError for data that are not so."""


class ChosenFrom(Generic[Known]):
    """What claims choose from by a number; inside `about` one's own alone, number 1, in its place."""

    def __init__(self, known: tuple[Known, ...]) -> None:
        self._known = known

    @property
    def now(self) -> tuple[Known, ...]:
        """All that claims choose from here."""
        return _own.get().get(self, self._known)

    @contextmanager
    def about(self, own: Known) -> Iterator[None]:
        """What is made inside is about this one."""
        before = _own.set({**_own.get(), self: (own,)})
        try:
            yield
        finally:
            _own.reset(before)


_own: Final[ContextVar[Mapping[ChosenFrom[Any], tuple[Any, ...]]]] = ContextVar("own data", default={})  # noqa: B039 (never changed)


def about_own(
    claim: Claim, domains: Iterable[DomainSpec], own: DomainSpec, inside: Callable[[], AbstractContextManager[None]]
) -> Claim:
    """A claim that was made about own data, with its steps over them in place of these domains.

    Networks are built later on, where `inside` says again which data it is about.
    """
    places = {spec.name: replace(own, name=spec.name) for spec in domains}

    def renewed(spec: DomainSpec) -> DomainSpec:
        if spec.name in places:
            return own
        for place in places.values():
            spec = spec.renewed(place)
        return spec

    claim.source += SOURCE
    for k, step in enumerate(claim.steps):
        claim.steps[k] = replace(step, over=tuple(dict.fromkeys(map(renewed, step.over))))
    claim.networks.update({name: _inside(build, inside) for name, build in claim.networks.items()})
    return claim


def _inside(build: Builder, inside: Callable[[], AbstractContextManager[None]]) -> Builder:
    def built(values: Mapping[str, Any]) -> Network:
        with inside():
            return build(values)

    return built
