"""`exactua explain`."""
