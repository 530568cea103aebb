"""Find a company's provider by the domain of an email, and begin a sign-in there."""

from server.identity.emails import normalize_email
from server.services import Services
from server.sso.authorization import Begun, begin
from server.sso.connection import Connection
from server.sso.errors import Outcome, ProviderError, SignInError
from server.sso.repository import find_connection_of_domain


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
