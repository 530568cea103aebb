"""Everything that is stored about a person, in one file for that person: written to disk a section at a time."""

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import ExitStack
from enum import StrEnum
from functools import cache
from html import escape
from typing import Any, Final
from uuid import UUID

from pydantic.alias_generators import to_camel, to_snake

from server.company.audit.record import AuditAction, record_act
from server.company.privacy.repository import SECTIONS, read_section
from server.people.account.repository import find_user
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError, existing
from server.platform.http.spooled_file import SpooledFile, spool
from server.platform.process.clock import to_wire, utc_now
from server.platform.process.threads import in_thread
from server.platform.services import Context
from server.vocabulary.identifiers import mask_label
from server.vocabulary.profiles import Permission, covers


class ExportFormat(StrEnum):
    JSON = "json"
    HTML = "html"


TITLES: Final = {
    "account": "Account",
    "emailToConfirm": "Email that waits for its confirmation",
    "batches": "Batches",
    "application": "Application",
    "sessions": "Logins and devices",
    "rememberedDevices": "Remembered browsers",
    "secondFactors": "Second factors",
    "singleSignOn": "Single sign-on",
    "messages": "Messages",
    "notifications": "Notifications",
    "audit": "What was done",
    "importRows": "Rows of uploaded files",
    "merges": "Merged accounts",
    "bulkRows": "Changes of many people",
}
# Nothing may be loaded and no script may run, whatever a value holds.
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
_STYLE: Final = """
    body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem;
           color: #1b1b1f; background: #fff; }
    h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2rem; break-after: avoid; }
    div { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid #c8c8d0;
             overflow-wrap: anywhere; }
    th { white-space: nowrap; } tr { break-inside: avoid; }
    @media print { body { margin: 0; max-width: none; font-size: 10pt; } }
"""


def begin_page(account: Mapping[str, Any], *, exported_at: str) -> str:
    """What stands above the sections; `account` is the only row of the first one."""
    title = f"Data held about {account['fullName']}"
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>",
        f"<h1>{escape(title)}</h1>\n<p>As {escape(str(account['company']))} holds it at {escape(exported_at)}.</p>\n",
    ]
    return "\n".join(parts)


def write_section(name: str, rows: Sequence[Mapping[str, Any]]) -> str:
    heading = f"<h2>{escape(TITLES.get(name, _words(name)))}</h2>"
    if not rows:
        return f"{heading}\n<p>Nothing is stored.</p>\n"
    if len(rows) == 1:
        pairs = ((escape(_words(name)), _text(value)) for name, value in rows[0].items())
        lines = "\n".join(f'<tr><th scope="row">{name}</th><td>{value}</td></tr>' for name, value in pairs)
        return f"{heading}\n<div><table>\n{lines}\n</table></div>\n"
    names = list(rows[0])
    head = "".join(f'<th scope="col">{escape(_words(name))}</th>' for name in names)
    body = "\n".join(f"<tr>{''.join(f'<td>{_text(row.get(name))}</td>' for name in names)}</tr>" for row in rows)
    return f"{heading}\n<div><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>\n"


def _text(value: Any) -> str:  # noqa: ANN401 - any JSON
    """A value in words, escaped."""
    if isinstance(value, dict):
        return "<br>".join(f"{escape(_words(str(name)))}: {_text(each)}" for name, each in value.items())
    if isinstance(value, list):
        return ", ".join(map(_text, value))
    if value is None:
        return ""
    return escape({True: "Yes", False: "No"}[value] if isinstance(value, bool) else str(value))


def _words(name: str) -> str:
    """`emailVerifiedAt` becomes "Email verified at"."""
    return to_snake(name).replace("_", " ").capitalize()


_camel_name: Final = cache(to_camel)
# The account itself.
FIRST: Final = next(iter(SECTIONS))
MEDIA_TYPES: Final = {ExportFormat.JSON: "application/json", ExportFormat.HTML: "text/html"}


async def export_data(context: Context, user_id: UUID, *, file_format: ExportFormat) -> SpooledFile:
    """A list of rows a section: as indented JSON, or as a page to read. The caller closes the file.

    Raises ForbiddenError: it is not the caller's own, and the caller may not delete it; also NotFoundError.
    """
    identity = context.identity
    owner = {"company_id": context.company_id, "user_id": user_id}
    with ExitStack() as unfinished:
        async with context.unit_of_work() as unit:
            user = existing(await find_user(unit.connection, **owner))
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
    yield b"</main>\n</body>\n</html>\n" if file_format is ExportFormat.HTML else b"\n}"


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
