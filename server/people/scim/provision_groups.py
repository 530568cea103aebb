"""Batches as groups of a directory: their names are changed as on the page of batches, their people all at once."""

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

import asyncpg
import scim2_models as scim
from scim2_models import Context as Use

from server.company.audit.record import AuditAction, Subject, record_many
from server.people.account.account_rules import Editor
from server.people.batches.change_batches import (
    BatchesChangeKind,
    add_people,
    announce_batches,
    change_batch,
    create_batch,
)
from server.people.batches.repository import remove_members
from server.people.batches.schemas import ChangeBatchRequest, CreateBatchRequest
from server.people.scim import repository
from server.people.scim.answers import ScimAnswer, base_of, dump, listed, refuse_stale, shown
from server.people.scim.filter_repository import OF_GROUPS, FilteredBy, refuse_long, select
from server.people.scim.provision_people import TAKEN, Given, checked_external_id, refuse_large
from server.people.scim.repository import KnownGroup
from server.people.scim.resources import POLICY, BatchGroup
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError, NotFoundError
from server.platform.http.idempotency.repository import IdempotentCall
from server.platform.services import Beside, Context, Unit
from server.vocabulary.identifiers import mask_label
from server.vocabulary.profiles import Permission, covers
from server.vocabulary.visible_text import fold_name, tidy

Op = scim.PatchOperation.Op
# An answer has no more members: a list of them can not be paged.
MOST_MEMBERS: Final = 20_000
# A PATCH has no more operations on anything else.
MOST_OTHERS: Final = 100
TOO_MANY: Final = f"The answer would have more than {MOST_MEMBERS:,} members: ask with excludedAttributes=members"
NOT_COVERED: Final = "Your profile may not change the batches of one of these people"
NO_SUCH_PEOPLE: Final = "There is no person with one of these ids"
BY_VALUE: Final = "Members are named by their value alone, each for itself"
_is_one: Final = re.compile(r'members\[\s*value\s+eq\s+"([^"]*)"\s*\]', re.IGNORECASE).fullmatch


class _Wanted(NamedTuple):
    """What a request makes of a group: members are added, removed or replaced step by step."""

    name: str
    external_id: str | None
    steps: Sequence[tuple[Op, frozenset[UUID]]] = ()

    def taking(self, body: Given, *, use: Use, op: Op = Op.replace_) -> "_Wanted":
        """Take what is given of a group; no others are its members then, unless they are added.

        Members are many: they are read here, because the library takes its time with each.
        """
        rest = {key: value for key, value in body.items() if key.lower() != "members"}
        given = BatchGroup.model_validate(rest, scim_ctx=use, scim_policy=POLICY)
        members = [value for key, value in body.items() if key.lower() == "members"]
        return _Wanted(
            (given.display_name or "") if "display_name" in given.model_fields_set else self.name,
            given.external_id if "external_id" in given.model_fields_set else self.external_id,
            [*self.steps, *((op, _ids(each)) for each in members)],
        )


async def list_groups(context: Context, given: Given) -> ScimAnswer:
    """Raises scim2_models.SCIMException, pydantic.ValidationError: the query is none, or asks for too many members."""
    refuse_long(given)
    asked = scim.SearchRequest[BatchGroup].model_validate(given, scim_policy=POLICY)
    selection = select(asked, BatchGroup, OF_GROUPS)
    async with context.services.searches.hold(context.company_id), context.services.database.reading() as connection:
        found = await repository.list_groups(connection, selection, company_id=context.company_id)
        total = len(found)
        if not selection.is_whole(total):
            total = await repository.count_groups(connection, selection, company_id=context.company_id)
        return listed(await _dumped(connection, context, found, asked=asked), total=total, asked=asked)


async def get_group(context: Context, batch_id: UUID, given: Given, *, status: int = 200) -> ScimAnswer:
    """Raises NotFoundError: there is no such batch, or it is archived; also what list_groups raises."""
    asked = scim.ResponseParameters[BatchGroup].model_validate(given, scim_policy=POLICY)
    async with context.services.database.reading() as connection:
        found = await _find(connection, context, batch_id)
        [body] = await _dumped(connection, context, [found], asked=asked)
    return shown(_resource(context, found), status=status)._replace(body=body)


