"""`compare`: which layers tell the contexts of given sequences apart, and by how much."""
