"""Change role, profile and active flag of another account: sessions and invitation follow."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from server.audit.repository import AuditAction, record
from server.database import Connection, UnitOfWork
from server.errors import ForbiddenError, ValidationFailedError
from server.identity.emails import mask_email
from server.identity.identity import Identity
from server.identity.invitation_state import Invitation
from server.identity.permission_matrix import creation_refusals, role_fits
from server.identity.position import INVALID_PROFILE, INVALID_ROLE, read_profile_name, read_role_name
from server.identity.profiles import Profile, Role
from server.services import Services
from server.sessions.end_sessions import end_user_sessions
from server.sessions.events import SessionChanged, SessionEndReason
from server.users.authority import keep_a_super_admin, lock_for_action
from server.users.change_repository import LockedUser, change_user, mark_invitation_queued
from server.users.errors import EditConflictError, SelfForbiddenError
from server.users.events import UsersChangeKind
from server.users.invite import Invite
from server.users.publish_change import announce_change
from server.users.read_user import read_record
from server.users.repository import UserRow
from server.users.schemas import UserRecord


@dataclass(frozen=True, kw_only=True)
class UserEdit:
    """As given: None leaves a field as it is. `version` is that of the record which was edited."""

    role: str | None
    profile: str | None
    is_active: bool | None
    version: int | None


@dataclass(frozen=True, kw_only=True)
class Position:
    """The fields that an edit may change."""

    role: Role
    profile: Profile | None
    is_active: bool

    @property
    def is_super_admin(self) -> bool:
        return self.profile is Profile.SUPER_ADMIN and self.is_active


async def edit_user(
    services: Services, edit: UserEdit, *, identity: Identity, user_id: UUID, address: str, invite: Invite
) -> UserRecord:
    """The account as it is now.

    Raises:
        SelfForbiddenError: it is the caller's own.
        NotFoundError: the company has no account of this id.
        ForbiddenError: the caller may not act on the old profile, or may not give the new one.
        ValidationFailedError: there is no such role or profile, or they do not fit together.
        EditConflictError: the record has been changed since it was read.
        LastSuperAdminError: the company would have none left.

    """
    if user_id == identity.user_id:
        raise SelfForbiddenError
    role, profile = _read_names(edit)
    async with services.database.unit_of_work() as unit:
        found = await lock_for_action(unit.connection, identity=identity, user_id=user_id)
        before = Position(role=found.row.role, profile=found.row.profile, is_active=found.row.is_active)
        after = Position(
            role=role or before.role,
            profile=profile or before.profile,
            is_active=before.is_active if edit.is_active is None else edit.is_active,
        )
        _refuse(edit, identity=identity, row=found.row, after=after)
        if after != before:
            await _change(services, unit, found, before=before, after=after, identity=identity)
            if after.is_active and not before.is_active and _is_uninvited(found):
                await _invite(services, unit, found, identity=identity, invite=invite)
            await _record(unit.connection, found.row, before=before, after=after, identity=identity, address=address)
        return await read_record(unit.connection, company_id=identity.company_id, user_id=user_id)


def _read_names(edit: UserEdit) -> tuple[Role | None, Profile | None]:
    role = None if edit.role is None else read_role_name(edit.role)
    profile = None if edit.profile is None else read_profile_name(edit.profile)
    errors = {}
    if role is None and edit.role is not None:
        errors["role"] = INVALID_ROLE
    if profile is None and edit.profile is not None:
        errors["profile"] = INVALID_PROFILE
    if errors:
        raise ValidationFailedError(errors=errors)
    return role, profile


def _refuse(edit: UserEdit, *, identity: Identity, row: UserRow, after: Position) -> None:
    """Refuse a forbidden edit; the caller's right to give the new profile is checked first."""
    is_new_profile = after.profile is not row.profile
    if is_new_profile and after.profile and (refusals := creation_refusals(identity.profile, after.profile)):
        raise ForbiddenError(refusals[0])
    if edit.version is not None and edit.version != row.version:
        raise EditConflictError
    # An import may have made an account of an unusual role: it can be kept, but not given.
    if (is_new_profile or after.role is not row.role) and not _fits(after):
        raise ValidationFailedError(errors={"role": INVALID_ROLE})


def _fits(after: Position) -> bool:
    if after.profile is None:
        return after.role is Role.APPLICANT
    return role_fits(after.profile, after.role)


async def _change(
    services: Services,
    unit: UnitOfWork,
    found: LockedUser,
    *,
    before: Position,
    after: Position,
    identity: Identity,
) -> None:
    company_id, user_id = identity.company_id, found.row.id
    if not after.is_super_admin:
        await keep_a_super_admin(unit.connection, company_id=company_id, leaving=found.row)
    await change_user(
        unit.connection,
        company_id=company_id,
        user_id=user_id,
        role=after.role,
        profile=after.profile,
        is_active=after.is_active,
    )
    if before.is_active and not after.is_active:
        await end_user_sessions(
            services, unit, company_id=company_id, user_id=user_id, reason=SessionEndReason.DEACTIVATED
        )
    elif (before.role, before.profile) != (after.role, after.profile):
        changed = SessionChanged(role=after.role, profile=after.profile)
        unit.after_commit(lambda: services.publisher.change_rights(user_id, changed=changed))
    announce_change(services, unit, kind=UsersChangeKind.UPDATED, identity=identity, user_id=user_id)


def _is_uninvited(found: LockedUser) -> bool:
    """An account that was created inactive is invited by being activated."""
    return found.row.invitation is Invitation.NONE and not found.has_own_password


async def _invite(
    services: Services, unit: UnitOfWork, found: LockedUser, *, identity: Identity, invite: Invite
) -> None:
    company_id, user_id = identity.company_id, found.row.id
    await mark_invitation_queued(unit.connection, company_id=company_id, user_id=user_id)
    await invite(services, unit, company_id=company_id, user_id=user_id, email=found.row.email)


async def _record(
    connection: Connection, row: UserRow, *, before: Position, after: Position, identity: Identity, address: str
) -> None:
    was, now = _shown(before), _shown(after)
    changed = [name for name in was if was[name] != now[name]]
    await record(
        connection,
        action=AuditAction.USER_EDITED,
        by=identity,
        subject_id=row.id,
        subject_label=mask_email(row.email),
        address=address,
        before={name: was[name] for name in changed},
        after={name: now[name] for name in changed},
    )


def _shown(position: Position) -> dict[str, Any]:
    profile = None if position.profile is None else position.profile.value
    return {"role": position.role.value, "profile": profile, "isActive": position.is_active}
