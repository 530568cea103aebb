"""Who teaches a batch, and what they see of it."""
