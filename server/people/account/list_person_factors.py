"""The second factors of another account, for those who may remove them."""

from uuid import UUID

from server.access.factors.repository import ListedFactor, list_factors
from server.people.account.repository import find_user
from server.platform.errors import ForbiddenError, NotFoundError
from server.platform.services import Services
from server.vocabulary.identity import Identity
from server.vocabulary.permission_matrix import covers


async def list_person_factors(services: Services, *, identity: Identity, user_id: UUID) -> list[ListedFactor]:
    """The oldest first.

    Raises:
        NotFoundError: the company has no account of this id.
        ForbiddenError: the caller's profile does not cover theirs.

    """
    company_id = identity.company_id
    async with services.database.reading() as connection:
        user = await find_user(connection, company_id=company_id, user_id=user_id)
        if user is None:
            raise NotFoundError
        if not covers(identity.profile, user.profile):
            raise ForbiddenError
        return await list_factors(connection, company_id=company_id, user_id=user_id)
