"""Read one account: its record, its own pages, and what its editors see of its sessions, factors and messages."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from server.access.factors.repository import list_factors
from server.access.factors.schemas import FactorItem
from server.access.sessions.repository import list_live_sessions
from server.company.audit.list_entries import may_read_audit
from server.messaging.messages.history_repository import count_messages, list_messages
from server.people.account import schemas
from server.people.account.errors import EditConflictError
from server.people.account.people_repository import UserRow, changes_since, find_batches, find_user
from server.people.applications.repository import find_unaccepted
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError, existing
from server.platform.process.clock import utc_now
from server.platform.schemas import PageQuery
from server.platform.services import Context
from server.vocabulary.birth_dates import usual_order
from server.vocabulary.duties import acts_of
from server.vocabulary.identity import Actor, Session
from server.vocabulary.profiles import PROFILE_LEVELS, covers, creatable_by, dashboard_of, level_of


async def read_records(
    connection: Connection, users: Sequence[UserRow], *, company_id: UUID
) -> list[schemas.UserRecord]:
    found = await find_batches(connection, company_id=company_id, user_ids=[user.id for user in users])
    batches = {
        user_id: [schemas.BatchName(id=batch_id, name=name) for batch_id, name in each.items()]
        for user_id, each in found.items()
    }
    # An accepted applicant has a profile.
    applicants = [user.id for user in users if user.profile is None]
    applied = await find_unaccepted(connection, applicants, company_id=company_id) if applicants else {}
    return [
        schemas.UserRecord.model_validate(
            {**vars(user), **user.values, "batches": batches.get(user.id, []), "application": applied.get(user.id)}
        )
        for user in users
    ]


async def get_user(context: Context, user_id: UUID) -> schemas.UserRecord:
    """Raises NotFoundError: the company has no account of this id."""
    async with context.services.database.reading() as connection:
        return await read_record(connection, company_id=context.company_id, user_id=user_id)


async def read_record(connection: Connection, *, company_id: UUID, user_id: UUID) -> schemas.UserRecord:
    """Raises NotFoundError: the company has no account of this id."""
    row = existing(await find_user(connection, company_id=company_id, user_id=user_id))
    return (await read_records(connection, [row], company_id=company_id))[0]


def read_profile(actor: Actor, session: Session) -> schemas.ProfileResponse:
    """The session check has read everything already: no further query."""
    permissions = sorted(actor.permissions)
    creatable = sorted(creatable_by(actor.profile), key=PROFILE_LEVELS.__getitem__, reverse=True)
    return schemas.ProfileResponse.model_validate(
        {
            **vars(actor),
            "profile_id": actor.profile,
            "profile_level": level_of(actor.profile),
            "redirect_to": dashboard_of(actor.profile),
            "authorities": permissions,
            "permissions": permissions,
            "acts": acts_of(actor.profile),
            "creatable_profiles": creatable,
            "date_order": usual_order(actor.region),
            "expires_at": session.expires_at,
            "server_time": utc_now(),
        }
    )


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


async def edit_conflict(connection: Connection, *, company_id: UUID, user_id: UUID, since: int) -> EditConflictError:
    """`since` is the version that was edited. A field that has its former value again has not changed."""
    current = await read_record(connection, company_id=company_id, user_id=user_id)
    past = await changes_since(connection, company_id=company_id, user_id=user_id, since=since)
    now = current.model_dump(mode="json", by_alias=True)
    before: dict[str, Any] = {}
    for change in past:
        before = {**change.before, **before}
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
