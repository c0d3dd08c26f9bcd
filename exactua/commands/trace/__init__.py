"""`exactua trace`."""
