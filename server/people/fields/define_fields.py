"""Read, make, change, archive and order a company's own fields; check whether values fit what a field is to be."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from server.company.audit.record import AuditAction, record_act
from server.people.fields import repository, schemas
from server.people.fields.definition import (
    FLAGS,
    NO_CHOICE,
    fit_values,
    misfits_said,
    new_key,
    shown_in_trail,
    summary_of,
    wanted_field,
)
from server.people.fields.fill_keys import fill_field_keys
from server.people.fields.read_fields import read_fields
from server.people.fields.starter_sets import FIELDS_OF_SETS
from server.people.fields.visible import open_to, open_to_owner
from server.platform.errors import ConflictError, ValidationFailedError, existing
from server.platform.events import VIEWERS, Event
from server.platform.http.idempotency.repository import IdempotentCall, once
from server.platform.process.clock import utc_now
from server.platform.process.threads import in_thread
from server.platform.services import Context, Unit
from server.vocabulary.duties import Act
from server.vocabulary.field_kinds import Value
from server.vocabulary.own_fields import PREFIX, OwnField
from server.vocabulary.profiles import ADMINISTRATORS
from server.vocabulary.visible_text import fold_name

MOST_LIVE: Final = 60
# With the archived ones, whose values are kept.
MOST_EVER: Final = 300
MOST_KEYED: Final = 10
# More values are not converted to another kind while others wait.
MOST_CONVERTED: Final = 100_000

FIELDS_CHANGED: Final = Event(
    name="fields:changed",
    payload=schemas.FieldsChanged,
    room=VIEWERS,
    to="accounts of the company that may view users",
    when="after a field of the company was made, changed, archived, restored or put into another place",
    rate="as often as fields are changed",
    lost="Fields are fetched again after every connection.",
)


class FieldConflictError(ConflictError):
    """`current` is the field as it is."""

    code = "edit_conflict"
    message = "Another administrator has changed this field. Check the current version, then save again."


class FieldsConflictError(ConflictError):
    code = "edit_conflict"
    message = "The fields have been changed meanwhile. Check their present order, then save again."


class TooManyFieldsError(ConflictError):
    message = f"A company has at most {MOST_LIVE} fields at a time. Archive those that are no longer needed."


class TooManyValuesError(ConflictError):
    message = f"More than {MOST_CONVERTED:,} people have a value: make a new field, and archive this one."


class TooManyKeysError(ConflictError):
    message = f"At most {MOST_KEYED} fields can be sorted by, or be unique: end that of another first."


async def list_fields(context: Context, *, counts: bool = False) -> schemas.FieldsResponse:
    """The fields that are open to the caller, of people or of themselves; all for who defines them.

    `counts`: these also see how many people have a value, which takes a moment where there are many, and what uses it.
    """
    company_id, defines = context.company_id, context.actor.may(Act.FIELD_DEFINE)
    async with context.services.database.reading() as connection:
        fields = await read_fields(connection, context.services, company_id=company_id)
        shown = {*open_to(fields, context.actor.profile), *open_to_owner(fields)}
        counts = counts and defines
        people = await repository.count_people(connection, company_id=company_id) if counts else None
        uses = await repository.find_uses(connection, company_id=company_id) if counts else {}
    records = [
        _record(field, people=None if people is None else people.get(field.number, 0), uses=uses)
        for field in fields.known.values()
        if defines or field in shown
    ]
    return schemas.FieldsResponse(fields=records, version=fields.version)


def _record(
    field: OwnField, *, people: int | None = None, uses: Mapping[str, list[schemas.FieldUse]] = {}
) -> schemas.FieldRecord:
    choices = [
        schemas.ChoiceRecord(number=each.number, label=each.label, archived=each.is_archived) for each in field.options
    ]
    return schemas.FieldRecord(
        key=field.key,
        label=field.label,
        help=field.help,
        required_for=sorted(field.required_for),
        viewers=sorted(field.viewers),
        editors=sorted(field.editors),
        **{name: getattr(field, f"is_{name}") for name in FLAGS},
        kind=field.own_kind,
        choices=choices,
        ready=field.is_ready,
        people=people,
        used_by=uses.get(field.key, []),
        archived_at=field.archived_at,
        version=field.version,
    )


async def create_field(
    context: Context, request: schemas.CreateFieldRequest, *, call: IdempotentCall | None = None
) -> schemas.FieldRecord:
    """The new field, behind the others.

    Raises ValidationFailedError, TooManyFieldsError, TooManyKeysError, IdempotencyKeyReusedError.
    """
    async with context.unit_of_work() as unit:

        async def work() -> schemas.FieldRecord:
            field = await _add(unit, request, await _lock(unit))
            await _announce(unit)
            return _record(field)

        return await once(unit.connection, work, call=call, answer=schemas.FieldRecord, keys=context.services.keys)


async def add_starter_set(context: Context, *, key: str) -> schemas.FieldsResponse:
    """Make the fields of a set whose labels the company has not yet; return all fields.

    Raises NotFoundError, TooManyFieldsError, TooManyKeysError.
    """
    wanted = existing(FIELDS_OF_SETS.get(key))
    async with context.unit_of_work() as unit:
        fields = await _lock(unit)
        known = {fold_name(field.label) for field in fields}
        missing = [request for request in wanted if fold_name(request.label or "") not in known]
        for request in missing:
            fields.append(await _add(unit, request, fields))
        if missing:
            await _announce(unit)
    return await list_fields(context)


async def _add(unit: Unit[Context], request: schemas.CreateFieldRequest, present: Sequence[OwnField]) -> OwnField:
    """Add a field behind those of the company. Raises ValidationFailedError, TooManyFieldsError, TooManyKeysError."""
    if len(present) >= MOST_EVER:
        raise TooManyFieldsError
    number = 1 + max((field.number for field in present), default=0)
    key = new_key(request.label or "", number=number, taken={field.key for field in present})
    blank = OwnField(name=f"{PREFIX}{key}", label="", number=number, key=key, own_kind=request.kind)
    # All who manage people see and edit it, where nothing else is said.
    field = wanted_field(replace(blank, viewers=ADMINISTRATORS, editors=ADMINISTRATORS), request, others=present)
    _refuse_too_many(field, present)
    await repository.add_field(unit.connection, field, company_id=unit.context.company_id)
    await record_act(unit, AuditAction.FIELD_CREATED, subject_label=field.label, after=shown_in_trail(field))
    return field


async def change_field(context: Context, request: schemas.ChangeFieldRequest, *, key: str) -> schemas.FieldRecord:
    """The field as it is now. Values follow it to another kind.

    Raises:
        FieldConflictError: the field has another version.
        ValidationFailedError: also where values do not fit, or are not unique.
        TooManyKeysError, TooManyValuesError, NotFoundError.
    """
    company_id = context.company_id
    async with context.unit_of_work() as unit:
        fields = await _lock(unit)
        former = _checked(fields, key, version=request.version)
        wanted = wanted_field(former, request, others=[field for field in fields if field.key != key])
        is_converted, converted = wanted.own_kind is not former.own_kind, list[tuple[Value, Value]]()
        if is_converted:
            wanted, converted = await _convert(unit, former, wanted)
        if is_converted or (wanted.has_keys, wanted.is_unique) != (former.has_keys, former.is_unique):
            _refuse_too_many(wanted, fields)
            await repository.drop_keys(unit.connection, former.number, company_id=company_id)
            wanted = replace(wanted, is_ready=not wanted.has_keys)
        if wanted == former:
            return _record(former)
        changed = await repository.change_field(unit.connection, wanted, company_id=company_id)
        await repository.replace_values(unit.connection, former.number, converted, company_id=company_id)
        if wanted.is_unique and not (former.is_unique and not is_converted):
            repeated = await repository.find_repeated(unit.connection, former.number, company_id=company_id)
            if repeated:
                raise ValidationFailedError(errors={"unique": misfits_said(summary_of(repeated, field=former))})
        before, after = shown_in_trail(former), shown_in_trail(wanted)
        named = [name for name in {**before, **after} if before.get(name) != after.get(name)]
        await record_act(
            unit,
            AuditAction.FIELD_CHANGED,
            subject_label=former.label,
            before={name: before[name] for name in named if name in before},
            after={name: after[name] for name in named if name in after},
        )
        if not wanted.is_ready:
            unit.enqueue(fill_field_keys.task(company_id=company_id))
        await _announce(unit)
        return _record(changed)


async def archive_field(
    context: Context, request: schemas.FieldVersionRequest, *, key: str, archived: bool
) -> schemas.FieldRecord:
    """Archive a field, whose values are kept, or restore it. Repeated, it changes nothing.

    Raises FieldConflictError, TooManyFieldsError, TooManyKeysError, NotFoundError.
    """
    async with context.unit_of_work() as unit:
        fields = await _lock(unit)
        former = _checked(fields, key, version=request.version)
        if former.is_archived == archived:
            return _record(former)
        wanted = replace(former, archived_at=utc_now() if archived else None)
        if not archived:
            _refuse_too_many(wanted, fields)
        changed = await repository.change_field(unit.connection, wanted, company_id=context.company_id)
        action = AuditAction.FIELD_ARCHIVED if archived else AuditAction.FIELD_RESTORED
        await record_act(unit, action, subject_label=former.label)
        await _announce(unit)
        return _record(changed)


async def order_fields(context: Context, request: schemas.OrderFieldsRequest) -> schemas.FieldsResponse:
    """Raises FieldsConflictError: the fields have another version, or are others."""
    async with context.unit_of_work() as unit:
        numbers = {field.key: field.number for field in await _lock(unit) if not field.is_archived}
        version = await repository.read_version(unit.connection, company_id=context.company_id)
        if version != request.version or sorted(numbers) != sorted(request.keys):
            raise FieldsConflictError
        order = [numbers[key] for key in request.keys]
        await repository.store_order(unit.connection, order, company_id=context.company_id)
        await _announce(unit)
    return await list_fields(context)


async def check_field(context: Context, request: schemas.CheckFieldRequest, *, key: str) -> schemas.FieldCheck:
    """How many people's values do not fit another kind, or are those of several people. Raises NotFoundError."""
    company_id = context.company_id
    async with context.services.database.reading() as connection:
        field = _find(await repository.list_fields(connection, company_id=company_id), key)
        if request.unique:
            repeated = await repository.find_repeated(connection, field.number, company_id=company_id)
            return summary_of(repeated, field=field)
        values = await repository.count_values(connection, field.number, company_id=company_id)
    wanted = replace(field, own_kind=request.kind or field.own_kind)
    return (await in_thread(fit_values, field, wanted, values)).check


