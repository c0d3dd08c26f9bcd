"""What 'for all L' ranges over: columns, orbits under permutation, sequences, and the paper's grids and categories."""
