"""`exactua runs`."""
