"""What commands share: options, instances and points as they are asked for, and where their output goes."""
