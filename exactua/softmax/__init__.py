"""Exact against softmax: what holds in the limit, by proof, and what floating point makes of it, by measurement."""
