"""The verifier as a command: `python -m exactua.verifier CERT`; `python3 -I FOLDER CERT`, wherever this folder lies."""

import sys

if __package__:
    from .command import run
else:
    # Python was given the folder, and would look for the standard library in it first. What lies beside it is not seen.
    if __file__.startswith(sys.path[0]):
        del sys.path[0]
    import importlib.util
    from pathlib import Path

    spec = importlib.util.spec_from_file_location("verifier", Path(__file__).resolve().with_name("__init__.py"))
    assert spec is not None
    assert spec.loader is not None
    package = sys.modules["verifier"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(package)
    run = package.command.run

run()
