"""The snapshot of an import, with its remarks: fetched by pages, watched by sockets, and published while it runs."""

from datetime import datetime, tzinfo
from typing import Final, Literal
from uuid import UUID

from pydantic import Field

from server.people.account.schemas import person_of
from server.people.chunks.engine import ThrottledProgress
from server.people.imports import repository, schemas
from server.people.imports.checking.compare_rows import new_batches
from server.people.imports.errors import TooManyImportsWatchedError
from server.people.imports.files.layout import Choice
from server.people.imports.files.notes import shorten
from server.people.imports.files.questions import ANSWERS
from server.people.imports.mending.mending_repository import describe_last_change, names_of
from server.people.imports.mending.schemas import ImportRowsChanged
from server.people.imports.own_fields import is_told_to_all, with_fields
from server.people.imports.preview.preview_repository import recent_rows
from server.people.imports.repository import Import
from server.people.imports.run.invitation_repository import count_on_their_way
from server.people.imports.states import ImportState
from server.platform.database.connections import Connection
from server.platform.events import CompanyRoom, Event, Room, shrink_to_fit
from server.platform.live.client_events import Watched
from server.platform.process.clock import zone_of
from server.platform.schemas import RequestSchema, ResponseSchema
from server.platform.services import Context, Services
from server.vocabulary.birth_dates import SHAPES, DateOrder, read_birth_date
from server.vocabulary.fields import BESIDE
from server.vocabulary.identity import Actor
from server.vocabulary.own_fields import OwnField
from server.vocabulary.profiles import Permission

OTHER_DOMAINS: Final = "Checked again, because the company has changed the email domains that it allows."
DATES_FOUND: Final = {
    DateOrder.DAY: "Dates are read as day/month/year, because the file has days above 12 in first place.",
    DateOrder.MONTH: "Dates are read as month/day/year, because the file has days above 12 in second place.",
}
DATES_NAMED: Final = {
    order: f"Dates are read as {shape}, because their heading says so." for order, shape in SHAPES.items()
}
NAMED_VALUES: Final = 10


def on_chosen_dates(order: DateOrder) -> str:
    return f"Dates are read as {SHAPES[order]}, as chosen in the preview."


async def list_remarks(connection: Connection, found: Import, *, zone: tzinfo) -> list[str]:
    """Say which earlier choices are applied here, with author and day, beside what the reading of the file found."""

    def made(choice: Choice, *, by_author: str, without_author: str) -> str:
        """A deleted account has no name."""
        name, local = choice.by and names.get(choice.by), choice.at.astimezone(zone)
        return f"{f'{shorten(name)} {by_author}' if name else without_author} on {local.day} {local:%b %Y}."

    columns, closed = found.fields.remembered, {each.name for each in found.known.own if not is_told_to_all(each)}
    values = [each for each in found.read_values if each.field in found.known.named and each.field not in closed]
    authors = {each.by for each in (columns, *(value.choice for value in values)) if each and each.by}
    names = await names_of(connection, authors, company_id=found.company_id) if authors else {}
    remarks = list(found.remarks)
    if columns is not None:
        remarks.insert(0, f"Columns as {made(columns, by_author='chose them', without_author='they were chosen')}")
    for value in values[:NAMED_VALUES]:
        chosen = made(value.choice, by_author="chose", without_author="chosen")
        label = found.known.named[value.field].label
        remarks.append(f"{label}: {shorten(value.before)} is read as {shorten(value.after)}, as {chosen}")
    if (more := len(found.read_values) - len(values[:NAMED_VALUES])) > 0:
        remarks.append(f"{more} more values are read as chosen before.")
    return remarks


# The sockets that watch the import.
IMPORT: Final = Room(name="import", permission=Permission.USER_CREATE)
IMPORTERS: Final = CompanyRoom(name="importers", permission=Permission.USER_CREATE)

IMPORT_PROGRESS: Final = Event(
    name="import:progress",
    payload=schemas.ImportSnapshot,
    room=IMPORT,
    to="the sockets that watch the import",
    when="while the import is checked, created and invited, and at every change of its state",
    rate="at most 10 a second, and one at every change of state",
    lost="The next one holds absolute values. `import:watch` and `GET /users/imports/{id}` answer the same. "
    "The greater `version` counts.",
)
IMPORT_SUMMARY: Final = Event(
    name="import:summary",
    payload=schemas.ImportSummary,
    room=IMPORTERS,
    to="accounts of the company that may create users",
    when="while any import of the company runs, and at every change of its state",
    rate="at most 1 a second for an import, and one at every change of state",
    lost="The next one holds absolute values. `GET /users/imports` answers the same.",
)
IMPORT_ROWS: Final = Event(
    name="import:rows",
    payload=ImportRowsChanged,
    room=IMPORT,
    to="the sockets that watch the import",
    when="after rows of its preview were edited, mapped, deleted or restored",
    rate="one for each change",
    lost="`GET /users/imports/{id}/rows` has the rows, with their versions.",
)


# A snapshot is read several times a second while they go out.
COUNTED_INVITATIONS: Final = 1_000
WORKED: Final = frozenset({ImportState.VALIDATING, ImportState.PROCESSING, ImportState.UNDOING})
ENDED: Final = frozenset(
    {ImportState.COMPLETED, ImportState.CANCELLED, ImportState.FAILED, ImportState.UNDOING, ImportState.UNDONE}
)


async def read_snapshot(services: Services, actor: Actor, import_id: UUID) -> schemas.ImportSnapshot:
    """Raises NotFoundError, also for another company's import."""
    async with services.database.reading() as connection:
        found = await repository.find_import(connection, company_id=actor.company_id, import_id=import_id)
        snapshot = await _snapshot(services, connection, found)
    snapshot.is_worker_away = found.state in WORKED and not await services.tasks.is_served()
    return snapshot


