"""What 'for all L' ranges over: orbits under permutation, sequences, the paper's grids, finite sets of one's own."""
