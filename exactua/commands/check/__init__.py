"""`exactua check`."""
