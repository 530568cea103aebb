"""Refuse a person without an email who could not log in: by a phone that is not theirs alone, and without a code."""

from collections.abc import Mapping
from uuid import UUID

from server.people.account.errors import NEEDS_CODE, SHARED_PHONE
from server.people.account.repository import shares_phone
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Connection
from server.platform.errors import ValidationFailedError
from server.vocabulary.fields import Value
from server.vocabulary.identifiers import IdentifierKind


async def refuse_nameless(
    connection: Connection,
    values: Mapping[str, Value],
    *,
    settings: Settings,
    company_id: UUID,
    user_id: UUID | None = None,
) -> None:
    """Judge what a person is to have, by field; `user_id` is that of one who has an account.

    Only the company's own people are looked at: a phone that is shared with others says nothing of them.

    Raises:
        ValidationFailedError: the person needs a code.
    """
    signs_in_by_code = values["code"] is not None and IdentifierKind.CODE in settings.sign_in_by
    if values["email"] is not None or signs_in_by_code:
        return
    if IdentifierKind.PHONE not in settings.sign_in_by:
        raise ValidationFailedError(errors={"code": NEEDS_CODE})
    if await shares_phone(connection, company_id=company_id, phone=str(values["phone"]), user_id=user_id):
        raise ValidationFailedError(errors={"code": SHARED_PHONE})
