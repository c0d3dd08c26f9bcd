"""What the language server needs beside exactua."""

from __future__ import annotations

import importlib.util

from exactua.errors import InputError


def require_pygls() -> None:
    """Raises InputError, with what to install, where pygls is missing."""
    if importlib.util.find_spec("pygls") is None:
        raise InputError("lsp needs pygls, which is not installed; run: pip install 'exactua[lsp]'")
