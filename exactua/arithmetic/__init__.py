"""What a value is: exact rationals, integers in units of delta, batches with proven bounds."""
