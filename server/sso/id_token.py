"""Validation of id_tokens (OpenID Connect Core 3.1.3.7)."""

from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

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
REQUIRED: Final = ["iss", "sub", "aud", "exp", "iat"]
ACCEPTED: Final = frozenset(name for names in ALGORITHMS.values() for name in names)
# Its tokens have no email_verified; xms_edov says that the owner of the domain has verified the email.
MICROSOFT: Final = ("login.microsoftonline.com", "login.microsoftonline.us", "login.partner.microsoftonline.cn")


@dataclass(frozen=True, kw_only=True)
class Person:
    """What a provider states about the person who has signed in. `email` is verified."""

    subject: str
    email: str
    name: str
    phone: str


async def read_id_token(services: Services, token: object, *, provider: Provider, client_id: str, nonce: str) -> Person:
    """The person of a token that this provider has made for this client and this sign-in.

    Raises:
        SignInError: it is not such a token, or the email is not verified.
        server.sso.errors.ProviderError: its keys cannot be fetched.
    """
    if not isinstance(token, str) or len(token) > LONGEST_TOKEN:
        raise _invalid("no id_token")
    claims = await _verify(services, token, provider=provider, client_id=client_id)
    audience, party = claims["aud"], claims.get("azp")
    if (isinstance(audience, list) and len(audience) > 1 and party is None) or party not in {None, client_id}:
        raise _invalid("azp")
    if not isinstance(claims.get("nonce"), str) or not same(claims["nonce"].encode(), nonce.encode()):
        raise _invalid("nonce")
    return _person(claims, issuer=provider.issuer)


async def _verify(services: Services, token: str, *, provider: Provider, client_id: str) -> dict[str, Any]:
    try:
        header = jwt.get_unverified_header(token)
    except PyJWTError as error:
        raise _invalid("header") from error
    algorithm, key_id = header.get("alg"), header.get("kid")
    if algorithm not in ACCEPTED:
        raise _invalid("alg")
    keys = keys_for(provider.keys, key_id=key_id, algorithm=algorithm)
    if not keys:
        provider = await reread_keys(services, provider)
        keys = keys_for(provider.keys, key_id=key_id, algorithm=algorithm)
    for key in keys:
        claims = _claims(token, key, algorithm=algorithm, issuer=provider.issuer, client_id=client_id)
        if claims is not None:
            return claims
    raise _invalid("signature")


def _claims(token: str, key: SigningKey, *, algorithm: str, issuer: str, client_id: str) -> dict[str, Any] | None:
    """None where another key has signed it."""
    try:
        claims: dict[str, Any] = jwt.decode(
            token,
            key.key,
            algorithms=[algorithm],
            audience=client_id,
            issuer=issuer,
            leeway=LEEWAY_SECONDS,
            options={"require": REQUIRED},
        )
    except InvalidSignatureError:
        return None
    except (PyJWTError, ValueError, TypeError) as error:
        raise _invalid(type(error).__name__) from error
    return claims


def _person(claims: dict[str, Any], *, issuer: str) -> Person:
    subject, given = claims["sub"], claims.get("email")
    if not isinstance(subject, str) or not 0 < len(subject) <= LONGEST_SUBJECT or not subject.isprintable():
        raise _invalid("sub")
    email = normalize_email(given) if isinstance(given, str) else None
    if email is None or not _is_verified(claims, issuer=issuer):
        raise SignInError(Outcome.REFUSED, "email not verified")
    return Person(subject=subject, email=email, name=_text(claims.get("name")), phone=_text(claims.get("phone_number")))


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