async def _published(services: Services, import_id: UUID) -> tuple[UUID, schemas.ImportSnapshot] | None:
    async with services.database.reading() as connection:
        found = await repository.get_import(connection, import_id=import_id)
        if found is None:
            return None
        snapshot = await _snapshot(services, connection, found)
    snapshot.is_worker_away = found.state in WORKED and not await services.tasks.is_served()
    shrink_to_fit(snapshot, snapshot.recent, snapshot.new_batches, snapshot.remarks)
    return found.company_id, snapshot


PROGRESS: Final = ThrottledProgress(name="import", read=_published, watched=IMPORT_PROGRESS, summary=IMPORT_SUMMARY)


async def list_imports(context: Context, *, query: schemas.HistoryQuery) -> schemas.ImportPage:
    async with context.services.database.reading() as connection:
        found, total = await repository.list_imports(connection, company_id=context.company_id, query=query)
    return schemas.ImportPage.of(query, map(summarize, found), total=total)


def summarize(found: Import) -> schemas.ImportSummary:
    rate, eta = _pace(found)
    return schemas.ImportSummary.model_validate(
        {
            **vars(found),
            "new_rows": found.valid_rows,
            "success_count": found.created_count + found.changed_count + found.unchanged_count,
            "changed": found.changed_count,
            "unchanged": found.unchanged_count,
            "error_count": found.refused_rows + found.failed_count,
            "rate_per_second": rate,
            "eta_seconds": eta,
            "timestamp": found.finished_at,
            "uploaded_by": person_of(found.uploaded_by, found.uploader_name),
            "started_by": person_of(found.started_by, found.starter_name),
            "server_time": found.read_at,
        }
    )


async def _snapshot(services: Services, connection: Connection, found: Import) -> schemas.ImportSnapshot:
    if found.fields.own:
        found = await with_fields(connection, services, found)
    recent = await recent_rows(connection, import_id=found.id) if found.processed else []
    sync = None
    if found.sync is not None:
        missing: Literal["deactivate", "keep"] = "deactivate" if found.sync.deactivates else "keep"
        sync = schemas.ImportSync(missing=missing, people=found.sync.people, job_id=found.sync.job_id)
    return schemas.ImportSnapshot(
        **dict(summarize(found)),
        date_order=found.date_order,
        date_example=_date_example(found) if found.needs_date_order else None,
        invitations_left=await _invitations_left(connection, found),
        recent=recent,
        remarks=await list_remarks(connection, found, zone=zone_of(services.settings.phone_region)),
        questions=[
            schemas.FileQuestion(
                **vars(question),
                choices=[schemas.AnswerChoice(value=value, label=label) for value, label in choices.items()],
                answer=found.answers.get(question.kind),
            )
            for question in found.questions
            for choices in [ANSWERS.get(question.kind, {})]
        ],
        lines=found.lines,
        columns=[name for name in (*found.known.places, *BESIDE) if found.fields.has(name)],
        unknown_headers=found.unknown_headers,
        same_as=await repository.find_same(connection, found),
        next_sheets=await repository.next_sheets(connection, found),
        sync=sync,
        new_batches=await new_batches(connection, found),
        last_change=await last_change_of(connection, found),
    )


async def _invitations_left(connection: Connection, found: Import) -> int:
    """Many are taken from the counters: some of them may have failed."""
    left = max(0, found.created_count - found.invited)
    if not found.invite or not left or found.state in {ImportState.UNDOING, ImportState.UNDONE}:
        return 0
    waiting = await count_on_their_way(connection, found, most=COUNTED_INVITATIONS)
    return left if waiting is None or waiting == COUNTED_INVITATIONS else min(left, waiting)


async def last_change_of(connection: Connection, found: Import) -> schemas.LastChange | None:
    """The change that an undo takes back, in a preview that is ready."""
    if found.state is not ImportState.READY:
        return None
    last = await describe_last_change(connection, found)
    if last is None:
        return None
    told = found.known.named.get(last.field)
    is_closed = told is None or (isinstance(told, OwnField) and not is_told_to_all(told))
    before, after = (None if is_closed else value and shorten(value) for value in (last.from_value, last.to_value))
    by = person_of(last.changed_by, last.changer_name)
    return schemas.LastChange.model_validate({**last, "from": before, "to": after, "by": by})


def _date_example(found: Import) -> schemas.DateExample:
    value = found.date_example or ""
    readings = read_birth_date(value, this_year=found.created_at.year)
    return schemas.DateExample(value=value, day=readings.day_first, month=readings.month_first)


def _pace(found: Import) -> tuple[float | None, int | None]:
    """(rows a second while it ran, seconds left); None before the first row was created."""
    if found.started_at is None or not found.processed:
        return None, None
    until: datetime = found.finished_at or found.paused_at or found.read_at
    rate = found.processed / max((until - found.started_at - found.paused_for).total_seconds(), 0.001)
    if found.state in ENDED or found.paused_at is not None:
        return round(rate, 1), None
    return round(rate, 1), round((found.rows_to_process - found.processed) / rate)


class WatchImport(RequestSchema):
    import_id: UUID = Field(description="of the import")


class WatchedImport(ResponseSchema):
    snapshot: schemas.ImportSnapshot = Field(description="the present state of the import")


_WATCHED: Final = Watched(
    name="import",
    thing="import",
    most="20 imports and jobs",
    progress=IMPORT_PROGRESS,
    request=WatchImport,
    answer=WatchedImport,
    id_of=lambda request: request.import_id,
    read=read_snapshot,
    too_many=TooManyImportsWatchedError,
)
IMPORT_WATCH, IMPORT_UNWATCH = _WATCHED.events()
