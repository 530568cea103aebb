"""A company, its audit trail, and what the law asks of it."""
