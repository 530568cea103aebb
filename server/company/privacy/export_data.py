"""Everything that is stored about a person, in one file for that person: written to disk a section at a time."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import ExitStack
from functools import cache
from typing import Any, Final
from uuid import UUID

from pydantic.alias_generators import to_camel

from server.company.audit.record_act import record_act
from server.company.audit.repository import AuditAction
from server.company.privacy.export_page import END, begin_page, write_section
from server.company.privacy.repository import SECTIONS, read_section
from server.company.privacy.schemas import ExportFormat
from server.people.account.repository import find_user
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError, NotFoundError
from server.platform.http.spooled_file import SpooledFile, spool
from server.platform.process.clock import to_wire, utc_now
from server.platform.process.threads import in_thread
from server.platform.services import Context
from server.vocabulary.identifiers import mask_label
from server.vocabulary.permission_matrix import covers
from server.vocabulary.profiles import Permission

_camel_name: Final = cache(to_camel)
# The account itself.
FIRST: Final = next(iter(SECTIONS))
MEDIA_TYPES: Final = {ExportFormat.JSON: "application/json", ExportFormat.HTML: "text/html"}


async def export_data(context: Context, user_id: UUID, *, file_format: ExportFormat) -> SpooledFile:
    """A list of rows a section: as indented JSON, or as a page to read. The caller closes the file.

    Raises:
        NotFoundError: the company has no account of this id.
        ForbiddenError: it is not the caller's own, and the caller may not delete it.

    """
    identity = context.identity
    owner = {"company_id": context.company_id, "user_id": user_id}
    with ExitStack() as unfinished:
        async with context.unit_of_work() as unit:
            user = await find_user(unit.connection, **owner)
            if user is None:
                raise NotFoundError
            may_delete = identity.may(Permission.USER_DELETE) and covers(identity.profile, user.profile)
            if user_id != identity.user_id and not may_delete:
                raise ForbiddenError
            content = await spool(_sections(unit.connection, owner, file_format=file_format))
            unfinished.callback(content.close)
            label = mask_label(user.label)
            await record_act(unit, AuditAction.DATA_EXPORTED, subject_id=user_id, subject_label=label)
        unfinished.pop_all()
    return content


async def _sections(
    connection: Connection, owner: Mapping[str, UUID], *, file_format: ExportFormat
) -> AsyncIterator[bytes]:
    write = _write_page if file_format is ExportFormat.HTML else _write_json
    exported_at = to_wire(utc_now())
    for name in SECTIONS:
        yield await in_thread(write, name, await read_section(connection, name, **owner), exported_at)
    yield END.encode() if file_format is ExportFormat.HTML else b"\n}"


def _write_json(name: str, found: list[str], exported_at: str) -> bytes:
    begin = f'{{\n  "exportedAt": {json.dumps(exported_at)}' if name == FIRST else ""
    rows = json.dumps(_camel(found), ensure_ascii=False, indent=2).replace("\n", "\n  ")
    return f'{begin},\n  "{name}": {rows}'.encode()


def _write_page(name: str, found: list[str], exported_at: str) -> bytes:
    rows = _camel(found)
    begin = begin_page(rows[0], exported_at=exported_at) if name == FIRST else ""
    return (begin + write_section(name, rows)).encode()


def _camel(found: list[str]) -> list[dict[str, Any]]:
    """Decode the rows, with the names of the wire."""
    return [{_camel_name(name): value for name, value in json.loads(row).items()} for row in found]
