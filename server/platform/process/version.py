"""The version of the product: that of pyproject.toml, which no image holds; a test compares them."""

from typing import Final

VERSION: Final = "0.1.0"
