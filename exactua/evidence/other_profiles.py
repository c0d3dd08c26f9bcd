"""Which profiles of a certificate for all D are not those of the networks of the claim that it names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from exactua.claims.claim import Claim
from exactua.errors import TooLarge
from exactua.terms.encoding import Data, canonical

LARGEST_N: Final = 1000
"""With more columns no profile is made."""


def other_profiles(claim: Claim, n: int, profiles: Mapping[str, Data]) -> list[str]:
    """The names of those that are not profiles of the claim's networks with n columns. Raises TooLarge."""
    from exactua.proving.symbolic.certificates import profile_data
    from exactua.proving.symbolic.general import profiled

    if n > LARGEST_N:
        raise TooLarge(f"n: profiles with more than {LARGEST_N:,} columns are not made to be compared")
    known = profiled(claim, n)
    return [
        name
        for name, data in profiles.items()
        if name not in known or canonical(profile_data(known[name])) != canonical(data)
    ]
