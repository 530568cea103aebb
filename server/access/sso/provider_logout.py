"""Where a person logs out at the provider as well (OpenID Connect RP-Initiated Logout 1.0).

Tokens of providers are not kept, so that there is no `id_token_hint`: the provider asks the person, who may stay
logged in there.
"""

import asyncio
from typing import Final

from server.access.sessions.log_out import LoggedOut
from server.access.sso.authorization import with_query
from server.access.sso.connection import Connection, after_logout
from server.access.sso.errors import ProviderError
from server.access.sso.provider import read_provider
from server.access.sso.repository import find_connection
from server.access.sso.session_repository import find_provider_session
from server.platform.services import Services

# A provider that is slow does not hold up a logout that is done.
WAIT_SECONDS: Final = 2.0


async def find_provider_logout(services: Services, *, ended: LoggedOut) -> str | None:
    """For a session that was opened at a provider with a page for it; None for any other."""
    async with services.database.reading() as connection:
        opened = await find_provider_session(connection, company_id=ended.company_id, session_id=ended.session_id)
        if opened is None:
            return None
        found = await find_connection(connection, company_id=ended.company_id, connection_id=opened.connection_id)
    if found is None or not found.is_in_use or found.issuer != opened.issuer:
        return None
    endpoint = await _endpoint(services, found)
    if endpoint is None:
        return None
    parameters = {
        "client_id": found.client_id,
        "post_logout_redirect_uri": after_logout(services.settings),
    }
    if opened.email is not None:
        parameters["logout_hint"] = opened.email
    return with_query(endpoint, parameters)


async def _endpoint(services: Services, found: Connection) -> str | None:
    try:
        async with asyncio.timeout(WAIT_SECONDS):
            provider = await read_provider(services, company_id=found.company_id, issuer=found.issuer)
    except (ProviderError, TimeoutError):
        return None
    return provider.end_session_endpoint
