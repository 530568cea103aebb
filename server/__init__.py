"""The Quart application, and all that is true of the product."""