async def create_group(
    context: Context, body: Given, given: Given, *, call: IdempotentCall | None = None
) -> ScimAnswer:
    """Make a batch, or restore the archived one of this name.

    Raises what create_batch and change_batch do; ForbiddenError, scim2_models.SCIMException, pydantic.ValidationError.
    """
    wanted = _Wanted("", None).taking(body, use=Use.RESOURCE_CREATION_REQUEST)
    request = CreateBatchRequest(name=wanted.name)
    async with context.services.database.reading() as connection:
        folded = fold_name(wanted.name)
        archived = await repository.find_archived(connection, company_id=context.company_id, folded_name=folded)
    if archived is None:
        beside = _writing(context, wanted if any(ids for _, ids in wanted.steps) else wanted._replace(steps=()))
        batch_id = (await create_batch(context, request, call=call, beside=beside)).id
    else:
        wanted = wanted._replace(steps=[(Op.replace_, frozenset()), *wanted.steps])
        restored, beside = ChangeBatchRequest(name=wanted.name, archived=False), _writing(context, wanted)
        batch_id = (await change_batch(context, restored, batch_id=archived, beside=beside)).id
    return await get_group(context, batch_id, given, status=201)


async def change_group(
    context: Context, batch_id: UUID, body: Given, *, given: Given, expected: str | None, is_patch: bool
) -> ScimAnswer:
    """Rename a batch and change its people, all or nothing. Raises what create_group does, and NotFoundError.

    A PATCH is answered without the members, which may be many.
    """
    async with context.services.database.reading() as connection:
        found = await _find(connection, context, batch_id)
    refuse_stale(expected, _resource(context, found))
    wanted = _Wanted(found.name, found.external_id)
    if is_patch:
        for operation in _operations(body):
            wanted = _after(wanted, operation)
    else:
        wanted = wanted.taking(body, use=Use.RESOURCE_REPLACEMENT_REQUEST)
    request = ChangeBatchRequest(name=wanted.name, version=None if expected is None else found.version)
    await change_batch(context, request, batch_id=batch_id, beside=_writing(context, wanted, known=found))
    return ScimAnswer(204) if is_patch else await get_group(context, batch_id, given)


async def remove_group(context: Context, batch_id: UUID, *, expected: str | None) -> ScimAnswer:
    """Archive a batch: it keeps its people and its past. Raises NotFoundError, and what change_batch does."""
    async with context.services.database.reading() as connection:
        found = await _find(connection, context, batch_id)
    refuse_stale(expected, _resource(context, found))
    request = ChangeBatchRequest(archived=True, version=None if expected is None else found.version)
    beside = _writing(context, _Wanted(found.name, None), known=found)
    await change_batch(context, request, batch_id=batch_id, beside=beside)
    return ScimAnswer(204)


def _operations(body: Given) -> list[dict[str, Any]]:
    """Return the operations of a PATCH by names in lower case. Raises scim2_models.InvalidValueException."""
    named = {key.lower(): value for key, value in body.items()}
    operations = named.get("operations")
    if not isinstance(operations, list) or not operations or not all(isinstance(each, dict) for each in operations):
        raise scim.InvalidValueException(detail="Operations holds one or more operations")
    read = [{key.lower(): value for key, value in each.items()} for each in operations]
    if sum(not _is_on_members(each) for each in read) > MOST_OTHERS:
        raise scim.PayloadTooLargeException
    return read


def _is_on_members(operation: dict[str, Any]) -> bool:
    return str(operation.get("path") or "").lower().startswith("members")


def _after(wanted: _Wanted, operation: dict[str, Any]) -> _Wanted:
    """Note one operation; those on members are read here, the others by the library."""
    path, value = str(operation.get("path") or ""), operation.get("value")
    if not _is_on_members(operation):
        refuse_large(operation if path else {**operation, "value": None})
        patch = {"Operations": [operation]}
        scim.PatchOp[BatchGroup].model_validate(patch, scim_ctx=Use.RESOURCE_PATCH_REQUEST, scim_policy=POLICY)
        op = Op(operation["op"].lower())
        given = value if not path else {path.rpartition(":")[2]: None if op is Op.remove else value}
        return wanted.taking(given if isinstance(given, dict) else {}, use=Use.RESOURCE_PATCH_REQUEST, op=op)
    try:
        op = Op(str(operation.get("op")).lower())
    except ValueError:
        raise scim.InvalidValueException(detail="An operation adds, removes or replaces") from None
    if path.lower() != "members":
        one = _is_one(path[:200])
        if one is None or op is not Op.remove:
            raise scim.InvalidFilterException(detail=BY_VALUE)
        return wanted._replace(steps=[*wanted.steps, (op, _ids([{"value": one[1]}]))])
    # A removal without a value removes all members.
    op = Op.replace_ if op is Op.remove and value is None else op
    return wanted._replace(steps=[*wanted.steps, (op, _ids(value))])


def _ids(given: object) -> frozenset[UUID]:
    """Return the ids of members as they are sent. Raises scim2_models.InvalidValueException."""
    members: list[Any] = given if isinstance(given, list) else [] if given is None else [given]
    try:
        return frozenset({UUID(str(each["value"])) for each in members})
    except (ValueError, KeyError, TypeError):
        raise scim.InvalidValueException(detail=NO_SUCH_PEOPLE) from None


