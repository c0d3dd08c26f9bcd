"""Settings of all tests: no deadlines, since machines are noisy; in CI the same examples in every run."""

from __future__ import annotations

import os
import signal

from hypothesis import settings

settings.register_profile("exactua", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("exactua")

# tests start hundreds of processes: they need not compile the package each
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# where a command fails with an error of exactua itself, a test that fails shows where that was raised
os.environ["EXACTUA_TRACEBACK"] = "1"

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # as a shell leaves it for what runs in the background; tests interrupt themselves and processes that inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)
