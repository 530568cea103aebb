"""The access token: a JWT (RFC 9068 in spirit, RFC 8725 in its checks) with one pinned algorithm."""

from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID, uuid4

import jwt

from server.platform.errors import NotSignedInError
from server.platform.process.clock import utc_now
from server.platform.process.crypto import Keyring, Purpose
from server.vocabulary.identity import AccessClaims, Bearer
from server.vocabulary.profiles import Permission, dashboard_of, level_of, permissions_of

ALGORITHM: Final = "HS256"
TOKEN_TYPE: Final = "at+jwt"  # noqa: S105 - a media type, no secret
ISSUER: Final = "waymark"
AUDIENCE: Final = "waymark-api"
REQUIRED: Final = ["iss", "aud", "sub", "sid", "jti", "iat", "nbf", "exp", "gen"]
HEADERS: Final = {"alg", "kid", "typ"}
LONGEST_TOKEN: Final = 8_192
CLOCK_SKEW_SECONDS: Final = 30


def issue_access_token(
    keys: Keyring, *, bearer: Bearer, session_id: UUID, generation: int, issued_at: datetime, expires_at: datetime
) -> str:
    key_id, key = keys.derive(Purpose.ACCESS_TOKEN)[0]
    issued = int(issued_at.timestamp())
    profile = bearer.profile
    claims = {
        "iss": ISSUER,
        "aud": AUDIENCE,
        "sub": str(bearer.user_id),
        "sid": str(session_id),
        "jti": str(uuid4()),
        "iat": issued,
        "nbf": issued,
        "exp": int(expires_at.timestamp()),
        "gen": generation,
        "userId": str(bearer.user_id),
        "email": bearer.email,
        "fullName": bearer.full_name,
        "role": bearer.role.value,
        "profile": None if profile is None else profile.value,
        "profileId": None if profile is None else profile.value,
        "profileLevel": level_of(profile),
        "companyId": str(bearer.company_id),
        "companyName": bearer.company_name,
        "redirectTo": dashboard_of(profile),
        # In the order in which the product lists them.
        "authorities": [each.value for each in Permission if each in permissions_of(profile)],
    }
    headers = {"kid": key_id, "typ": TOKEN_TYPE}
    return jwt.encode(claims, key, algorithm=ALGORITHM, headers=headers)


def read_access_token(keys: Keyring, token: str, *, may_be_expired: bool = False) -> AccessClaims:
    """Read the claims of a token that is well signed, of our type, and valid now.

    Raises NotSignedInError: anything about it is not as we issue it.
    """
    if len(token) > LONGEST_TOKEN:
        raise NotSignedInError
    try:
        payload = jwt.decode(
            token,
            _key_of(keys, jwt.get_unverified_header(token)),
            algorithms=[ALGORITHM],
            audience=AUDIENCE,
            issuer=ISSUER,
            # Issue and not-before come from Postgres' clock, which may be a moment ahead of this one.
            options={"require": REQUIRED, "verify_exp": False, "verify_iat": False, "verify_nbf": False},
        )
        claims = _read(payload)
    except (jwt.PyJWTError, ValueError, TypeError, AttributeError, OverflowError):
        # The cause may quote the token, and there is nothing in it for the caller.
        raise NotSignedInError from None
    if not may_be_expired and claims.expires_at <= utc_now():
        raise NotSignedInError
    return claims


def _key_of(keys: Keyring, header: dict[str, Any]) -> bytes:
    """Return the one key that the header may name; a header that offers keys of its own (jwk, jku, x5u) is refused."""
    if set(header) != HEADERS or header["typ"] != TOKEN_TYPE or header["alg"] != ALGORITHM:
        raise NotSignedInError
    for key_id, key in keys.derive(Purpose.ACCESS_TOKEN):
        if key_id == header["kid"]:
            return key
    raise NotSignedInError


def _read(payload: dict[str, Any]) -> AccessClaims:
    now = utc_now().timestamp() + CLOCK_SKEW_SECONDS
    if int(payload["iat"]) > now or int(payload["nbf"]) > now:
        raise NotSignedInError
    return AccessClaims(
        session_id=UUID(payload["sid"]),
        user_id=UUID(payload["sub"]),
        generation=int(payload["gen"]),
        expires_at=datetime.fromtimestamp(int(payload["exp"]), tz=UTC),
        position=(payload.get("role"), payload.get("profile")),
    )
