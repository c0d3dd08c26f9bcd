"""The functions that are to be approximated: f from [0, 1]^(d x n) to R^(d x n), 0 outside, with exact values."""
