"""The product: use cases, repositories, and the Quart application that serves them."""
