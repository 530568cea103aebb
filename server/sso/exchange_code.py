"""Exchange a provider's code for the person who has signed in there."""

import base64
from typing import Any, Final
from urllib.parse import quote

from server.crypto import SealError
from server.outbound import OutboundError, Reply
from server.services import Services
from server.sso.authorization import Proof
from server.sso.connection import Connection, redirect_uri
from server.sso.errors import Outcome, ProviderError, SignInError
from server.sso.id_token import Person, read_id_token, read_person
from server.sso.provider import BASIC, OK, Provider
from server.sso.user_info import add_user_info

BAD_REQUEST: Final = 400
UNAUTHORIZED: Final = 401


async def exchange_code(
    services: Services, found: Connection, provider: Provider, *, code: str, proof: Proof
) -> Person:
    """Raises SignInError."""
    answer = await _ask(services, found, provider, code=code, proof=proof)
    try:
        claims = await read_id_token(
            services,
            answer.get("id_token"),
            provider=provider,
            company_id=found.company_id,
            client_id=found.client_id,
            nonce=proof.nonce,
        )
    except ProviderError as error:
        raise SignInError(Outcome.FAILED, "keys") from error
    claims = await add_user_info(
        services, claims, provider, company_id=found.company_id, access_token=answer.get("access_token")
    )
    return read_person(claims, issuer=provider.issuer)


async def _ask(services: Services, found: Connection, provider: Provider, *, code: str, proof: Proof) -> dict[str, Any]:
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
        return reply.json_object()
    except (OutboundError, SealError) as error:
        raise SignInError(Outcome.FAILED, f"code not exchanged: {type(error).__name__}") from error


async def _send(services: Services, found: Connection, provider: Provider, *, form: dict[str, str]) -> Reply:
    """As the client was registered: where the provider's likelier method is refused, by its other.

    Raises OutboundError, SealError.
    """
    secret = found.secret(services.keys)
    if secret is None:
        form = form | {"client_id": found.client_id}
        return await services.outbound.call("POST", provider.token_endpoint, company_id=found.company_id, form=form)
    first, *others = provider.secret_methods
    reply = await _send_secret(services, found, provider, form=form, secret=secret, method=first)
    for method in others:
        if _is_of_another_method(reply):
            reply = await _send_secret(services, found, provider, form=form, secret=secret, method=method)
    return reply


async def _send_secret(
    services: Services, found: Connection, provider: Provider, *, form: dict[str, str], secret: str, method: str
) -> Reply:
    headers = {}
    if method == BASIC:
        headers["Authorization"] = _basic(found.client_id, secret)
    else:
        form = form | {"client_id": found.client_id, "client_secret": secret}
    return await services.outbound.call(
        "POST", provider.token_endpoint, company_id=found.company_id, form=form, headers=headers
    )


def _is_of_another_method(reply: Reply) -> bool:
    """The client, not the code, was refused (RFC 6749, 5.2): the code is not spent. Raises OutboundError."""
    return reply.status in {BAD_REQUEST, UNAUTHORIZED} and reply.json_object().get("error") == "invalid_client"


def _basic(client_id: str, secret: str) -> str:
    """RFC 6749, 2.3.1: both are form-encoded before."""
    pair = f"{quote(client_id, safe='')}:{quote(secret, safe='')}"
    return "Basic " + base64.b64encode(pair.encode()).decode()
