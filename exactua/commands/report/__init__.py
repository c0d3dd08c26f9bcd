"""`exactua report`."""
