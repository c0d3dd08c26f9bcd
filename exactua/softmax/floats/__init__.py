"""The float path: exact networks run in floating point, and what they then compute, told in exact rationals."""