def _writing(context: Context, wanted: _Wanted, *, known: KnownGroup | None = None) -> Beside:
    former = None if known is None else known.external_id
    external_id = None if wanted.external_id is None else checked_external_id(wanted.external_id)
    if wanted.steps and not context.actor.may(Permission.USER_EDIT):
        raise ForbiddenError

    async def write(unit: Unit[Context], batch_id: UUID) -> None:
        owner = {"company_id": unit.context.company_id, "batch_id": batch_id}
        if external_id != former:
            try:
                async with unit.connection.transaction():
                    await repository.keep_group(unit.connection, **owner, external_id=external_id)
            except asyncpg.UniqueViolationError:
                raise scim.UniquenessException(detail=TAKEN) from None
        if wanted.steps:
            await _change_members(unit, batch_id, wanted)

    return write


async def _change_members(unit: Unit[Context], batch_id: UUID, wanted: _Wanted) -> None:
    """Raises ForbiddenError: the caller's profile does not cover one of those who come or go."""
    connection, company_id, name = unit.connection, unit.context.company_id, tidy(wanted.name)
    rows = await repository.list_members(connection, [batch_id], company_id=company_id, limit=None)
    present = {user_id for _, user_id in rows}
    members = set(present)
    for op, named in wanted.steps:
        if op is Op.replace_:
            members.clear()
        (members.difference_update if op is Op.remove else members.update)(named)
    coming, going = members - present, present - members
    people = await repository.find_people(connection, sorted(coming | going), company_id=company_id)
    if len(people) < len(coming | going):
        raise scim.InvalidValueException(detail=NO_SUCH_PEOPLE)
    if not all(covers(unit.context.actor.profile, each.profile) for each in people):
        raise ForbiddenError(NOT_COVERED)
    of_batch: dict[str, Any] = {"company_id": company_id, "batch_id": batch_id}
    added = await add_people(connection, sorted(coming), **of_batch) if coming else []
    removed = await remove_members(connection, sorted(going), **of_batch, left_by=unit.context.user_id)
    by = Editor.of(unit.context.actor, address=unit.address)
    for ids, action, before, after in (
        (set(added), AuditAction.USER_ADDED_TO_BATCH, None, name),
        (set(removed), AuditAction.USER_REMOVED_FROM_BATCH, name, None),
    ):
        entries = [
            Subject(id=each.id, label=mask_label(each.label), before={"batch": before}, after={"batch": after})
            for each in people
            if each.id in ids
        ]
        if entries:
            await record_many(connection, entries, action=action, by=by)
    if added or removed:
        announce_batches(unit, company_id=company_id, kind=BatchesChangeKind.MEMBERS, ids=[batch_id])


async def _find(connection: Connection, context: Context, batch_id: UUID) -> KnownGroup:
    """Raises NotFoundError."""
    one = FilteredBy("b.id = :batch_id", {"batch_id": batch_id}, "b.id")
    found = await repository.list_groups(connection, one, company_id=context.company_id)
    if not found:
        raise NotFoundError
    return found[0]


def _resource(context: Context, found: KnownGroup) -> BatchGroup:
    changed = "" if found.last is None else f"{found.last.timestamp():.6f}"
    meta = scim.Meta(
        resource_type="Group",
        created=found.created_at,
        location=f"{base_of(context)}/Groups/{found.id}",
        version=f'W/"{found.version}-{found.people}-{changed}"',
    )
    return BatchGroup(id=str(found.id), external_id=found.external_id, display_name=found.name, meta=meta)


async def _dumped(
    connection: Connection, context: Context, found: list[KnownGroup], *, asked: scim.ResponseParameters[Any]
) -> list[dict[str, Any]]:
    """Return groups as they are sent. Members are no models: they may be many. Raises TooManyException."""
    bodies = {each.id: dump(_resource(context, each), asked) for each in found}
    chosen, left_out = (
        {str(path).lower().rpartition(":")[2].partition(".")[0] for path in paths or ()}
        for paths in (asked.attributes, asked.excluded_attributes)
    )
    if "members" in left_out or (chosen and "members" not in chosen):
        return list(bodies.values())
    company_id, base = context.company_id, base_of(context)
    rows = await repository.list_members(connection, list(bodies), company_id=company_id, limit=MOST_MEMBERS + 1)
    if len(rows) > MOST_MEMBERS:
        raise scim.TooManyException(detail=TOO_MANY)
    for batch_id, user_id in rows:
        member = {"value": str(user_id), "$ref": f"{base}/Users/{user_id}", "type": "User"}
        bodies[batch_id].setdefault("members", []).append(member)
    return list(bodies.values())