async def _lock(unit: Unit[Context]) -> list[OwnField]:
    await repository.lock_fields(unit.connection, company_id=unit.context.company_id)
    return await repository.list_fields(unit.connection, company_id=unit.context.company_id)


def _find(fields: Sequence[OwnField], key: str) -> OwnField:
    return existing(next((field for field in fields if field.key == key), None))


def _checked(fields: Sequence[OwnField], key: str, *, version: int) -> OwnField:
    """Return the field. Raises NotFoundError, FieldConflictError."""
    field = _find(fields, key)
    if field.version != version:
        raise FieldConflictError(met={"current": _record(field).model_dump(mode="json", by_alias=True)})
    return field


def _refuse_too_many(wanted: OwnField, fields: Sequence[OwnField]) -> None:
    """Raises TooManyFieldsError, TooManyKeysError."""
    live = [field for field in fields if field.number != wanted.number and not field.is_archived]
    if len(live) >= MOST_LIVE:
        raise TooManyFieldsError
    if wanted.has_keys and sum(field.has_keys for field in live) >= MOST_KEYED:
        raise TooManyKeysError


async def _convert(
    unit: Unit[Context], former: OwnField, wanted: OwnField
) -> tuple[OwnField, list[tuple[Value, Value]]]:
    """Return the field, with the choices that the values are, and each value as what it becomes.

    Raises ValidationFailedError, TooManyValuesError.
    """
    values = await repository.count_values(unit.connection, former.number, company_id=unit.context.company_id)
    if sum(people for _, people in values) > MOST_CONVERTED:
        raise TooManyValuesError
    fit = await in_thread(fit_values, former, wanted, values)
    if fit.check.misfits:
        raise ValidationFailedError(errors={"kind": misfits_said(fit.check)})
    if fit.field.own_kind.has_choices and not fit.field.options:
        raise ValidationFailedError(errors={"choices": NO_CHOICE})
    return fit.field, fit.values


async def _announce(unit: Unit[Context]) -> None:
    company_id = unit.context.company_id
    version = await repository.read_version(unit.connection, company_id=company_id)
    payload = schemas.FieldsChanged(version=version)
    unit.after_commit(partial(unit.services.publisher.publish, FIELDS_CHANGED, to=company_id, payload=payload))
