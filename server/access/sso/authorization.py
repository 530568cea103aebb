"""Begin at a provider what only this browser can finish: a sign-in, or a proof of a session's user."""

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlencode, urlsplit
from uuid import UUID

from server.access.sso.connection import Connection, redirect_uri
from server.access.sso.errors import Outcome, ProviderError, SignInError
from server.access.sso.provider import read_provider
from server.access.sso.repository import find_connection_of_domain
from server.access.sso.sign_in_repository import keep_state
from server.platform.process.crypto import Purpose, random_token, token_hash
from server.platform.services import Services
from server.vocabulary.emails import normalize_email

SCOPE: Final = "openid email profile"


@dataclass(frozen=True, kw_only=True)
class StepUp:
    """The session to prove again, and the page to come back to: a path of this origin."""

    session_id: UUID
    user_id: UUID
    return_to: str


@dataclass(frozen=True, kw_only=True)
class Proof:
    """What only this authorization knows, and what it is for: without `step_up`, to sign in."""

    nonce: str = field(repr=False)
    verifier: str = field(repr=False)
    step_up: StepUp | None


@dataclass(frozen=True, kw_only=True)
class Begun:
    """Where to send the browser, and the secret that it is to keep."""

    url: str
    browser: str = field(repr=False)


async def find_provider(services: Services, *, email: str) -> Connection | None:
    """The connection for an email. Its domain alone decides: the answer says nothing of accounts."""
    normalized = normalize_email(email)
    if normalized is None:
        return None
    async with services.database.reading() as connection:
        return await find_connection_of_domain(connection, domain=normalized.rpartition("@")[2])


async def start_sign_in(services: Services, *, email: str, browser: str | None) -> Begun:
    """Begin a sign-in; see :func:`begin`.

    Raises:
        SignInError: no company has a connection for the email's domain, or its provider cannot be reached.
    """
    found = await find_provider(services, email=email)
    if found is None:
        raise SignInError(Outcome.UNAVAILABLE, "no connection")
    try:
        return await begin(services, found, email=email.strip(), browser=browser)
    except ProviderError as error:
        raise SignInError(Outcome.UNAVAILABLE, "provider") from error


async def begin(
    services: Services, found: Connection, *, email: str | None, browser: str | None, step_up: StepUp | None = None
) -> Begun:
    """`browser` is the secret of an earlier one in this browser, which may still be under way.

    Raises:
        ProviderError: the provider cannot be reached.
    """
    provider = await read_provider(services, company_id=found.company_id, issuer=found.issuer)
    state, browser = random_token(), browser or random_token()
    proof = Proof(nonce=random_token(), verifier=random_token(), step_up=step_up)
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
    parameters = {
        "response_type": "code",
        "client_id": found.client_id,
        "redirect_uri": redirect_uri(services.settings, company_id=found.company_id),
        "scope": SCOPE,
        "state": state,
        "nonce": proof.nonce,
        "code_challenge": _challenge(proof.verifier),
        "code_challenge_method": "S256",
    }
    if email is not None:
        parameters["login_hint"] = email
    if step_up is not None:
        parameters |= {"prompt": "login", "max_age": "0"}
    return Begun(url=with_query(provider.authorization_endpoint, parameters), browser=browser)


def open_proof(services: Services, sealed: bytes, *, state: str) -> Proof:
    """Raises server.platform.process.crypto.SealError."""
    opened = json.loads(services.keys.open(Purpose.SINGLE_SIGN_ON, sealed, context=token_hash(state)))
    given = opened.get("stepUp")
    step_up = given and StepUp(
        session_id=UUID(given["session"]), user_id=UUID(given["user"]), return_to=given["returnTo"]
    )
    return Proof(nonce=opened["nonce"], verifier=opened["verifier"], step_up=step_up)


def with_query(url: str, parameters: Mapping[str, str]) -> str:
    parts = urlsplit(url)
    query = "&".join(filter(None, (parts.query, urlencode(parameters))))
    return parts._replace(query=query).geturl()


def _seal(services: Services, proof: Proof, *, state: str) -> bytes:
    plain: dict[str, object] = {"nonce": proof.nonce, "verifier": proof.verifier}
    if proof.step_up is not None:
        plain["stepUp"] = {
            "session": str(proof.step_up.session_id),
            "user": str(proof.step_up.user_id),
            "returnTo": proof.step_up.return_to,
        }
    return services.keys.seal(Purpose.SINGLE_SIGN_ON, json.dumps(plain), context=token_hash(state))


def _challenge(verifier: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
