"""`exactua derive`: a bound, line by line of its proof."""
