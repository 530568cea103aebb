"""Make, change, test and delete a company's recurring sources, and have one read now; all of it is audited."""

from typing import Any, Final
from urllib.parse import urlsplit
from uuid import UUID, uuid4

from server.access.factors.fresh_proof import require_fresh_proof
from server.company.audit.record import AuditAction, record_act
from server.people.imports.run.schemas import NO_SCOPE
from server.people.sources import repository, schemas
from server.people.sources.schemas import SourceKind, SourceMode, SourceOutcome, StoredSource
from server.people.sources.take_file import SECONDS, server_of, take_file
from server.platform.errors import ConflictError, ValidationFailedError, existing
from server.platform.outbound.calls import OutboundError
from server.platform.outbound.sftp import TransferError, read_host_key
from server.platform.process.clock import utc_now
from server.platform.process.crypto import Purpose
from server.platform.services import Context, Unit

MOST_SOURCES: Final = 5
WRONG_URL: Final = "The address must begin with https:// and hold no user name or fragment"
WRONG_HOST: Final = "Enter the host, such as sftp.example.org or sftp.example.org:2222"
NO_USERNAME: Final = "Please enter the user name"
SECRET_AGAIN: Final = "Another server or user name needs its password or key again"  # noqa: S105 - a sentence
TO_CONFIRM: Final = "Compare this key with that of your server, then confirm it."
NOTES: Final = {
    SourceOutcome.NO_FILE: "There is no such file. Check the address, or the folder and the name of the file.",
    SourceOutcome.GROWS: "The file was still being written. Let it be ready earlier, or read it later in the day.",
    SourceOutcome.UNREACHABLE: "No file was received. Check that the address can be called from the Internet, answers "
    "within 20 seconds and does not redirect, and that its folder has at most 10,000 names.",
    SourceOutcome.REFUSED: "The server refuses the login. Enter the user name, and the password or key, again.",
    SourceOutcome.HOST_KEY: "The key of the server is not the confirmed one, so nothing was sent to it. Ask who runs "
    "it, then test the source and confirm its key.",
}


class SourceConflictError(ConflictError):
    """`current` is the source as it is now."""

    message = "This source was changed meanwhile. Check the current version, then try again."


class TooManySourcesError(ConflictError):
    message = f"A company has {MOST_SOURCES} recurring sources at most"


def outcome_of(error: OutboundError) -> SourceOutcome:
    return SourceOutcome(error.args[0]) if isinstance(error, TransferError) else SourceOutcome.UNREACHABLE


async def list_sources(context: Context) -> schemas.SourcesResponse:
    async with context.services.database.reading() as connection:
        found = await repository.list_sources(connection, company_id=context.company_id)
    return schemas.SourcesResponse(sources=[_shown(each) for each in found])


async def create_source(context: Context, request: schemas.CreateSourceRequest) -> schemas.ImportSource:
    """Raises StepUpRequiredError, TooManySourcesError; ValidationFailedError: the server cannot be called so."""
    source_id = uuid4()
    values = {"id": source_id, **_read(context, request, source_id)}
    async with context.unit_of_work() as unit:
        await _lock(unit)
        if len(await repository.list_sources(unit.connection, company_id=context.company_id)) >= MOST_SOURCES:
            raise TooManySourcesError
        await repository.add_source(unit.connection, company_id=context.company_id, values=values)
        made = await _find(unit, source_id)
        await record_act(unit, AuditAction.SOURCE_CREATED, **made.subject, after=_seen(made))
    return _shown(made)


async def change_source(
    context: Context, request: schemas.ChangeSourceRequest, *, source_id: UUID
) -> schemas.ImportSource:
    """Who changes it becomes its owner. Another server, or another user of it, needs its secret and key anew.

    Raises NotFoundError, StepUpRequiredError, SourceConflictError; ValidationFailedError as create_source.
    """
    values = _read(context, request, source_id)
    async with context.unit_of_work() as unit:
        await _lock(unit)
        before = await _find(unit, source_id)
        if request.version != before.version:
            raise SourceConflictError(met={"current": _shown(before).model_dump(mode="json")})
        is_other = _server(before) != _server(request)
        if is_other:
            values |= {"host_key": None, "import_id": None, "headings_digest": None, "known_digest": None}
        is_other |= (before.username, before.header) != (request.username, request.header)
        if is_other and request.secret is None and before.has_secret:
            raise ValidationFailedError(errors={"secret": SECRET_AGAIN})
        if before.outcome is SourceOutcome.CHECKING:
            # Its import goes on by what is chosen now.
            values["due_at"] = utc_now()
        return await _change(unit, before, values)


async def confirm_host_key(
    context: Context, request: schemas.HostKeyRequest, *, source_id: UUID
) -> schemas.ImportSource:
    """Raises NotFoundError, StepUpRequiredError."""
    async with context.unit_of_work() as unit:
        await _lock(unit)
        return await _change(unit, await _find(unit, source_id), {"host_key": request.host_key})


