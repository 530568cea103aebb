"""Everything that is stored about a person, in one file for that person: written to disk a section at a time."""

import json
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from enum import StrEnum
from functools import cache
from html import escape
from typing import Any, Final
from uuid import UUID

from babel.dates import format_date, format_datetime
from pydantic.alias_generators import to_camel

from server.access.policies.policy import FactorKind
from server.access.sessions.events import SessionEndReason
from server.company.audit.record import AuditAction, record_act
from server.company.privacy.repository import SECTIONS, read_section
from server.messaging.announcements.schemas import MailState
from server.messaging.messages.catalogues import translations
from server.messaging.messages.kinds import Channel, MessageKind, MessageState
from server.people.account.people_repository import find_user
from server.people.applications.schemas import ApplicationState
from server.people.fields.read_fields import read_fields
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError, existing
from server.platform.http.spooled_file import SpooledFile, spool
from server.platform.process.clock import to_wire, utc_now
from server.platform.process.threads import in_thread
from server.platform.services import Context
from server.vocabulary.fields import FIELDS, FieldSet
from server.vocabulary.identifiers import mask_label
from server.vocabulary.identity import FactorMethod, Method
from server.vocabulary.invitation_state import Invitation
from server.vocabulary.labels import words_of
from server.vocabulary.languages import SOURCE_LANGUAGE, Language, language_of
from server.vocabulary.own_fields import PREFIX
from server.vocabulary.profiles import Gender, Permission, Profile, Role, covers
from server.vocabulary.regions import locale_of


class ExportFormat(StrEnum):
    JSON = "json"
    HTML = "html"


