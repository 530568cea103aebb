"""Read one account: its record, its own pages, and what its editors see of its sessions, factors and messages."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from server.access.factors.repository import list_factors
from server.access.factors.schemas import FactorItem
from server.access.sessions.repository import list_live_sessions
from server.company.audit.list_entries import may_read_audit
from server.company.audit.record import AuditAction, record_act
from server.messaging.messages.history_repository import count_messages, list_messages
from server.people.account import schemas
from server.people.account.errors import EditConflictError
from server.people.account.people_repository import (
    UserRow,
    changes_since,
    find_batches,
    find_pending_address,
    find_user,
)
from server.people.account.photo_repository import find_photo_id
from server.people.applications.repository import find_unaccepted
from server.people.fields.read_fields import read_fields
from server.people.fields.schemas import RevealedValue
from server.people.fields.visible import open_fields, open_to, open_to_owner, read_values
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError, existing
from server.platform.process.clock import utc_now
from server.platform.schemas import PageQuery
from server.platform.services import Context
from server.vocabulary.birth_dates import usual_order
from server.vocabulary.duties import acts_of
from server.vocabulary.identifiers import mask_label
from server.vocabulary.identity import Actor
from server.vocabulary.own_fields import Shown
from server.vocabulary.profiles import PROFILE_LEVELS, covers, creatable_by, dashboard_of, level_of


async def read_records(
    connection: Connection, users: Sequence[UserRow], *, context: Context
) -> list[schemas.UserRecord]:
    """Return accounts as the caller sees them, who may view people."""
    company_id, user_ids = context.company_id, [user.id for user in users]
    shown = await open_fields(connection, context)
    own = await read_values(connection, user_ids, company_id=company_id, fields=shown)
    found = await find_batches(connection, company_id=company_id, user_ids=user_ids)
    batches = {
        user_id: [schemas.BatchName(id=batch_id, name=name) for batch_id, name in each.items()]
        for user_id, each in found.items()
    }
    # An accepted applicant has a profile.
    applicants = [user.id for user in users if user.profile is None]
    applied = await find_unaccepted(connection, applicants, company_id=company_id) if applicants else {}
    return [
        schemas.UserRecord.model_validate(
            {
                **vars(user),
                **user.values,
                "batches": batches.get(user.id, []),
                "application": applied.get(user.id),
                "fields": own.get(user.id, {}),
            }
        )
        for user in users
    ]


async def get_user(context: Context, user_id: UUID) -> schemas.PersonRecord:
    """Raises NotFoundError: the company has no account of this id."""
    owner = {"company_id": context.company_id, "user_id": user_id}
    async with context.services.database.reading() as connection:
        record = await read_record(connection, user_id, context=context)
        return schemas.PersonRecord(
            **dict(record),
            photo_id=await find_photo_id(connection, **owner),
            pending_email_sent_to=await find_pending_address(connection, **owner),
        )


async def read_record(connection: Connection, user_id: UUID, *, context: Context) -> schemas.UserRecord:
    """Raises NotFoundError: the company has no account of this id."""
    row = existing(await find_user(connection, company_id=context.company_id, user_id=user_id))
    return (await read_records(connection, [row], context=context))[0]


async def read_profile(context: Context, *, edited: Actor | None = None) -> schemas.ProfileResponse:
    """The session check has read everything already but the company's own fields; `edited` is the caller as of now."""
    actor = edited or context.actor
    permissions = sorted(actor.permissions)
    creatable = sorted(creatable_by(actor.profile), key=PROFILE_LEVELS.__getitem__, reverse=True)
    return schemas.ProfileResponse.model_validate(
        {
            **vars(actor),
            "sign_in_name": actor.sign_in_name,
            "profile_id": actor.profile,
            "profile_level": level_of(actor.profile),
            "redirect_to": dashboard_of(actor.profile),
            "authorities": permissions,
            "permissions": permissions,
            "acts": acts_of(actor.profile),
            "creatable_profiles": creatable,
            "date_order": usual_order(actor.region),
            "fields": await _read_own(context) if actor.fields_version else {},
            "expires_at": context.session.expires_at,
            "server_time": utc_now(),
        }
    )


async def _read_own(context: Context) -> dict[str, Shown]:
    """Return the caller's own details that are open to them."""
    company_id, user_id = context.company_id, context.user_id
    async with context.services.database.reading() as connection:
        fields = open_to_owner(await read_fields(connection, context.services, company_id=company_id))
        own = await read_values(connection, [user_id], company_id=company_id, fields=fields, reveals=True)
    return own.get(user_id, {})


