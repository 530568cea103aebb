"""The person that a provider has signed in, by the claims of its id_token and of its user info."""

from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import UUID

from server.access.sso.errors import Outcome, SignInError
from server.access.sso.metadata import Provider
from server.access.sso.provider import OK
from server.access.sso.tokens import is_name
from server.platform.outbound.calls import OutboundError
from server.platform.schemas import LONGEST_EMAIL
from server.platform.services import Services
from server.vocabulary.emails import normalize_email

# Its tokens have no email_verified; xms_edov says that the owner of the domain has verified the email.
MICROSOFT: Final = ("login.microsoftonline.com", "login.microsoftonline.us", "login.partner.microsoftonline.cn")
# An email and the word that it is verified count together: neither is completed by the other source.
OF_EMAIL: Final = frozenset({"email", "email_verified", "xms_edov"})
OF_PERSON: Final = frozenset({"email", "email_verified", "name", "phone_number"})


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


async def read_person(
    services: Services, claims: dict[str, Any], *, company_id: UUID, provider: Provider, access_token: object
) -> Person:
    """Read the claims of an id_token, which need not hold an email with the code flow (OpenID Connect Core 1.0, 5.4).

    Raises:
        SignInError: the email is not verified, or the user info is unusable or of another subject.
    """
    if "email" not in claims and provider.userinfo_endpoint is not None and isinstance(access_token, str):
        given = await _ask(services, provider.userinfo_endpoint, company_id=company_id, access_token=access_token)
        if given.get("sub") != claims["sub"]:
            raise SignInError(Outcome.FAILED, "user info of another subject")
        claims = {name: value for name, value in claims.items() if name not in OF_EMAIL}
        claims |= {name: value for name, value in given.items() if name in OF_PERSON}
    email = normalize_email(_text(claims.get("email")))
    if email is None or not _is_verified(claims, issuer=provider.issuer):
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


async def _ask(services: Services, endpoint: str, *, company_id: UUID, access_token: str) -> dict[str, Any]:
    try:
        headers = {"Authorization": f"Bearer {access_token}"}
        reply = await services.outbound.call("GET", endpoint, company_id=company_id, headers=headers)
        if reply.status != OK:
            raise SignInError(Outcome.FAILED, f"user info refused with {reply.status}")
        return reply.json_object()
    except OutboundError as error:
        raise SignInError(Outcome.FAILED, "user info not read") from error


def _is_verified(claims: dict[str, Any], *, issuer: str) -> bool:
    if "email_verified" in claims:
        return _is_true(claims["email_verified"])
    return urlsplit(issuer).hostname in MICROSOFT and _is_true(claims.get("xms_edov"))


def _is_true(value: object) -> bool:
    """Some providers write it as a text or a number."""
    return isinstance(value, bool | int | str) and str(value).lower() in {"true", "1"}


def _text(value: object) -> str:
    """Return an empty text for a longer one: it is no email, name or phone, and reading it would take long."""
    return value if isinstance(value, str) and len(value) <= LONGEST_EMAIL else ""
