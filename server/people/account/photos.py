"""The photo of a person: the person chooses it, those who may view people see it, their editors may remove it."""

from typing import Final
from uuid import UUID

from server.company.audit.record import AuditAction, Entry, record_act
from server.people.account import photo_repository
from server.people.account.account_rules import Account
from server.people.account.change_accounts import lock_for_action
from server.people.account.events import UsersChangeKind, announce_changes
from server.people.account.people_repository import lock_accounts
from server.platform.errors import NotSignedInError, existing
from server.platform.process.threads import in_thread
from server.platform.services import Context, Unit
from server.platform.still_image import ImageLimits, StillImage, read_field
from server.vocabulary.identifiers import mask_label

# A page makes a small square of what was chosen.
PHOTO_LIMITS: Final = ImageLimits(kilobytes=40, least_pixels=16, most_pixels=512)


async def read_photo(context: Context, user_id: UUID) -> StillImage:
    """Raises NotFoundError: the company has no account of this id, or it has no photo."""
    async with context.services.database.reading() as connection:
        found = await photo_repository.find_photo(connection, company_id=context.company_id, user_id=user_id)
    return existing(found)


async def change_photo(context: Context, content: str) -> UUID:
    """Choose the caller's own photo, in base64; its new id. Raises ValidationFailedError: it is not such an image."""
    photo = await in_thread(read_field, content, limits=PHOTO_LIMITS)
    async with context.unit_of_work() as unit:
        account = await _lock(unit, context.user_id)
        await _record(unit, account, after={"photo": f"{len(photo.content)} bytes"})
        return await photo_repository.store_photo(unit.connection, photo, **context.actor.key)


async def remove_photo(context: Context, user_id: UUID) -> None:
    """Remove the photo of the caller or of another person. Repeated, it changes nothing.

    Raises ForbiddenError: the caller's profile does not cover theirs; also NotFoundError.
    """
    async with context.unit_of_work() as unit:
        account = await _lock(unit, user_id)
        if await photo_repository.delete_photo(unit.connection, company_id=context.company_id, user_id=user_id):
            await _record(unit, account, before={"photo": "an image"})


async def _lock(unit: Unit[Context], user_id: UUID) -> Account:
    if user_id != unit.context.user_id:
        return await lock_for_action(unit, user_id)
    locked = await lock_accounts(unit.connection, [user_id], company_id=unit.context.company_id)
    if user_id not in locked:
        raise NotSignedInError
    return locked[user_id]


async def _record(
    unit: Unit[Context], account: Account, *, before: dict[str, str] | None = None, after: dict[str, str] | None = None
) -> None:
    about = Entry(subject_id=account.id, subject_label=mask_label(account.label), before=before, after=after)
    await record_act(unit, AuditAction.USER_EDITED, **about)
    company_id = unit.context.company_id
    announce_changes(unit, kind=UsersChangeKind.UPDATED, company_id=company_id, user_ids=[account.id])
