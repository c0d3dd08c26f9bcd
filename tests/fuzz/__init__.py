"""Everything that reads what somebody else may have written, on changed inputs: see __main__.py."""