async def delete_source(context: Context, *, source_id: UUID) -> None:
    """Its imports stay. Raises NotFoundError, StepUpRequiredError."""
    async with context.unit_of_work() as unit:
        await _lock(unit)
        before = await _find(unit, source_id)
        await repository.delete_source(unit.connection, source_id, company_id=context.company_id)
        await record_act(unit, AuditAction.SOURCE_DELETED, **before.subject, before=_seen(before))


async def test_source(context: Context, *, source_id: UUID) -> schemas.SourceTest:
    """Find the file that would be read, or say what is to be mended. Raises NotFoundError."""
    services, note = context.services, TO_CONFIRM
    async with services.database.reading() as connection:
        source = existing(await repository.find_source(connection, source_id, company_id=context.company_id))
    try:
        if source.kind == SourceKind.HTTPS or source.host_key is not None:
            return schemas.SourceTest(file=(await take_file(services, source, largest=0))[0])
    except OutboundError as error:
        note = NOTES[outcome_of(error)]
        if outcome_of(error) is not SourceOutcome.HOST_KEY:
            return schemas.SourceTest(note=note)
    try:
        key, fingerprint = await read_host_key(services.outbound, server_of(source), seconds=SECONDS)
    except OutboundError:
        return schemas.SourceTest(note=NOTES[SourceOutcome.UNREACHABLE])
    return schemas.SourceTest(note=note, host_key=key, fingerprint=fingerprint)


async def read_now(context: Context, *, source_id: UUID) -> schemas.ImportSource:
    """Have a worker read it, as it would at its time. Raises NotFoundError; ConflictError: it is switched off."""
    async with context.unit_of_work() as unit:
        found = await _find(unit, source_id)
        if not found.enabled:
            raise ConflictError("This source is switched off. Switch it on first.")
        await repository.change_source(unit.connection, found, {"due_at": utc_now()})
        await record_act(unit, AuditAction.SOURCE_CHANGED, **found.subject, after={"reads": True})
    return _shown(found)


async def _lock(unit: Unit[Context]) -> None:
    """Ask for a fresh proof, and change the company's sources one at a time."""
    await require_fresh_proof(unit.connection, unit.context)
    await unit.connection.hold_lock(f"waymark sources {unit.context.company_id}")


async def _find(unit: Unit[Context], source_id: UUID) -> StoredSource:
    """Raises NotFoundError."""
    company_id = unit.context.company_id
    return existing(await repository.find_source(unit.connection, source_id, company_id=company_id, locks=True))


async def _change(unit: Unit[Context], before: StoredSource, values: dict[str, Any]) -> schemas.ImportSource:
    await repository.change_source(unit.connection, before, values | {"version": before.version + 1})
    after = await _find(unit, before.id)
    await record_act(unit, AuditAction.SOURCE_CHANGED, **after.subject, before=_seen(before), after=_seen(after))
    return _shown(after)


def _read(context: Context, request: schemas.CreateSourceRequest, source_id: UUID) -> dict[str, Any]:
    """What is stored of it. Raises ValidationFailedError."""
    is_sftp = request.kind is SourceKind.SFTP
    errors = {
        "address": (WRONG_HOST if is_sftp else WRONG_URL)
        if not context.services.outbound.allows(f"https://{request.address}" if is_sftp else request.address)
        or (is_sftp and request.host != request.address)
        else None,
        "username": NO_USERNAME if is_sftp and not request.username else None,
        "scope": NO_SCOPE if request.mode is SourceMode.SYNC and request.scope.is_empty else None,
    }
    if any(errors.values()):
        raise ValidationFailedError(errors={name: text for name, text in errors.items() if text})
    values = request.model_dump(exclude={"secret", "scope", "version"})
    if request.secret is not None:
        sealed = context.services.keys.seal(Purpose.SOURCE, request.secret, context=source_id.bytes)
        values["sealed_secret"] = sealed if request.secret else None
    due_at = request.next_due(context.actor.time_zone, now=utc_now())
    scope = request.scope.model_dump(mode="json", by_alias=True)
    return values | {"scope": scope, "due_at": due_at, "owner_id": context.user_id, "is_told": False}


def _server(source: schemas.ImportSource | schemas.CreateSourceRequest) -> tuple[str, str, str]:
    """What gets the secret."""
    return source.kind.value, urlsplit(source.address).scheme, source.host.lower()


def _shown(source: StoredSource) -> schemas.ImportSource:
    return schemas.ImportSource.model_validate(vars(source))


def _seen(source: StoredSource) -> dict[str, Any]:
    """What the trail has of it: no secret, and of an address the host alone."""
    plain = source.model_dump(mode="json", include={"at", "days", "mode", "enabled", "fingerprint"})
    return plain | {"host": source.host}
