"""What `build` gives, at the prompt: for which f, how far the network is from it, and what was decided."""

from __future__ import annotations

from collections.abc import Iterator

from exactua.commands.build.words import distance_lines
from exactua.networks.printing import heading
from exactua.papers.yun2020.built import Built
from exactua.printing.text import box, judgement


def prompt(built: Built) -> Iterator[str]:
    """The lines at the prompt."""
    yield f"Built for {built.instance.theorem} at {box(built.instance.box)}: f = {built.instance.target.text}"
    yield f"  {judgement(built.decision)}"
    yield f"  {heading(built.construction.network)}"
    yield from (f"  {line}" for line in distance_lines(built.instance.p, built.distances))