TITLES: Final = {
    "account": "Account",
    "photo": "Photo",
    "emailToConfirm": "Email that waits for its confirmation",
    "directory": "Company directory",
    "batches": "Batches",
    "stages": "Stages",
    "announcements": "Announcements",
    "announcementMails": "No announcements by mail",
    "taughtBatches": "Batches taught",
    "attendance": "Attendance",
    "interviews": "Interviews",
    "interviewPanels": "Interview panels",
    "openings": "Openings",
    "offers": "Offers",
    "placementHistory": "Openings and offers over time",
    "placementDuties": "Openings looked after",
    "ownFields": "More details",
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
# The columns of the sections beside the fields of a person.
LABELS: Final = (
    *("id", "email_verified_at", "phone_verified_at", "language", "invitation", "last_sign_in_at", "created_at"),
    *("company", "expires_at", "name", "added_at", "state", "reason", "applied_at", "decided_at", "device", "address"),
    *("left_at", "photo", "value", "more_details", "starts_at", "topic", "mark", "note", "changed_at"),
    # And of the list of people as a file.
    *("archived_batch", "inactive", "people"),
    # And of the trail as a file, with what its entries keep of changes.
    *("when", "who", "target", "method", "factor", "factors", "connection", "issuer", "rows", "columns", "search"),
    *("second_factor", "passkeys_only", "session_idle_minutes", "session_days", "email_domains"),
    *("administrator_networks", "region", "time_zone", "default_work_location", "website", "industry", "logo"),
    *("methods", "last_seen_at", "ended_at", "end_reason", "kind", "confirmed_at", "last_used_at", "provider"),
    *("issuer", "subject", "channel", "recipient", "sent_at", "title", "body", "read_at", "action", "subject_label"),
    *("published_at", "seen_at", "mail", "stopped_at", "rank", "version", "pay", "joins_on", "answer_by", "left_on"),
    *("accepted_at", "joined_at", "is_confirmed", "external_id", "in_directory", "removed_at"),
    *("before", "after", "merged_at", "file_name", "row", "outcome", "message", "batch", "started_at", "status"),
)
_CODES: Final = frozenset(
    code.value
    for codes in (
        *(ApplicationState, AuditAction, Channel, FactorKind, FactorMethod, Gender, Invitation, MessageKind),
        *(MailState, MessageState, Method, Profile, Role, SessionEndReason),
    )
    for code in codes
)
SENTENCES: Final = frozenset({"title", "body", "message"})
_HEADING: Final = "Data held about {name}"
_HELD: Final = "As {company} holds it at {when}."
_NOTHING: Final = "Nothing is stored."
_ANSWERS: Final = {True: "Yes", False: "No"}
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
_MOMENT: Final = re.compile(rf"{_DAY.pattern}T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
_IMAGE: Final = re.compile(r"data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+")
# Nothing may be loaded and no script may run, whatever a value holds.
_POLICY: Final = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
_STYLE: Final = """
    body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem;
           color: #1b1b1f; background: #fff; }
    h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2rem; break-after: avoid; }
    div { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid #c8c8d0;
             overflow-wrap: anywhere; }
    th { white-space: nowrap; } tr { break-inside: avoid; }
    @media screen { td { min-width: 8rem; } }
    @media screen and (max-width: 40rem) {
        th { white-space: normal; } thead { display: none; } td { min-width: 0; }
        tbody tr:has(td[data-name]) { display: block; padding: .5rem 0; border-bottom: 2px solid #c8c8d0; }
        td[data-name] { display: block; border: 0; padding-block: .1rem; }
        td[data-name]::before { content: attr(data-name) ": "; font-weight: 600; }
        td[data-name]:empty { display: none; } }
    @media print { body { margin: 0; max-width: none; font-size: 10pt; } }
"""


def texts_of_page() -> set[str]:
    """What the page says in its own words, for translators."""
    names = map(words_of, (*LABELS, *(field.column for field in FIELDS), *_CODES))
    labels = {field.label for field in FIELDS}
    return {_HEADING, _HELD, _NOTHING, *_ANSWERS.values(), *TITLES.values(), *names, *labels}


@dataclass(frozen=True, kw_only=True)
class PageWriter:
    """Writes the page in the language of its reader, with the dates of their company."""

    language: Language
    region: str
    zone: tzinfo

    def begin(self, account: Mapping[str, Any], *, exported_at: str) -> str:
        """What stands above the sections; `account` is the only row of the first one."""
        title = escape(self._say(_HEADING).format(name=account["fullName"]))
        held = self._say(_HELD).format(company=account["company"], when=self._show(exported_at))
        parts = [
            f'<!doctype html>\n<html lang="{self.language}">\n<head>\n<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>",
            f"<h1>{title}</h1>\n<p>{escape(held)}</p>\n",
        ]
        return "\n".join(parts)

    def section(self, name: str, rows: Sequence[Mapping[str, Any]]) -> str:
        heading = f"<h2>{escape(self._say(TITLES[name]))}</h2>"
        if not rows:
            return f"{heading}\n<p>{escape(self._say(_NOTHING))}</p>\n"
        if len(rows) == 1:
            pairs = ((self._label(name), self._value(name, value)) for name, value in rows[0].items())
            lines = "\n".join(f'<tr><th scope="row">{name}</th><td>{value}</td></tr>' for name, value in pairs)
            return f"{heading}\n<div><table>\n{lines}\n</table></div>\n"
        names = list(rows[0])
        head = "".join(f'<th scope="col">{self._label(name)}</th>' for name in names)
        cells = ("".join(self._cell(name, row.get(name)) for name in names) for row in rows)
        body = "\n".join(f"<tr>{each}</tr>" for each in cells)
        return f"{heading}\n<div><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>\n"

    def _cell(self, name: str, value: Any) -> str:  # noqa: ANN401 - any JSON
        return f'<td data-name="{self._label(name)}">{self._value(name, value)}</td>'

    def _value(self, name: str, value: Any) -> str:  # noqa: ANN401 - any JSON
        """Mark the sentences that are stored in English: the client has their translations (lib/sentences.ts)."""
        is_english = name in SENTENCES and value and self.language is not SOURCE_LANGUAGE
        return f'<span lang="{SOURCE_LANGUAGE}">{self._text(value)}</span>' if is_english else self._text(value)

    def _say(self, text: str) -> str:
        return translations(self.language).gettext(text)

    def _label(self, name: str) -> str:
        return escape(self._say(words_of(name)))

    def _text(self, value: Any) -> str:  # noqa: ANN401 - any JSON
        """A value in words, escaped; an image as itself."""
        if isinstance(value, str) and _IMAGE.fullmatch(value):
            return f'<img alt="" src="{value}">'
        return escape(self.words(value, between="\n")).replace("\n", "<br>")

    def words(self, value: Any, *, between: str = "; ") -> str:  # noqa: ANN401 - any JSON
        """Return a value in words: the labels of an object with their values, the values of a list."""
        if isinstance(value, dict):
            pairs = ((self._name(str(name)), self.words(each)) for name, each in value.items())
            return between.join(f"{label}: {text}" for label, text in pairs)
        if isinstance(value, list):
            return ", ".join(map(self.words, value))
        if value is None:
            return ""
        return self._say(_ANSWERS[value]) if isinstance(value, bool) else self._show(str(value))

    def _name(self, name: str) -> str:
        """Return the words of a name; a field of the company's own is named by its label."""
        return name.removeprefix(PREFIX) if name.startswith(PREFIX) else self._say(words_of(name))

    def _show(self, text: str) -> str:
        """Codes in words, dates as people write them; all else as it is stored."""
        locale = locale_of(self.language, region=self.region)
        if text in _CODES:
            return self._say(words_of(text))
        # What was typed may only look like one, or lie beyond the years of all calendars.
        with suppress(ValueError, OverflowError):
            if _MOMENT.fullmatch(text):
                return format_datetime(datetime.fromisoformat(text), "medium", tzinfo=self.zone, locale=locale)
            if _DAY.fullmatch(text):
                return format_date(date.fromisoformat(text), "medium", locale=locale)
        return text


_camel_name: Final = cache(to_camel)
# The account itself.
FIRST: Final = next(iter(SECTIONS))
MEDIA_TYPES: Final = {ExportFormat.JSON: "application/json", ExportFormat.HTML: "text/html"}


async def export_data(context: Context, user_id: UUID, *, file_format: ExportFormat) -> SpooledFile:
    """A list of rows a section: as indented JSON, or as a page to read. The caller closes the file.

    Raises ForbiddenError: it is not the caller's own, and the caller may not delete it; also NotFoundError.
    """
    actor = context.actor
    owner = {"company_id": context.company_id, "user_id": user_id}
    with ExitStack() as unfinished:
        async with context.unit_of_work() as unit:
            user = existing(await find_user(unit.connection, **owner))
            may_delete = actor.may(Permission.USER_DELETE) and covers(actor.profile, user.profile)
            if user_id != actor.user_id and not may_delete:
                raise ForbiddenError
            fields = await read_fields(unit.connection, context.services, company_id=context.company_id)
            page = _page_for(context, file_format)
            content = await spool(_sections(unit.connection, owner, page=page, fields=fields))
            unfinished.callback(content.close)
            label = mask_label(user.label)
            await record_act(unit, AuditAction.DATA_EXPORTED, subject_id=user_id, subject_label=label)
        unfinished.pop_all()
    return content


def _page_for(context: Context, file_format: ExportFormat) -> PageWriter | None:
    """Return None where the file is for programs."""
    return None if file_format is ExportFormat.JSON else page_writer(context)


def page_writer(context: Context) -> PageWriter:
    actor = context.actor
    language = language_of(actor.language or context.language)
    return PageWriter(language=language, region=actor.region, zone=actor.zone)


async def _sections(
    connection: Connection, owner: Mapping[str, UUID], *, page: PageWriter | None, fields: FieldSet
) -> AsyncIterator[bytes]:
    exported_at = to_wire(utc_now())
    for name in SECTIONS:
        found = await read_section(connection, name, **owner)
        yield await in_thread(_write, name, found, page=page, exported_at=exported_at, fields=fields)
    yield b"\n}" if page is None else b"</main>\n</body>\n</html>\n"


def _write(name: str, found: list[str], *, page: PageWriter | None, exported_at: str, fields: FieldSet) -> bytes:
    # With the names of the wire.
    rows = [
        {_camel_name(name): fields.labelled(each) if isinstance(each, dict) else each for name, each in row.items()}
        for row in map(json.loads, found)
    ]
    if page is None:
        return _write_json(name, rows, exported_at)
    begin = page.begin(rows[0], exported_at=exported_at) if name == FIRST else ""
    return (begin + page.section(name, rows)).encode()


def _write_json(name: str, found: list[dict[str, Any]], exported_at: str) -> bytes:
    begin = f'{{\n  "exportedAt": {json.dumps(exported_at)}' if name == FIRST else ""
    rows = json.dumps(found, ensure_ascii=False, indent=2).replace("\n", "\n  ")
    return f'{begin},\n  "{name}": {rows}'.encode()
