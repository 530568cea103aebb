"""The session check that every request makes: one signature, one look at Postgres by primary key, no cache."""

from typing import Final

from server.access.failures.repository import note_refusal
from server.access.sessions.access_token import read_access_token
from server.access.sessions.repository import find_session, mark_generation_used, touch_session
from server.company.audit.record import AuditAction, record
from server.platform.database.connections import count_connections_for
from server.platform.errors import NotSignedInError
from server.platform.process.crypto import Purpose
from server.platform.services import Services
from server.vocabulary.emails import mask_email
from server.vocabulary.identity import AccessClaims, Bearer, Identity
from server.vocabulary.networks import network_of
from server.vocabulary.profiles import Profile, Role

# More networks of one account and hour say nothing more.
MOST_NETWORKS: Final = 20
PROFILES: Final = {profile.value: profile for profile in Profile}
ROLES: Final = {role.value: role for role in Role}


async def note_refused_network(services: Services, account: Bearer, *, address: str) -> None:
    """Record that an administrator was refused because of their network, once an hour for an account and a network.

    This runs in a transaction of its own, because that of the refused call is rolled back.
    """
    account_mac = services.keys.mac(Purpose.THROTTLE, b"network", account.user_id.bytes)
    source = f"refused:{network_of(address)}"
    async with services.unit_of_work() as unit:
        if await note_refusal(unit.connection, account_mac=account_mac, source=source, most=MOST_NETWORKS):
            await record(
                unit.connection,
                action=AuditAction.NETWORK_REFUSED,
                company_id=account.company_id,
                subject_id=account.user_id,
                subject_label=None if account.email is None else mask_email(account.email),
                address=address,
            )


async def identify(services: Services, *, token: str) -> Identity:
    """Find who holds this access token, as the database knows them now.

    Raises NotSignedInError: the token is invalid or expired, its session has ended, its user is deleted or inactive.
    """
    return await identify_claims(services, claims=read_access_token(services.keys, token))


async def identify_claims(services: Services, *, claims: AccessClaims) -> Identity:
    """Find who holds a token that was read before; the caller checks whether it has run out.

    From here on the connections of this task count for the company.

    Raises NotSignedInError: its session has ended, its user is deleted or inactive.
    """
    async with services.database.reading(is_kept=True) as connection:
        row = await find_session(connection, session_id=claims.session_id, user_id=claims.user_id)
    if row is None:
        raise NotSignedInError
    count_connections_for(row.company_id)
    found = dict(row)
    is_new = claims.generation > found.pop("used_generation")
    is_stale = found.pop("seen_long_ago")
    if is_new or is_stale:
        async with services.database.reading() as connection:
            if is_new:
                await mark_generation_used(connection, session_id=claims.session_id, generation=claims.generation)
            if is_stale:
                await touch_session(connection, session_id=claims.session_id)
    found |= {
        "role": ROLES[row.role],
        "profile": None if row.profile is None else PROFILES[row.profile],
        "networks": tuple(row.networks),
    }
    return Identity(
        **found,
        session_id=claims.session_id,
        user_id=claims.user_id,
        generation=claims.generation,
        expires_at=claims.expires_at,
    )
