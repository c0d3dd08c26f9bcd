"""What a worker can measure: each task is prepared once, in its own process, and then run as often as it is asked."""
