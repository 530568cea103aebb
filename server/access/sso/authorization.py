"""The way to a provider and back: its answer counts once, in the browser that has asked, for what it was asked for.

A step-up proves at the provider that has opened a session that it is still the same person who acts. It is only for
accounts without a second factor: any other proves that.
"""

import base64
import hashlib
import re
from collections.abc import Mapping
from hmac import compare_digest
from typing import Final
from urllib.parse import quote, urlencode, urlsplit
from uuid import UUID

from pydantic import BaseModel, Field

from server.access.factors.fresh_proof import SSO, StepUpRequiredError, note_failed_step_up, note_step_up, proof_methods
from server.access.factors.repository import has_factor, lock_owner
from server.access.sessions.access_token import identify_claims
from server.access.sso.connection import ProviderError, SignInError, SsoConnection, SsoOutcome, redirect_uri
from server.access.sso.provider import (
    BASIC,
    LEEWAY_SECONDS,
    IdentityProvider,
    ProviderPerson,
    read_id_token,
    read_person,
    read_provider,
)
from server.access.sso.repository import (
    PendingSignIn,
    consume_state,
    find_connection,
    find_connection_of_domain,
    find_provider_session,
    keep_state,
)
from server.access.sso.schemas import CallbackQuery
from server.platform.errors import NotSignedInError, UnavailableError, ValidationFailedError
from server.platform.outbound.calls import OK, OutboundError, Reply
from server.platform.process.clock import utc_now
from server.platform.process.crypto import Purpose, SealError, random_token, token_hash
from server.platform.services import Context, Services, Unit, Visit
from server.vocabulary.emails import normalize_email
from server.vocabulary.identity import AccessClaims

SCOPE: Final = "openid email profile"
BAD_REQUEST: Final = 400
UNAUTHORIZED: Final = 401
CANCELLED: Final = frozenset({"access_denied", "login_required", "interaction_required", "consent_required"})
STEP_UP_OUTCOME: Final = "stepUp"
CONFIRMED: Final = "confirmed"
START: Final = "/dashboard"
# A page's path is printable ASCII without the backslash, which browsers read as a slash.
_PLAIN: Final = re.compile(r"/[!-\[\]-~]*").fullmatch


class AskedStepUp(BaseModel):
    """The session to prove again, and the page to come back to: a path of this origin."""

    session_id: UUID
    user_id: UUID
    return_to: str


class AuthorizationSecrets(BaseModel, extra="forbid"):
    """Secrets of one authorization, which is to sign in, or with `step_up` to prove a session."""

    nonce: str = Field(repr=False)
    verifier: str = Field(repr=False)
    step_up: AskedStepUp | None = None


async def find_provider(services: Services, *, email: str) -> SsoConnection | None:
    """Find the connection for an email. Its domain alone decides: the answer says nothing of accounts."""
    normalized = normalize_email(email)
    if normalized is None:
        return None
    async with services.database.reading() as connection:
        return await find_connection_of_domain(connection, domain=normalized.rpartition("@")[2])


async def start_sign_in(services: Services, *, email: str, browser: str | None) -> tuple[str, str]:
    """Begin a sign-in; see :func:`begin`.

    Raises SignInError: no company has a connection for the email's domain, or its provider cannot be reached.
    """
    found = await find_provider(services, email=email)
    if found is None:
        raise SignInError(SsoOutcome.UNAVAILABLE, "no connection")
    try:
        return await begin(services, found, email=email.strip(), browser=browser)
    except ProviderError as error:
        raise SignInError(SsoOutcome.UNAVAILABLE, "provider") from error


async def begin(
    services: Services,
    found: SsoConnection,
    *,
    email: str | None,
    browser: str | None,
    step_up: AskedStepUp | None = None,
) -> tuple[str, str]:
    """Begin at the provider what only this browser can finish: a sign-in, or a proof of a session's user.

    `browser` is the secret of an earlier one in this browser, which may still be under way. Returns where the browser
    is sent to, and the secret that it keeps.

    Raises ProviderError: the provider cannot be reached.
    """
    provider = await read_provider(services, found)
    state, browser = random_token(), browser or random_token()
    secrets = AuthorizationSecrets(nonce=random_token(), verifier=random_token(), step_up=step_up)
    plain = secrets.model_dump_json()
    sealed = services.keys.seal(Purpose.SINGLE_SIGN_ON, plain, context=token_hash(state))
    async with services.unit_of_work() as unit:
        await keep_state(unit.connection, found, state=state, browser=browser, sealed_proof=sealed)
    digest = hashlib.sha256(secrets.verifier.encode()).digest()
    parameters = {
        "response_type": "code",
        "client_id": found.client_id,
        "redirect_uri": redirect_uri(services.settings, company_id=found.company_id),
        "scope": SCOPE,
        "state": state,
        "nonce": secrets.nonce,
        "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
        "code_challenge_method": "S256",
    }
    if email is not None:
        parameters["login_hint"] = email
    if step_up is not None:
        parameters |= {"prompt": "login", "max_age": "0"}
    return with_query(provider.authorization_endpoint, parameters), browser


