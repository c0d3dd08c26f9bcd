"""Tests of training: data, weights, runs and the exact check."""
