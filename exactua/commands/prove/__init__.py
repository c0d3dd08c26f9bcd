"""`exactua prove`."""
