"""What a job is to do, its states, whether it concerns a person, and why undoing it leaves a person as they are.

The dry run asks for groups of people who are alike, each chunk for locked accounts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Any, Final, NamedTuple
from uuid import UUID

from server.people.account.account_rules import (
    ACCOUNT,
    Account,
    Change,
    Editor,
    Refusal,
    change_of,
    profile_of,
    refuse_acting,
    refuse_change,
)
from server.people.account.errors import HAS_SIGNED_IN, IS_INACTIVE
from server.people.fields.judge_values import judge_values
from server.people.fields.visible import edited_by
from server.people.stages.schemas import HAS_NO_WAY
from server.platform.errors import ConflictError, ForbiddenError, TooManyRequestsError
from server.platform.process.open_enum import OpenEnum
from server.vocabulary.duties import Act, Reach, reach_of
from server.vocabulary.field_kinds import Value
from server.vocabulary.fields import FieldSet
from server.vocabulary.invitation_state import Invitation
from server.vocabulary.own_fields import OwnField, own_of
from server.vocabulary.profiles import Permission, Profile, Role, covers, permissions_of


class BulkAction(OpenEnum):
    """SET changes profile, role, work location, and the company's own fields."""

    SET = "set"
    ACTIVATE = "activate"
    DEACTIVATE = "deactivate"
    DELETE = "delete"
    INVITE = "invite"
    SIGN_OUT = "sign-out"
    ADD_TO_BATCH = "add-to-batch"
    REMOVE_FROM_BATCH = "remove-from-batch"
    MOVE_STAGE = "move-stage"
    ANNOUNCE = "announce"


class BulkState(OpenEnum):
    PROCESSING = "processing"
    COMPLETED = "completed"
    CANCELLED = "cancelled"
    UNDOING = "undoing"
    UNDONE = "undone"


class BulkRowStatus(OpenEnum):
    """WAITING has not been tried; where the job was cancelled it never is."""

    WAITING = "waiting"
    DONE = "done"
    UNCHANGED = "unchanged"
    FAILED = "failed"
    UNDONE = "undone"


class BulkRowFilter(StrEnum):
    DONE = "done"
    UNCHANGED = "unchanged"
    FAILED = "failed"
    UNDONE = "undone"


OF_BATCHES: Final = frozenset({BulkAction.ADD_TO_BATCH, BulkAction.REMOVE_FROM_BATCH})
OF_PLACES: Final = OF_BATCHES | {BulkAction.MOVE_STAGE}
REMOVALS: Final = frozenset({BulkAction.DEACTIVATE, BulkAction.DELETE})
# The list of people shows nothing of sessions and messages.
UNSEEN: Final = frozenset({BulkAction.SIGN_OUT, BulkAction.ANNOUNCE})
# A password that was sent, a session that has ended and an account that is gone do not come back.
UNDOABLE: Final = frozenset({BulkAction.SET, BulkAction.ACTIVATE, BulkAction.DEACTIVATE}) | OF_PLACES


def permission_of(action: BulkAction) -> Permission:
    """The permission that the action needs; which people it may concern is decided by the matrix, person by person."""
    if action is BulkAction.DELETE:
        return Permission.USER_DELETE
    return Permission.USER_CREATE if action in OF_BATCHES else Permission.USER_EDIT


def may_do(action: BulkAction, profile: Profile | None) -> bool:
    """Whether the profile has the action's permission. To write to people is an act of the table of duties."""
    if action is BulkAction.ANNOUNCE:
        return reach_of(profile, Act.ANNOUNCEMENT_SEND) is not None
    return permission_of(action) in permissions_of(profile)


# Jobs of one company, those that are undone included.
MOST_RUNNING: Final = 5


class TooManyJobsError(ConflictError):
    message = f"Your company has {MOST_RUNNING} changes under way. You can start the next one when one has ended."


class WrongJobStateError(ConflictError): ...


class TooManyJobsWatchedError(TooManyRequestsError):
    code = "too_many_watched"
    message = "Too many changes are being watched here."


NOT_FOUND: Final = "There is no such person in your company"
DELETED: Final = "The account has been deleted meanwhile"
NO_LONGER_ALLOWED: Final = "The account that started this may no longer do so"
FIELD_CLOSED: Final = "A field that this sets is archived, for one person alone, or not yours to change"
OWN_SESSIONS: Final = "You cannot log yourself out here. Your own sessions are in your settings."
STAGE_ARCHIVED: Final = "The stage has been archived meanwhile"
NOT_IN_BATCH: Final = "This person is not in the batch any more"
# Why an undo leaves people as they are.
DELETED_SINCE: Final = "The account has been deleted since"
CHANGED_SINCE: Final = "The account has been changed since"
ADDED_SINCE: Final = "This person has been added to the batch again since"
REMOVED_SINCE: Final = "This person has left the batch since"
MOVED_SINCE: Final = "This person has been moved since, or the stage before is archived"
_VERBS: Final[Mapping[BulkAction, str]] = {
    BulkAction.DELETE: "delete",
    BulkAction.INVITE: "invite",
    BulkAction.SIGN_OUT: "log out",
    BulkAction.ANNOUNCE: "write to",
    **dict.fromkeys(OF_BATCHES, "change the batches of"),
}


