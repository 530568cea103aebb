"""Find a company's provider by the domain of an email, and begin a sign-in there."""

import base64
import hashlib
import json
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlencode, urlsplit

from server.crypto import Purpose, random_token, token_hash
from server.identity.emails import normalize_email
from server.services import Services
from server.sso.connection import Connection, redirect_uri
from server.sso.errors import Outcome, ProviderError, SignInError
from server.sso.provider import Provider, read_provider
from server.sso.repository import find_connection_of_domain
from server.sso.sign_in_repository import keep_state

SCOPE: Final = "openid email profile"


@dataclass(frozen=True, kw_only=True)
class StartedSignIn:
    """Where to send the browser, and the secret that it is to keep."""

    url: str
    browser: str = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class Proof:
    """What only this sign-in knows."""

    nonce: str = field(repr=False)
    verifier: str = field(repr=False)


async def find_provider(services: Services, *, email: str) -> Connection | None:
    """The connection for an email. Its domain alone decides: the answer says nothing of accounts."""
    normalized = normalize_email(email)
    if normalized is None:
        return None
    async with services.database.reading() as connection:
        return await find_connection_of_domain(connection, domain=normalized.rpartition("@")[2])


async def start_sign_in(services: Services, *, email: str, browser: str | None) -> StartedSignIn:
    """Begin a sign-in; `browser` is the secret of an earlier one in this browser, which may still be under way.

    Raises:
        SignInError: no company has a connection for the email's domain, or its provider cannot be reached.
    """
    found = await find_provider(services, email=email)
    if found is None:
        raise SignInError(Outcome.UNAVAILABLE, "no connection")
    try:
        provider = await read_provider(services, issuer=found.issuer)
    except ProviderError as error:
        raise SignInError(Outcome.UNAVAILABLE, "provider") from error
    state, browser = random_token(), browser or random_token()
    proof = Proof(nonce=random_token(), verifier=random_token())
    async with services.database.unit_of_work() as unit:
        await keep_state(
            unit.connection,
            state=state,
            browser=browser,
            company_id=found.company_id,
            connection_id=found.id,
            issuer=found.issuer,
            sealed_proof=_seal(services, proof, state=state),
        )
    url = _authorization_url(services, found, provider, proof=proof, state=state, email=email.strip())
    return StartedSignIn(url=url, browser=browser)


def open_proof(services: Services, sealed: bytes, *, state: str) -> Proof:
    """Raises server.crypto.SealError."""
    opened = json.loads(services.keys.open(Purpose.SINGLE_SIGN_ON, sealed, context=token_hash(state)))
    return Proof(nonce=opened["nonce"], verifier=opened["verifier"])


def _seal(services: Services, proof: Proof, *, state: str) -> bytes:
    plain = json.dumps({"nonce": proof.nonce, "verifier": proof.verifier})
    return services.keys.seal(Purpose.SINGLE_SIGN_ON, plain, context=token_hash(state))


def _authorization_url(
    services: Services, found: Connection, provider: Provider, *, proof: Proof, state: str, email: str
) -> str:
    challenge = base64.urlsafe_b64encode(hashlib.sha256(proof.verifier.encode()).digest()).rstrip(b"=").decode()
    parameters = {
        "response_type": "code",
        "client_id": found.client_id,
        "redirect_uri": redirect_uri(services.settings, company_id=found.company_id),
        "scope": SCOPE,
        "state": state,
        "nonce": proof.nonce,
        "code_challenge": challenge,
        "code_challenge_method": "S256",
        "login_hint": email,
    }
    parts = urlsplit(provider.authorization_endpoint)
    query = "&".join(filter(None, (parts.query, urlencode(parameters))))
    return parts._replace(query=query).geturl()
