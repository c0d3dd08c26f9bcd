"""Families of networks evaluated fast and still exactly; each is held to its literal twin in networks/."""
