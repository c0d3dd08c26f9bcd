"""The term language: what a step says, as data. Built by tracing, typed, printed, hashed, evaluated."""
