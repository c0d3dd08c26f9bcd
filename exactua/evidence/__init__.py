"""What commands do beyond one check: boxes, regress, traces."""
