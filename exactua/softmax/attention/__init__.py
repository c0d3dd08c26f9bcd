"""Softmax attention of given tensors: enclosed exactly, and what a given output of it is in error."""
