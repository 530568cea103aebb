"""Exchange a provider's code for the person who has signed in there."""

import base64
from typing import Final
from urllib.parse import quote

from server.access.sso.authorization import Proof
from server.access.sso.connection import Connection, redirect_uri
from server.access.sso.errors import Outcome, ProviderError, SignInError
from server.access.sso.metadata import BASIC, Provider
from server.access.sso.person import Person, read_person
from server.access.sso.provider import OK
from server.access.sso.tokens import read_id_token
from server.platform.outbound.calls import OutboundError, Reply
from server.platform.process.crypto import SealError
from server.platform.services import Services

BAD_REQUEST: Final = 400
UNAUTHORIZED: Final = 401


async def exchange_code(
    services: Services, found: Connection, provider: Provider, *, code: str, proof: Proof
) -> Person:
    """Raises SignInError."""
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": redirect_uri(services.settings, company_id=found.company_id),
        "code_verifier": proof.verifier,
    }
    try:
        reply = await _send(services, found, provider, form=form)
        if reply.status != OK:
            raise SignInError(Outcome.FAILED, f"code refused with {reply.status}")
        answer = reply.json_object()
        claims = await read_id_token(services, answer.get("id_token"), found=found, nonce=proof.nonce)
    except (OutboundError, SealError, ProviderError) as error:
        raise SignInError(Outcome.FAILED, f"code not exchanged: {type(error).__name__}") from error
    return await read_person(
        services, claims, company_id=found.company_id, provider=provider, access_token=answer.get("access_token")
    )


async def _send(services: Services, found: Connection, provider: Provider, *, form: dict[str, str]) -> Reply:
    """As the client was registered: where the provider's likelier method is refused, by its other.

    Raises OutboundError, SealError.
    """
    secret, endpoint = found.secret(services.keys), provider.token_endpoint
    if secret is None:
        return await services.outbound.call(
            "POST", endpoint, company_id=found.company_id, form=form | {"client_id": found.client_id}
        )
    posted = form | {"client_id": found.client_id, "client_secret": secret}
    first, *others = (
        {"form": form, "headers": {"Authorization": _basic(found.client_id, secret)}}
        if method == BASIC
        else {"form": posted}
        for method in provider.secret_methods
    )
    reply = await services.outbound.call("POST", endpoint, company_id=found.company_id, **first)
    for other in others:
        if _is_of_another_method(reply):
            reply = await services.outbound.call("POST", endpoint, company_id=found.company_id, **other)
    return reply


def _is_of_another_method(reply: Reply) -> bool:
    """The client, not the code, was refused (RFC 6749, 5.2): the code is not spent. Raises OutboundError."""
    return reply.status in {BAD_REQUEST, UNAUTHORIZED} and reply.json_object().get("error") == "invalid_client"


def _basic(client_id: str, secret: str) -> str:
    """RFC 6749, 2.3.1: both are form-encoded before."""
    pair = f"{quote(client_id, safe='')}:{quote(secret, safe='')}"
    return "Basic " + base64.b64encode(pair.encode()).decode()
