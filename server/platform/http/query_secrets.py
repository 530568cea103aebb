"""Refuse secrets in URLs, which end up in logs, histories and Referer headers."""

from typing import Final
from urllib.parse import unquote_plus

LONGEST_QUERY: Final = 8_192
TOO_LONG: Final = f"The query of the address has more than {LONGEST_QUERY:,} characters."
MISPLACED: Final = "A secret does not belong in an address: send a token in the Authorization header."
# Without `_` and `-`, in lower case.
_SECRETS: Final = frozenset(
    {
        *("token", "accesstoken", "refreshtoken", "idtoken", "sessiontoken", "flowtoken", "xflowtoken", "authtoken"),
        *("authorization", "bearer", "jwt", "apikey", "password", "newpassword", "currentpassword", "secret", "otp"),
    }
)


def query_problem(query: bytes) -> str | None:
    """Why a query is refused, for requests and sockets; None where it is allowed."""
    if len(query) > LONGEST_QUERY:
        return TOO_LONG
    pairs = query.decode("latin-1").replace(";", "&").split("&")
    return MISPLACED if any(_is_secret(pair.partition("=")[0]) for pair in pairs) else None


def _is_secret(name: str) -> bool:
    return unquote_plus(name).strip().lower().replace("_", "").replace("-", "") in _SECRETS
