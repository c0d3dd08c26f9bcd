"""Ready-made properties of any network at any points, each decided like a claim: `ask`."""
