"""What each profile opens the product with."""
