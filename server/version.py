"""The version of the product; pyproject.toml says the same, and a test compares them."""

from typing import Final

VERSION: Final = "0.1.0"
