"""`exactua sharpen`."""