async def take_state(
    services: Services, state: str, *, company_id: UUID, browser: str | None
) -> tuple[PendingSignIn, AuthorizationSecrets]:
    """Take what this browser has asked for by this state, which counts once, whatever becomes of it.

    Raises SignInError: it has asked for nothing by it.
    """
    pending = None
    if state and browser is not None:
        async with services.unit_of_work() as unit:
            pending = await consume_state(unit.connection, state=state, browser=browser)
    if pending is None or pending.company_id != company_id:
        raise SignInError(SsoOutcome.EXPIRED, "unknown state")
    try:
        plain = services.keys.open(Purpose.SINGLE_SIGN_ON, pending.sealed_proof, context=token_hash(state))
        return pending, AuthorizationSecrets.model_validate_json(plain)
    except (SealError, ValueError) as error:
        raise SignInError(SsoOutcome.FAILED, "seal") from error


def is_return_path(path: str) -> bool:
    """Return whether it is a page of this origin: a path, perhaps with a query and a fragment, and no call of the API.

    Addresses that answer with redirects are none, however they are spelt.
    """
    page = re.split("[?#]", path, maxsplit=1)[0]
    leaves = "//" in page or "%" in page or {"api", ".", ".."}.intersection(page.lower().split("/"))
    return _PLAIN(path) is not None and not leaves


def with_outcome(path: str, outcome: str) -> str:
    return with_query(path if is_return_path(path) else START, {STEP_UP_OUTCOME: outcome})


def with_query(url: str, parameters: Mapping[str, str]) -> str:
    parts = urlsplit(url)
    query = "&".join(filter(None, (parts.query, urlencode(parameters))))
    return parts._replace(query=query).geturl()


async def take_answer(
    services: Services, answer: CallbackQuery, *, pending: PendingSignIn, secrets: AuthorizationSecrets
) -> tuple[SsoConnection, ProviderPerson]:
    """Read the provider's answer: the connection, and who has logged in there.

    Raises SignInError: it is not as it should be.
    """
    async with services.database.reading() as connection:
        found = await find_connection(connection, company_id=pending.company_id, connection_id=pending.connection_id)
    if found is None or not found.is_in_use or found.issuer != pending.issuer:
        raise SignInError(SsoOutcome.UNAVAILABLE, "connection changed")
    try:
        provider = await read_provider(services, found)
    except ProviderError as error:
        raise SignInError(SsoOutcome.FAILED, "provider") from error
    # The answer of another issuer is not for this authorization (RFC 9207).
    named = answer.iss or (provider.names_issuer and "none")
    if named and not compare_digest(named.encode(), provider.issuer.encode()):
        raise SignInError(SsoOutcome.FAILED, "another issuer")
    if answer.error:
        outcome = SsoOutcome.CANCELLED if answer.error in CANCELLED else SsoOutcome.FAILED
        raise SignInError(outcome, "error of the provider")
    if not answer.code:
        raise SignInError(SsoOutcome.FAILED, "no code")
    return found, await _exchange_code(services, found, provider, code=answer.code, secrets=secrets)


async def _exchange_code(
    services: Services, found: SsoConnection, provider: IdentityProvider, *, code: str, secrets: AuthorizationSecrets
) -> ProviderPerson:
    """Exchange a provider's code for the person who has signed in there."""
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": redirect_uri(services.settings, company_id=found.company_id),
        "code_verifier": secrets.verifier,
    }
    try:
        reply = await _send(services, found, provider, form=form)
        if reply.status != OK:
            raise SignInError(SsoOutcome.FAILED, f"code refused with {reply.status}")
        answer = reply.json_object()
        claims = await read_id_token(services, answer.get("id_token"), found=found, nonce=secrets.nonce)
    except (OutboundError, SealError, ProviderError) as error:
        raise SignInError(SsoOutcome.FAILED, f"code not exchanged: {type(error).__name__}") from error
    return await read_person(
        services, claims, company_id=found.company_id, provider=provider, access_token=answer.get("access_token")
    )


