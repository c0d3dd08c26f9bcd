"""Why a step has no form in Rocq."""

from __future__ import annotations

from exactua.errors import ExactuaError


class NotExported(ExactuaError):
    """A step, a term or a domain has no form in Rocq; the text says what of it."""
