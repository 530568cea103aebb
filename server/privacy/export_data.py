"""Everything that is stored about a person, in one file for that person."""

import asyncio
import json
from functools import cache
from typing import Any, Final
from uuid import UUID

from pydantic.alias_generators import to_camel

from server.audit.repository import AuditAction, record
from server.clock import to_wire, utc_now
from server.errors import ForbiddenError, NotFoundError
from server.identity.identifiers import mask_label
from server.identity.identity import Identity
from server.identity.permission_matrix import covers
from server.identity.profiles import Permission
from server.privacy.export_page import write_page
from server.privacy.repository import SECTIONS, read_section
from server.privacy.schemas import ExportFormat
from server.services import Services
from server.users.repository import find_user

_camel_name: Final = cache(to_camel)
MEDIA_TYPES: Final = {ExportFormat.JSON: "application/json", ExportFormat.HTML: "text/html"}


async def export_data(
    services: Services, *, identity: Identity, user_id: UUID, address: str, file_format: ExportFormat
) -> bytes:
    """A list of rows a section: as indented JSON, or as a page to read.

    Raises:
        NotFoundError: the company has no account of this id.
        ForbiddenError: it is not the caller's own, and the caller may not delete it.

    """
    owner = {"company_id": identity.company_id, "user_id": user_id}
    async with services.database.unit_of_work() as unit:
        user = await find_user(unit.connection, **owner)
        if user is None:
            raise NotFoundError
        may_delete = identity.may(Permission.USER_DELETE) and covers(identity.profile, user.profile)
        if user_id != identity.user_id and not may_delete:
            raise ForbiddenError
        found = {name: await read_section(unit.connection, name, **owner) for name in SECTIONS}
        await record(
            unit.connection,
            action=AuditAction.DATA_EXPORTED,
            by=identity,
            subject_id=user_id,
            subject_label=mask_label(user.label),
            address=address,
        )
    return await asyncio.to_thread(_write, found, file_format=file_format)


def _write(read: dict[str, list[str]], *, file_format: ExportFormat) -> bytes:
    found = {name: [_camel(json.loads(row)) for row in rows] for name, rows in read.items()}
    exported_at = to_wire(utc_now())
    if file_format is ExportFormat.HTML:
        return write_page(found, exported_at=exported_at).encode()
    return json.dumps({"exportedAt": exported_at, **found}, ensure_ascii=False, indent=2).encode()


def _camel(row: dict[str, Any]) -> dict[str, Any]:
    return {_camel_name(name): value for name, value in row.items()}
