"""What only long runs take: stores that keep what is finished, processes and clusters, numbers that go to the disk."""
