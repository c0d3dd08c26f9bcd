"""`exactua attention`: the exact softmax attention of given tensors, and what a given output of it is in error."""
