"""`exactua info`."""
