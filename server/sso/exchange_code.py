"""Exchange a provider's code for the person who has signed in there."""

import base64
from typing import Any
from urllib.parse import quote

from server.crypto import SealError
from server.outbound import OutboundError
from server.services import Services
from server.sso.authorization import Proof
from server.sso.connection import Connection, redirect_uri
from server.sso.errors import Outcome, ProviderError, SignInError
from server.sso.id_token import Person, read_id_token
from server.sso.provider import OK, Provider


async def exchange_code(
    services: Services, found: Connection, provider: Provider, *, code: str, proof: Proof
) -> Person:
    """Raises SignInError."""
    answer = await _ask(services, found, provider, code=code, proof=proof)
    try:
        return await read_id_token(
            services, answer.get("id_token"), provider=provider, client_id=found.client_id, nonce=proof.nonce
        )
    except ProviderError as error:
        raise SignInError(Outcome.FAILED, "keys") from error


async def _ask(services: Services, found: Connection, provider: Provider, *, code: str, proof: Proof) -> dict[str, Any]:
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": redirect_uri(services.settings, company_id=found.company_id),
        "code_verifier": proof.verifier,
    }
    headers = {}
    try:
        secret = found.secret(services.keys)
        if secret is not None and not provider.posts_secret:
            headers["Authorization"] = _basic(found.client_id, secret)
        else:
            form |= {"client_id": found.client_id} | ({} if secret is None else {"client_secret": secret})
        reply = await services.outbound.call("POST", provider.token_endpoint, form=form, headers=headers)
        if reply.status != OK:
            raise SignInError(Outcome.FAILED, f"code refused with {reply.status}")
        return reply.json_object()
    except (OutboundError, SealError) as error:
        raise SignInError(Outcome.FAILED, f"code not exchanged: {type(error).__name__}") from error


def _basic(client_id: str, secret: str) -> str:
    """RFC 6749, 2.3.1: both are form-encoded before."""
    pair = f"{quote(client_id, safe='')}:{quote(secret, safe='')}"
    return "Basic " + base64.b64encode(pair.encode()).decode()