async def reveal_value(context: Context, user_id: UUID, *, key: str) -> RevealedValue:
    """Show a sensitive value of a person; that it was shown is recorded.

    Raises NotFoundError: the company has no such person, or no field of this key that is open to the caller.
    """
    company_id = context.company_id
    async with context.unit_of_work() as unit:
        shown = await open_fields(unit.connection, context)
        field = existing(next((each for each in shown if each.key == key), None))
        user = existing(await find_user(unit.connection, company_id=company_id, user_id=user_id))
        found = await read_values(unit.connection, [user_id], company_id=company_id, fields=[field], reveals=True)
        label = mask_label(user.label)
        await record_act(
            unit, AuditAction.FIELD_REVEALED, subject_id=user_id, subject_label=label, after={"field": field.label}
        )
    return RevealedValue(user_id=user_id, key=key, value=found.get(user_id, {}).get(key))


async def list_user_sessions(context: Context, user_id: UUID) -> schemas.UserSessions:
    """The live sessions of an account, the last used first. Addresses are shown to readers of the audit trail alone.

    Raises ForbiddenError: it is not the caller's own, and the caller's profile does not cover theirs; also
    NotFoundError.
    """
    async with context.services.database.reading() as connection:
        await refuse_uncovered(connection, actor=context.actor, user_id=user_id, or_own=True)
        found = await list_live_sessions(connection, company_id=context.company_id, user_id=user_id)
    shows_address = may_read_audit(context.actor.profile)
    hidden = {} if shows_address else {"address": None}
    return schemas.UserSessions(sessions=[schemas.UserSession(**dict(each) | hidden) for each in found])


async def list_user_messages(context: Context, user_id: UUID, *, query: PageQuery) -> schemas.MessagePage:
    """What was sent to an account, the newest first. Raises as list_user_sessions does."""
    owner = {"company_id": context.company_id, "user_id": user_id}
    async with context.services.database.reading() as connection:
        await refuse_uncovered(connection, actor=context.actor, user_id=user_id, or_own=True)
        found = await list_messages(connection, **owner, offset=query.offset, limit=query.page_size)
        total = await count_messages(connection, **owner)
    return schemas.MessagePage.of(query, found, total=total)


async def list_person_factors(context: Context, user_id: UUID) -> list[FactorItem]:
    """The second factors of an account, the oldest first. Raises as refuse_uncovered does."""
    async with context.services.database.reading() as connection:
        await refuse_uncovered(connection, actor=context.actor, user_id=user_id)
        return await list_factors(connection, company_id=context.company_id, user_id=user_id)


async def refuse_uncovered(connection: Connection, *, actor: Actor, user_id: UUID, or_own: bool = False) -> None:
    """Check that the caller may act on an account, or read more of it than the list shows.

    Raises ForbiddenError: the caller's profile does not cover theirs, and with `or_own` it is not the caller's own;
    also NotFoundError.
    """
    user = existing(await find_user(connection, company_id=actor.company_id, user_id=user_id))
    if not (covers(actor.profile, user.profile) or (or_own and user_id == actor.user_id)):
        raise ForbiddenError


async def edit_conflict(connection: Connection, user_id: UUID, *, context: Context, since: int) -> EditConflictError:
    """`since` is the version that was edited. A field that has its former value again has not changed."""
    company_id = context.company_id
    current = await read_record(connection, user_id, context=context)
    past = await changes_since(connection, company_id=company_id, user_id=user_id, since=since)
    now = current.model_dump(mode="json", by_alias=True)
    fields = await read_fields(connection, context.services, company_id=company_id)
    own = {field.name: field for field in open_to(fields, context.actor.profile)}
    now |= {name: field.in_words(now["fields"].get(field.key)) for name, field in own.items()}
    before: dict[str, Any] = {}
    for change in past:
        # The trail has own fields by their names, an import by their slots.
        before = {**change.before, **fields.told(change.before), **before}
    last = past[-1] if past else None
    met = schemas.EditConflict(
        current=current,
        changed_by=None if last is None else schemas.person_of(last.actor_id, last.actor_name),
        changed_at=None if last is None else last.changed_at,
        changes=[
            schemas.FieldChange(field=name, before=value, after=now[name])
            for name, value in before.items()
            if name in now and value != now[name]
        ],
    )
    return EditConflictError(met=met.model_dump(mode="json", by_alias=True))
