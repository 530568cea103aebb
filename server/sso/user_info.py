"""What a provider states of a person beside the id_token (OpenID Connect Core 5.3).

With the code flow a provider need not put an email into the id_token (5.4).
"""

from typing import Any, Final
from uuid import UUID

from server.outbound import OutboundError
from server.services import Services
from server.sso.errors import Outcome, SignInError
from server.sso.provider import OK, Provider

# An email and the word that it is verified count together: neither is completed by the other source.
OF_EMAIL: Final = frozenset({"email", "email_verified", "xms_edov"})
OF_PERSON: Final = frozenset({"email", "email_verified", "name", "phone_number"})


async def add_user_info(
    services: Services, claims: dict[str, Any], provider: Provider, *, company_id: UUID, access_token: object
) -> dict[str, Any]:
    """The claims of an id_token, with the person's as the provider answers for its subject; unchanged with an email.

    Raises:
        SignInError: the answer is unusable, or of another subject.
    """
    endpoint = provider.userinfo_endpoint
    if "email" in claims or endpoint is None or not isinstance(access_token, str):
        return claims
    given = await _ask(services, endpoint, company_id=company_id, access_token=access_token)
    if given.get("sub") != claims["sub"]:
        raise SignInError(Outcome.FAILED, "user info of another subject")
    kept = {name: value for name, value in claims.items() if name not in OF_EMAIL}
    return kept | {name: value for name, value in given.items() if name in OF_PERSON}


async def _ask(services: Services, endpoint: str, *, company_id: UUID, access_token: str) -> dict[str, Any]:
    try:
        headers = {"Authorization": f"Bearer {access_token}"}
        reply = await services.outbound.call("GET", endpoint, company_id=company_id, headers=headers)
        if reply.status != OK:
            raise SignInError(Outcome.FAILED, f"user info refused with {reply.status}")
        return reply.json_object()
    except OutboundError as error:
        raise SignInError(Outcome.FAILED, "user info not read") from error
