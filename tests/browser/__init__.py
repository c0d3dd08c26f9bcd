"""The pages that `report html` writes, in a real Chromium without a network: `pytest -m browser -n 0`."""
