"""The page that a browser comes back to from a provider."""

import re
from typing import Final
from urllib.parse import urlsplit

from server.access.sso.authorization import with_query

OUTCOME: Final = "stepUp"
CONFIRMED: Final = "confirmed"
START: Final = "/dashboard"
# Printable ASCII without the backslash, which browsers read as a slash.
_PLAIN: Final = re.compile(r"/[!-\[\]-~]*").fullmatch


def is_return_path(path: str) -> bool:
    """Whether it is a page of this origin: a path, perhaps with a query and a fragment, and no call of the API."""
    if _PLAIN(path) is None or path.startswith("//"):
        return False
    try:
        parts = urlsplit(path)
    except ValueError:
        return False
    named = (parts.scheme, parts.netloc)
    return named == ("", "") and parts.path.startswith("/") and not _leaves_pages(parts.path)


def with_outcome(path: str, outcome: str) -> str:
    return with_query(path if is_return_path(path) else START, {OUTCOME: outcome})


def _leaves_pages(path: str) -> bool:
    """Addresses that answer with redirects, however they are spelt."""
    return "//" in path or "%" in path or any(part in {"api", ".", ".."} for part in path.lower().split("/"))
