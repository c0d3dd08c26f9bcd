"""Settings of all tests: no deadlines, since machines are noisy; in CI the same examples in every run."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("exactua", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("exactua")
