"""A company's name in an address: its apply link ends in it."""

import re
import secrets
import unicodedata
from typing import Final

LONGEST: Final = 60
# Of a name without a single letter or digit of ASCII.
NAMELESS: Final = "company"
SUFFIX_BYTES: Final = 3

_NOT_PLAIN: Final = re.compile(r"[^a-z0-9]+")


def slug_of(name: str) -> str:
    """Lower-case ASCII letters, digits and single hyphens: `Café Ümit & Co.` is `cafe-umit-co`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return _NOT_PLAIN.sub("-", plain)[:LONGEST].strip("-") or NAMELESS


def another_slug(slug: str) -> str:
    """For when somebody has it already: with six random characters behind it."""
    return f"{slug}-{secrets.token_hex(SUFFIX_BYTES)}"
