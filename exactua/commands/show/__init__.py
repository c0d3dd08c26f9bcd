"""`exactua show`."""
