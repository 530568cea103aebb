"""Made-up people and their history, for a first look at the product: `make run` on fresh data."""
