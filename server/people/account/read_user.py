"""Read one user: as the list shows them, or the caller as their own pages need them."""

from uuid import UUID

from server.people.account.repository import find_user
from server.people.account.schemas import ProfileResponse, UserRecord
from server.people.account.user_records import read_records
from server.platform.database.connections import Connection
from server.platform.errors import NotFoundError
from server.platform.process.clock import utc_now
from server.platform.services import Services
from server.vocabulary.identity import Identity
from server.vocabulary.permission_matrix import creatable_by
from server.vocabulary.profiles import PROFILE_LEVELS, dashboard_of, level_of


async def get_user(services: Services, *, identity: Identity, user_id: UUID) -> UserRecord:
    """Raises NotFoundError: the company has no account of this id."""
    async with services.database.reading() as connection:
        return await read_record(connection, company_id=identity.company_id, user_id=user_id)


async def read_record(connection: Connection, *, company_id: UUID, user_id: UUID) -> UserRecord:
    """Raises NotFoundError: the company has no account of this id."""
    row = await find_user(connection, company_id=company_id, user_id=user_id)
    if row is None:
        raise NotFoundError
    return (await read_records(connection, [row], company_id=company_id))[0]


def read_profile(identity: Identity) -> ProfileResponse:
    """The session check has read everything already: no further query."""
    permissions = sorted(identity.permissions)
    creatable = sorted(creatable_by(identity.profile), key=PROFILE_LEVELS.__getitem__, reverse=True)
    return ProfileResponse(
        user_id=identity.user_id,
        email=identity.email,
        full_name=identity.full_name,
        phone=identity.phone,
        role=identity.role,
        profile=identity.profile,
        profile_id=identity.profile,
        profile_level=level_of(identity.profile),
        company_id=identity.company_id,
        company_name=identity.company_name,
        company_slug=identity.company_slug,
        redirect_to=dashboard_of(identity.profile),
        authorities=permissions,
        permissions=permissions,
        creatable_profiles=creatable,
        expires_at=identity.expires_at,
        server_time=utc_now(),
    )
