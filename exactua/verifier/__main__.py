"""The verifier as a command: `python -m exactua.verifier CERT`; `python3 -I FOLDER CERT`, wherever this folder lies."""

import sys

if not __package__:
    # Python was given the folder, and would look for the standard library in it first. What lies beside it is not seen.
    if __file__.startswith(sys.path[0]):
        del sys.path[0]
    import importlib.util
    from pathlib import Path

    folder = Path(__file__).resolve().parent
    spec = importlib.util.spec_from_file_location("verifier", folder / "__init__.py")
    assert spec is not None
    assert spec.loader is not None
    package = sys.modules["verifier"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(package)
    __package__ = "verifier"

from .command import run

run()
