"""Prove at the provider that has opened a session that it is still the same person who acts.

It is only for accounts without a second factor: any other proves that.
"""

from typing import Final

from server.access.factors.fresh_proof import (
    SSO,
    StepUpRequiredError,
    note_failed_step_up,
    note_step_up,
    proof_methods,
)
from server.access.factors.repository import has_factor, lock_owner
from server.access.sessions.access_token import identify_claims
from server.access.sso.authorization import AskedStepUp, begin, is_return_path
from server.access.sso.connection import ProviderError, SignInError, SsoConnection, SsoOutcome
from server.access.sso.repository import PendingSignIn, find_connection, find_provider_session
from server.access.sso.tokens import LEEWAY_SECONDS, ProviderPerson
from server.platform.errors import NotSignedInError, UnavailableError, ValidationFailedError
from server.platform.process.clock import utc_now
from server.platform.services import Context, Visit, Work
from server.vocabulary.identity import AccessClaims

# A login at the provider is a proof for this long.
FRESH_SECONDS: Final = 300
BAD_PATH: Final = "This is not the address of a page"
UNAVAILABLE: Final = "The sign-in of your company is not available now. Please try later."


async def start_step_up(context: Context, *, return_to: str, browser: str | None) -> tuple[str, str]:
    """Send the browser to the provider, where its user has to log in anew; see :func:`begin`.

    Raises:
        ValidationFailedError: `return_to` is no page of this origin.
        StepUpRequiredError: the session has to be proved by another method.
        UnavailableError: the provider cannot be reached.
    """
    if not is_return_path(return_to):
        raise ValidationFailedError(errors={"returnTo": BAD_PATH})
    identity, company_id, services = context.identity, context.company_id, context.services
    async with services.database.reading() as connection:
        methods = await proof_methods(connection, identity)
        opened = await find_provider_session(connection, company_id=company_id, session_id=identity.session_id)
        found = None
        if SSO in methods and opened is not None:
            found = await find_connection(connection, company_id=company_id, connection_id=opened.connection_id)
    if found is None:
        raise StepUpRequiredError(methods)
    asked = AskedStepUp(session_id=identity.session_id, user_id=identity.user_id, return_to=return_to)
    try:
        return await begin(services, found, email=identity.email, browser=browser, step_up=asked)
    except ProviderError as error:
        raise UnavailableError(UNAVAILABLE) from error


async def finish_step_up(
    visit: Visit, found: SsoConnection, person: ProviderPerson, *, pending: PendingSignIn, step_up: AskedStepUp
) -> None:
    """Note the proof of the session. Raises SignInError: it has ended meanwhile, or was not proved by this answer."""
    try:
        context = await _identify(visit, step_up)
        async with context.unit_of_work() as unit:
            await lock_owner(unit.connection, **context.identity.key)
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
    identity = await identify_claims(visit.services, claims=claims)
    if not identity.may_call_from(visit.address):
        raise NotSignedInError
    return visit.signed_in(identity)


async def _refusal(
    unit: Work[Context], found: SsoConnection, person: ProviderPerson, *, pending: PendingSignIn
) -> SignInError | None:
    identity, connection = unit.context.identity, unit.connection
    if await has_factor(connection, **identity.key):
        return SignInError(SsoOutcome.REFUSED, "has a factor")
    opened = await find_provider_session(connection, company_id=identity.company_id, session_id=identity.session_id)
    proved = (found.id, found.issuer, person.subject)
    if opened is None or not opened.is_linked or (opened.connection_id, opened.issuer, opened.subject) != proved:
        return SignInError(SsoOutcome.ANOTHER, "another person")
    # A login since it was asked for, of the last minutes; the provider's clock may be a little wrong.
    now = pending.answered_at.timestamp()
    earliest = max(pending.asked_at.timestamp(), now - FRESH_SECONDS) - LEEWAY_SECONDS
    if person.auth_time is None or not earliest <= person.auth_time <= now + LEEWAY_SECONDS:
        return SignInError(SsoOutcome.STALE, "no fresh login")
    return None