@dataclass(frozen=True, kw_only=True)
class Order:
    """`changes` are of the action `set`, by field as sent, or by slot where it is the company's own.

    `batch_id` is of the actions of batches, `stage_id` of moving people to a stage.

    `reason` is why people leave a batch, or are moved.
    """

    action: BulkAction
    changes: dict[str, Any] = field(default_factory=dict)
    batch_id: UUID | None = None
    stage_id: UUID | None = None
    reason: str | None = None

    @cached_property
    def wanted(self) -> dict[str, Any]:
        """Return what the accounts are to have, by field as sent."""
        active = {BulkAction.ACTIVATE: True, BulkAction.DEACTIVATE: False}
        return {"isActive": active[self.action]} if self.action in active else self.changes

    @property
    def own(self) -> dict[str, Value]:
        """Return what is set of the company's own fields, by slot."""
        return own_of(self.changes)

    def open_fields(self, fields: FieldSet, *, editor: Editor) -> list[OwnField]:
        """Return the company's own fields that are set and may be now: the fields may have changed meanwhile."""
        return [each for each in edited_by(fields, editor.profile) if each.slot in self.own and not each.is_unique]


class Facts(NamedTuple):
    """These facts decide beside the account. Only what its action needs is known; the rest has these values."""

    is_member: bool = False
    is_signed_in: bool = False
    has_stage: bool = False
    is_in_stage: bool = False
    invitation: str = Invitation.NONE.value
    has_own_password: bool = False
    was_invited_just_now: bool = False


class Verdict(NamedTuple):
    """A verdict is what becomes of a person. `message` is why a job has failed, or an undo has left it.

    `before` and `version` are what an undo needs: the fields that were replaced, and the account's new version.
    """

    status: BulkRowStatus = BulkRowStatus.DONE
    message: str | None = None
    before: Mapping[str, Any] | None = None
    version: int | None = None


class Since(NamedTuple):
    """The present state of what a job has changed. `account` is None where it is deleted.

    `former` is the profile that the account would get back, or has. `added_at` is that of people who are in the batch;
    the job has done this to them at `done_at`.
    """

    account: Account | None
    is_changed: bool = False
    former: Profile | None = None
    added_at: datetime | None = None
    done_at: datetime | None = None


CHANGED: Final = Verdict()
UNCHANGED: Final = Verdict(BulkRowStatus.UNCHANGED)


def failed(message: str) -> Verdict:
    return Verdict(BulkRowStatus.FAILED, message)


def judge(account: Account, facts: Facts, *, order: Order, editor: Editor, own: Sequence[OwnField] = ()) -> Verdict:
    """An account that has everything already is refused for nothing. `own` are the open fields of the order."""
    if not may_do(order.action, editor.profile):
        return failed(NO_LONGER_ALLOWED)
    if order.wanted or order.action is BulkAction.DELETE:
        return _judge_change(account, order, editor=editor, own=own)
    if order.action in {BulkAction.INVITE, BulkAction.ANNOUNCE}:
        judge_message = _judge_invitation if order.action is BulkAction.INVITE else _judge_recipient
        return judge_message(account, facts, order=order, editor=editor)
    refused = {
        BulkAction.SIGN_OUT: OWN_SESSIONS if editor.is_owner_of(account) else None,
        BulkAction.MOVE_STAGE: None if facts.has_stage else HAS_NO_WAY,
    }
    if why := refused.get(order.action):
        return failed(why)
    changes = {
        BulkAction.SIGN_OUT: facts.is_signed_in,
        BulkAction.ADD_TO_BATCH: not facts.is_member,
        BulkAction.REMOVE_FROM_BATCH: facts.is_member,
        BulkAction.MOVE_STAGE: not facts.is_in_stage,
    }
    if not changes[order.action]:
        return UNCHANGED
    return CHANGED if covers(editor.profile, account.profile) else failed(_not_covered(account, action=order.action))


def _judge_recipient(account: Account, facts: Facts, *, order: Order, editor: Editor) -> Verdict:
    """Who has a duty for own batches alone writes to the people in them, whatever their profile."""
    if not account.is_active:
        return failed(IS_INACTIVE)
    if order.batch_id is not None and not facts.is_member:
        return failed(NOT_IN_BATCH)
    is_own = reach_of(editor.profile, Act.ANNOUNCEMENT_SEND) is Reach.OWN_BATCH and order.batch_id is not None
    if is_own or covers(editor.profile, account.profile):
        return CHANGED
    return failed(_not_covered(account, action=BulkAction.ANNOUNCE))