async def _send(services: Services, found: SsoConnection, provider: IdentityProvider, *, form: dict[str, str]) -> Reply:
    """Send a form as the client was registered: where the provider refuses its likelier method, by its other.

    Raises OutboundError, SealError, and SignInError where it refuses both.
    """
    secret, endpoint = found.secret(services.keys), provider.token_endpoint
    named = form | {"client_id": found.client_id}
    if secret is None:
        return await services.outbound.call("POST", endpoint, company_id=found.company_id, form=named)
    # Both are encoded as in a form before (RFC 6749, 2.3.1).
    pair = f"{quote(found.client_id, safe='')}:{quote(secret, safe='')}"
    basic = {"Authorization": f"Basic {base64.b64encode(pair.encode()).decode()}"}
    for method in provider.secret_methods:
        sent, headers = (form, basic) if method == BASIC else (named | {"client_secret": secret}, None)
        reply = await services.outbound.call("POST", endpoint, company_id=found.company_id, form=sent, headers=headers)
        # Where the client, not the code, was refused (RFC 6749, 5.2), the code is not spent.
        is_refused = reply.status in {BAD_REQUEST, UNAUTHORIZED}
        if not (is_refused and reply.json_object().get("error") == "invalid_client"):
            return reply
    raise SignInError(SsoOutcome.FAILED, "client refused")


# A login at the provider is a proof for this long.
FRESH_SECONDS: Final = 300
UNAVAILABLE: Final = "The login of your company is not available now. Please try later."


async def start_step_up(context: Context, *, return_to: str, browser: str | None) -> tuple[str, str]:
    """Send the browser to the provider, where its user has to log in anew; see :func:`begin`.

    Raises:
        ValidationFailedError: `return_to` is no page of this origin.
        StepUpRequiredError: the session has to be proved by another method.
        UnavailableError: the provider cannot be reached.
    """
    if not is_return_path(return_to):
        raise ValidationFailedError(errors={"returnTo": "This is not the address of a page"})
    actor, session, services = context.actor, context.session, context.services
    async with services.database.reading() as connection:
        methods = await proof_methods(connection, context)
        opened = await find_provider_session(connection, company_id=actor.company_id, session_id=session.id)
        found = None
        if SSO in methods and opened is not None:
            found = await find_connection(connection, company_id=actor.company_id, connection_id=opened.connection_id)
    if found is None:
        raise StepUpRequiredError(methods)
    asked = AskedStepUp(session_id=session.id, user_id=actor.user_id, return_to=return_to)
    try:
        return await begin(services, found, email=actor.email, browser=browser, step_up=asked)
    except ProviderError as error:
        raise UnavailableError(UNAVAILABLE) from error


async def finish_step_up(
    visit: Visit, found: SsoConnection, person: ProviderPerson, *, pending: PendingSignIn, step_up: AskedStepUp
) -> None:
    """Note the proof of the session. Raises SignInError: it has ended meanwhile, or was not proved by this answer."""
    try:
        context = await _identify(visit, step_up)
        async with context.unit_of_work() as unit:
            await lock_owner(unit.connection, **context.actor.key)
            refusal = await _refusal(unit, found, person, pending=pending)
            if refusal is None:
                await note_step_up(unit, method=SSO)
                return
            await note_failed_step_up(unit, method=SSO)
    except NotSignedInError as error:
        raise SignInError(SsoOutcome.EXPIRED, "session ended") from error
    raise refusal


async def _identify(visit: Visit, step_up: AskedStepUp) -> Context:
    """Find the user of the session; a browser that comes back brings no token. Raises NotSignedInError."""
    claims = AccessClaims(
        session_id=step_up.session_id,
        user_id=step_up.user_id,
        generation=0,
        expires_at=utc_now(),
        position=(None, None),
    )
    found = await identify_claims(visit.services, claims=claims)
    if not found.actor.may_call_from(visit.address):
        raise NotSignedInError
    return visit.signed_in(found)


async def _refusal(
    unit: Unit[Context], found: SsoConnection, person: ProviderPerson, *, pending: PendingSignIn
) -> SignInError | None:
    context, connection = unit.context, unit.connection
    if await has_factor(connection, **context.actor.key):
        return SignInError(SsoOutcome.REFUSED, "has a factor")
    opened = await find_provider_session(connection, company_id=context.company_id, session_id=context.session.id)
    proved = (found.id, found.issuer, person.subject)
    if opened is None or not opened.is_linked or (opened.connection_id, opened.issuer, opened.subject) != proved:
        return SignInError(SsoOutcome.ANOTHER, "another person")
    # A login since it was asked for, of the last minutes; the provider's clock may be a little wrong.
    now = pending.answered_at.timestamp()
    earliest = max(pending.asked_at.timestamp(), now - FRESH_SECONDS) - LEEWAY_SECONDS
    if person.auth_time is None or not earliest <= person.auth_time <= now + LEEWAY_SECONDS:
        return SignInError(SsoOutcome.STALE, "no fresh login")
    return None
