"""The snapshot of an import: fetched by pages, watched by sockets, and published while it runs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Final
from uuid import UUID

from pydantic import Field

from server.people.imports import repository
from server.people.imports.checking import value_map_repository
from server.people.imports.checking.batch_book import new_batches
from server.people.imports.checking.mending import ReadValue, shorten
from server.people.imports.errors import TooManyImportsWatchedError
from server.people.imports.events import IMPORT_PROGRESS, IMPORT_SUMMARY
from server.people.imports.files.birth_dates import read_birth_date
from server.people.imports.files.layout import Choice
from server.people.imports.history import HistoryQuery
from server.people.imports.preview.row_repository import recent_rows, told_change
from server.people.imports.repository import Import, find_same
from server.people.imports.run.invitation_repository import count_on_their_way
from server.people.imports.schemas import (
    DateExample,
    EarlierImport,
    ImportPage,
    ImportSnapshot,
    ImportSummary,
    LastChange,
    RecentRow,
    StartedBy,
)
from server.people.imports.states import ImportState
from server.people.work.engine import ThrottledProgress
from server.platform.database.connections import Connection
from server.platform.errors import NotFoundError
from server.platform.events import shrink_to_fit
from server.platform.live.client_events import Watched
from server.platform.process.clock import zone_of
from server.platform.schemas import RequestSchema, ResponseSchema
from server.platform.services import Context, Services
from server.vocabulary.fields import FIELD
from server.vocabulary.identity import Identity

# A snapshot is read several times a second while they go out.
COUNTED_INVITATIONS: Final = 1_000
ENDED: Final = frozenset(
    {ImportState.COMPLETED, ImportState.CANCELLED, ImportState.FAILED, ImportState.UNDOING, ImportState.UNDONE}
)


async def watchable_snapshot(services: Services, *, identity: Identity, import_id: UUID) -> ImportSnapshot:
    """Raises NotFoundError, also for another company's import."""
    async with services.database.reading() as connection:
        found = await repository.find_import(connection, company_id=identity.company_id, import_id=import_id)
        if found is None:
            raise NotFoundError
        return await _snapshot(connection, found, zone=zone_of(services.settings.phone_region))


async def _published(services: Services, import_id: UUID) -> tuple[UUID, ImportSnapshot] | None:
    async with services.database.reading() as connection:
        found = await repository.get_import(connection, import_id=import_id)
        if found is None:
            return None
        snapshot = await _snapshot(connection, found, zone=zone_of(services.settings.phone_region))
    shrink_to_fit(snapshot, snapshot.recent, snapshot.new_batches, snapshot.remarks)
    return found.company_id, snapshot


PROGRESS: Final = ThrottledProgress(name="import", read=_published, watched=IMPORT_PROGRESS, summary=IMPORT_SUMMARY)


async def list_imports(context: Context, *, query: HistoryQuery) -> ImportPage:
    async with context.services.database.reading() as connection:
        found, total = await repository.list_imports(
            connection,
            company_id=context.company_id,
            matching=query.matching(),
            offset=query.offset,
            limit=query.page_size,
        )
    return ImportPage.of(query, map(summarize, found), total=total)


def summarize(found: Import) -> ImportSummary:
    rate, eta = _pace(found)
    return ImportSummary(
        id=found.id,
        state=found.state,
        reason=found.reason,
        file_name=found.file_name,
        total_rows=found.total_rows,
        checked_rows=found.checked_rows,
        valid_rows=found.valid_rows,
        warning_rows=found.warning_rows,
        invalid_rows=found.invalid_rows,
        mode=found.mode,
        new_rows=found.valid_rows,
        changed_rows=found.changed_rows,
        unchanged_rows=found.unchanged_rows,
        processed=found.processed,
        success_count=found.created_count + found.changed_count + found.unchanged_count,
        changed=found.changed_count,
        unchanged=found.unchanged_count,
        error_count=found.refused_rows + found.failed_count,
        failed_count=found.failed_count,
        invite=found.invite,
        invite_at=found.invite_at,
        invited=found.invited,
        undone=found.undone,
        rate_per_second=rate,
        eta_seconds=eta,
        created_at=found.created_at,
        started_at=found.started_at,
        finished_at=found.finished_at,
        timestamp=found.finished_at,
        uploaded_by=_person(found.uploaded_by, found.uploader_name),
        started_by=_person(found.started_by, found.starter_name),
        version=found.version,
        server_time=found.read_at,
    )


async def _snapshot(connection: Connection, found: Import, *, zone: tzinfo) -> ImportSnapshot:
    recent = await recent_rows(connection, import_id=found.id) if found.processed else []
    return ImportSnapshot(
        **dict(summarize(found)),
        date_order=found.date_order,
        date_example=_date_example(found) if found.needs_date_order else None,
        invitations_left=await _invitations_left(connection, found),
        recent=[RecentRow.model_validate(each) for each in recent],
        remarks=await _remarks(connection, found, zone=zone),
        unknown_headers=found.unknown_headers,
        same_as=await _same_as(connection, found),
        new_batches=await new_batches(connection, found),
        last_change=await last_change_of(connection, found),
    )