def _judge_change(account: Account, order: Order, *, editor: Editor, own: Sequence[OwnField]) -> Verdict:
    change = change_of(account, order.wanted)
    if order.wanted and not change.after:
        return UNCHANGED
    refusal = refuse_change(change, editor=editor) if order.wanted else refuse_acting(account, editor=editor)
    if refusal is not None:
        return failed(_reason_of(refusal, change, action=order.action))
    problem = _problem_of_own(change, own=own) if change.own else None
    return CHANGED if problem is None else failed(problem)


def _problem_of_own(change: Change, *, own: Sequence[OwnField]) -> str | None:
    """Why the account is not given values of the company's own fields: the first reason."""
    keys = {field.slot: field.key for field in own}
    if not change.own.keys() <= keys.keys():
        return FIELD_CLOSED
    given = {keys[slot]: value for slot, value in change.own.items()}
    profile = profile_of(change.value("profile"))
    judged = judge_values(given, allowed=own, profile=profile, account=change.account.values)
    return next(iter(judged.errors.values()), None)


def _judge_invitation(account: Account, facts: Facts, *, order: Order, editor: Editor) -> Verdict:
    """The rules are those of a single invitation; the sending knows who wants none, and the day's limits."""
    if not covers(editor.profile, account.profile):
        return failed(_not_covered(account, action=order.action))
    if facts.invitation == Invitation.ACCEPTED or facts.has_own_password:
        return failed(HAS_SIGNED_IN)
    if not account.is_active:
        return failed(IS_INACTIVE)
    if facts.invitation == Invitation.QUEUED:
        return UNCHANGED
    return failed("This address was sent an invitation a moment ago") if facts.was_invited_just_now else CHANGED


def most_first(counted: Mapping[str | None, int]) -> list[tuple[str, int]]:
    """The counted reasons; None is none."""
    reasons = [(why, count) for why, count in counted.items() if why is not None]
    return sorted(reasons, key=lambda each: (-each[1], each[0]))


def why_closed(order: Order, *, fields: FieldSet, editor: Editor) -> str | None:
    """Why undoing the job leaves all as they are: the company's own fields have changed since."""
    return FIELD_CLOSED if len(order.open_fields(fields, editor=editor)) < len(order.own) else None


def why_kept(since: Since, *, editor: Editor, action: BulkAction) -> str | None:
    """Why undoing the job leaves the person as they are."""
    account = since.account
    if account is None:
        return DELETED_SINCE
    if action in OF_PLACES:
        return _why_kept_in_place(account, since, editor=editor, action=action)
    if since.is_changed:
        return CHANGED_SINCE
    if refusal := refuse_acting(account, editor=editor):
        return _reason_of(refusal, Change(account, {}, {}), action=action)
    return None if since.former is None or covers(editor.profile, since.former) else _not_given(since.former)


def _why_kept_in_place(account: Account, since: Since, *, editor: Editor, action: BulkAction) -> str | None:
    if not covers(editor.profile, account.profile):
        return _not_covered(account, action=action)
    if action is BulkAction.MOVE_STAGE:
        return MOVED_SINCE if since.is_changed else None
    if action is BulkAction.REMOVE_FROM_BATCH:
        return None if since.added_at is None else ADDED_SINCE
    if since.added_at == since.done_at:
        return None
    return REMOVED_SINCE if since.added_at is None else ADDED_SINCE


def _reason_of(refusal: Refusal, change: Change, *, action: BulkAction) -> str:
    """The refusal of a change as its result shows it; a single edit shows the refusal's own message."""
    if refusal.kind is ForbiddenError and refusal.field == ACCOUNT:
        return _not_covered(change.account, action=action)
    profile = profile_of(change.value("profile"))
    if refusal.kind is ForbiddenError and profile is not None:
        return _not_given(profile)
    if refusal.field != "role":
        return refusal.message
    if profile is None:
        return "People without a profile have the role Applicant."
    return f"The role {_label(Role(str(change.value('role'))))} does not fit the profile {_label(profile)}."


def _not_covered(account: Account, *, action: BulkAction) -> str:
    """The matrix keeps the editor from acting on accounts of this profile."""
    profile, verb = account.profile, _VERBS.get(action, "change")
    if profile is None:
        return f"You may not {verb} people without a profile."
    return f"You may not {verb} people with the profile {_label(profile)}."


def _not_given(profile: Profile) -> str:
    return f"You may not give people the profile {_label(profile)}."


def _label(constant: Profile | Role) -> str:
    return "HR" if constant is Role.HR else constant.value.replace("_", " ").title()
