"""Validation of id_tokens (OpenID Connect Core 3.1.3.7)."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final, TypeGuard
from urllib.parse import urlsplit
from uuid import UUID

import jwt
from jwt.exceptions import InvalidSignatureError, PyJWTError

from server.crypto import same
from server.identity.emails import normalize_email
from server.services import Services
from server.sso.errors import Outcome, SignInError
from server.sso.provider import ALGORITHMS, Provider, SigningKey, keys_for, reread_keys

LONGEST_TOKEN: Final = 32_768
LONGEST_SUBJECT: Final = 255
LEEWAY_SECONDS: Final = 60
REQUIRED: Final = ("iss", "sub", "aud", "exp", "iat")
# Tokens that name their type otherwise are of another purpose, such as `logout+jwt`.
TYPES: Final = ("", "jwt")
ACCEPTED: Final = frozenset(name for names in ALGORITHMS.values() for name in names)
# Its tokens have no email_verified; xms_edov says that the owner of the domain has verified the email.
MICROSOFT: Final = ("login.microsoftonline.com", "login.microsoftonline.us", "login.partner.microsoftonline.cn")


@dataclass(frozen=True, kw_only=True)
class Person:
    """What a provider states about the person who has signed in. `email` is verified.

    `sid` is the session there, `auth_time` the Unix time of the last login there; providers need not name them.
    """

    subject: str
    email: str
    name: str
    phone: str
    sid: str | None
    auth_time: int | None


async def read_id_token(
    services: Services, token: object, *, provider: Provider, company_id: UUID, client_id: str, nonce: str
) -> dict[str, Any]:
    """The claims of a token that this provider has made for this client and this sign-in.

    Raises:
        SignInError: it is not such a token.
        server.sso.errors.ProviderError: its keys cannot be fetched.
    """
    claims = await verify_token(
        services,
        token,
        provider=provider,
        company_id=company_id,
        client_id=client_id,
        types=TYPES,
        required=REQUIRED,
    )
    audience, party = claims["aud"], claims.get("azp")
    if (isinstance(audience, list) and len(audience) > 1 and party is None) or party not in {None, client_id}:
        raise _invalid("azp")
    if not isinstance(claims.get("nonce"), str) or not same(claims["nonce"].encode(), nonce.encode()):
        raise _invalid("nonce")
    if not is_name(claims["sub"]):
        raise _invalid("sub")
    return claims


async def verify_token(
    services: Services,
    token: object,
    *,
    provider: Provider,
    company_id: UUID,
    client_id: str,
    types: Collection[str],
    required: Collection[str],
) -> dict[str, Any]:
    """The claims of a token of one of these types that this provider has signed for this client.

    Raises: see :func:`read_id_token`.
    """
    if not isinstance(token, str) or len(token) > LONGEST_TOKEN:
        raise _invalid("no token")
    try:
        header = jwt.get_unverified_header(token)
    except PyJWTError as error:
        raise _invalid("header") from error
    algorithm, key_id, kind = header.get("alg"), header.get("kid"), header.get("typ", "")
    if algorithm not in ACCEPTED:
        raise _invalid("alg")
    if not isinstance(kind, str) or kind.lower().removeprefix("application/") not in types:
        raise _invalid("typ")
    claims = _by_any(token, provider, key_id, algorithm=algorithm, client_id=client_id, required=required)
    if claims is None:
        # Also where the key is known by its name, or has none: a provider may use the name again.
        provider = await reread_keys(services, provider, company_id=company_id)
        claims = _by_any(token, provider, key_id, algorithm=algorithm, client_id=client_id, required=required)
    if claims is None:
        raise _invalid("signature")
    return claims


def _by_any(
    token: str, provider: Provider, key_id: object, *, algorithm: str, client_id: str, required: Collection[str]
) -> dict[str, Any] | None:
    """None where none of the provider's keys has signed it."""
    for key in keys_for(provider.keys, key_id=key_id, algorithm=algorithm):
        claims = _claims(
            token, key, algorithm=algorithm, issuer=provider.issuer, client_id=client_id, required=required
        )
        if claims is not None:
            return claims
    return None


def _claims(
    token: str, key: SigningKey, *, algorithm: str, issuer: str, client_id: str, required: Collection[str]
) -> dict[str, Any] | None:
    """None where another key has signed it."""
    try:
        claims: dict[str, Any] = jwt.decode(
            token,
            key.key,
            algorithms=[algorithm],
            audience=client_id,
            issuer=issuer,
            leeway=LEEWAY_SECONDS,
            options={"require": list(required)},
        )
    except InvalidSignatureError:
        return None
    except (PyJWTError, ValueError, TypeError) as error:
        raise _invalid(type(error).__name__) from error
    return claims


def read_person(claims: dict[str, Any], *, issuer: str) -> Person:
    """Raises SignInError: the email is not verified."""
    given = claims.get("email")
    email = normalize_email(given) if isinstance(given, str) else None
    if email is None or not _is_verified(claims, issuer=issuer):
        raise SignInError(Outcome.REFUSED, "email not verified")
    sid, auth_time = claims.get("sid"), claims.get("auth_time")
    return Person(
        subject=claims["sub"],
        email=email,
        name=_text(claims.get("name")),
        phone=_text(claims.get("phone_number")),
        sid=sid if is_name(sid) else None,
        auth_time=auth_time if isinstance(auth_time, int) and not isinstance(auth_time, bool) else None,
    )


def is_name(value: object) -> TypeGuard[str]:
    """Whether it may be the name of a subject or of a session."""
    return isinstance(value, str) and 0 < len(value) <= LONGEST_SUBJECT and value.isprintable()


def _is_verified(claims: dict[str, Any], *, issuer: str) -> bool:
    if "email_verified" in claims:
        return _is_true(claims["email_verified"])
    return urlsplit(issuer).hostname in MICROSOFT and _is_true(claims.get("xms_edov"))


def _is_true(value: object) -> bool:
    """Some providers write it as a text or a number."""
    return isinstance(value, bool | int | str) and str(value).lower() in {"true", "1"}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _invalid(reason: str) -> SignInError:
    return SignInError(Outcome.FAILED, f"invalid id_token: {reason}")
