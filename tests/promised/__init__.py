"""What docs/promise.md promises, as names in `names.txt` and files of version 1.0: `python -m tests.promised --write`.

A name is added at a release; none goes, and none changes, without the notice that the page speaks of.
"""
