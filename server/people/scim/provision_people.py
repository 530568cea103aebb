"""People as a directory has them: found, added, changed and removed by the use cases of every other caller."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

import asyncpg
import scim2_models as scim
from scim2_models import Context as Use

from server.access.sso.repository import find_connection_of_domain
from server.company.audit.record import AuditAction, record_act
from server.people.account.people_repository import raise_version
from server.people.account.schemas import ProvisionedEdit, ProvisionRequest
from server.people.edit.edit_user import create_user, edit_user
from server.people.fields.visible import read_values
from server.people.scim import repository
from server.people.scim.answers import ScimAnswer, base_of, listed, refuse_stale, shown
from server.people.scim.filter_repository import OF_PEOPLE, FilteredBy, refuse_long, select
from server.people.scim.person_resource import merge, resource_of, wanted_of
from server.people.scim.repository import KnownPerson
from server.people.scim.resources import POLICY, Service, User, read_service
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError, NotFoundError
from server.platform.http.idempotency.repository import IdempotentCall
from server.platform.schemas import refuse_control_characters
from server.platform.services import Beside, Context, Unit
from server.vocabulary.emails import normalize_email
from server.vocabulary.field_kinds import domain_of
from server.vocabulary.identifiers import mask_label
from server.vocabulary.profiles import Permission, Profile

LONGEST_EXTERNAL_ID: Final = 200
NEW_PROFILE: Final = Profile.TRAINEE
NO_EXTERNAL_ID: Final = f"An externalId has 1 to {LONGEST_EXTERNAL_ID} characters, none of them invisible"
NO_USER_NAME: Final = "A userName holds no invisible characters"
TAKEN: Final = "Another resource has this externalId"

Given = Mapping[str, Any]

# A person with all that a company may ask of one has fewer parts; each operation of a PATCH has four.
MOST_PARTS: Final = 600


def refuse_large(body: object) -> None:
    """Refuse a message that would be read for long. Raises scim2_models.PayloadTooLargeException."""
    left, parts = [body], 0
    while left:
        each = left.pop()
        parts += 1
        if parts > MOST_PARTS:
            raise scim.PayloadTooLargeException
        left += each.values() if isinstance(each, dict) else each if isinstance(each, list) else ()


async def list_people(context: Context, given: Given) -> ScimAnswer:
    """Raises scim2_models.SCIMException, pydantic.ValidationError: the query is none."""
    refuse_long(given)
    async with context.services.searches.hold(context.company_id), context.services.database.reading() as connection:
        service = await read_service(connection, context)
        asked = service.generics["search"].model_validate(given, scim_policy=POLICY)
        selection = select(asked, service.user, OF_PEOPLE)
        found = await repository.list_people(connection, selection, company_id=context.company_id)
        total = len(found)
        if not selection.is_whole(total):
            total = await repository.count_people(connection, selection, company_id=context.company_id)
        return listed(await _read(connection, context, service, found=found), total=total, asked=asked)


async def get_person(context: Context, user_id: UUID, given: Given, *, status: int = 200) -> ScimAnswer:
    """Raises NotFoundError: the directory sees no such person; also pydantic.ValidationError."""
    async with context.services.database.reading() as connection:
        service, _, person = await _find(connection, context, user_id)
    return shown(person, service.generics["asked"].model_validate(given, scim_policy=POLICY), status=status)


async def create_person(
    context: Context, body: Given, given: Given, *, call: IdempotentCall | None = None
) -> ScimAnswer:
    """Add a person, or take one who was removed back into the directory's view.

    Raises what create_user and edit_user do; scim2_models.SCIMException, pydantic.ValidationError.
    """
    refuse_large(body)
    async with context.services.database.reading() as connection:
        service = await read_service(connection, context)
        new = service.user.model_validate(body, scim_ctx=Use.RESOURCE_CREATION_REQUEST, scim_policy=POLICY)
        name = _storable(str(new.user_name).strip(), otherwise=NO_USER_NAME)
        names = [name, name.upper(), normalize_email(name) or name.lower()]
        removed = await repository.find_removed(connection, company_id=context.company_id, names=names)
        before = service.user()
        if removed is None:
            new.user_type = new.user_type or NEW_PROFILE.value
        else:
            before = (await _find(connection, context, removed, sees_removed=True))[-1]
        if new.active is None:
            new.active = True
        wanted = wanted_of(service, before, _over(before, new))
        invites = not await _signs_in_elsewhere(connection, context, name)
    beside = _keeping(new.external_id)
    if removed is None:
        form = ProvisionRequest(**wanted)
        user_id = (await create_user(context, form, call=call, beside=beside, invites=invites)).id
    else:
        if not context.actor.may(Permission.USER_EDIT):
            raise ForbiddenError
        edit = ProvisionedEdit(**wanted)
        user_id = (await edit_user(context, edit, user_id=removed, beside=beside, invites=invites)).id
    return await get_person(context, user_id, given, status=201)


async def change_person(
    context: Context, user_id: UUID, body: Given, *, given: Given, expected: str | None, is_patch: bool
) -> ScimAnswer:
    """Do the operations of a PATCH, all or none, or give a person what a PUT has: what that leaves out stays.

    Raises what edit_user does; scim2_models.SCIMException, pydantic.ValidationError.
    """
    refuse_large(body)
    async with context.services.database.reading() as connection:
        service, known, before = await _find(connection, context, user_id)
        invites = not await _signs_in_elsewhere(connection, context, known.row.email)
    if is_patch:
        use, after = Use.RESOURCE_PATCH_REQUEST, before.model_copy(deep=True)
        service.generics["patch"].model_validate(body, scim_ctx=use, scim_policy=POLICY).patch(after, POLICY)
    else:
        use = Use.RESOURCE_REPLACEMENT_REQUEST
        after = _over(before, service.user.model_validate(body, scim_ctx=use, scim_policy=POLICY))
    refuse_stale(expected, before)
    wanted, beside = wanted_of(service, before, after), None
    if after.external_id != known.external_id:
        beside = _keeping(after.external_id, known=known, is_alone=not wanted)
    if wanted or beside is not None:
        edit = ProvisionedEdit(**wanted, version=None if expected is None else known.row.version)
        await edit_user(context, edit, user_id=user_id, beside=beside, invites=invites)
    return await get_person(context, user_id, given)


async def remove_person(context: Context, user_id: UUID, *, expected: str | None) -> ScimAnswer:
    """Deactivate a person, and take them out of the directory's view: they stay one of the company's people.

    Raises what edit_user does; scim2_models.PreconditionFailedException.
    """
    async with context.services.database.reading() as connection:
        _, known, before = await _find(connection, context, user_id)
    refuse_stale(expected, before)
    edit = ProvisionedEdit.model_validate({"isActive": False, "version": known.row.version if expected else None})
    await edit_user(context, edit, user_id=user_id, beside=_keeping(None, known=known, is_removed=True))
    return ScimAnswer(status=204)


def _over(before: User[Any], given: User[Any]) -> User[Any]:
    after = before.model_copy(deep=True)
    merge(after, given)
    return after


async def _find(
    connection: Connection, context: Context, user_id: UUID, *, sees_removed: bool = False
) -> tuple[Service, KnownPerson, User[Any]]:
    """Raises NotFoundError."""
    service = await read_service(connection, context)
    one = FilteredBy("u.id = :user_id", {"user_id": user_id}, "u.id")
    found = await repository.list_people(connection, one, company_id=context.company_id, sees_removed=sees_removed)
    if not found:
        raise NotFoundError
    return service, found[0], (await _read(connection, context, service, found=found))[0]


async def _read(
    connection: Connection, context: Context, service: Service, *, found: Sequence[KnownPerson]
) -> list[User[Any]]:
    """Return people as resources: a query for the batches of all, and one for their own fields."""
    company_id, user_ids = context.company_id, [each.row.id for each in found]
    groups = await repository.find_groups_of(connection, user_ids, company_id=company_id)
    own = await read_values(connection, user_ids, company_id=company_id, fields=service.shown)
    return [
        resource_of(
            service, each, base=base_of(context), groups=groups.get(each.row.id, {}), own=own.get(each.row.id, {})
        )
        for each in found
    ]


def checked_external_id(typed: str) -> str:
    """Raises scim2_models.InvalidValueException."""
    if not 0 < len(typed) <= LONGEST_EXTERNAL_ID:
        raise scim.InvalidValueException(detail=NO_EXTERNAL_ID)
    return _storable(typed, otherwise=NO_EXTERNAL_ID)


def _storable(typed: str, *, otherwise: str) -> str:
    """Raises scim2_models.InvalidValueException: Postgres takes no such text."""
    try:
        return refuse_control_characters(typed)
    except ValueError:
        raise scim.InvalidValueException(detail=otherwise) from None


def _keeping(
    external_id: str | None, *, known: KnownPerson | None = None, is_removed: bool = False, is_alone: bool = False
) -> Beside:
    """Keep what the directory calls the person; `is_alone` where nothing of the account changes beside it."""
    kept = None if external_id is None else checked_external_id(external_id)

    async def keep(unit: Unit[Context], user_id: UUID) -> None:
        owner = {"company_id": unit.context.company_id, "user_id": user_id}
        try:
            async with unit.connection.transaction():
                await repository.keep_person(unit.connection, **owner, external_id=kept, is_removed=is_removed)
        except asyncpg.UniqueViolationError:
            raise scim.UniquenessException(detail=TAKEN) from None
        version = await raise_version(unit.connection, **owner) if is_alone else {}
        if known is not None:
            await record_act(
                unit,
                AuditAction.USER_EDITED,
                subject_id=user_id,
                subject_label=mask_label(known.row.label),
                subject_version=version.get(user_id),
                before={"externalId": known.external_id, "inDirectory": True},
                after={"externalId": kept, "inDirectory": not is_removed},
            )

    return keep


async def _signs_in_elsewhere(connection: Connection, context: Context, email: str | None) -> bool:
    """Whether the company's own provider signs this person in: an invitation with a password would mislead them."""
    normalized = normalize_email(email or "")
    if normalized is None:
        return False
    found = await find_connection_of_domain(connection, domain=domain_of(normalized))
    return found is not None and found.company_id == context.company_id