async def _remarks(connection: Connection, found: Import, *, zone: tzinfo) -> list[str]:
    """Say which earlier choices are applied here, with author and day, beside what the reading of the file found."""
    fields, values = found.layout.fields, found.read_values
    columns = None if fields is None else fields.remembered
    choices = [columns, *(value.choice for value in values)]
    authors = {choice.by for choice in choices if choice is not None and choice.by is not None}
    names = (
        await value_map_repository.names_of(connection, company_id=found.company_id, user_ids=authors)
        if authors
        else {}
    )
    described = ChoiceSentences(names=names, zone=zone)
    return [*described.of_columns(columns), *found.remarks, *described.of_values(values)]


async def _invitations_left(connection: Connection, found: Import) -> int:
    """Many are taken from the counters: some of them may have failed."""
    left = max(0, found.created_count - found.invited)
    if not found.invite or not left or found.state in {ImportState.UNDOING, ImportState.UNDONE}:
        return 0
    waiting = await count_on_their_way(
        connection,
        company_id=found.company_id,
        import_id=found.id,
        again=found.invited_at is not None,
        most=COUNTED_INVITATIONS,
    )
    return left if waiting is None or waiting == COUNTED_INVITATIONS else min(left, waiting)


async def _same_as(connection: Connection, found: Import) -> EarlierImport | None:
    same = await find_same(connection, found)
    if same is None:
        return None
    return EarlierImport(
        id=same.id,
        file_name=same.file_name,
        created_at=same.created_at,
        uploaded_by=_person(same.uploaded_by, same.uploader_name),
    )


async def last_change_of(connection: Connection, found: Import) -> LastChange | None:
    """The change that an undo takes back, in a preview that is ready."""
    if found.state is not ImportState.READY:
        return None
    told = await told_change(connection, company_id=found.company_id, import_id=found.id)
    if told is None:
        return None
    return LastChange.model_validate(
        {
            "number": told.number,
            "kind": told.kind.value,
            "rows": told.rows,
            "row": told.row,
            "position": told.position,
            "field": told.field,
            "from": None if told.before is None else shorten(told.before),
            "to": None if told.after is None else shorten(told.after),
            "by": _person(told.changed_by, told.changer_name),
        }
    )


def _date_example(found: Import) -> DateExample:
    value = found.date_example or ""
    readings = read_birth_date(value, this_year=found.created_at.year)
    return DateExample(value=value, day=readings.day_first, month=readings.month_first)


def _pace(found: Import) -> tuple[float | None, int | None]:
    """(rows a second while it ran, seconds left); None before the first row was created."""
    if found.started_at is None or not found.processed:
        return None, None
    until: datetime = found.finished_at or found.paused_at or found.read_at
    rate = found.processed / max((until - found.started_at - found.paused_for).total_seconds(), 0.001)
    if found.state in ENDED or found.paused_at is not None:
        return round(rate, 1), None
    return round(rate, 1), round((found.rows_to_process - found.processed) / rate)


def _person(person_id: UUID | None, name: str | None) -> StartedBy | None:
    return None if person_id is None or name is None else StartedBy(id=person_id, full_name=name)


NAMED_VALUES: Final = 10


@dataclass(frozen=True, kw_only=True)
class ChoiceSentences:
    """`names` are those of the users who have chosen; a deleted account has none."""

    names: Mapping[UUID, str]
    zone: tzinfo

    def of_columns(self, choice: Choice | None) -> list[str]:
        if choice is None:
            return []
        name = self._name(choice)
        chosen = "they were chosen" if name is None else f"{name} chose them"
        return [f"Columns as {chosen} on {self._day(choice)}."]

    def of_values(self, values: Iterable[ReadValue]) -> list[str]:
        known = list(values)
        sentences = [
            f"{FIELD[value.field].label}: {shorten(value.before)} is read as {shorten(value.after)},"
            f" as {self._chosen(value.choice)}."
            for value in known[:NAMED_VALUES]
        ]
        more = len(known) - NAMED_VALUES
        return [*sentences, f"{more} more values are read as chosen before."] if more > 0 else sentences

    def _chosen(self, choice: Choice) -> str:
        name = self._name(choice)
        return f"{'chosen' if name is None else f'{name} chose'} on {self._day(choice)}"

    def _name(self, choice: Choice) -> str | None:
        name = None if choice.by is None else self.names.get(choice.by)
        return None if name is None else shorten(name)

    def _day(self, choice: Choice) -> str:
        local = choice.at.astimezone(self.zone)
        return f"{local.day} {local:%b %Y}"


class WatchImport(RequestSchema):
    import_id: UUID = Field(description="of the import")


class WatchedImport(ResponseSchema):
    snapshot: ImportSnapshot = Field(description="the present state of the import")


async def _read(services: Services, identity: Identity, import_id: UUID) -> WatchedImport:
    return WatchedImport(snapshot=await watchable_snapshot(services, identity=identity, import_id=import_id))


_WATCHED: Final = Watched(
    name="import",
    thing="import",
    most="20 imports and jobs",
    progress=IMPORT_PROGRESS,
    request=WatchImport,
    answer=WatchedImport,
    id_of=lambda request: request.import_id,
    read=_read,
    too_many=TooManyImportsWatchedError,
)
IMPORT_WATCH, IMPORT_UNWATCH = _WATCHED.events()
